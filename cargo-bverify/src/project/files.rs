//! The files of a crate by paths relative to the workspace's folder, so that they are shown as cargo
//! shows them, from whatever folder the command is run.

use std::path::{Path, PathBuf};

use lowering::source::{FileError, FileSystem, RealFiles};

/// The files of the machine, seen from a folder.
#[derive(Clone, Debug)]
pub struct FilesFrom {
    base: PathBuf,
}

impl FilesFrom {
    /// Relative paths start at `base`.
    pub fn new(base: impl Into<PathBuf>) -> Self {
        Self { base: base.into() }
    }
}

impl FileSystem for FilesFrom {
    fn read(&self, path: &Path) -> Result<String, FileError> {
        RealFiles.read(&self.base.join(path))
    }

    fn is_file(&self, path: &Path) -> bool {
        RealFiles.is_file(&self.base.join(path))
    }
}
