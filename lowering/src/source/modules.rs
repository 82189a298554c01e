//! Loads a crate: its root file and the files of its modules, by the rules of the reference.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};

use super::ast::{Item, ItemKind, Name};
use super::cfg::Cfg;
use super::codes;
use super::convert::Convert;
use super::files::FileSystem;
use super::later;
use super::macros::Macros;
use super::nesting;
use super::spans::{Spans, strip_head};
use super::{Edition, ModelCrate, Source};
use crate::diag::Diagnostic;
use crate::span::{FileId, Origin, SourceFile, SourceMap, Span};

/// The items of a crate, with every file that was read and every mistake that was found.
pub struct Loaded {
    /// The items of the root module.
    pub items: Vec<Item>,
    /// The root file.
    pub root: FileId,
    /// The names that paths start with.
    pub named: BTreeSet<Name>,
    /// What is wrong with the sources.
    pub diags: Vec<Diagnostic>,
}

/// Where the modules declared in a file are looked for.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// The file itself.
    pub file: PathBuf,
    /// The folder of the files of its modules.
    pub folder: PathBuf,
}

/// A module whose items are in another file.
#[derive(Clone, Debug)]
pub struct OutOfLine {
    /// The inline modules around it in this file, outermost first, then its own name; each with
    /// its `#[path]`, if it has one.
    pub path: Vec<(Name, Option<String>)>,
    /// The declaration.
    pub span: Span,
}

/// How often a crate is read at most because a path names a macro that is defined further on.
const MOST_READINGS: usize = 3;

/// A crate to load.
pub struct CrateFile<'a> {
    /// Its root file.
    pub path: &'a Path,
    /// Its edition.
    pub edition: Edition,
    /// Whose it is.
    pub origin: Origin,
    /// What `$crate` means in its macros.
    pub crate_path: proc_macro2::TokenStream,
}

/// Loads a crate from its root file, with the macros that libraries export. All syntax trees of
/// `proc_macro2` but those of its macros are gone when it returns.
pub fn load_crate(
    crate_file: &CrateFile<'_>,
    files: &dyn FileSystem,
    cfg: &Cfg,
    mut macros: Macros,
    map: &mut SourceMap,
) -> (Loaded, Macros) {
    let root = crate_file.path;
    let source_file = |path: &Path, text: String| {
        let mut file = SourceFile::new(path.display().to_string(), text, crate_file.origin);
        file.ends_temporaries_early = crate_file.edition >= Edition::E2024;
        file.captures_fields = crate_file.edition >= Edition::E2021;
        file
    };
    let folder = root.parent().map(Path::to_path_buf).unwrap_or_default();
    let place = Place {
        file: root.to_path_buf(),
        folder,
    };
    let text = match files.read(root) {
        Ok(text) => text,
        Err(error) => {
            let root_file = map.add(source_file(root, String::new()));
            let span = start_of(root_file);
            let message = format!("cannot read `{}`: {error}", root.display());
            let loaded = Loaded {
                items: Vec::new(),
                root: root_file,
                named: BTreeSet::new(),
                diags: vec![Diagnostic::error(codes::FILE, span, message)],
            };
            return (loaded, macros);
        }
    };
    let before = map.len();
    for reading in 1.. {
        map.truncate(before);
        let root_file = map.add(source_file(root, text.clone()));
        let spans = Spans {
            file: root_file,
            skipped: 0,
        };
        let mut convert = Convert::new(spans, cfg, map);
        convert.edition = crate_file.edition;
        convert.origin = crate_file.origin;
        convert.crate_path = crate_file.crate_path.clone();
        convert.files = Some(files);
        convert.macros = macros;
        convert.macros.enter();
        let items = convert.file(root_file, &place);
        let Convert {
            diags,
            macros: found,
            named,
            ..
        } = convert;
        macros = found;
        if reading >= MOST_READINGS || !macros.would_find_more() {
            let loaded = Loaded {
                items,
                root: root_file,
                named,
                diags,
            };
            return (loaded, macros);
        }
        macros = Macros::after(macros);
    }
    unreachable!("the last reading returns")
}

/// Loads a crate of models: each text is a module, `lib` the root. `None` if it has no root.
pub fn load_models(
    model: &ModelCrate,
    cfg: &Cfg,
    map: &mut SourceMap,
    diags: &mut Vec<Diagnostic>,
) -> Option<Source> {
    let mut all = Vec::new();
    let mut root = None;
    for (name, text) in model.modules {
        let path = format!("{}/{name}.rs", model.name);
        let file = map.add(SourceFile::new(path, (*text).into(), Origin::Model));
        let spans = Spans { file, skipped: 0 };
        let mut convert = Convert::new(spans, cfg, map);
        convert.is_model = true;
        convert.later = Some(text);
        convert.macros.enter();
        let items = convert.file(file, &Place::default());
        diags.append(&mut convert.diags);
        if *name == "lib" {
            root = Some(file);
            all.extend(items);
            continue;
        }
        let span = start_of(file);
        all.push(Item {
            name: super::ast::Ident {
                name: (*name).into(),
                span,
            },
            vis: match model.modules_are_public {
                true => super::ast::Vis::Public,
                false => super::ast::Vis::Inherited,
            },
            attrs: Arc::default(),
            span,
            kind: ItemKind::Mod(items),
        });
    }
    Some(Source {
        items: all,
        root: root?,
    })
}

fn start_of(file: FileId) -> Span {
    Span {
        file,
        start: 0,
        end: 0,
    }
}

impl Convert<'_> {
    /// The items of a file, which becomes the one at hand while they are read.
    pub(super) fn file(&mut self, file: FileId, place: &Place) -> Vec<Item> {
        let outer_spans = self.spans;
        let outer_place = std::mem::replace(&mut self.place, place.clone());
        self.open.push(place.file.clone());
        let items = match self.parse_file(file) {
            Some(parsed) if self.active_attributes(&parsed.attrs).is_some() => {
                self.items(&parsed.items, &[])
            }
            _ => Vec::new(),
        };
        self.open.pop();
        self.place = outer_place;
        self.spans = outer_spans;
        items
    }

    /// The tokens of a file, whose spans are from then on those that are converted.
    pub(super) fn lex_file(&mut self, file: FileId) -> Option<proc_macro2::TokenStream> {
        let text = self.map.file(file).text.clone();
        let (text, skipped) = strip_head(&text);
        self.spans = Spans { file, skipped };
        let tokens: proc_macro2::TokenStream = match text.parse() {
            Ok(tokens) => tokens,
            Err(error) => {
                let span = self.spans.convert(error.span());
                self.diags
                    .push(Diagnostic::error(codes::SYNTAX, span, error.to_string()));
                return None;
            }
        };
        if let Err(span) = nesting::check_tokens(&tokens, nesting::MAX_DEPTH) {
            let span = self.spans.convert(span);
            let message = "the source is nested too deeply";
            self.diags
                .push(Diagnostic::error(codes::NESTING, span, message));
            return None;
        }
        Some(tokens)
    }

    fn parse_file(&mut self, file: FileId) -> Option<syn::File> {
        let mut tokens = self.lex_file(file)?;
        if self.edition < Edition::E2021 {
            tokens = later_keywords(tokens, self.edition);
        }
        if self.later.is_some() {
            tokens = later::put_off(tokens);
        }
        match syn::parse2(tokens) {
            Ok(parsed) => Some(parsed),
            Err(error) => {
                self.syntax_error(&error);
                None
            }
        }
    }

    /// The items of a module in a file of its own.
    pub(super) fn out_of_line(&mut self, module: &OutOfLine) -> Vec<Item> {
        let Some(found) = self.find_file(module) else {
            return Vec::new();
        };
        match self.open_file(&found.file, module.span) {
            Some(file) => self.file(file, &found),
            None => Vec::new(),
        }
    }

    /// Reads a file that `span` asks for, unless it is being read already.
    pub(super) fn open_file(&mut self, path: &Path, span: Span) -> Option<FileId> {
        if self.open.iter().any(|open| open == path) {
            let message = format!("the module file `{}` includes itself", path.display());
            self.diags
                .push(Diagnostic::error(codes::CYCLIC_MODULE, span, message));
            return None;
        }
        match self.files?.read(path) {
            Ok(text) => {
                let shown = path.display().to_string();
                let mut file = SourceFile::new(shown, text, self.origin);
                file.ends_temporaries_early = self.edition >= Edition::E2024;
                file.captures_fields = self.edition >= Edition::E2021;
                Some(self.map.add(file))
            }
            Err(error) => {
                let message = format!("cannot read `{}`: {error}", path.display());
                self.diags
                    .push(Diagnostic::error(codes::FILE, span, message));
                None
            }
        }
    }

    fn find_file(&mut self, module: &OutOfLine) -> Option<Place> {
        let files = self.files?;
        let (own, around) = module.path.split_last()?;
        let mut folder = self.place.folder.clone();
        for (name, path) in around {
            folder.push(path.as_deref().unwrap_or(name));
        }
        if let Some(path) = &own.1 {
            // `#[path]` counts from the folder of the file itself, unless inside an inline module.
            let base = match (around.is_empty(), self.place.file.parent()) {
                (true, Some(parent)) => parent.to_path_buf(),
                _ => folder,
            };
            let file = base.join(path);
            let folder = file.parent().map(Path::to_path_buf).unwrap_or_default();
            return Some(Place { file, folder });
        }
        let own_folder = folder.join(&*own.0);
        let flat = folder.join(format!("{}.rs", own.0));
        let nested = own_folder.join("mod.rs");
        let found = match (files.is_file(&flat), files.is_file(&nested)) {
            (true, false) => flat,
            (false, true) => nested,
            (both, _) => {
                let problem = if both {
                    "found at both"
                } else {
                    "looked for at"
                };
                let message = format!("no single file for the module `{}`", own.0);
                let note = format!("{problem} `{}` and `{}`", flat.display(), nested.display());
                self.diags
                    .push(Diagnostic::error(codes::FILE, module.span, message).note(note));
                return None;
            }
        };
        Some(Place {
            file: found,
            folder: own_folder,
        })
    }
}

/// The tokens as a later edition would have them: names that have become keywords since edition 2015 are raw
/// identifiers, and `&Fn(A) -> B` and `Box<Fn(A)>` have their `dyn`, without which they are not read.
fn later_keywords(tokens: TokenStream, edition: Edition) -> TokenStream {
    let mut renamed: Vec<TokenTree> = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let read = match token {
            TokenTree::Ident(name)
                if edition == Edition::E2015 && (name == "async" || name == "await") =>
            {
                TokenTree::Ident(Ident::new_raw(&name.to_string(), name.span()))
            }
            TokenTree::Ident(name) if name == "Fn" || name == "FnMut" || name == "FnOnce" => {
                let has_inputs = matches!(tokens.peek(), Some(TokenTree::Group(inputs))
                    if inputs.delimiter() == Delimiter::Parenthesis);
                if has_inputs && starts_type(&renamed) {
                    renamed.push(TokenTree::Ident(Ident::new("dyn", name.span())));
                }
                TokenTree::Ident(name)
            }
            TokenTree::Group(group) => {
                let inner = later_keywords(group.stream(), edition);
                let mut renamed = Group::new(group.delimiter(), inner);
                renamed.set_span(group.span());
                TokenTree::Group(renamed)
            }
            token => token,
        };
        renamed.push(read);
    }
    renamed.into_iter().collect()
}

/// Whether what follows the tokens is what a reference leads to, or a type argument: `&`, `&'a`, `&mut`, `Box<`.
fn starts_type(before: &[TokenTree]) -> bool {
    let is = |token: &TokenTree, c| matches!(token, TokenTree::Punct(p) if p.as_char() == c);
    let word = |token: &TokenTree, word: &str| matches!(token, TokenTree::Ident(it) if *it == word);
    let mut before = before;
    if let [rest @ .., last] = before
        && (word(last, "mut") || word(last, "const"))
    {
        before = rest;
    }
    match before {
        [.., reference, apostrophe, TokenTree::Ident(_)] if is(apostrophe, '\'') => {
            is(reference, '&')
        }
        [.., TokenTree::Ident(_), open] if is(open, '<') => true,
        [.., last] => is(last, '&') || is(last, '*'),
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Edition, later_keywords};

    fn check(edition: Edition, text: &str, expected: &str) {
        let tokens = later_keywords(text.parse().unwrap(), edition);
        let bare = |text: String| text.replace(' ', "");
        assert_eq!(bare(tokens.to_string()), bare(expected.to_owned()));
    }

    #[test]
    fn early_editions_are_read_as_later_ones() {
        check(
            Edition::E2015,
            "mod async; fn f() { x.await() }",
            "mod r#async; fn f() { x.r#await() }",
        );
        check(Edition::E2018, "async fn f() {}", "async fn f() {}");
        for edition in [Edition::E2015, Edition::E2018] {
            check(
                edition,
                "f: &Fn(u8) -> u8, g: &'a mut FnMut(), h: Box<FnOnce()>, i: *const Fn()",
                "f: &dyn Fn(u8) -> u8, g: &'a mut dyn FnMut(), h: Box<dyn FnOnce()>, i: *const dyn Fn()",
            );
            check(
                edition,
                "impl<F: Fn(u8) + 'a> A for &dyn Fn() where G: for<'b> FnMut(&'b u8)",
                "impl<F: Fn(u8) + 'a> A for &dyn Fn() where G: for<'b> FnMut(&'b u8)",
            );
        }
    }
}
