//! `std::fmt`: formatting is an effect without meaning, and succeeds.

#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Error;
pub type Result = crate::result::Result<(), Error>;

#[lang = "Debug"]
pub trait Debug {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        Ok(())
    }
}
#[lang = "Display"]
pub trait Display {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        Ok(())
    }
}

/// What `format_args!` makes; what it would print is not known.
#[lang = "Arguments"]
#[derive(Clone, Copy)]
pub struct Arguments;

/// Text of which nothing is known is no text.
pub trait Write {
    fn write_str(&mut self, s: &str) -> Result;
    fn write_char(&mut self, c: char) -> Result {
        Ok(())
    }
    fn write_fmt(&mut self, args: Arguments) -> Result {
        Ok(())
    }
}

pub struct Formatter<'a> {
    to: crate::marker::PhantomData<&'a ()>,
}
impl<'a> Formatter<'a> {
    pub fn write_str(&mut self, data: &str) -> Result {
        Ok(())
    }
    pub fn write_char(&mut self, c: char) -> Result {
        Ok(())
    }
    pub fn write_fmt(&mut self, args: Arguments) -> Result {
        Ok(())
    }
    pub fn pad(&mut self, s: &str) -> Result {
        Ok(())
    }
    pub fn alternate(&self) -> bool {
        crate::intrinsics::choose_whole()
    }
    pub fn debug_struct(&mut self, name: &str) -> DebugStruct<'_> {
        Builder { to: crate::marker::PhantomData }
    }
    pub fn debug_tuple(&mut self, name: &str) -> DebugTuple<'_> {
        Fields { to: crate::marker::PhantomData }
    }
    pub fn debug_list(&mut self) -> DebugList<'_> {
        Builder { to: crate::marker::PhantomData }
    }
    pub fn debug_set(&mut self) -> DebugSet<'_> {
        Builder { to: crate::marker::PhantomData }
    }
    pub fn debug_map(&mut self) -> DebugMap<'_> {
        Maps { to: crate::marker::PhantomData }
    }
}

/// What is told of a value, piece by piece.
pub struct Builder<'a> {
    to: crate::marker::PhantomData<&'a ()>,
}
pub struct Maps<'a> {
    to: crate::marker::PhantomData<&'a ()>,
}
pub type DebugStruct<'a> = Builder<'a>;
pub type DebugTuple<'a> = Fields<'a>;
pub type DebugList<'a> = Builder<'a>;
pub type DebugSet<'a> = Builder<'a>;
pub type DebugMap<'a> = Maps<'a>;
pub struct Fields<'a> {
    to: crate::marker::PhantomData<&'a ()>,
}
impl<'a> Fields<'a> {
    pub fn field<T: ?Sized>(&mut self, value: &T) -> &mut Fields<'a> {
        self
    }
    pub fn finish(&mut self) -> Result {
        Ok(())
    }
}
impl<'a> Builder<'a> {
    pub fn field<T: ?Sized>(&mut self, name: &str, value: &T) -> &mut Builder<'a> {
        self
    }
    pub fn entry<T: ?Sized>(&mut self, entry: &T) -> &mut Builder<'a> {
        self
    }
    pub fn entries<I: IntoIterator>(&mut self, entries: I) -> &mut Builder<'a> {
        let mut entries = entries.into_iter();
        while let Some(entry) = entries.next() {}
        self
    }
    pub fn finish(&mut self) -> Result {
        Ok(())
    }
    pub fn finish_non_exhaustive(&mut self) -> Result {
        Ok(())
    }
}
impl<'a> Maps<'a> {
    pub fn entry<K: ?Sized, V: ?Sized>(&mut self, key: &K, value: &V) -> &mut Maps<'a> {
        self
    }
    pub fn key<K: ?Sized>(&mut self, key: &K) -> &mut Maps<'a> {
        self
    }
    pub fn value<V: ?Sized>(&mut self, value: &V) -> &mut Maps<'a> {
        self
    }
    pub fn entries<I: IntoIterator>(&mut self, entries: I) -> &mut Maps<'a> {
        let mut entries = entries.into_iter();
        while let Some(entry) = entries.next() {}
        self
    }
    pub fn finish(&mut self) -> Result {
        Ok(())
    }
}
