//! What iterators are gathered into: `FromIterator`, `Extend`, `Sum`, `Product`.

use crate::num::PrimInt;

pub trait FromIterator<A>: Sized {
    fn from_iter<T: IntoIterator<Item = A>>(iter: T) -> Self;
}

pub trait Extend<A> {
    fn extend<T: IntoIterator<Item = A>>(&mut self, iter: T);
}

pub trait Sum<A = Self>: Sized {
    fn sum<I: Iterator<Item = A>>(iter: I) -> Self;
}

pub trait Product<A = Self>: Sized {
    fn product<I: Iterator<Item = A>>(iter: I) -> Self;
}

impl<N: PrimInt> Sum for N {
    fn sum<I: Iterator<Item = N>>(iter: I) -> N {
        let mut iter = iter;
        let mut sum: N = 0;
        while let Some(item) = iter.next() {
            sum = sum + item;
        }
        sum
    }
}
impl<'a, N: PrimInt> Sum<&'a N> for N {
    fn sum<I: Iterator<Item = &'a N>>(iter: I) -> N {
        let mut iter = iter;
        let mut sum: N = 0;
        while let Some(item) = iter.next() {
            sum = sum + *item;
        }
        sum
    }
}
impl<N: PrimInt> Product for N {
    fn product<I: Iterator<Item = N>>(iter: I) -> N {
        let mut iter = iter;
        let mut product: N = 1;
        while let Some(item) = iter.next() {
            product = product * item;
        }
        product
    }
}
impl<'a, N: PrimInt> Product<&'a N> for N {
    fn product<I: Iterator<Item = &'a N>>(iter: I) -> N {
        let mut iter = iter;
        let mut product: N = 1;
        while let Some(item) = iter.next() {
            product = product * *item;
        }
        product
    }
}
impl<T, U: Sum<T>> Sum<Option<T>> for Option<U> {
    fn sum<I: Iterator<Item = Option<T>>>(iter: I) -> Option<U> {
        let mut failed = false;
        let sum = U::sum(UntilNone { iter, failed: &mut failed });
        if failed { None } else { Some(sum) }
    }
}
impl<T, E, U: Sum<T>> Sum<Result<T, E>> for Result<U, E> {
    fn sum<I: Iterator<Item = Result<T, E>>>(iter: I) -> Result<U, E> {
        let mut error = None;
        let sum = U::sum(UntilErr { iter, error: &mut error });
        match error {
            Some(error) => Err(error),
            None => Ok(sum),
        }
    }
}

/// The values up to the first `None`, which it notes.
struct UntilNone<'a, I> {
    iter: I,
    failed: &'a mut bool,
}
impl<'a, T, I: Iterator<Item = Option<T>>> Iterator for UntilNone<'a, I> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        if *self.failed {
            return None;
        }
        match self.iter.next() {
            Some(Some(item)) => Some(item),
            Some(None) => {
                *self.failed = true;
                None
            }
            None => None,
        }
    }
}

/// The values up to the first error, which it keeps.
struct UntilErr<'a, I, E> {
    iter: I,
    error: &'a mut Option<E>,
}
impl<'a, T, E, I: Iterator<Item = Result<T, E>>> Iterator for UntilErr<'a, I, E> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        if self.error.is_some() {
            return None;
        }
        match self.iter.next() {
            Some(Ok(item)) => Some(item),
            Some(Err(error)) => {
                *self.error = Some(error);
                None
            }
            None => None,
        }
    }
}

impl<A, V: FromIterator<A>> FromIterator<Option<A>> for Option<V> {
    fn from_iter<T: IntoIterator<Item = Option<A>>>(iter: T) -> Option<V> {
        let mut failed = false;
        let iter = iter.into_iter();
        let all = V::from_iter(UntilNone { iter, failed: &mut failed });
        if failed { None } else { Some(all) }
    }
}
impl<A, E, V: FromIterator<A>> FromIterator<Result<A, E>> for Result<V, E> {
    fn from_iter<T: IntoIterator<Item = Result<A, E>>>(iter: T) -> Result<V, E> {
        let mut error = None;
        let iter = iter.into_iter();
        let all = V::from_iter(UntilErr { iter, error: &mut error });
        match error {
            Some(error) => Err(error),
            None => Ok(all),
        }
    }
}
impl FromIterator<()> for () {
    fn from_iter<T: IntoIterator<Item = ()>>(iter: T) {
        let mut iter = iter.into_iter();
        while let Some(_) = iter.next() {}
    }
}
impl Extend<()> for () {
    fn extend<T: IntoIterator<Item = ()>>(&mut self, iter: T) {
        let mut iter = iter.into_iter();
        while let Some(_) = iter.next() {}
    }
}
impl<A, B, FromA: Default + Extend<A>, FromB: Default + Extend<B>> FromIterator<(A, B)> for (FromA, FromB) {
    fn from_iter<T: IntoIterator<Item = (A, B)>>(iter: T) -> (FromA, FromB) {
        iter.into_iter().unzip()
    }
}
impl<A, B, ExtendA: Extend<A>, ExtendB: Extend<B>> Extend<(A, B)> for (ExtendA, ExtendB) {
    fn extend<T: IntoIterator<Item = (A, B)>>(&mut self, iter: T) {
        let mut iter = iter.into_iter();
        while let Some((a, b)) = iter.next() {
            self.0.extend(Some(a));
            self.1.extend(Some(b));
        }
    }
}
