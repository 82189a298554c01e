//! The loop-free program that symbolic execution went through, as text: loops by their rounds, calls
//! by what they ran, branches that no input takes left out.

use super::Encoder;
use crate::ir::{Proc, Stmt, StmtKind, pretty};

/// The text so far; nothing is kept unless someone asked for it.
pub(super) struct Unrolled {
    wanted: bool,
    pub(super) text: String,
    depth: usize,
}

impl Unrolled {
    pub(super) fn new(wanted: bool) -> Self {
        Self {
            wanted,
            text: String::new(),
            depth: 0,
        }
    }

    /// How far the text is.
    pub(super) fn mark(&self) -> (usize, usize) {
        (self.text.len(), self.depth)
    }

    /// Takes back what was written since.
    pub(super) fn reset(&mut self, (length, depth): (usize, usize)) {
        self.text.truncate(length);
        self.depth = depth;
    }

    /// A line.
    pub(super) fn line(&mut self, text: impl FnOnce() -> String) {
        if self.wanted {
            self.text.push_str(&"  ".repeat(self.depth));
            self.text.push_str(&text());
            self.text.push('\n');
        }
    }

    /// A line that opens a block.
    pub(super) fn open(&mut self, text: impl FnOnce() -> String) {
        self.line(|| format!("{} {{", text()));
        self.depth += 1;
    }

    /// The end of the block.
    pub(super) fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        self.line(|| "}".into());
    }
}

impl Encoder<'_> {
    /// Writes down a statement that is about to be executed. Loops, branches and calls write down
    /// what they go through themselves.
    pub(super) fn log(&mut self, proc: &Proc, stmt: &Stmt) {
        if !matches!(stmt.kind, StmtKind::If { .. } | StmtKind::Loop { .. }) {
            let program = self.program;
            self.unrolled.line(|| pretty::head(program, proc, stmt));
        }
    }
}
