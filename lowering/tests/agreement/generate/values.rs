//! Expressions of any type.

use super::{Generator, Kind};

impl Generator {
    /// An expression that gives a value of its own.
    pub(super) fn value(&mut self, kind: &Kind, depth: usize) -> String {
        let known = match kind {
            Kind::Int(_) | Kind::Bool | Kind::Char => None,
            _ => self.var(|var| var.kind == *kind),
        };
        if let Some(var) = known
            && self.random.below(3) == 0
        {
            return match kind.is_copy() {
                true => var.name,
                false => format!("{}.clone()", var.name),
            };
        }
        let less = depth.saturating_sub(1);
        match kind {
            Kind::Int(int) => self.number(*int, depth),
            Kind::Bool => self.truth(depth),
            Kind::Char => self.character(),
            Kind::Text => match self.random.below(3) {
                0 => "String::new()".into(),
                1 => format!(
                    "String::from({})",
                    self.random.pick(&["\"a\"", "\"ab\"", "\"é\""])
                ),
                _ => format!("{}.to_string()", self.character()),
            },
            Kind::Point => {
                let x = self.number(lowering::ir::types::IntTy::I8, less);
                let y = self.number(lowering::ir::types::IntTy::U16, less);
                match self.random.below(4) {
                    0 => format!("Point {{ x: {x}, ..Point {{ x: 0, y: {y} }} }}"),
                    _ => format!("Point {{ y: {y}, x: {x} }}"),
                }
            }
            Kind::Shape => match self.random.below(3) {
                0 => "Shape::Unit".into(),
                1 => {
                    let n = self.number(lowering::ir::types::IntTy::I16, less);
                    format!("Shape::Number({n})")
                }
                _ => {
                    let (b, a) = (
                        self.truth(less),
                        self.number(lowering::ir::types::IntTy::U8, less),
                    );
                    format!("Shape::Named {{ b: {b}, a: {a} }}")
                }
            },
            Kind::List => match depth {
                0 => "None".into(),
                _ => {
                    let value = self.number(lowering::ir::types::IntTy::I8, less);
                    let next = match self.random.below(2) {
                        0 => "None".into(),
                        _ => self.value(kind, less),
                    };
                    format!("Some(Box::new(Node {{ value: {value}, next: {next} }}))")
                }
            },
            Kind::Option(of) => match self.random.below(4) {
                0 => format!("None::<{}>", of.name()),
                1 => {
                    let condition = self.truth(less);
                    let inner = self.value(of, less);
                    format!("(if {condition} {{ Some({inner}) }} else {{ None }})")
                }
                2 if matches!(**of, Kind::Int(_)) => {
                    let (a, b) = (self.value(of, less), self.value(of, 0));
                    let method = self
                        .random
                        .pick(&["checked_add", "checked_mul", "checked_div"]);
                    format!("{a}.{method}({b})")
                }
                _ => format!("Some({})", self.value(of, less)),
            },
            Kind::Outcome(ok, err) => {
                let ty = kind.name();
                let side = match self.random.below(2) {
                    0 => format!("Ok({})", self.value(ok, less)),
                    _ => format!("Err({})", self.value(err, less)),
                };
                format!("{{ let made: {ty} = {side}; made }}")
            }
            Kind::Pair(a, b) => format!("({}, {})", self.value(a, less), self.value(b, less)),
            Kind::Array(of, len) => {
                let parts: Vec<String> = (0..*len).map(|_| self.value(of, less)).collect();
                format!("[{}]", parts.join(", "))
            }
            Kind::Vec(of) => match self.random.below(4) {
                0 => format!("Vec::<{}>::new()", of.name()),
                1 => format!("vec![{}; 2]", self.value(of, less)),
                _ => {
                    let count = 1 + self.random.below(2);
                    let parts: Vec<String> = (0..count).map(|_| self.value(of, less)).collect();
                    format!("vec![{}]", parts.join(", "))
                }
            },
            Kind::Deque(of) => {
                let (a, b) = (self.value(of, less), self.value(of, less));
                match self.random.below(3) {
                    0 => format!("VecDeque::<{}>::new()", of.name()),
                    1 => format!("VecDeque::from([{a}, {b}])"),
                    _ => format!(
                        "{{ let mut q = VecDeque::new(); q.push_front({a}); q.push_back({b}); q }}"
                    ),
                }
            }
            Kind::Boxed(of) => format!("Box::new({})", self.value(of, less)),
            Kind::Keyed { key, value, .. } => {
                let name = kind.name();
                let mut parts = Vec::new();
                for _ in 0..self.random.below(3) {
                    let key = self.value(key, less);
                    parts.push(match value {
                        Some(value) => format!("({key}, {})", self.value(value, 0)),
                        None => key,
                    });
                }
                let parts = parts.join(", ");
                let (base, _) = name.split_once('<').expect("it has arguments");
                match parts.is_empty() {
                    true => format!("{{ let made: {name} = {base}::new(); made }}"),
                    false => {
                        format!("{{ let made: {name} = [{parts}].into_iter().collect(); made }}")
                    }
                }
            }
            Kind::RefCell(of) => format!("RefCell::new({})", self.value(of, less)),
            Kind::Mut(of) => self.value(of, depth),
            Kind::Slice(of) => format!("&vec![{}]", self.value(of, less)),
        }
    }
}
