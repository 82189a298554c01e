//! Loads a crate: its root file and the files of its modules, by the rules of the reference.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::ast::{Item, ItemKind};
use super::cfg::Cfg;
use super::codes;
use super::convert::{Convert, OutOfLine};
use super::dialect::Imports;
use super::files::FileSystem;
use super::nesting;
use super::spans::{Spans, strip_head};
use super::{ModelCrate, Source};
use crate::diag::Diagnostic;
use crate::span::{FileId, Origin, SourceFile, SourceMap, Span};

/// The items of a crate, with every file that was read and every mistake that was found.
pub struct Loaded {
    /// The items of the root module.
    pub items: Vec<Item>,
    /// The root file.
    pub root: FileId,
    /// What is wrong with the sources.
    pub diags: Vec<Diagnostic>,
}

/// Where the modules declared in a file are looked for.
#[derive(Clone)]
struct Place {
    /// The file itself.
    file: PathBuf,
    /// The folder of the files of its modules.
    folder: PathBuf,
}

/// Loads a crate from its root file. All syntax trees of `proc_macro2` are gone when it returns.
pub fn load_crate(root: &Path, files: &dyn FileSystem, cfg: &Cfg, map: &mut SourceMap) -> Loaded {
    let mut loader = Loader {
        files,
        cfg,
        map,
        diags: Vec::new(),
        open: Vec::new(),
    };
    let folder = root.parent().map(Path::to_path_buf).unwrap_or_default();
    let place = Place {
        file: root.to_path_buf(),
        folder,
    };
    let (items, root) = match files.read(root) {
        Ok(text) => {
            let id = loader.add(root, text);
            (loader.load(id, &place, Vec::new()), id)
        }
        Err(error) => {
            let id = loader.add(root, String::new());
            let span = Span {
                file: id,
                start: 0,
                end: 0,
            };
            let message = format!("cannot read `{}`: {error}", root.display());
            loader
                .diags
                .push(Diagnostic::error(codes::FILE, span, message));
            (Vec::new(), id)
        }
    };
    let diags = loader.diags;
    Loaded { items, root, diags }
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
        let (items, _) = parse(file, text, cfg, true, Vec::new(), diags);
        if *name == "lib" {
            root = Some(file);
            all.extend(items);
            continue;
        }
        let span = Span {
            file,
            start: 0,
            end: 0,
        };
        all.push(Item {
            name: super::ast::Ident {
                name: (*name).into(),
                span,
            },
            vis: super::ast::Vis::Public,
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

struct Loader<'a> {
    files: &'a dyn FileSystem,
    cfg: &'a Cfg,
    map: &'a mut SourceMap,
    diags: Vec<Diagnostic>,
    open: Vec<PathBuf>,
}

impl Loader<'_> {
    fn add(&mut self, path: &Path, text: String) -> FileId {
        let shown = path.display().to_string();
        self.map.add(SourceFile::new(shown, text, Origin::User))
    }

    fn load(&mut self, file: FileId, place: &Place, around: Vec<Imports>) -> Vec<Item> {
        let text = self.map.file(file).text.clone();
        let (mut items, modules) = parse(file, &text, self.cfg, false, around, &mut self.diags);
        self.open.push(place.file.clone());
        for module in &modules {
            let loaded = self.module(module, place);
            if let Some(target) = find(&mut items, &module.path) {
                *target = loaded;
            }
        }
        self.open.pop();
        items
    }

    fn module(&mut self, module: &OutOfLine, place: &Place) -> Vec<Item> {
        let Some(found) = self.find_file(module, place) else {
            return Vec::new();
        };
        if self.open.contains(&found.file) {
            let message = format!("the module file `{}` includes itself", found.file.display());
            self.diags.push(Diagnostic::error(
                codes::CYCLIC_MODULE,
                module.span,
                message,
            ));
            return Vec::new();
        }
        match self.files.read(&found.file) {
            Ok(text) => {
                let id = self.add(&found.file, text);
                self.load(id, &found, module.imports.clone())
            }
            Err(error) => {
                let message = format!("cannot read `{}`: {error}", found.file.display());
                self.diags
                    .push(Diagnostic::error(codes::FILE, module.span, message));
                Vec::new()
            }
        }
    }

    fn find_file(&mut self, module: &OutOfLine, place: &Place) -> Option<Place> {
        let (own, around) = module.path.split_last()?;
        let mut folder = place.folder.clone();
        for (name, path) in around {
            folder.push(path.as_deref().unwrap_or(name));
        }
        if let Some(path) = &own.1 {
            // `#[path]` counts from the folder of the file itself, unless inside an inline module.
            let base = match (around.is_empty(), place.file.parent()) {
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
        let found = match (self.files.is_file(&flat), self.files.is_file(&nested)) {
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

/// The item list of the module at `path`.
fn find<'a>(
    items: &'a mut Vec<Item>,
    path: &[(super::ast::Name, Option<String>)],
) -> Option<&'a mut Vec<Item>> {
    let Some(((name, _), rest)) = path.split_first() else {
        return Some(items);
    };
    for item in items {
        if item.name.name == *name
            && let ItemKind::Mod(inner) = &mut item.kind
        {
            return find(inner, rest);
        }
    }
    None
}

/// Parses and converts one text.
fn parse(
    file: FileId,
    text: &str,
    cfg: &Cfg,
    is_model: bool,
    around: Vec<Imports>,
    diags: &mut Vec<Diagnostic>,
) -> (Vec<Item>, Vec<OutOfLine>) {
    let nothing = (Vec::new(), Vec::new());
    let (text, skipped) = strip_head(text);
    let spans = Spans { file, skipped };
    let tokens: proc_macro2::TokenStream = match text.parse() {
        Ok(tokens) => tokens,
        Err(error) => {
            let span = spans.convert(error.span());
            diags.push(Diagnostic::error(codes::SYNTAX, span, error.to_string()));
            return nothing;
        }
    };
    if let Err(span) = nesting::check_tokens(&tokens) {
        let span = spans.convert(span);
        let message = "the source is nested too deeply";
        diags.push(Diagnostic::error(codes::NESTING, span, message));
        return nothing;
    }
    let mut convert = Convert::new(spans, cfg, is_model);
    convert.imports = around;
    let parsed: syn::File = match syn::parse2(tokens) {
        Ok(parsed) => parsed,
        Err(error) => {
            convert.syntax_error(&error);
            diags.append(&mut convert.diags);
            return nothing;
        }
    };
    if convert.active_attributes(&parsed.attrs).is_none() {
        return nothing;
    }
    let items = convert.items(&parsed.items, &[]);
    diags.append(&mut convert.diags);
    (items, convert.modules)
}
