//! `Box`: a pointer that the language itself dereferences and drops.

#[lang = "Box"]
pub struct Box<T: ?Sized> {
    pointee: T,
}

impl<T> Box<T> {
    #[lang = "box_new"]
    pub fn new(value: T) -> Box<T> {
        crate::intrinsics::box_new(value)
    }

    pub fn pin(value: T) -> crate::pin::Pin<Box<T>> {
        crate::pin::Pin { pointer: Box::new(value) }
    }
    pub fn new_uninit() -> Box<crate::mem::MaybeUninit<T>> {
        Box::new(crate::intrinsics::maybe_uninit())
    }

    pub fn into_inner(boxed: Box<T>) -> T {
        *boxed
    }
}
impl<T: ?Sized> Box<T> {
    pub fn into_raw(b: Box<T>) -> *mut T {
        crate::intrinsics::box_into_raw(b)
    }
    pub unsafe fn from_raw(raw: *mut T) -> Box<T> {
        // Else it would be freed as of another size.
        if !crate::intrinsics::fits_run(raw) {
            crate::intrinsics::undefined_promise()
        }
        crate::intrinsics::box_from_raw(raw)
    }
    pub unsafe fn from_non_null(pointer: crate::ptr::NonNull<T>) -> Box<T> {
        Box::from_raw(pointer.as_ptr())
    }
    pub fn leak<'a>(b: Box<T>) -> &'a mut T {
        let raw = crate::intrinsics::box_into_raw(b);
        crate::intrinsics::give_up(raw);
        &mut *raw
    }
}
impl<T: Clone> Clone for Box<[T]> {
    fn clone(&self) -> Self {
        let slice: &[T] = &**self;
        slice.to_vec().into_boxed_slice()
    }
    fn clone_from(&mut self, source: &Self) {
        if self.len() == source.len() {
            (**self).clone_from_slice(&**source)
        } else {
            *self = source.clone()
        }
    }
}

impl<T: Clone> Clone for Box<T> {
    fn clone(&self) -> Self {
        Box::new((**self).clone())
    }
    fn clone_from(&mut self, source: &Self) {
        (**self).clone_from(&**source)
    }
}
impl<T: PartialEq> PartialEq for Box<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}
impl<T: Eq> Eq for Box<T> {}
impl<T: PartialOrd> PartialOrd for Box<T> {
    fn partial_cmp(&self, other: &Self) -> Option<crate::cmp::Ordering> {
        (**self).partial_cmp(&**other)
    }
}
impl<T: Ord> Ord for Box<T> {
    fn cmp(&self, other: &Self) -> crate::cmp::Ordering {
        (**self).cmp(&**other)
    }
}
impl<T: Default> Default for Box<T> {
    fn default() -> Self {
        Box::new(T::default())
    }
}
impl<T> From<T> for Box<T> {
    fn from(value: T) -> Self {
        Box::new(value)
    }
}
impl<T: ?Sized> AsRef<T> for Box<T> {
    fn as_ref(&self) -> &T {
        &**self
    }
}
impl<T: ?Sized> AsMut<T> for Box<T> {
    fn as_mut(&mut self) -> &mut T {
        &mut **self
    }
}
impl<T: ?Sized> crate::ops::Deref for Box<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &**self
    }
}
impl<T: ?Sized> crate::ops::DerefMut for Box<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut **self
    }
}
