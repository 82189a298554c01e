//! The adaptors of iterators.

use crate::iter::{DoubleEndedIterator, ExactSizeIterator, FusedIterator, IntoIterator, Iterator};

/// A pair of bounds moved down by so many.
fn less(hint: (usize, Option<usize>), by: usize) -> (usize, Option<usize>) {
    let upper = match hint.1 {
        Some(upper) => Some(upper.saturating_sub(by)),
        None => None,
    };
    (hint.0.saturating_sub(by), upper)
}
/// The bounds of two iterators one after the other.
fn both(a: (usize, Option<usize>), b: (usize, Option<usize>)) -> (usize, Option<usize>) {
    let upper = match (a.1, b.1) {
        (Some(x), Some(y)) => x.checked_add(y),
        _ => None,
    };
    (a.0.saturating_add(b.0), upper)
}
fn at_most(hint: (usize, Option<usize>), n: usize) -> (usize, Option<usize>) {
    let upper = match hint.1 {
        Some(upper) if upper < n => upper,
        _ => n,
    };
    (if hint.0 < n { hint.0 } else { n }, Some(upper))
}

#[derive(Clone)]
pub struct Map<I, F> {
    pub(crate) iter: I,
    pub(crate) f: F,
}
impl<B, I: Iterator, F: FnMut(I::Item) -> B> Iterator for Map<I, F> {
    type Item = B;
    fn next(&mut self) -> Option<B> {
        match self.iter.next() {
            Some(item) => Some((self.f)(item)),
            None => None,
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }
}
impl<B, I: DoubleEndedIterator, F: FnMut(I::Item) -> B> DoubleEndedIterator for Map<I, F> {
    fn next_back(&mut self) -> Option<B> {
        match self.iter.next_back() {
            Some(item) => Some((self.f)(item)),
            None => None,
        }
    }
}
impl<B, I: ExactSizeIterator, F: FnMut(I::Item) -> B> ExactSizeIterator for Map<I, F> {
    fn len(&self) -> usize {
        self.iter.len()
    }
}
impl<B, I: FusedIterator, F: FnMut(I::Item) -> B> FusedIterator for Map<I, F> {}

#[derive(Clone)]
pub struct Filter<I, P> {
    pub(crate) iter: I,
    pub(crate) predicate: P,
}
impl<I: Iterator, P: FnMut(&I::Item) -> bool> Iterator for Filter<I, P> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        while let Some(item) = self.iter.next() {
            if (self.predicate)(&item) {
                return Some(item);
            }
        }
        None
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.iter.size_hint().1)
    }
}
impl<I: DoubleEndedIterator, P: FnMut(&I::Item) -> bool> DoubleEndedIterator for Filter<I, P> {
    fn next_back(&mut self) -> Option<I::Item> {
        while let Some(item) = self.iter.next_back() {
            if (self.predicate)(&item) {
                return Some(item);
            }
        }
        None
    }
}
impl<I: FusedIterator, P: FnMut(&I::Item) -> bool> FusedIterator for Filter<I, P> {}

#[derive(Clone)]
pub struct FilterMap<I, F> {
    pub(crate) iter: I,
    pub(crate) f: F,
}
impl<B, I: Iterator, F: FnMut(I::Item) -> Option<B>> Iterator for FilterMap<I, F> {
    type Item = B;
    fn next(&mut self) -> Option<B> {
        while let Some(item) = self.iter.next() {
            if let Some(made) = (self.f)(item) {
                return Some(made);
            }
        }
        None
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.iter.size_hint().1)
    }
}
impl<B, I: DoubleEndedIterator, F: FnMut(I::Item) -> Option<B>> DoubleEndedIterator for FilterMap<I, F> {
    fn next_back(&mut self) -> Option<B> {
        while let Some(item) = self.iter.next_back() {
            if let Some(made) = (self.f)(item) {
                return Some(made);
            }
        }
        None
    }
}
impl<B, I: FusedIterator, F: FnMut(I::Item) -> Option<B>> FusedIterator for FilterMap<I, F> {}

#[derive(Clone)]
pub struct Enumerate<I> {
    pub(crate) iter: I,
    pub(crate) count: usize,
}
impl<I: Iterator> Iterator for Enumerate<I> {
    type Item = (usize, I::Item);
    fn next(&mut self) -> Option<(usize, I::Item)> {
        let item = self.iter.next()?;
        let at = self.count;
        self.count += 1;
        Some((at, item))
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }
}
impl<I: ExactSizeIterator + DoubleEndedIterator> DoubleEndedIterator for Enumerate<I> {
    fn next_back(&mut self) -> Option<(usize, I::Item)> {
        let item = self.iter.next_back()?;
        Some((self.count + self.iter.len(), item))
    }
}
impl<I: ExactSizeIterator> ExactSizeIterator for Enumerate<I> {
    fn len(&self) -> usize {
        self.iter.len()
    }
}
impl<I: FusedIterator> FusedIterator for Enumerate<I> {}

#[derive(Clone)]
pub struct Peekable<I: Iterator> {
    pub(crate) iter: I,
    pub(crate) peeked: Option<Option<I::Item>>,
}
impl<I: Iterator> Iterator for Peekable<I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        match self.peeked.take() {
            Some(peeked) => peeked,
            None => self.iter.next(),
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.peeked {
            Some(None) => (0, Some(0)),
            Some(Some(_)) => both((1, Some(1)), self.iter.size_hint()),
            None => self.iter.size_hint(),
        }
    }
}
impl<I: DoubleEndedIterator> DoubleEndedIterator for Peekable<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        match &self.peeked {
            Some(None) => None,
            Some(Some(_)) => match self.iter.next_back() {
                Some(item) => Some(item),
                None => self.peeked.take().flatten(),
            },
            None => self.iter.next_back(),
        }
    }
}
impl<I: ExactSizeIterator> ExactSizeIterator for Peekable<I> {}
impl<I: FusedIterator> FusedIterator for Peekable<I> {}
impl<I: Iterator> Peekable<I> {
    pub fn peek(&mut self) -> Option<&I::Item> {
        if self.peeked.is_none() {
            self.peeked = Some(self.iter.next());
        }
        match &self.peeked {
            Some(Some(item)) => Some(item),
            _ => None,
        }
    }
    pub fn peek_mut(&mut self) -> Option<&mut I::Item> {
        if self.peeked.is_none() {
            self.peeked = Some(self.iter.next());
        }
        match &mut self.peeked {
            Some(Some(item)) => Some(item),
            _ => None,
        }
    }
    pub fn next_if<F: FnOnce(&I::Item) -> bool>(&mut self, func: F) -> Option<I::Item> {
        match self.next() {
            Some(item) => {
                if func(&item) {
                    return Some(item);
                }
                self.peeked = Some(Some(item));
                None
            }
            None => {
                self.peeked = Some(None);
                None
            }
        }
    }
    pub fn next_if_eq<T: ?Sized>(&mut self, expected: &T) -> Option<I::Item>
    where
        I::Item: PartialEq<T>,
    {
        self.next_if(|next| next == expected)
    }
}

#[derive(Clone)]
pub struct Take<I> {
    pub(crate) iter: I,
    pub(crate) n: usize,
}
impl<I: Iterator> Iterator for Take<I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        if self.n == 0 {
            return None;
        }
        self.n -= 1;
        self.iter.next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.n == 0 {
            return (0, Some(0));
        }
        at_most(self.iter.size_hint(), self.n)
    }
}
impl<I: DoubleEndedIterator + ExactSizeIterator> DoubleEndedIterator for Take<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        if self.n == 0 {
            return None;
        }
        let n = self.n;
        self.n -= 1;
        let len = self.iter.len();
        if len > n { self.iter.nth_back(len - n) } else { self.iter.next_back() }
    }
}
impl<I: ExactSizeIterator> ExactSizeIterator for Take<I> {}
impl<I: FusedIterator> FusedIterator for Take<I> {}

#[derive(Clone)]
pub struct Skip<I> {
    pub(crate) iter: I,
    pub(crate) n: usize,
}
impl<I: Iterator> Iterator for Skip<I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        while self.n > 0 {
            self.n -= 1;
            self.iter.next()?;
        }
        self.iter.next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        less(self.iter.size_hint(), self.n)
    }
}
impl<I: DoubleEndedIterator + ExactSizeIterator> DoubleEndedIterator for Skip<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        if self.len() > 0 { self.iter.next_back() } else { None }
    }
}
impl<I: ExactSizeIterator> ExactSizeIterator for Skip<I> {}
impl<I: FusedIterator> FusedIterator for Skip<I> {}

#[derive(Clone)]
pub struct TakeWhile<I, P> {
    pub(crate) iter: I,
    pub(crate) predicate: P,
    pub(crate) done: bool,
}
impl<I: Iterator, P: FnMut(&I::Item) -> bool> Iterator for TakeWhile<I, P> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        if self.done {
            return None;
        }
        let item = self.iter.next()?;
        if (self.predicate)(&item) {
            Some(item)
        } else {
            self.done = true;
            None
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.done { (0, Some(0)) } else { (0, self.iter.size_hint().1) }
    }
}
impl<I: FusedIterator, P: FnMut(&I::Item) -> bool> FusedIterator for TakeWhile<I, P> {}

#[derive(Clone)]
pub struct SkipWhile<I, P> {
    pub(crate) iter: I,
    pub(crate) predicate: P,
    pub(crate) done: bool,
}
impl<I: Iterator, P: FnMut(&I::Item) -> bool> Iterator for SkipWhile<I, P> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        while let Some(item) = self.iter.next() {
            if self.done || !(self.predicate)(&item) {
                self.done = true;
                return Some(item);
            }
        }
        None
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.iter.size_hint().1)
    }
}
impl<I: FusedIterator, P: FnMut(&I::Item) -> bool> FusedIterator for SkipWhile<I, P> {}

#[derive(Clone)]
pub struct MapWhile<I, P> {
    pub(crate) iter: I,
    pub(crate) predicate: P,
}
impl<B, I: Iterator, P: FnMut(I::Item) -> Option<B>> Iterator for MapWhile<I, P> {
    type Item = B;
    fn next(&mut self) -> Option<B> {
        let item = self.iter.next()?;
        (self.predicate)(item)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.iter.size_hint().1)
    }
}

#[derive(Clone)]
pub struct StepBy<I> {
    pub(crate) iter: I,
    pub(crate) gap: usize,
    pub(crate) first: bool,
}
impl<I: Iterator> Iterator for StepBy<I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        if self.first {
            self.first = false;
            self.iter.next()
        } else {
            self.iter.nth(self.gap)
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (low, high) = self.iter.size_hint();
        let high = match high {
            Some(high) => Some(self.steps(high)),
            None => None,
        };
        (self.steps(low), high)
    }
}
impl<I> StepBy<I> {
    fn steps(&self, n: usize) -> usize {
        let step = self.gap.wrapping_add(1);
        if !self.first {
            n / step
        } else if n == 0 {
            0
        } else {
            1 + (n - 1) / step
        }
    }
}
impl<I: DoubleEndedIterator + ExactSizeIterator> DoubleEndedIterator for StepBy<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        let rem = self.iter.len() % (self.gap + 1);
        let behind = if self.first { if rem == 0 { self.gap } else { rem - 1 } } else { rem };
        self.iter.nth_back(behind)
    }
}
impl<I: ExactSizeIterator> ExactSizeIterator for StepBy<I> {}

#[derive(Clone)]
pub struct Scan<I, St, F> {
    pub(crate) iter: I,
    pub(crate) state: St,
    pub(crate) f: F,
}
impl<B, I: Iterator, St, F: FnMut(&mut St, I::Item) -> Option<B>> Iterator for Scan<I, St, F> {
    type Item = B;
    fn next(&mut self) -> Option<B> {
        let item = self.iter.next()?;
        (self.f)(&mut self.state, item)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.iter.size_hint().1)
    }
}

#[derive(Clone)]
pub struct Inspect<I, F> {
    pub(crate) iter: I,
    pub(crate) f: F,
}
impl<I: Iterator, F: FnMut(&I::Item)> Iterator for Inspect<I, F> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        let item = self.iter.next()?;
        (self.f)(&item);
        Some(item)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }
}
impl<I: DoubleEndedIterator, F: FnMut(&I::Item)> DoubleEndedIterator for Inspect<I, F> {
    fn next_back(&mut self) -> Option<I::Item> {
        let item = self.iter.next_back()?;
        (self.f)(&item);
        Some(item)
    }
}
impl<I: ExactSizeIterator, F: FnMut(&I::Item)> ExactSizeIterator for Inspect<I, F> {
    fn len(&self) -> usize {
        self.iter.len()
    }
}

#[derive(Clone)]
pub struct Rev<I> {
    pub(crate) iter: I,
}
impl<I: DoubleEndedIterator> Iterator for Rev<I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        self.iter.next_back()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }
}
impl<I: DoubleEndedIterator> DoubleEndedIterator for Rev<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        self.iter.next()
    }
}
impl<I: ExactSizeIterator + DoubleEndedIterator> ExactSizeIterator for Rev<I> {
    fn len(&self) -> usize {
        self.iter.len()
    }
}
impl<I: FusedIterator + DoubleEndedIterator> FusedIterator for Rev<I> {}

#[derive(Clone)]
pub struct Zip<A, B> {
    pub(crate) a: A,
    pub(crate) b: B,
}
impl<A: Iterator, B: Iterator> Iterator for Zip<A, B> {
    type Item = (A::Item, B::Item);
    fn next(&mut self) -> Option<(A::Item, B::Item)> {
        let a = self.a.next()?;
        let b = self.b.next()?;
        Some((a, b))
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (a_low, a_high) = self.a.size_hint();
        let (b_low, b_high) = self.b.size_hint();
        let high = match (a_high, b_high) {
            (Some(x), Some(y)) => Some(if x < y { x } else { y }),
            (Some(x), None) => Some(x),
            (None, y) => y,
        };
        (if a_low < b_low { a_low } else { b_low }, high)
    }
}
impl<A: DoubleEndedIterator + ExactSizeIterator, B: DoubleEndedIterator + ExactSizeIterator> DoubleEndedIterator
    for Zip<A, B>
{
    fn next_back(&mut self) -> Option<(A::Item, B::Item)> {
        let a_len = self.a.len();
        let b_len = self.b.len();
        let mut extra = a_len;
        while extra > b_len {
            self.a.next_back();
            extra -= 1;
        }
        extra = b_len;
        while extra > a_len {
            self.b.next_back();
            extra -= 1;
        }
        match (self.a.next_back(), self.b.next_back()) {
            (Some(a), Some(b)) => Some((a, b)),
            _ => None,
        }
    }
}
impl<A: ExactSizeIterator, B: ExactSizeIterator> ExactSizeIterator for Zip<A, B> {}
impl<A: FusedIterator, B: FusedIterator> FusedIterator for Zip<A, B> {}

#[derive(Clone)]
pub struct Chain<A, B> {
    pub(crate) a: Option<A>,
    pub(crate) b: Option<B>,
}
impl<A: Iterator, B: Iterator<Item = A::Item>> Iterator for Chain<A, B> {
    type Item = A::Item;
    fn next(&mut self) -> Option<A::Item> {
        if let Some(a) = &mut self.a {
            match a.next() {
                Some(item) => return Some(item),
                None => self.a = None,
            }
        }
        match &mut self.b {
            Some(b) => b.next(),
            None => None,
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        match (&self.a, &self.b) {
            (Some(a), Some(b)) => both(a.size_hint(), b.size_hint()),
            (Some(a), None) => a.size_hint(),
            (None, Some(b)) => b.size_hint(),
            (None, None) => (0, Some(0)),
        }
    }
}
impl<A: DoubleEndedIterator, B: DoubleEndedIterator<Item = A::Item>> DoubleEndedIterator for Chain<A, B> {
    fn next_back(&mut self) -> Option<A::Item> {
        if let Some(b) = &mut self.b {
            match b.next_back() {
                Some(item) => return Some(item),
                None => self.b = None,
            }
        }
        match &mut self.a {
            Some(a) => a.next_back(),
            None => None,
        }
    }
}
impl<A: FusedIterator, B: FusedIterator<Item = A::Item>> FusedIterator for Chain<A, B> {}

#[derive(Clone)]
pub struct Cycle<I> {
    pub(crate) orig: I,
    pub(crate) iter: I,
}
impl<I: Clone + Iterator> Iterator for Cycle<I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        match self.iter.next() {
            None => {
                self.iter = self.orig.clone();
                self.iter.next()
            }
            item => item,
        }
    }
}

#[derive(Clone)]
pub struct Copied<I> {
    pub(crate) iter: I,
}
impl<'a, T: 'a + Copy, I: Iterator<Item = &'a T>> Iterator for Copied<I> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        match self.iter.next() {
            Some(item) => Some(*item),
            None => None,
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }
}
impl<'a, T: 'a + Copy, I: DoubleEndedIterator<Item = &'a T>> DoubleEndedIterator for Copied<I> {
    fn next_back(&mut self) -> Option<T> {
        match self.iter.next_back() {
            Some(item) => Some(*item),
            None => None,
        }
    }
}
impl<'a, T: 'a + Copy, I: ExactSizeIterator<Item = &'a T>> ExactSizeIterator for Copied<I> {
    fn len(&self) -> usize {
        self.iter.len()
    }
}
impl<'a, T: 'a + Copy, I: FusedIterator<Item = &'a T>> FusedIterator for Copied<I> {}

#[derive(Clone)]
pub struct Cloned<I> {
    pub(crate) iter: I,
}
impl<'a, T: 'a + Clone, I: Iterator<Item = &'a T>> Iterator for Cloned<I> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        match self.iter.next() {
            Some(item) => Some(item.clone()),
            None => None,
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }
}
impl<'a, T: 'a + Clone, I: DoubleEndedIterator<Item = &'a T>> DoubleEndedIterator for Cloned<I> {
    fn next_back(&mut self) -> Option<T> {
        match self.iter.next_back() {
            Some(item) => Some(item.clone()),
            None => None,
        }
    }
}
impl<'a, T: 'a + Clone, I: ExactSizeIterator<Item = &'a T>> ExactSizeIterator for Cloned<I> {
    fn len(&self) -> usize {
        self.iter.len()
    }
}
impl<'a, T: 'a + Clone, I: FusedIterator<Item = &'a T>> FusedIterator for Cloned<I> {}

#[derive(Clone)]
pub struct Fuse<I> {
    pub(crate) iter: Option<I>,
}
impl<I: Iterator> Iterator for Fuse<I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        match &mut self.iter {
            Some(iter) => match iter.next() {
                Some(item) => Some(item),
                None => {
                    self.iter = None;
                    None
                }
            },
            None => None,
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.iter {
            Some(iter) => iter.size_hint(),
            None => (0, Some(0)),
        }
    }
}
impl<I: DoubleEndedIterator> DoubleEndedIterator for Fuse<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        match &mut self.iter {
            Some(iter) => match iter.next_back() {
                Some(item) => Some(item),
                None => {
                    self.iter = None;
                    None
                }
            },
            None => None,
        }
    }
}
impl<I: ExactSizeIterator> ExactSizeIterator for Fuse<I> {}
impl<I: Iterator> FusedIterator for Fuse<I> {}

pub struct FlatMap<I, U: IntoIterator, F> {
    pub(crate) iter: I,
    pub(crate) f: F,
    pub(crate) front: Option<U::IntoIter>,
    pub(crate) back: Option<U::IntoIter>,
}
impl<I: Clone, U: IntoIterator, F: Clone> Clone for FlatMap<I, U, F>
where
    U::IntoIter: Clone,
{
    fn clone(&self) -> FlatMap<I, U, F> {
        FlatMap {
            iter: self.iter.clone(),
            f: self.f.clone(),
            front: self.front.clone(),
            back: self.back.clone(),
        }
    }
}
impl<I: Iterator, U: IntoIterator, F: FnMut(I::Item) -> U> Iterator for FlatMap<I, U, F> {
    type Item = U::Item;
    fn next(&mut self) -> Option<U::Item> {
        loop {
            if let Some(front) = &mut self.front {
                match front.next() {
                    Some(item) => return Some(item),
                    None => self.front = None,
                }
            }
            match self.iter.next() {
                Some(outer) => self.front = Some((self.f)(outer).into_iter()),
                None => {
                    return match &mut self.back {
                        Some(back) => match back.next() {
                            Some(item) => Some(item),
                            None => {
                                self.back = None;
                                None
                            }
                        },
                        None => None,
                    };
                }
            }
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        flat_hint(&self.front, &self.back, self.iter.size_hint())
    }
}
impl<I: DoubleEndedIterator, U: IntoIterator, F: FnMut(I::Item) -> U> DoubleEndedIterator for FlatMap<I, U, F>
where
    U::IntoIter: DoubleEndedIterator,
{
    fn next_back(&mut self) -> Option<U::Item> {
        loop {
            if let Some(back) = &mut self.back {
                match back.next_back() {
                    Some(item) => return Some(item),
                    None => self.back = None,
                }
            }
            match self.iter.next_back() {
                Some(outer) => self.back = Some((self.f)(outer).into_iter()),
                None => {
                    return match &mut self.front {
                        Some(front) => match front.next_back() {
                            Some(item) => Some(item),
                            None => {
                                self.front = None;
                                None
                            }
                        },
                        None => None,
                    };
                }
            }
        }
    }
}

fn flat_hint<U: Iterator>(
    front: &Option<U>,
    back: &Option<U>,
    outer: (usize, Option<usize>),
) -> (usize, Option<usize>) {
    let front = match front {
        Some(front) => front.size_hint(),
        None => (0, Some(0)),
    };
    let back = match back {
        Some(back) => back.size_hint(),
        None => (0, Some(0)),
    };
    let (low, high) = both(front, back);
    (low, if outer.1 == Some(0) { high } else { None })
}

pub struct Flatten<I: Iterator>
where
    I::Item: IntoIterator,
{
    pub(crate) iter: I,
    pub(crate) front: Option<<I::Item as IntoIterator>::IntoIter>,
    pub(crate) back: Option<<I::Item as IntoIterator>::IntoIter>,
}
impl<I: Iterator + Clone> Clone for Flatten<I>
where
    I::Item: IntoIterator,
    <I::Item as IntoIterator>::IntoIter: Clone,
{
    fn clone(&self) -> Flatten<I> {
        Flatten {
            iter: self.iter.clone(),
            front: self.front.clone(),
            back: self.back.clone(),
        }
    }
}
impl<I: Iterator> Iterator for Flatten<I>
where
    I::Item: IntoIterator,
{
    type Item = <I::Item as IntoIterator>::Item;
    fn next(&mut self) -> Option<<I::Item as IntoIterator>::Item> {
        loop {
            if let Some(front) = &mut self.front {
                match front.next() {
                    Some(item) => return Some(item),
                    None => self.front = None,
                }
            }
            match self.iter.next() {
                Some(outer) => self.front = Some(outer.into_iter()),
                None => {
                    return match &mut self.back {
                        Some(back) => match back.next() {
                            Some(item) => Some(item),
                            None => {
                                self.back = None;
                                None
                            }
                        },
                        None => None,
                    };
                }
            }
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        flat_hint(&self.front, &self.back, self.iter.size_hint())
    }
}
impl<I: DoubleEndedIterator> DoubleEndedIterator for Flatten<I>
where
    I::Item: IntoIterator,
    <I::Item as IntoIterator>::IntoIter: DoubleEndedIterator,
{
    fn next_back(&mut self) -> Option<<I::Item as IntoIterator>::Item> {
        loop {
            if let Some(back) = &mut self.back {
                match back.next_back() {
                    Some(item) => return Some(item),
                    None => self.back = None,
                }
            }
            match self.iter.next_back() {
                Some(outer) => self.back = Some(outer.into_iter()),
                None => {
                    return match &mut self.front {
                        Some(front) => match front.next_back() {
                            Some(item) => Some(item),
                            None => {
                                self.front = None;
                                None
                            }
                        },
                        None => None,
                    };
                }
            }
        }
    }
}
