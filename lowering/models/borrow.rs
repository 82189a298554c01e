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
impl<'a, B: ?Sized + ToOwned + PartialEq> PartialEq for Cow<'a, B> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}
impl<'a, B: ?Sized + ToOwned + Eq> Eq for Cow<'a, B> {}
impl<'a, B: ?Sized + ToOwned + PartialOrd> PartialOrd for Cow<'a, B> {
    fn partial_cmp(&self, other: &Self) -> Option<crate::cmp::Ordering> {
        PartialOrd::partial_cmp(&**self, &**other)
    }
}
impl<'a, B: ?Sized + ToOwned + Ord> Ord for Cow<'a, B> {
    fn cmp(&self, other: &Self) -> crate::cmp::Ordering {
        Ord::cmp(&**self, &**other)
    }
}
impl<'a> PartialEq<str> for Cow<'a, str> {
    fn eq(&self, other: &str) -> bool {
        **self == *other
    }
}
impl<'a, 'b> PartialEq<&'b str> for Cow<'a, str> {
    fn eq(&self, other: &&'b str) -> bool {
        **self == **other
    }
}
impl<'a> PartialEq<crate::string::String> for Cow<'a, str> {
    fn eq(&self, other: &crate::string::String) -> bool {
        **self == **other
    }
}
impl<'a> From<&'a str> for Cow<'a, str> {
    fn from(text: &'a str) -> Cow<'a, str> {
        Cow::Borrowed(text)
    }
}
impl<'a> From<crate::string::String> for Cow<'a, str> {
    fn from(text: crate::string::String) -> Cow<'a, str> {
        Cow::Owned(text)
    }
}
impl<'a, T: Clone> From<&'a [T]> for Cow<'a, [T]> {
    fn from(slice: &'a [T]) -> Cow<'a, [T]> {
        Cow::Borrowed(slice)
    }
}
impl<'a, T: Clone> From<crate::vec::Vec<T>> for Cow<'a, [T]> {
    fn from(vec: crate::vec::Vec<T>) -> Cow<'a, [T]> {
        Cow::Owned(vec)
    }
}
impl<'a, B: ?Sized + ToOwned> Borrow<B> for Cow<'a, B> {
    fn borrow(&self) -> &B {
        &**self
    }
}
