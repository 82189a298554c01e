//! Where sources come from: the only way in which this crate touches files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Files larger than this are refused: no one writes them, and they would take long to parse.
pub const MAX_FILE_BYTES: u64 = 8 << 20;

/// Why a file could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// There is none.
    #[error("file not found")]
    NotFound,
    /// It is not text.
    #[error("the file is not valid UTF-8")]
    NotUtf8,
    /// It is too large.
    #[error("the file is larger than {} MB", MAX_FILE_BYTES >> 20)]
    TooLarge,
    /// The system says so.
    #[error("{0}")]
    Other(String),
}

/// What can be asked of files.
pub trait FileSystem: Sync {
    /// The text of a file.
    fn read(&self, path: &Path) -> Result<String, FileError>;
    /// Whether there is a file of that name.
    fn is_file(&self, path: &Path) -> bool;
}

/// The files of the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct RealFiles;

impl FileSystem for RealFiles {
    fn read(&self, path: &Path) -> Result<String, FileError> {
        let metadata = std::fs::metadata(path).map_err(from_io)?;
        if metadata.len() > MAX_FILE_BYTES {
            return Err(FileError::TooLarge);
        }
        if !metadata.is_file() {
            return Err(FileError::NotFound);
        }
        let bytes = std::fs::read(path).map_err(from_io)?;
        String::from_utf8(bytes).map_err(|_| FileError::NotUtf8)
    }

    fn is_file(&self, path: &Path) -> bool {
        path.is_file()
    }
}

fn from_io(error: std::io::Error) -> FileError {
    match error.kind() {
        std::io::ErrorKind::NotFound => FileError::NotFound,
        _ => FileError::Other(error.to_string()),
    }
}

/// Files held in memory, for tests.
#[derive(Clone, Debug, Default)]
pub struct MemoryFiles {
    files: BTreeMap<PathBuf, Vec<u8>>,
}

impl MemoryFiles {
    /// The same with one more file.
    #[must_use]
    pub fn with(mut self, path: impl Into<PathBuf>, text: impl Into<Vec<u8>>) -> Self {
        self.files.insert(path.into(), text.into());
        self
    }
}

impl FileSystem for MemoryFiles {
    fn read(&self, path: &Path) -> Result<String, FileError> {
        let bytes = self.files.get(path).ok_or(FileError::NotFound)?;
        if bytes.len() as u64 > MAX_FILE_BYTES {
            return Err(FileError::TooLarge);
        }
        String::from_utf8(bytes.clone()).map_err(|_| FileError::NotUtf8)
    }

    fn is_file(&self, path: &Path) -> bool {
        self.files.contains_key(path)
    }
}
