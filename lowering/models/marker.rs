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
pub struct PhantomData<T: ?Sized>;

impl<T: ?Sized> Clone for PhantomData<T> {
    fn clone(&self) -> Self {
        PhantomData
    }
}
impl<T: ?Sized> Copy for PhantomData<T> {}
