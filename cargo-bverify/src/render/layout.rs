//! Lays out nested text: on one line where it fits, else broken where a reader would break it.
//! Knows nothing of heaps.

use super::text::{Line, Tone, fill};

/// What is to be laid out.
#[derive(Clone, Debug)]
pub enum Doc {
    /// Cannot be broken.
    Text(Line),
    /// Items between brackets.
    Group(Group),
    /// Items along arrows that start at a dot.
    Chain(Vec<Doc>),
    /// An item with labelled branches below it; there is at least one.
    Tree(Box<Doc>, Vec<(Line, Doc)>),
}

/// Items between brackets.
#[derive(Clone, Debug)]
pub struct Group {
    /// What stands before the bracket.
    pub head: Line,
    /// The brackets.
    pub brackets: Brackets,
    /// The items, with their labels if they have any.
    pub items: Vec<(Option<Line>, Doc)>,
}

/// The brackets of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Brackets {
    /// `{ a }`, of structs.
    Struct,
    /// `(a)`.
    Round,
    /// `{a}`, of sets.
    Curly,
    /// `[a]`.
    Square,
}

impl Brackets {
    fn open(self) -> &'static str {
        match self {
            Brackets::Struct | Brackets::Curly => "{",
            Brackets::Round => "(",
            Brackets::Square => "[",
        }
    }

    fn close(self) -> &'static str {
        match self {
            Brackets::Struct | Brackets::Curly => "}",
            Brackets::Round => ")",
            Brackets::Square => "]",
        }
    }

    fn inner_space(self) -> &'static str {
        match self {
            Brackets::Struct => " ",
            Brackets::Round | Brackets::Curly | Brackets::Square => "",
        }
    }
}

const DOT: &str = "●";
const ARROW: &str = "─▶ ";
const INDENT: usize = 4;
/// Branches hang below the point of the arrow that leads to their root.
const BELOW_ARROW: usize = 2;

/// The document in lines no wider than `width`, unless something that cannot be broken is wider.
pub fn layout(doc: &Doc, width: usize) -> Vec<Line> {
    if let Some(line) = single(doc)
        && line.width() <= width
    {
        return vec![line];
    }
    match doc {
        Doc::Text(line) => vec![line.clone()],
        Doc::Group(group) => group_lines(group, width),
        Doc::Chain(items) => chain_lines(items, width),
        Doc::Tree(root, branches) => {
            let mut lines = layout(root, width);
            lines.extend(branch_lines(branches, 0, width));
            lines
        }
    }
}

/// The document on one line, unless it branches.
fn single(doc: &Doc) -> Option<Line> {
    match doc {
        Doc::Text(line) => Some(line.clone()),
        Doc::Group(group) => {
            let mut line = group_open(group);
            line.push(Tone::Plain, group.brackets.inner_space());
            for (index, (label, item)) in group.items.iter().enumerate() {
                line.push(Tone::Plain, if index == 0 { "" } else { ", " });
                line.append(label_text(label.as_ref()));
                line.append(single(item)?);
            }
            line.push(Tone::Plain, group.brackets.inner_space());
            line.push(Tone::Plain, group.brackets.close());
            Some(line)
        }
        Doc::Chain(items) => {
            let mut line = Line::of(Tone::Faint, DOT);
            for (index, item) in items.iter().enumerate() {
                line.push(Tone::Plain, if index == 0 { "" } else { " " });
                line.push(Tone::Faint, ARROW);
                line.append(single(item)?);
            }
            Some(line)
        }
        Doc::Tree(..) => None,
    }
}

fn group_open(group: &Group) -> Line {
    let mut line = group.head.clone();
    if line.width() > 0 && group.brackets == Brackets::Struct {
        line.push(Tone::Plain, " ");
    }
    line.push(Tone::Plain, group.brackets.open());
    line
}

fn label_text(label: Option<&Line>) -> Line {
    match label {
        Some(label) => label.clone().then(Line::plain(": ")),
        None => Line::new(),
    }
}

/// The members of a collection, if each fits on a line.
fn members(group: &Group) -> Option<Vec<Line>> {
    match group.brackets {
        Brackets::Curly | Brackets::Square => group
            .items
            .iter()
            .map(|(label, item)| Some(label_text(label.as_ref()).then(single(item)?)))
            .collect(),
        Brackets::Struct | Brackets::Round => None,
    }
}

/// Members of a collection fill lines; fields have a line each.
fn group_lines(group: &Group, width: usize) -> Vec<Line> {
    let open = group_open(group);
    let close = Line::plain(group.brackets.close());
    if let Some(members) = members(group) {
        let mut lines = fill(members, ", ", width.saturating_sub(open.width() + 1));
        if let Some(last) = lines.last_mut() {
            last.append(close);
        }
        return beside(open, lines);
    }
    let mut lines = vec![open];
    for (label, item) in &group.items {
        let head = Line::plain(" ".repeat(INDENT)).then(label_text(label.as_ref()));
        // One column is left for the comma.
        let room = width.saturating_sub(head.width() + 1);
        let mut block = labelled(head, item, room, INDENT);
        if let Some(last) = block.last_mut() {
            last.push(Tone::Plain, ",");
        }
        lines.extend(block);
    }
    lines.push(close);
    lines
}

fn chain_lines(items: &[Doc], width: usize) -> Vec<Line> {
    let mut lines = vec![Line::of(Tone::Faint, DOT)];
    for (index, item) in items.iter().enumerate() {
        let arrow = Line::of(Tone::Faint, ARROW);
        let space = Line::plain(if index == 0 { "" } else { " " });
        let current = lines.last_mut().expect("there is a line from the start");
        if let Some(line) = single(item) {
            let piece = space.then(arrow).then(line);
            if index == 0 || current.width() + piece.width() <= width {
                current.append(piece);
            } else {
                lines.push(piece);
            }
            continue;
        }
        // Something that branches hangs below its own arrow.
        let (root, branches) = match item {
            Doc::Tree(root, branches) => (root.as_ref(), branches.as_slice()),
            other => (other, &[][..]),
        };
        let room = width.saturating_sub(1 + arrow.width());
        let block = beside(arrow, layout(root, room));
        let mut block = block.into_iter();
        if let Some(first) = block.next() {
            let first = space.then(first);
            if index > 0 && current.width() + first.width() > width {
                lines.push(first);
            } else {
                current.append(first);
            }
        }
        lines.extend(block.map(|line| Line::plain(" ").then(line)));
        lines.extend(branch_lines(branches, BELOW_ARROW, width));
    }
    lines
}

fn branch_lines(branches: &[(Line, Doc)], indent: usize, width: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    for (index, (label, branch)) in branches.iter().enumerate() {
        let last = index + 1 == branches.len();
        let head =
            Line::of(Tone::Faint, if last { "└─ " } else { "├─ " }).then(label_text(Some(label)));
        let below = if last { "   " } else { "│  " };
        let room = width.saturating_sub(indent + head.width());
        for (row, line) in layout(branch, room).into_iter().enumerate() {
            let head = match row {
                0 => head.clone(),
                _ => Line::of(Tone::Faint, below),
            };
            let indent = Line::plain(" ".repeat(indent));
            lines.push(indent.then(head).then(line));
        }
    }
    lines
}

/// A labelled item: what is broken by brackets closes below the label, all else below itself.
pub fn labelled(label: Line, item: &Doc, room: usize, indent: usize) -> Vec<Line> {
    let lines = layout(item, room);
    match item {
        Doc::Group(group) if members(group).is_none() => beside_indented(label, lines, indent),
        Doc::Group(_) => beside(label, lines),
        Doc::Text(_) | Doc::Chain(_) | Doc::Tree(..) => beside(label, lines),
    }
}

/// The block to the right of a label; its further lines stand below its first one.
pub fn beside(label: Line, block: Vec<Line>) -> Vec<Line> {
    let indent = label.width();
    beside_indented(label, block, indent)
}

/// The same with further lines at a given indentation.
fn beside_indented(label: Line, block: Vec<Line>, indent: usize) -> Vec<Line> {
    let mut lines = Vec::with_capacity(block.len());
    for (row, line) in block.into_iter().enumerate() {
        let head = match row {
            0 => label.clone(),
            _ => Line::plain(" ".repeat(indent)),
        };
        lines.push(head.then(line));
    }
    lines
}
