//! Markers: the front end knows which types have them.

#[lang = "Sized"]
pub trait Sized {}
#[lang = "Copy"]
pub trait Copy: Clone {}
#[lang = "Send"]
pub trait Send {}
#[lang = "Sync"]
pub trait Sync {}
#[lang = "Unpin"]
pub trait Unpin {}

#[lang = "PhantomData"]
#[repr(transparent)]
pub struct PhantomData<T: ?Sized>;

impl<T: ?Sized> Clone for PhantomData<T> {
    fn clone(&self) -> Self {
        PhantomData
    }
}
impl<T: ?Sized> Copy for PhantomData<T> {}
impl<T: ?Sized> Default for PhantomData<T> {
    fn default() -> Self {
        PhantomData
    }
}
impl<T: ?Sized> PartialEq for PhantomData<T> {
    fn eq(&self, other: &Self) -> bool {
        true
    }
}
impl<T: ?Sized> Eq for PhantomData<T> {}
impl<T: ?Sized> PartialOrd for PhantomData<T> {
    fn partial_cmp(&self, other: &Self) -> Option<crate::cmp::Ordering> {
        Some(crate::cmp::Ordering::Equal)
    }
}
impl<T: ?Sized> Ord for PhantomData<T> {
    fn cmp(&self, other: &Self) -> crate::cmp::Ordering {
        crate::cmp::Ordering::Equal
    }
}

/// What may not be moved once it is pinned.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct PhantomPinned;
