//! `std::iter`: the traits, with the methods that every iterator has.

use crate::cmp::Ordering;
use crate::ops::{ControlFlow, Try};

pub use crate::iter_adapters::*;
pub use crate::iter_collect::*;
pub use crate::iter_sources::*;
pub use crate::ops::Step;

#[lang = "Iterator"]
pub trait Iterator {
    type Item;

    fn next(&mut self) -> Option<Self::Item>;

    #[lang = "size_hint"]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, None)
    }
    fn count(self) -> usize
    where
        Self: Sized,
    {
        let mut iter = self;
        let mut count = 0;
        while let Some(_) = iter.next() {
            count += 1;
        }
        count
    }
    fn last(self) -> Option<Self::Item>
    where
        Self: Sized,
    {
        let mut iter = self;
        let mut last = None;
        while let Some(item) = iter.next() {
            last = Some(item);
        }
        last
    }
    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        let mut left = n;
        while left > 0 {
            self.next()?;
            left -= 1;
        }
        self.next()
    }
    fn for_each<F: FnMut(Self::Item)>(self, f: F)
    where
        Self: Sized,
    {
        let mut iter = self;
        let mut f = f;
        while let Some(item) = iter.next() {
            f(item);
        }
    }
    fn fold<B, F: FnMut(B, Self::Item) -> B>(self, init: B, f: F) -> B
    where
        Self: Sized,
    {
        let mut iter = self;
        let mut f = f;
        let mut acc = init;
        while let Some(item) = iter.next() {
            acc = f(acc, item);
        }
        acc
    }
    fn reduce<F: FnMut(Self::Item, Self::Item) -> Self::Item>(self, f: F) -> Option<Self::Item>
    where
        Self: Sized,
    {
        let mut iter = self;
        let mut f = f;
        let mut acc = iter.next()?;
        while let Some(item) = iter.next() {
            acc = f(acc, item);
        }
        Some(acc)
    }
    fn try_fold<B, F: FnMut(B, Self::Item) -> R, R: Try<Output = B>>(&mut self, init: B, f: F) -> R
    where
        Self: Sized,
    {
        let mut f = f;
        let mut acc = init;
        while let Some(item) = self.next() {
            match f(acc, item).branch() {
                ControlFlow::Continue(next) => acc = next,
                ControlFlow::Break(end) => return end,
            }
        }
        R::from_output(acc)
    }
    fn try_for_each<F: FnMut(Self::Item) -> R, R: Try<Output = ()>>(&mut self, f: F) -> R
    where
        Self: Sized,
    {
        let mut f = f;
        while let Some(item) = self.next() {
            match f(item).branch() {
                ControlFlow::Continue(_) => {}
                ControlFlow::Break(end) => return end,
            }
        }
        R::from_output(())
    }
    fn all<F: FnMut(Self::Item) -> bool>(&mut self, f: F) -> bool
    where
        Self: Sized,
    {
        let mut f = f;
        while let Some(item) = self.next() {
            if !f(item) {
                return false;
            }
        }
        true
    }
    fn any<F: FnMut(Self::Item) -> bool>(&mut self, f: F) -> bool
    where
        Self: Sized,
    {
        let mut f = f;
        while let Some(item) = self.next() {
            if f(item) {
                return true;
            }
        }
        false
    }
    fn find<P: FnMut(&Self::Item) -> bool>(&mut self, predicate: P) -> Option<Self::Item>
    where
        Self: Sized,
    {
        let mut predicate = predicate;
        while let Some(item) = self.next() {
            if predicate(&item) {
                return Some(item);
            }
        }
        None
    }
    fn find_map<B, F: FnMut(Self::Item) -> Option<B>>(&mut self, f: F) -> Option<B>
    where
        Self: Sized,
    {
        let mut f = f;
        while let Some(item) = self.next() {
            if let Some(found) = f(item) {
                return Some(found);
            }
        }
        None
    }
    fn position<P: FnMut(Self::Item) -> bool>(&mut self, predicate: P) -> Option<usize>
    where
        Self: Sized,
    {
        let mut predicate = predicate;
        let mut at = 0;
        while let Some(item) = self.next() {
            if predicate(item) {
                return Some(at);
            }
            at += 1;
        }
        None
    }
    fn rposition<P: FnMut(Self::Item) -> bool>(&mut self, predicate: P) -> Option<usize>
    where
        Self: Sized + ExactSizeIterator + DoubleEndedIterator,
    {
        let mut predicate = predicate;
        let mut at = self.len();
        while let Some(item) = self.next_back() {
            at -= 1;
            if predicate(item) {
                return Some(at);
            }
        }
        None
    }
    fn map<B, F: FnMut(Self::Item) -> B>(self, f: F) -> Map<Self, F>
    where
        Self: Sized,
    {
        Map { iter: self, f }
    }
    fn filter<P: FnMut(&Self::Item) -> bool>(self, predicate: P) -> Filter<Self, P>
    where
        Self: Sized,
    {
        Filter { iter: self, predicate }
    }
    fn filter_map<B, F: FnMut(Self::Item) -> Option<B>>(self, f: F) -> FilterMap<Self, F>
    where
        Self: Sized,
    {
        FilterMap { iter: self, f }
    }
    fn enumerate(self) -> Enumerate<Self>
    where
        Self: Sized,
    {
        Enumerate { iter: self, count: 0 }
    }
    fn peekable(self) -> Peekable<Self>
    where
        Self: Sized,
    {
        Peekable { iter: self, peeked: None }
    }
    fn take(self, n: usize) -> Take<Self>
    where
        Self: Sized,
    {
        Take { iter: self, n }
    }
    fn skip(self, n: usize) -> Skip<Self>
    where
        Self: Sized,
    {
        Skip { iter: self, n }
    }
    fn take_while<P: FnMut(&Self::Item) -> bool>(self, predicate: P) -> TakeWhile<Self, P>
    where
        Self: Sized,
    {
        TakeWhile { iter: self, predicate, done: false }
    }
    fn skip_while<P: FnMut(&Self::Item) -> bool>(self, predicate: P) -> SkipWhile<Self, P>
    where
        Self: Sized,
    {
        SkipWhile { iter: self, predicate, done: false }
    }
    fn map_while<B, P: FnMut(Self::Item) -> Option<B>>(self, predicate: P) -> MapWhile<Self, P>
    where
        Self: Sized,
    {
        MapWhile { iter: self, predicate }
    }
    fn step_by(self, step: usize) -> StepBy<Self>
    where
        Self: Sized,
    {
        assert!(step != 0);
        StepBy { iter: self, gap: step - 1, first: true }
    }
    fn scan<St, B, F: FnMut(&mut St, Self::Item) -> Option<B>>(self, initial: St, f: F) -> Scan<Self, St, F>
    where
        Self: Sized,
    {
        Scan { iter: self, state: initial, f }
    }
    fn flat_map<U: IntoIterator, F: FnMut(Self::Item) -> U>(self, f: F) -> FlatMap<Self, U, F>
    where
        Self: Sized,
    {
        FlatMap { iter: self, f, front: None, back: None }
    }
    fn flatten(self) -> Flatten<Self>
    where
        Self: Sized,
        Self::Item: IntoIterator,
    {
        Flatten { iter: self, front: None, back: None }
    }
    fn fuse(self) -> Fuse<Self>
    where
        Self: Sized,
    {
        Fuse { iter: Some(self) }
    }
    fn inspect<F: FnMut(&Self::Item)>(self, f: F) -> Inspect<Self, F>
    where
        Self: Sized,
    {
        Inspect { iter: self, f }
    }
    fn rev(self) -> Rev<Self>
    where
        Self: Sized + DoubleEndedIterator,
    {
        Rev { iter: self }
    }
    fn zip<U: IntoIterator>(self, other: U) -> Zip<Self, U::IntoIter>
    where
        Self: Sized,
    {
        Zip { a: self, b: other.into_iter() }
    }
    fn chain<U: IntoIterator<Item = Self::Item>>(self, other: U) -> Chain<Self, U::IntoIter>
    where
        Self: Sized,
    {
        Chain { a: Some(self), b: Some(other.into_iter()) }
    }
    fn cycle(self) -> Cycle<Self>
    where
        Self: Sized + Clone,
    {
        Cycle { orig: self.clone(), iter: self }
    }
    fn copied<'a, T: 'a + Copy>(self) -> Copied<Self>
    where
        Self: Sized + Iterator<Item = &'a T>,
    {
        Copied { iter: self }
    }
    fn cloned<'a, T: 'a + Clone>(self) -> Cloned<Self>
    where
        Self: Sized + Iterator<Item = &'a T>,
    {
        Cloned { iter: self }
    }
    fn by_ref(&mut self) -> &mut Self
    where
        Self: Sized,
    {
        self
    }
    fn max(self) -> Option<Self::Item>
    where
        Self: Sized,
        Self::Item: Ord,
    {
        let mut iter = self;
        let mut best = iter.next()?;
        while let Some(item) = iter.next() {
            if Ord::cmp(&best, &item) != Ordering::Greater {
                best = item;
            }
        }
        Some(best)
    }
    fn min(self) -> Option<Self::Item>
    where
        Self: Sized,
        Self::Item: Ord,
    {
        let mut iter = self;
        let mut best = iter.next()?;
        while let Some(item) = iter.next() {
            if Ord::cmp(&best, &item) == Ordering::Greater {
                best = item;
            }
        }
        Some(best)
    }
    fn max_by<F: FnMut(&Self::Item, &Self::Item) -> Ordering>(self, compare: F) -> Option<Self::Item>
    where
        Self: Sized,
    {
        let mut iter = self;
        let mut compare = compare;
        let mut best = iter.next()?;
        while let Some(item) = iter.next() {
            if compare(&best, &item) != Ordering::Greater {
                best = item;
            }
        }
        Some(best)
    }
    fn min_by<F: FnMut(&Self::Item, &Self::Item) -> Ordering>(self, compare: F) -> Option<Self::Item>
    where
        Self: Sized,
    {
        let mut iter = self;
        let mut compare = compare;
        let mut best = iter.next()?;
        while let Some(item) = iter.next() {
            if compare(&best, &item) == Ordering::Greater {
                best = item;
            }
        }
        Some(best)
    }
    fn max_by_key<B: Ord, F: FnMut(&Self::Item) -> B>(self, f: F) -> Option<Self::Item>
    where
        Self: Sized,
    {
        let mut iter = self;
        let mut f = f;
        let mut best = iter.next()?;
        let mut key = f(&best);
        while let Some(item) = iter.next() {
            let other = f(&item);
            if Ord::cmp(&key, &other) != Ordering::Greater {
                best = item;
                key = other;
            }
        }
        Some(best)
    }
    fn min_by_key<B: Ord, F: FnMut(&Self::Item) -> B>(self, f: F) -> Option<Self::Item>
    where
        Self: Sized,
    {
        let mut iter = self;
        let mut f = f;
        let mut best = iter.next()?;
        let mut key = f(&best);
        while let Some(item) = iter.next() {
            let other = f(&item);
            if Ord::cmp(&key, &other) == Ordering::Greater {
                best = item;
                key = other;
            }
        }
        Some(best)
    }
    fn collect<B: FromIterator<Self::Item>>(self) -> B
    where
        Self: Sized,
    {
        FromIterator::from_iter(self)
    }
    fn partition<B, F>(self, f: F) -> (B, B)
    where
        Self: Sized,
        B: Default + Extend<Self::Item>,
        F: FnMut(&Self::Item) -> bool,
    {
        let mut iter = self;
        let mut f = f;
        let mut left: B = Default::default();
        let mut right: B = Default::default();
        while let Some(item) = iter.next() {
            if f(&item) {
                left.extend(Some(item));
            } else {
                right.extend(Some(item));
            }
        }
        (left, right)
    }
    fn unzip<A, B, FromA, FromB>(self) -> (FromA, FromB)
    where
        FromA: Default + Extend<A>,
        FromB: Default + Extend<B>,
        Self: Sized + Iterator<Item = (A, B)>,
    {
        let mut iter = self;
        let mut left: FromA = Default::default();
        let mut right: FromB = Default::default();
        while let Some((a, b)) = iter.next() {
            left.extend(Some(a));
            right.extend(Some(b));
        }
        (left, right)
    }
    fn sum<S: Sum<Self::Item>>(self) -> S
    where
        Self: Sized,
    {
        Sum::sum(self)
    }
    fn product<P: Product<Self::Item>>(self) -> P
    where
        Self: Sized,
    {
        Product::product(self)
    }
    fn cmp<I>(self, other: I) -> Ordering
    where
        I: IntoIterator<Item = Self::Item>,
        Self::Item: Ord,
        Self: Sized,
    {
        let mut iter = self;
        let mut other = other.into_iter();
        while let Some(a) = iter.next() {
            match other.next() {
                None => return Ordering::Greater,
                Some(b) => {
                    let order = Ord::cmp(&a, &b);
                    if order != Ordering::Equal {
                        return order;
                    }
                }
            }
        }
        if other.next().is_none() { Ordering::Equal } else { Ordering::Less }
    }
    fn partial_cmp<I>(self, other: I) -> Option<Ordering>
    where
        I: IntoIterator,
        Self::Item: PartialOrd<I::Item>,
        Self: Sized,
    {
        let mut iter = self;
        let mut other = other.into_iter();
        while let Some(a) = iter.next() {
            match other.next() {
                None => return Some(Ordering::Greater),
                Some(b) => {
                    let order = PartialOrd::partial_cmp(&a, &b);
                    if order != Some(Ordering::Equal) {
                        return order;
                    }
                }
            }
        }
        Some(if other.next().is_none() { Ordering::Equal } else { Ordering::Less })
    }
    fn eq<I>(self, other: I) -> bool
    where
        I: IntoIterator,
        Self::Item: PartialEq<I::Item>,
        Self: Sized,
    {
        let mut iter = self;
        let mut other = other.into_iter();
        while let Some(a) = iter.next() {
            match other.next() {
                None => return false,
                Some(b) => {
                    if !PartialEq::eq(&a, &b) {
                        return false;
                    }
                }
            }
        }
        other.next().is_none()
    }
    fn ne<I>(self, other: I) -> bool
    where
        I: IntoIterator,
        Self::Item: PartialEq<I::Item>,
        Self: Sized,
    {
        !Iterator::eq(self, other)
    }
    fn lt<I>(self, other: I) -> bool
    where
        I: IntoIterator,
        Self::Item: PartialOrd<I::Item>,
        Self: Sized,
    {
        Iterator::partial_cmp(self, other) == Some(Ordering::Less)
    }
    fn le<I>(self, other: I) -> bool
    where
        I: IntoIterator,
        Self::Item: PartialOrd<I::Item>,
        Self: Sized,
    {
        matches!(Iterator::partial_cmp(self, other), Some(Ordering::Less | Ordering::Equal))
    }
    fn gt<I>(self, other: I) -> bool
    where
        I: IntoIterator,
        Self::Item: PartialOrd<I::Item>,
        Self: Sized,
    {
        Iterator::partial_cmp(self, other) == Some(Ordering::Greater)
    }
    fn ge<I>(self, other: I) -> bool
    where
        I: IntoIterator,
        Self::Item: PartialOrd<I::Item>,
        Self: Sized,
    {
        matches!(Iterator::partial_cmp(self, other), Some(Ordering::Greater | Ordering::Equal))
    }
    fn is_sorted(self) -> bool
    where
        Self: Sized,
        Self::Item: PartialOrd,
    {
        let mut iter = self;
        let Some(mut last) = iter.next() else {
            return true;
        };
        while let Some(item) = iter.next() {
            if !(last <= item) {
                return false;
            }
            last = item;
        }
        true
    }
    fn is_sorted_by<F: FnMut(&Self::Item, &Self::Item) -> bool>(self, compare: F) -> bool
    where
        Self: Sized,
    {
        let mut iter = self;
        let mut compare = compare;
        let Some(mut last) = iter.next() else {
            return true;
        };
        while let Some(item) = iter.next() {
            if !compare(&last, &item) {
                return false;
            }
            last = item;
        }
        true
    }
    fn is_sorted_by_key<K: PartialOrd, F: FnMut(Self::Item) -> K>(self, f: F) -> bool
    where
        Self: Sized,
    {
        self.map(f).is_sorted()
    }
}

#[lang = "IntoIterator"]
pub trait IntoIterator {
    type Item;
    type IntoIter: Iterator<Item = Self::Item>;
    fn into_iter(self) -> Self::IntoIter;
}

impl<I: Iterator> IntoIterator for I {
    type Item = I::Item;
    type IntoIter = I;
    fn into_iter(self) -> I {
        self
    }
}

impl<I: Iterator + ?Sized> Iterator for &mut I {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        (**self).next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (**self).size_hint()
    }
}
impl<I: DoubleEndedIterator + ?Sized> DoubleEndedIterator for &mut I {
    fn next_back(&mut self) -> Option<I::Item> {
        (**self).next_back()
    }
}
impl<I: ExactSizeIterator + ?Sized> ExactSizeIterator for &mut I {
    fn len(&self) -> usize {
        (**self).len()
    }
}
impl<I: FusedIterator + ?Sized> FusedIterator for &mut I {}

impl<I: Iterator + ?Sized> Iterator for Box<I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        (**self).next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (**self).size_hint()
    }
}
impl<I: DoubleEndedIterator + ?Sized> DoubleEndedIterator for Box<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        (**self).next_back()
    }
}
impl<I: ExactSizeIterator + ?Sized> ExactSizeIterator for Box<I> {
    fn len(&self) -> usize {
        (**self).len()
    }
}

pub trait DoubleEndedIterator: Iterator {
    fn next_back(&mut self) -> Option<Self::Item>;

    fn nth_back(&mut self, n: usize) -> Option<Self::Item> {
        let mut left = n;
        while left > 0 {
            self.next_back()?;
            left -= 1;
        }
        self.next_back()
    }
    fn rfold<B, F: FnMut(B, Self::Item) -> B>(self, init: B, f: F) -> B
    where
        Self: Sized,
    {
        let mut iter = self;
        let mut f = f;
        let mut acc = init;
        while let Some(item) = iter.next_back() {
            acc = f(acc, item);
        }
        acc
    }
    fn try_rfold<B, F: FnMut(B, Self::Item) -> R, R: Try<Output = B>>(&mut self, init: B, f: F) -> R
    where
        Self: Sized,
    {
        let mut f = f;
        let mut acc = init;
        while let Some(item) = self.next_back() {
            match f(acc, item).branch() {
                ControlFlow::Continue(next) => acc = next,
                ControlFlow::Break(end) => return end,
            }
        }
        R::from_output(acc)
    }
    fn rfind<P: FnMut(&Self::Item) -> bool>(&mut self, predicate: P) -> Option<Self::Item>
    where
        Self: Sized,
    {
        let mut predicate = predicate;
        while let Some(item) = self.next_back() {
            if predicate(&item) {
                return Some(item);
            }
        }
        None
    }
}

pub trait ExactSizeIterator: Iterator {
    fn len(&self) -> usize {
        self.size_hint().0
    }
}

pub trait FusedIterator: Iterator {}
