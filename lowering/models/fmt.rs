//! Formatting to a `Formatter`: what is written has no meaning for us, and whether writing succeeds is up to
//! whoever made the formatter. Code of the user's that is called by name (impls, iterators) is run, and so are impls
//! that the user wrote for what a macro is given; values are refused ([`formats`]) if a derived impl or one of std
//! would run code of the user's for them. Types without an impl have one by default. Trait objects are type
//! parameters here: nothing is done with them.

use crate::intrinsics::choose;

/// Why writing failed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Error;

pub type Result = crate::result::Result<(), Error>;

/// Text with its arguments filled in.
#[lang = "Arguments"]
#[derive(Clone, Copy)]
pub struct Arguments<'a> {
    /// Whether an impl of the user's said that it failed.
    pub(crate) failed: bool,
}

/// How text is to be written, and where to.
#[lang = "Formatter"]
pub struct Formatter<'a> {
    /// Whether writing may fail.
    fails: bool,
    alternate: bool,
    width: Option<usize>,
    precision: Option<usize>,
}

/// A value is formatted. Refused where an impl that is not derived would do it, of the value or a part of it.
#[lang = "formats"]
#[intrinsic = "formats"]
pub fn formats<T: ?Sized>(value: &T) {}

/// Runs an impl that is written by hand; false at once where there is none. Gives whether it failed, or nothing came
/// to it because writing had failed before.
#[lang = "formats_by_Display"]
#[intrinsic = "formats_by_Display"]
pub fn formats_by_display<T: ?Sized>(value: &T, fails: bool, alternate: bool) -> bool {
    if fails && choose() {
        return true;
    }
    let mut f = Formatter { fails, alternate, width: None, precision: None };
    Display::fmt(value, &mut f).is_err()
}
#[lang = "formats_by_Debug"]
#[intrinsic = "formats_by_Debug"]
pub fn formats_by_debug<T: ?Sized>(value: &T, fails: bool, alternate: bool) -> bool {
    if fails && choose() {
        return true;
    }
    let mut f = Formatter { fails, alternate, width: None, precision: None };
    Debug::fmt(value, &mut f).is_err()
}

#[lang = "fmt_fails"]
fn fails(f: &Formatter<'_>) -> bool {
    f.fails
}

/// What `print!` does.
#[lang = "fmt_print"]
fn print(args: Arguments<'_>) {
    if args.failed {
        crate::intrinsics::panic_explicit("failed printing to stdout: formatter error")
    }
}

impl<'a> Formatter<'a> {
    /// Writing ends well or it does not.
    fn written(&self) -> Result {
        if self.fails && choose() { Err(Error) } else { Ok(()) }
    }
}

impl<T: ?Sized + Display> Display for &T {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        Display::fmt(&**self, f)
    }
}
impl<T: ?Sized + Debug> Debug for &T {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        Debug::fmt(&**self, f)
    }
}
impl<T: ?Sized + Display> Display for Box<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        Display::fmt(&**self, f)
    }
}
impl<T: ?Sized + Debug> Debug for Box<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        Debug::fmt(&**self, f)
    }
}

pub trait Write {
    fn write_str(&mut self, s: &str) -> Result;
    // What a writer of the user's would be given is not known.
    fn write_char(&mut self, c: char) -> Result;
    fn write_fmt(&mut self, args: Arguments<'_>) -> Result;
}

#[lang = "Debug"]
pub trait Debug {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.written()
    }
}
#[lang = "Display"]
pub trait Display {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.written()
    }
}

/// Ways to write numbers, which say nothing here.
macro_rules! ways {
    ($($name:ident $lang:literal;)*) => {$(
        #[lang = $lang]
        pub trait $name {
            fn fmt(&self, f: &mut Formatter<'_>) -> Result {
                f.written()
            }
        }
    )*};
}
ways! {
    Binary "Binary";
    Octal "Octal";
    LowerHex "LowerHex";
    UpperHex "UpperHex";
    LowerExp "LowerExp";
    UpperExp "UpperExp";
    Pointer "Pointer";
}

impl<'a> Formatter<'a> {
    pub fn write_str(&mut self, s: &str) -> Result {
        self.written()
    }
    pub fn write_fmt(&mut self, args: Arguments<'_>) -> Result {
        if args.failed { Err(Error) } else { self.written() }
    }
    pub fn pad(&mut self, s: &str) -> Result {
        self.written()
    }
    pub fn alternate(&self) -> bool {
        self.alternate
    }
    pub fn width(&self) -> Option<usize> {
        self.width
    }
    pub fn precision(&self) -> Option<usize> {
        self.precision
    }
    pub fn debug_struct<'b>(&'b mut self, name: &str) -> DebugStruct<'b, 'a> {
        DebugStruct { f: self }
    }
    pub fn debug_tuple<'b>(&'b mut self, name: &str) -> DebugTuple<'b, 'a> {
        DebugTuple { f: self }
    }
    pub fn debug_list<'b>(&'b mut self) -> DebugList<'b, 'a> {
        DebugList { f: self }
    }
    pub fn debug_set<'b>(&'b mut self) -> DebugSet<'b, 'a> {
        DebugSet { f: self }
    }
    pub fn debug_map<'b>(&'b mut self) -> DebugMap<'b, 'a> {
        DebugMap { f: self }
    }
}

impl<'a> Write for Formatter<'a> {
    fn write_str(&mut self, s: &str) -> Result {
        self.written()
    }
    fn write_char(&mut self, c: char) -> Result {
        self.written()
    }
    fn write_fmt(&mut self, args: Arguments<'_>) -> Result {
        if args.failed { Err(Error) } else { self.written() }
    }
}

pub struct DebugStruct<'b, 'a> {
    f: &'b mut Formatter<'a>,
}
impl<'b, 'a> DebugStruct<'b, 'a> {
    pub fn field<V: ?Sized>(&mut self, name: &str, value: &V) -> &mut Self {
        self
    }
    pub fn finish(&mut self) -> Result {
        self.f.written()
    }
    pub fn finish_non_exhaustive(&mut self) -> Result {
        self.f.written()
    }
}

pub struct DebugTuple<'b, 'a> {
    f: &'b mut Formatter<'a>,
}
impl<'b, 'a> DebugTuple<'b, 'a> {
    pub fn field<V: ?Sized>(&mut self, value: &V) -> &mut Self {
        self
    }
    pub fn finish(&mut self) -> Result {
        self.f.written()
    }
}

pub struct DebugList<'b, 'a> {
    f: &'b mut Formatter<'a>,
}
impl<'b, 'a> DebugList<'b, 'a> {
    pub fn entry<V: ?Sized>(&mut self, entry: &V) -> &mut Self {
        self
    }
    pub fn entries<D, I: IntoIterator<Item = D>>(&mut self, entries: I) -> &mut Self {
        for entry in entries {}
        self
    }
    pub fn finish(&mut self) -> Result {
        self.f.written()
    }
}

pub struct DebugSet<'b, 'a> {
    f: &'b mut Formatter<'a>,
}
impl<'b, 'a> DebugSet<'b, 'a> {
    pub fn entry<V: ?Sized>(&mut self, entry: &V) -> &mut Self {
        self
    }
    pub fn entries<D, I: IntoIterator<Item = D>>(&mut self, entries: I) -> &mut Self {
        for entry in entries {}
        self
    }
    pub fn finish(&mut self) -> Result {
        self.f.written()
    }
}

pub struct DebugMap<'b, 'a> {
    f: &'b mut Formatter<'a>,
}
impl<'b, 'a> DebugMap<'b, 'a> {
    pub fn entry<K: ?Sized, V: ?Sized>(&mut self, key: &K, value: &V) -> &mut Self {
        self
    }
    pub fn entries<K, V, I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) -> &mut Self {
        for entry in entries {}
        self
    }
    pub fn finish(&mut self) -> Result {
        self.f.written()
    }
}
