//! Iterators.

#[lang = "Iterator"]
pub trait Iterator {
    type Item;

    fn next(&mut self) -> Option<Self::Item>;

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
    fn all<F: FnMut(Self::Item) -> bool>(&mut self, f: F) -> bool {
        let mut f = f;
        while let Some(item) = self.next() {
            if !f(item) {
                return false;
            }
        }
        true
    }
    fn any<F: FnMut(Self::Item) -> bool>(&mut self, f: F) -> bool {
        let mut f = f;
        while let Some(item) = self.next() {
            if f(item) {
                return true;
            }
        }
        false
    }
    fn find<P: FnMut(&Self::Item) -> bool>(&mut self, predicate: P) -> Option<Self::Item> {
        let mut predicate = predicate;
        while let Some(item) = self.next() {
            if predicate(&item) {
                return Some(item);
            }
        }
        None
    }
    fn position<P: FnMut(Self::Item) -> bool>(&mut self, predicate: P) -> Option<usize> {
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
    fn enumerate(self) -> Enumerate<Self>
    where
        Self: Sized,
    {
        Enumerate { iter: self, count: 0 }
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
        Chain { a: Some(self), b: other.into_iter() }
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
            if item >= best {
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
            if item < best {
                best = item;
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
}

pub trait FromIterator<A>: Sized {
    fn from_iter<T: IntoIterator<Item = A>>(iter: T) -> Self;
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
}

pub trait DoubleEndedIterator: Iterator {
    fn next_back(&mut self) -> Option<Self::Item>;
}

pub trait ExactSizeIterator: Iterator {
    fn len(&self) -> usize;
}

pub struct Map<I, F> {
    iter: I,
    f: F,
}
impl<B, I: Iterator, F: FnMut(I::Item) -> B> Iterator for Map<I, F> {
    type Item = B;
    fn next(&mut self) -> Option<B> {
        match self.iter.next() {
            Some(item) => Some((self.f)(item)),
            None => None,
        }
    }
}

pub struct Filter<I, P> {
    iter: I,
    predicate: P,
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
}

pub struct Enumerate<I> {
    iter: I,
    count: usize,
}
impl<I: Iterator> Iterator for Enumerate<I> {
    type Item = (usize, I::Item);
    fn next(&mut self) -> Option<(usize, I::Item)> {
        let item = self.iter.next()?;
        let at = self.count;
        self.count += 1;
        Some((at, item))
    }
}

pub struct Take<I> {
    iter: I,
    n: usize,
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
}

pub struct Skip<I> {
    iter: I,
    n: usize,
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
}

pub struct Rev<I> {
    iter: I,
}
impl<I: DoubleEndedIterator> Iterator for Rev<I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        self.iter.next_back()
    }
}
impl<I: DoubleEndedIterator> DoubleEndedIterator for Rev<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        self.iter.next()
    }
}

pub struct Zip<A, B> {
    a: A,
    b: B,
}
impl<A: Iterator, B: Iterator> Iterator for Zip<A, B> {
    type Item = (A::Item, B::Item);
    fn next(&mut self) -> Option<(A::Item, B::Item)> {
        let a = self.a.next()?;
        let b = self.b.next()?;
        Some((a, b))
    }
}

pub struct Chain<A, B> {
    a: Option<A>,
    b: B,
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
        self.b.next()
    }
}
