//! `std::io`: the traits with what their provided methods do, and errors by their kinds. There are no files and
//! no streams: what reads and writes is the user's, or memory.

use crate::fmt;
use crate::vec::Vec;

pub mod prelude {
    pub use super::{BufRead, Read, Seek, Write};
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ErrorKind {
    NotFound,
    PermissionDenied,
    ConnectionRefused,
    ConnectionReset,
    ConnectionAborted,
    NotConnected,
    AddrInUse,
    AddrNotAvailable,
    BrokenPipe,
    AlreadyExists,
    WouldBlock,
    InvalidInput,
    InvalidData,
    TimedOut,
    WriteZero,
    StorageFull,
    FileTooLarge,
    ResourceBusy,
    Interrupted,
    Unsupported,
    UnexpectedEof,
    OutOfMemory,
    Other,
}

/// An error is known by its kind; what it says besides is not kept.
pub struct Error {
    kind: ErrorKind,
}
impl Error {
    pub fn new<E>(kind: ErrorKind, error: E) -> Error {
        Error { kind }
    }
    pub fn other<E>(error: E) -> Error {
        Error { kind: ErrorKind::Other }
    }
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }
}
impl From<ErrorKind> for Error {
    fn from(kind: ErrorKind) -> Error {
        Error { kind }
    }
}
impl crate::error::Error for Error {}

pub type Result<T> = crate::result::Result<T, Error>;

pub trait Read {
    fn read(&mut self, buf: &mut [u8]) -> Result<usize>;
    fn read_exact(&mut self, buf: &mut [u8]) -> Result<()> {
        let mut rest = buf;
        while !rest.is_empty() {
            match self.read(rest) {
                Ok(0) => break,
                Ok(n) => rest = &mut rest[n..],
                Err(error) => {
                    if error.kind != ErrorKind::Interrupted {
                        return Err(error);
                    }
                }
            }
        }
        if rest.is_empty() { Ok(()) } else { Err(Error { kind: ErrorKind::UnexpectedEof }) }
    }
    fn by_ref(&mut self) -> &mut Self {
        self
    }
}
pub trait Write {
    fn write(&mut self, buf: &[u8]) -> Result<usize>;
    fn flush(&mut self) -> Result<()>;
    fn write_all(&mut self, buf: &[u8]) -> Result<()> {
        let mut rest = buf;
        while !rest.is_empty() {
            match self.write(rest) {
                Ok(0) => return Err(Error { kind: ErrorKind::WriteZero }),
                Ok(n) => rest = &rest[n..],
                Err(error) => {
                    if error.kind != ErrorKind::Interrupted {
                        return Err(error);
                    }
                }
            }
        }
        Ok(())
    }
    fn by_ref(&mut self) -> &mut Self {
        self
    }
}
pub trait BufRead: Read {
    fn fill_buf(&mut self) -> Result<&[u8]>;
    fn consume(&mut self, amount: usize);
}
pub enum SeekFrom {
    Start(u64),
    End(i64),
    Current(i64),
}
pub trait Seek {
    fn seek(&mut self, pos: SeekFrom) -> Result<u64>;
}

impl<R: ?Sized + Read> Read for &mut R {
    fn read(&mut self, buf: &mut [u8]) -> Result<usize> {
        (**self).read(buf)
    }
}
impl<W: ?Sized + Write> Write for &mut W {
    fn write(&mut self, buf: &[u8]) -> Result<usize> {
        (**self).write(buf)
    }
    fn flush(&mut self) -> Result<()> {
        (**self).flush()
    }
}
impl Read for &[u8] {
    fn read(&mut self, buf: &mut [u8]) -> Result<usize> {
        let n = if buf.len() < self.len() { buf.len() } else { self.len() };
        let (now, later) = self.split_at(n);
        buf[..n].copy_from_slice(now);
        *self = later;
        Ok(n)
    }
}
impl Write for Vec<u8> {
    fn write(&mut self, buf: &[u8]) -> Result<usize> {
        self.extend_from_slice(buf);
        Ok(buf.len())
    }
    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

/// A position in something that holds bytes.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Cursor<T> {
    inner: T,
    pos: u64,
}
impl<T> Cursor<T> {
    pub const fn new(inner: T) -> Cursor<T> {
        Cursor { inner, pos: 0 }
    }
    pub fn into_inner(self) -> T {
        self.inner
    }
    pub const fn get_ref(&self) -> &T {
        &self.inner
    }
    pub fn get_mut(&mut self) -> &mut T {
        &mut self.inner
    }
    pub const fn position(&self) -> u64 {
        self.pos
    }
    pub fn set_position(&mut self, pos: u64) {
        self.pos = pos
    }
}
