//! Writers and readers of the user's, and memory as both.

use std::io::{self, Read, Write};

/// Takes one byte at a time.
pub struct Slow {
    taken: Vec<u8>,
}
impl Write for Slow {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        match buf.first() {
            Some(byte) => {
                self.taken.push(*byte);
                Ok(1)
            }
            None => Ok(0),
        }
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[bverify_contracts::ensures(result)]
pub fn all_written(a: u8, b: u8) -> bool {
    let mut slow = Slow { taken: Vec::new() };
    slow.write_all(&[a, b]).is_ok() && slow.taken == [a, b]
}

#[bverify_contracts::ensures(match result { Ok(byte) => byte == b, Err(kind) => false })]
pub fn second(a: u8, b: u8) -> Result<u8, io::ErrorKind> {
    let source = [a, b];
    let mut from = &source[..];
    let mut one = [0];
    from.read_exact(&mut one).map_err(|error| error.kind())?;
    from.read_exact(&mut one).map_err(|error| error.kind())?;
    Ok(one[0])
}
