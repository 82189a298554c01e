//! `Borrow`, `ToOwned` and `Cow`.

use crate::ops::Deref;

#[lang = "Borrow"]
pub trait Borrow<Borrowed: ?Sized> {
    #[intrinsic = "borrow"]
    fn borrow(&self) -> &Borrowed;
}
pub trait BorrowMut<Borrowed: ?Sized>: Borrow<Borrowed> {
    #[intrinsic = "borrow"]
    fn borrow_mut(&mut self) -> &mut Borrowed;
}
impl<T: ?Sized> Borrow<T> for T {
    fn borrow(&self) -> &T {
        self
    }
}
impl<T: ?Sized> BorrowMut<T> for T {
    fn borrow_mut(&mut self) -> &mut T {
        self
    }
}
impl<T: ?Sized> Borrow<T> for &T {
    fn borrow(&self) -> &T {
        &**self
    }
}
impl<T: ?Sized> Borrow<T> for &mut T {
    fn borrow(&self) -> &T {
        &**self
    }
}
impl<T: ?Sized> BorrowMut<T> for &mut T {
    fn borrow_mut(&mut self) -> &mut T {
        &mut **self
    }
}
impl<T: ?Sized> Borrow<T> for Box<T> {
    fn borrow(&self) -> &T {
        &**self
    }
}
impl<T: ?Sized> BorrowMut<T> for Box<T> {
    fn borrow_mut(&mut self) -> &mut T {
        &mut **self
    }
}

pub trait ToOwned {
    type Owned: Borrow<Self>;
    fn to_owned(&self) -> Self::Owned;
    fn clone_into(&self, target: &mut Self::Owned) {
        *target = self.to_owned();
    }
}
impl<T: Clone> ToOwned for T {
    type Owned = T;
    fn to_owned(&self) -> T {
        self.clone()
    }
}
impl<T: Clone> ToOwned for [T] {
    type Owned = crate::vec::Vec<T>;
    fn to_owned(&self) -> crate::vec::Vec<T> {
        self.to_vec()
    }
}

pub enum Cow<'a, B: ?Sized + ToOwned> {
    Borrowed(&'a B),
    Owned(B::Owned),
}
impl<'a, B: ?Sized + ToOwned> Cow<'a, B> {
    pub fn is_borrowed(&self) -> bool {
        matches!(self, Cow::Borrowed(_))
    }
    pub fn into_owned(self) -> B::Owned {
        match self {
            Cow::Borrowed(borrowed) => borrowed.to_owned(),
            Cow::Owned(owned) => owned,
        }
    }
    pub fn to_mut(&mut self) -> &mut B::Owned {
        if let Cow::Borrowed(borrowed) = self {
            *self = Cow::Owned(borrowed.to_owned());
        }
        match self {
            Cow::Owned(owned) => owned,
            Cow::Borrowed(_) => loop {},
        }
    }
}
impl<'a, B: ?Sized + ToOwned> Deref for Cow<'a, B> {
    type Target = B;
    fn deref(&self) -> &B {
        match self {
            Cow::Borrowed(borrowed) => borrowed,
            Cow::Owned(owned) => owned.borrow(),
        }
    }
}
impl<'a, B: ?Sized + ToOwned> Clone for Cow<'a, B> {
    fn clone(&self) -> Self {
        match self {
            Cow::Borrowed(borrowed) => Cow::Borrowed(borrowed),
            Cow::Owned(owned) => {
                let borrowed: &B = owned.borrow();
                Cow::Owned(borrowed.to_owned())
            }
        }
    }
}
impl<'a, B: ?Sized + ToOwned> AsRef<B> for Cow<'a, B> {
    fn as_ref(&self) -> &B {
        self
    }
}
