//! `std::iter`: functions that make iterators.

use crate::iter::{DoubleEndedIterator, ExactSizeIterator, FusedIterator, IntoIterator, Zip};

#[derive(Clone)]
pub struct Empty<T> {
    of: crate::marker::PhantomData<T>,
}
pub fn empty<T>() -> Empty<T> {
    Empty { of: crate::marker::PhantomData }
}
impl<T> Iterator for Empty<T> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        None
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(0))
    }
}
impl<T> DoubleEndedIterator for Empty<T> {
    fn next_back(&mut self) -> Option<T> {
        None
    }
}
impl<T> ExactSizeIterator for Empty<T> {}
impl<T> FusedIterator for Empty<T> {}
impl<T> Default for Empty<T> {
    fn default() -> Self {
        empty()
    }
}

#[derive(Clone)]
pub struct Once<T> {
    value: Option<T>,
}
pub fn once<T>(value: T) -> Once<T> {
    Once { value: Some(value) }
}
impl<T> Iterator for Once<T> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        self.value.take()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = if self.value.is_some() { 1 } else { 0 };
        (left, Some(left))
    }
}
impl<T> DoubleEndedIterator for Once<T> {
    fn next_back(&mut self) -> Option<T> {
        self.value.take()
    }
}
impl<T> ExactSizeIterator for Once<T> {}
impl<T> FusedIterator for Once<T> {}

#[derive(Clone)]
pub struct OnceWith<F> {
    f: Option<F>,
}
pub fn once_with<A, F: FnOnce() -> A>(f: F) -> OnceWith<F> {
    OnceWith { f: Some(f) }
}
impl<A, F: FnOnce() -> A> Iterator for OnceWith<F> {
    type Item = A;
    fn next(&mut self) -> Option<A> {
        match self.f.take() {
            Some(f) => Some(f()),
            None => None,
        }
    }
}

#[derive(Clone)]
pub struct Repeat<A> {
    element: A,
}
pub fn repeat<T: Clone>(element: T) -> Repeat<T> {
    Repeat { element }
}
impl<A: Clone> Iterator for Repeat<A> {
    type Item = A;
    fn next(&mut self) -> Option<A> {
        Some(Clone::clone(&self.element))
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::MAX, None)
    }
}
impl<A: Clone> DoubleEndedIterator for Repeat<A> {
    fn next_back(&mut self) -> Option<A> {
        Some(Clone::clone(&self.element))
    }
}
impl<A: Clone> FusedIterator for Repeat<A> {}

#[derive(Clone)]
pub struct RepeatN<A> {
    element: Option<A>,
    left: usize,
}
pub fn repeat_n<T: Clone>(element: T, count: usize) -> RepeatN<T> {
    RepeatN { element: if count == 0 { None } else { Some(element) }, left: count }
}
impl<A: Clone> Iterator for RepeatN<A> {
    type Item = A;
    fn next(&mut self) -> Option<A> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        if self.left == 0 { self.element.take() } else { self.element.clone() }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}
impl<A: Clone> DoubleEndedIterator for RepeatN<A> {
    fn next_back(&mut self) -> Option<A> {
        self.next()
    }
}
impl<A: Clone> ExactSizeIterator for RepeatN<A> {}
impl<A: Clone> FusedIterator for RepeatN<A> {}

#[derive(Clone)]
pub struct RepeatWith<F> {
    f: F,
}
pub fn repeat_with<A, F: FnMut() -> A>(f: F) -> RepeatWith<F> {
    RepeatWith { f }
}
impl<A, F: FnMut() -> A> Iterator for RepeatWith<F> {
    type Item = A;
    fn next(&mut self) -> Option<A> {
        Some((self.f)())
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::MAX, None)
    }
}

#[derive(Clone)]
pub struct FromFn<F> {
    f: F,
}
pub fn from_fn<T, F: FnMut() -> Option<T>>(f: F) -> FromFn<F> {
    FromFn { f }
}
impl<T, F: FnMut() -> Option<T>> Iterator for FromFn<F> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        (self.f)()
    }
}

#[derive(Clone)]
pub struct Successors<T, F> {
    next: Option<T>,
    succ: F,
}
pub fn successors<T, F: FnMut(&T) -> Option<T>>(first: Option<T>, succ: F) -> Successors<T, F> {
    Successors { next: first, succ }
}
impl<T, F: FnMut(&T) -> Option<T>> Iterator for Successors<T, F> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        let item = self.next.take()?;
        self.next = (self.succ)(&item);
        Some(item)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.next.is_some() { (1, None) } else { (0, Some(0)) }
    }
}
impl<T, F: FnMut(&T) -> Option<T>> FusedIterator for Successors<T, F> {}

pub fn zip<A: IntoIterator, B: IntoIterator>(a: A, b: B) -> Zip<A::IntoIter, B::IntoIter> {
    a.into_iter().zip(b)
}
