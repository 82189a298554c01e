//! Random small Rust functions with inputs, as text: numbers of all widths, the std types that hold
//! them, control flow, closures, references and drops. What a function sees on its way is mixed into
//! two bits of result, so that most mistakes about any value show.

mod abstractions;
mod forms;
mod numbers;
mod statements;
mod values;

use std::rc::Rc;

use lowering::ir::types::IntTy;

use super::random::Random;

/// A type of the generated programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    Int(IntTy),
    Bool,
    Char,
    Text,
    Point,
    Shape,
    List,
    Option(Rc<Kind>),
    Outcome(Rc<Kind>, Rc<Kind>),
    Pair(Rc<Kind>, Rc<Kind>),
    Array(Rc<Kind>, usize),
    Vec(Rc<Kind>),
    Deque(Rc<Kind>),
    Boxed(Rc<Kind>),
    /// A map or set: sorted or hashed, with keys and, if it is a map, values.
    Keyed {
        hashed: bool,
        key: Rc<Kind>,
        value: Option<Rc<Kind>>,
    },
    RefCell(Rc<Kind>),
    /// `&mut T`, of parameters only.
    Mut(Rc<Kind>),
    /// `&[T]`, of parameters only.
    Slice(Rc<Kind>),
}

impl Kind {
    /// The type as Rust writes it.
    pub fn name(&self) -> String {
        match self {
            Kind::Int(int) => int.name().into(),
            Kind::Bool => "bool".into(),
            Kind::Char => "char".into(),
            Kind::Text => "String".into(),
            Kind::Point => "Point".into(),
            Kind::Shape => "Shape".into(),
            Kind::List => "Option<Box<Node>>".into(),
            Kind::Option(of) => format!("Option<{}>", of.name()),
            Kind::Outcome(ok, err) => format!("Result<{}, {}>", ok.name(), err.name()),
            Kind::Pair(a, b) => format!("({}, {})", a.name(), b.name()),
            Kind::Array(of, len) => format!("[{}; {len}]", of.name()),
            Kind::Vec(of) => format!("Vec<{}>", of.name()),
            Kind::Deque(of) => format!("VecDeque<{}>", of.name()),
            Kind::Boxed(of) => format!("Box<{}>", of.name()),
            Kind::Keyed { hashed, key, value } => {
                let family = if *hashed { "Hash" } else { "BTree" };
                match value {
                    Some(value) => format!("{family}Map<{}, {}>", key.name(), value.name()),
                    None => format!("{family}Set<{}>", key.name()),
                }
            }
            Kind::RefCell(of) => format!("RefCell<{}>", of.name()),
            Kind::Mut(of) => format!("&mut {}", of.name()),
            Kind::Slice(of) => format!("&[{}]", of.name()),
        }
    }

    fn is_copy(&self) -> bool {
        match self {
            Kind::Int(_) | Kind::Bool | Kind::Char => true,
            Kind::Option(of) | Kind::Array(of, _) => of.is_copy(),
            Kind::Pair(a, b) | Kind::Outcome(a, b) => a.is_copy() && b.is_copy(),
            _ => false,
        }
    }
}

/// A generated function.
pub struct Sample {
    pub name: String,
    pub params: Vec<(String, Kind)>,
    body: String,
}

/// What a contract says of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contract {
    /// It does not panic, and its result avoids a quarter of all numbers: many inputs break it.
    Strict,
    /// It may panic, and avoids one number: few inputs break it.
    Lenient,
}

impl Contract {
    pub const BOTH: [Contract; 2] = [Contract::Strict, Contract::Lenient];

    /// The name of a sample's function with that contract.
    pub fn function(self, sample: &Sample) -> String {
        match self {
            Contract::Strict => sample.name.clone(),
            Contract::Lenient => format!("{}_lenient", sample.name),
        }
    }

    /// Whether a run breaks it; `None` is a panic.
    pub fn is_broken(self, run: Option<u8>) -> bool {
        match (self, run) {
            (Contract::Strict, None) => true,
            (Contract::Strict, Some(result)) => result % 4 == 2,
            (Contract::Lenient, None) => false,
            (Contract::Lenient, Some(result)) => result == 10,
        }
    }

    /// The constants in both are the same, so that the same inputs come in.
    fn clauses(self) -> &'static str {
        match self {
            Contract::Strict => "#[ensures(result % 4 != 2)]",
            Contract::Lenient => {
                "#[may_panic(true)]\n#[ensures(result % 4 != 2 || result / 4 != 2)]"
            }
        }
    }
}

impl Sample {
    fn outer(&self, name: &str) -> String {
        let inner = &self.name;
        let params = self.list(&|(name, kind)| format!("{name}: {}", kind.name()));
        let args = self.list(&|(name, _)| name.clone());
        format!(
            "pub fn {name}({params}) -> u8 {{\n    let log = Cell::new(0u32);\n    \
             let seen = {inner}_inner(&log, {args});\n    (mix(seen, log.get()) & 63) as u8\n}}\n"
        )
    }

    fn list(&self, each: &dyn Fn(&(String, Kind)) -> String) -> String {
        self.params.iter().map(each).collect::<Vec<_>>().join(", ")
    }

    /// The function without its contract.
    pub fn source(&self) -> String {
        let Self { name, body, .. } = self;
        let mutable = self.list(&|(name, kind)| match kind {
            Kind::Mut(_) | Kind::Slice(_) => format!("{name}: {}", kind.name()),
            _ => format!("mut {name}: {}", kind.name()),
        });
        let outer = self.outer(name);
        format!("{outer}fn {name}_inner(log: &Cell<u32>, {mutable}) -> u32 {{\n{body}}}\n")
    }

    /// The function with each contract.
    pub fn with_contracts(&self) -> String {
        let [strict, lenient] = Contract::BOTH.map(Contract::clauses);
        let other = self.outer(&Contract::Lenient.function(self));
        format!("{strict}\n{}{lenient}\n{other}", self.source())
    }
}
/// What all functions share.
pub const PRELUDE: &str = include_str!("prelude.rs.txt");

/// A variable in scope.
#[derive(Clone)]
struct Var {
    name: String,
    kind: Kind,
    mutable: bool,
    /// The block that declares it, counted from the outside; a loop's body may not move what is outside.
    level: usize,
}

/// Writes one function.
struct Generator {
    random: Random,
    out: String,
    vars: Vec<Var>,
    level: usize,
    next_name: usize,
    numbers: Vec<i64>,
}

/// The function of that number; equal numbers give equal functions.
pub fn sample(number: u64) -> Sample {
    let mut random = Random::new(number);
    let special = random.pick(&[4, 5, 7, 8, 15, 16, 31, 63, 100, 127, -3, -7, -128]);
    let mut generator = Generator {
        random,
        out: String::new(),
        vars: Vec::new(),
        level: 1,
        next_name: 0,
        numbers: vec![0, 1, 1, 2, 2, 3, -1, special],
    };
    let params = generator.params();
    for (name, kind) in &params {
        let (name, kind, mutable) = match kind {
            Kind::Mut(of) => (format!("(*{name})"), (**of).clone(), true),
            Kind::Slice(_) => (name.clone(), kind.clone(), false),
            _ => (name.clone(), kind.clone(), true),
        };
        let level = 0;
        generator.vars.push(Var {
            name,
            kind,
            mutable,
            level,
        });
    }
    generator.line("let mut h = 0u32;");
    let statements = 3 + generator.random.below(5);
    for _ in 0..statements {
        generator.statement(3);
    }
    for var in generator.vars.clone() {
        generator.line(&format!("h = mix(h, {}.seen());", var.name));
    }
    generator.line("h");
    Sample {
        name: format!("f{number}"),
        params,
        body: generator.out,
    }
}

impl Generator {
    fn line(&mut self, text: &str) {
        for _ in 0..self.level {
            self.out.push_str("    ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn fresh(&mut self, stem: &str) -> String {
        self.next_name += 1;
        format!("{stem}{}", self.next_name)
    }

    fn declare(&mut self, name: &str, kind: Kind, mutable: bool) {
        let level = self.level;
        self.vars.push(Var {
            name: name.into(),
            kind,
            mutable,
            level,
        });
    }

    /// Writes `head {`, what `inside` writes, and `}` with `tail`; variables declared inside end there.
    fn block(&mut self, head: &str, tail: &str, inside: impl FnOnce(&mut Self)) {
        self.line(&format!("{head} {{"));
        let declared = self.vars.len();
        self.level += 1;
        inside(self);
        self.level -= 1;
        self.vars.truncate(declared);
        self.line(&format!("}}{tail}"));
    }

    /// A variable of a kind that `wanted` accepts.
    fn var(&mut self, wanted: impl Fn(&Var) -> bool) -> Option<Var> {
        let found: Vec<&Var> = self.vars.iter().filter(|var| wanted(var)).collect();
        match found.is_empty() {
            true => None,
            false => Some(found[self.random.below(found.len())].clone()),
        }
    }

    fn params(&mut self) -> Vec<(String, Kind)> {
        // Large inputs come alone: their number is the product of the numbers of each.
        let large = self.random.below(2) == 0;
        let kinds = match large {
            true => {
                let of = Rc::new(self.element());
                let kind = match self.random.below(15) {
                    9..=12 => match self.keyed() {
                        Kind::Keyed { hashed, key, .. } if self.random.below(2) == 0 => {
                            let value = Some(Rc::new(Kind::Bool));
                            Kind::Keyed { hashed, key, value }
                        }
                        keyed => keyed,
                    },
                    13 => Kind::RefCell(of),
                    14 => Kind::Vec(Rc::new(Kind::Vec(Rc::new(Kind::Bool)))),
                    0 | 1 => Kind::Vec(of),
                    2 => Kind::Slice(of),
                    3 => Kind::Deque(of),
                    4 => Kind::Text,
                    5 => Kind::List,
                    6 => Kind::Array(of, 2),
                    7 => Kind::Vec(Rc::new(Kind::Option(of))),
                    _ => Kind::Option(Rc::new(Kind::Vec(of))),
                };
                let kind = match self.random.below(3) {
                    0 if !matches!(kind, Kind::Slice(_)) => Kind::Mut(Rc::new(kind)),
                    _ => kind,
                };
                vec![kind, Kind::Bool]
            }
            false => {
                let second = match self.random.below(6) {
                    0 => Kind::Option(Rc::new(self.element())),
                    1 => Kind::Point,
                    2 => Kind::Shape,
                    3 => Kind::Outcome(Rc::new(self.element()), Rc::new(Kind::Bool)),
                    4 => Kind::Mut(Rc::new(self.element())),
                    _ => self.element(),
                };
                vec![self.element(), second]
            }
        };
        let names = kinds.into_iter().enumerate();
        names.map(|(i, kind)| (format!("p{i}"), kind)).collect()
    }

    fn keyed(&mut self) -> Kind {
        let value = match self.random.below(3) {
            0 => None,
            1 => Some(Rc::new(Kind::Bool)),
            _ => Some(Rc::new(Kind::Int(IntTy::I8))),
        };
        let key = self.random.pick(&[IntTy::I8, IntTy::U8, IntTy::I32]);
        Kind::Keyed {
            hashed: self.random.below(2) == 0,
            key: Rc::new(Kind::Int(key)),
            value,
        }
    }

    /// A type of plain values.
    fn element(&mut self) -> Kind {
        match self.random.below(8) {
            0 => Kind::Bool,
            1 => Kind::Char,
            _ => Kind::Int(self.int()),
        }
    }

    fn int(&mut self) -> IntTy {
        match self.random.below(3) {
            0 => self.random.pick(&IntTy::ALL),
            _ => self
                .random
                .pick(&[IntTy::I8, IntTy::U8, IntTy::I32, IntTy::U32, IntTy::Usize]),
        }
    }

    /// A type of local variables.
    fn kind(&mut self, depth: usize) -> Kind {
        if depth == 0 {
            return self.element();
        }
        let of = Rc::new(self.kind(depth - 1));
        match self.random.below(18) {
            16 => self.keyed(),
            17 => Kind::RefCell(Rc::new(self.element())),
            0 => Kind::Option(of),
            1 => Kind::Outcome(of, Rc::new(self.element())),
            2 => Kind::Pair(of, Rc::new(self.element())),
            3 => Kind::Array(Rc::new(self.element()), 1 + self.random.below(3)),
            4 => Kind::Vec(of),
            5 => Kind::Deque(Rc::new(self.element())),
            6 => Kind::Text,
            7 => Kind::Point,
            8 => Kind::Shape,
            9 => Kind::List,
            10 => Kind::Boxed(of),
            _ => self.element(),
        }
    }
}
