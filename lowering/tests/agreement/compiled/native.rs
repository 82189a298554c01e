//! Compiles functions with rustc and runs them on every input in scope. The inputs are enumerated by
//! the compiled program itself, from nothing but the numbers that may come in.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;

use lowering::encode::EntryValues;
use lowering::ir::types::IntTy;
use lowering::lower::Overflow;

use super::super::generate::{Kind, PRELUDE, Sample};

/// What each input, as `Debug` shows it, gave; `None` is a panic.
pub type Runs = BTreeMap<String, Option<u8>>;

/// A function to run.
pub struct Subject<'a> {
    pub sample: &'a Sample,
    pub values: EntryValues,
    pub scope: usize,
}

const SUPPORT: &str = r#"
struct Numbers { SCOPE_FIELDS chars: &'static [char], scope: usize }
trait Inputs: Sized { fn all(n: &Numbers) -> Vec<Self>; }
impl Inputs for bool { fn all(_: &Numbers) -> Vec<bool> { vec![false, true] } }
impl Inputs for char { fn all(n: &Numbers) -> Vec<char> { n.chars.to_vec() } }
impl<T: Inputs> Inputs for Option<T> {
    fn all(n: &Numbers) -> Vec<Self> { std::iter::once(None).chain(T::all(n).into_iter().map(Some)).collect() }
}
impl<T: Inputs, E: Inputs> Inputs for Result<T, E> {
    fn all(n: &Numbers) -> Vec<Self> { T::all(n).into_iter().map(Ok).chain(E::all(n).into_iter().map(Err)).collect() }
}
impl<T: Inputs + Clone> Inputs for Vec<T> {
    fn all(n: &Numbers) -> Vec<Self> {
        let elements = T::all(n);
        let mut all = vec![Vec::new()];
        let mut last = all.clone();
        for _ in 0..n.scope {
            let mut longer = Vec::new();
            for shorter in &last {
                for element in &elements {
                    let mut one: Vec<T> = shorter.clone();
                    one.push(element.clone());
                    longer.push(one);
                }
            }
            all.extend(longer.iter().cloned());
            last = longer;
        }
        all
    }
}
impl<T: Inputs + Clone, const N: usize> Inputs for [T; N] {
    fn all(n: &Numbers) -> Vec<Self> {
        let longest = Vec::<T>::all(&Numbers { scope: N, ..*n });
        longest.into_iter().filter_map(|v| v.try_into().ok()).collect()
    }
}
impl<T: Inputs + Clone> Inputs for VecDeque<T> {
    fn all(n: &Numbers) -> Vec<Self> { Vec::<T>::all(n).into_iter().map(VecDeque::from).collect() }
}
impl<T: Inputs> Inputs for Box<T> { fn all(n: &Numbers) -> Vec<Self> { T::all(n).into_iter().map(Box::new).collect() } }
impl<A: Inputs + Clone, B: Inputs + Clone> Inputs for (A, B) {
    fn all(n: &Numbers) -> Vec<Self> {
        A::all(n).into_iter().flat_map(|a| B::all(n).into_iter().map(move |b| (a.clone(), b))).collect()
    }
}
impl Inputs for String {
    fn all(n: &Numbers) -> Vec<Self> { Vec::<u8>::all(n).into_iter().filter_map(|b| String::from_utf8(b).ok()).collect() }
}
impl Inputs for Point {
    fn all(n: &Numbers) -> Vec<Self> { <(i8, u16)>::all(n).into_iter().map(|(x, y)| Point { x, y }).collect() }
}
impl Inputs for Shape {
    fn all(n: &Numbers) -> Vec<Self> {
        let mut all = vec![Shape::Unit];
        all.extend(i16::all(n).into_iter().map(Shape::Number));
        all.extend(<(u8, bool)>::all(n).into_iter().map(|(a, b)| Shape::Named { a, b }));
        all
    }
}
impl Inputs for Node {
    fn all(n: &Numbers) -> Vec<Self> {
        let rows = Vec::<i8>::all(n).into_iter().filter(|row| !row.is_empty());
        rows.map(|row| {
            let node = row.into_iter().rev().fold(None, |next, value| Some(Box::new(Node { value, next })));
            *node.unwrap()
        })
        .collect()
    }
}
impl<K: Inputs + Ord + Clone, V: Inputs + Clone> Inputs for BTreeMap<K, V> {
    fn all(n: &Numbers) -> Vec<Self> {
        let rows = Vec::<(K, V)>::all(n).into_iter();
        rows.filter(|row| row.windows(2).all(|pair| pair[0].0 < pair[1].0)).map(|row| row.into_iter().collect()).collect()
    }
}
impl<K: Inputs + Ord + Clone> Inputs for BTreeSet<K> {
    fn all(n: &Numbers) -> Vec<Self> {
        let rows = Vec::<K>::all(n).into_iter();
        rows.filter(|row| row.windows(2).all(|pair| pair[0] < pair[1])).map(|row| row.into_iter().collect()).collect()
    }
}
impl<K: Inputs + Ord + Clone + std::hash::Hash, V: Inputs + Clone> Inputs for HashMap<K, V> {
    fn all(n: &Numbers) -> Vec<Self> { BTreeMap::<K, V>::all(n).into_iter().map(|m| m.into_iter().collect()).collect() }
}
impl<K: Inputs + Ord + Clone + std::hash::Hash> Inputs for HashSet<K> {
    fn all(n: &Numbers) -> Vec<Self> { BTreeSet::<K>::all(n).into_iter().map(|m| m.into_iter().collect()).collect() }
}
impl<T: Inputs> Inputs for RefCell<T> { fn all(n: &Numbers) -> Vec<Self> { T::all(n).into_iter().map(RefCell::new).collect() } }
fn run(out: &mut String, most: usize, inputs: usize, index: usize, f: &mut dyn FnMut(&mut dyn FnMut(String, Option<u8>))) {
    use std::fmt::Write;
    if inputs > most { return; }
    f(&mut |key, result| match result {
        Some(result) => writeln!(out, "{index};{result};{key}").unwrap(),
        None => writeln!(out, "{index};panic;{key}").unwrap(),
    });
}
fn caught<R>(f: impl FnOnce() -> R) -> Option<R> { std::panic::catch_unwind(std::panic::AssertUnwindSafe(f)).ok() }
"#;

/// The folder of the compiled program; nothing else writes there.
fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("compiled-{}-{name}", std::process::id()))
}

/// Runs each function on all its inputs, unless there are more than `most`.
pub fn run(subjects: &[Subject<'_>], most: usize, overflow: Overflow) -> Vec<Runs> {
    let folder = folder(match overflow {
        Overflow::Panic => "panic",
        Overflow::Wrap => "wrap",
    });
    std::fs::create_dir_all(&folder).expect("a folder is made");
    let source = folder.join("main.rs");
    std::fs::write(&source, program(subjects, most)).expect("the program is written");
    let binary = folder.join("main");
    let checks = match overflow {
        Overflow::Panic => "-Coverflow-checks=on",
        Overflow::Wrap => "-Coverflow-checks=off",
    };
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let compiled = Command::new(compiler)
        .args([
            "--edition=2024",
            "-Cdebug-assertions=on",
            checks,
            "-Cdebuginfo=0",
            "-o",
        ])
        .args([&binary, &source])
        .output()
        .expect("rustc runs");
    let errors = String::from_utf8_lossy(&compiled.stderr);
    assert!(
        compiled.status.success(),
        "the functions are not Rust: {errors}"
    );
    let ran = Command::new(&binary).output().expect("it runs");
    let errors = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "the functions do not run: {errors}");
    let mut runs = vec![Runs::new(); subjects.len()];
    for line in String::from_utf8_lossy(&ran.stdout).lines() {
        let mut parts = line.splitn(3, ';');
        let mut part = || parts.next().expect("three parts a line");
        let index: usize = part().parse().expect("the number of a function");
        let result = part();
        let key = part().to_owned();
        runs[index].insert(key, result.parse().ok());
    }
    std::fs::remove_dir_all(&folder).expect("the folder is there");
    runs
}

fn program(subjects: &[Subject<'_>], most: usize) -> String {
    let mut text = String::from("#![allow(warnings, arithmetic_overflow, unconditional_panic)]\n");
    text += PRELUDE;
    let fields: String = IntTy::ALL
        .iter()
        .map(|int| format!("{int}: &'static [{int}], "))
        .collect();
    text += &SUPPORT.replace("SCOPE_FIELDS", &fields);
    for int in IntTy::ALL {
        let _ = writeln!(
            text,
            "impl Inputs for {int} {{ fn all(n: &Numbers) -> Vec<{int}> {{ n.{int}.to_vec() }} }}"
        );
    }
    let mut calls = String::new();
    let mut written = BTreeSet::new();
    for (index, subject) in subjects.iter().enumerate() {
        // One function may be run for several contracts, each with inputs of its own.
        if written.insert(&subject.sample.name) {
            text += &subject.sample.source();
        }
        text += &runner(index, subject, most);
        let _ = writeln!(calls, "    run_{index}(&mut out);");
    }
    let _ = writeln!(
        text,
        "fn main() {{\n    std::panic::set_hook(Box::new(|_| {{}}));\n    \
         let mut out = String::new();\n{calls}    print!(\"{{out}}\");\n}}"
    );
    text
}

/// What shows an input; what is hashed is shown in order.
fn shown(name: &str, kind: &Kind) -> String {
    match kind {
        Kind::Mut(of) => shown(name, of),
        Kind::Keyed {
            hashed: true,
            value,
            ..
        } => {
            let sorted = if value.is_some() {
                "Map<_, _>"
            } else {
                "Set<_>"
            };
            format!("{name}.iter().collect::<BTree{sorted}>()")
        }
        _ => format!("&{name}"),
    }
}

/// The function that runs one of them on all inputs.
fn runner(index: usize, subject: &Subject<'_>, most: usize) -> String {
    let Subject {
        sample,
        values,
        scope,
    } = subject;
    let lists: String = IntTy::ALL
        .iter()
        .map(|int| {
            let numbers = values.of(*int).expect("there is a window");
            let numbers: Vec<String> = numbers.iter().map(|it| format!("{it}")).collect();
            format!("{int}: &[{}], ", numbers.join(", "))
        })
        .collect();
    let chars: Vec<String> = values
        .of_char()
        .expect("there is a window")
        .iter()
        .map(|code| format!("'\\u{{{:x}}}'", code.as_u32()))
        .collect();
    let owned = |kind: &Kind| match kind {
        Kind::Mut(of) => of.name(),
        Kind::Slice(of) => format!("Vec<{}>", of.name()),
        _ => kind.name(),
    };
    let (mut sizes, mut heads, mut tails, mut args) =
        (vec![], String::new(), String::new(), vec![]);
    for (name, kind) in &sample.params {
        sizes.push(format!("<{} as Inputs>::all(&n).len()", owned(kind)));
        let _ = write!(
            heads,
            "for {name} in <{} as Inputs>::all(&n) {{ ",
            owned(kind)
        );
        tails.push('}');
        args.push(match kind {
            Kind::Mut(_) => format!("&mut {name}.clone()"),
            Kind::Slice(_) => format!("&{name}.clone()"),
            _ => format!("{name}.clone()"),
        });
    }
    let keys: Vec<String> = sample
        .params
        .iter()
        .map(|(name, kind)| shown(name, kind))
        .collect();
    format!(
        "fn run_{index}(out: &mut String) {{\n    let n = Numbers {{ {lists}chars: &[{}], scope: {scope} }};\n    \
         let count = {};\n    run(out, {most}, count, {index}, &mut |tell| {{ {heads}\
         tell(format!(\"{{:?}}\", ({},)), caught(|| {}({}))); {tails} }});\n}}\n",
        chars.join(", "),
        sizes.join(" * "),
        keys.join(", "),
        sample.name,
        args.join(", ")
    )
}
