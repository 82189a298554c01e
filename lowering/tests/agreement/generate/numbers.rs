//! Expressions that are numbers, truth values or characters.

use lowering::ir::types::IntTy;

use super::{Generator, Kind};

/// Methods of all integers: `{a}` and `{b}` are of the type, `{n}` is a small `u32`, `{T}` is the type.
const METHODS: &[&str] = &[
    "{a}.wrapping_add({b})",
    "{a}.wrapping_sub({b})",
    "{a}.wrapping_mul({b})",
    "{a}.wrapping_div({b})",
    "{a}.wrapping_rem({b})",
    "{a}.wrapping_neg()",
    "{a}.wrapping_shl({n})",
    "{a}.wrapping_shr({n})",
    "{a}.wrapping_pow({k})",
    "{a}.saturating_add({b})",
    "{a}.saturating_sub({b})",
    "{a}.saturating_mul({b})",
    "{a}.saturating_div({b})",
    "{a}.saturating_pow({k})",
    "{a}.checked_add({b}).unwrap_or({a})",
    "{a}.checked_sub({b}).unwrap_or_default()",
    "{a}.checked_mul({b}).unwrap_or({b})",
    "{a}.checked_div({b}).unwrap_or({a})",
    "{a}.checked_rem({b}).unwrap_or({b})",
    "{a}.checked_neg().unwrap_or({b})",
    "{a}.checked_shl({n}).unwrap_or({b})",
    "{a}.checked_shr({n}).unwrap_or({b})",
    "{a}.checked_pow({k}).unwrap_or({b})",
    "{a}.overflowing_add({b}).0",
    "({a}.overflowing_sub({b}).1 as {T})",
    "({a}.overflowing_mul({b}).1 as {T})",
    "{a}.overflowing_neg().0",
    "({a}.overflowing_shl({n}).1 as {T})",
    "({a}.overflowing_pow({k}).1 as {T})",
    "{a}.pow({k})",
    "({a}.leading_zeros() as {T})",
    "({a}.trailing_zeros() as {T})",
    "({a}.count_ones() as {T})",
    "({a}.count_zeros() as {T})",
    "({a}.leading_ones() as {T})",
    "({a}.trailing_ones() as {T})",
    "{a}.rotate_left({n})",
    "{a}.rotate_right({n})",
    "{a}.swap_bytes()",
    "{a}.reverse_bits()",
    "{a}.rem_euclid({b})",
    "{a}.div_euclid({b})",
    "{a}.checked_div_euclid({b}).unwrap_or({a})",
    "{a}.checked_rem_euclid({b}).unwrap_or({a})",
    "({a}.abs_diff({b}) as {T})",
    "{a}.min({b})",
    "{a}.max({b})",
    "{a}.clamp({a}, {b})",
    "({a}.checked_ilog2().unwrap_or(0) as {T})",
    "({a}.to_le_bytes()[0] as {T})",
    "({a}.to_be_bytes()[0] as {T})",
    "std::cmp::max({a}, {b})",
    "({a}.cmp(&{b}) as i8 as {T})",
];

const SIGNED: &[&str] = &[
    "{a}.abs()",
    "{a}.signum()",
    "{a}.wrapping_abs()",
    "{a}.checked_abs().unwrap_or({b})",
    "{a}.saturating_abs()",
    "{a}.saturating_neg()",
    "({a}.unsigned_abs() as {T})",
    "({a}.is_negative() as {T})",
    "({a}.is_positive() as {T})",
    "(-{a})",
];

const UNSIGNED: &[&str] = &[
    "({a}.is_power_of_two() as {T})",
    "{a}.checked_next_power_of_two().unwrap_or({b})",
    "{a}.next_power_of_two()",
    "{a}.div_ceil({b})",
    "{a}.isqrt()",
    "{a}.midpoint({b})",
    "{a}.next_multiple_of({b})",
];

impl Generator {
    pub(super) fn literal(&mut self, int: IntTy) -> String {
        let name = int.name();
        match self.random.below(12) {
            0 => format!("{name}::MAX"),
            1 => format!("{name}::MIN"),
            2 => format!("({name}::MAX - 1)"),
            _ => loop {
                let number = self.numbers[self.random.below(self.numbers.len())];
                if int.contains(number.into()) {
                    return format!("({number}{name})");
                }
            },
        }
    }

    /// A small amount, as `u32`.
    fn amount(&mut self, int: IntTy) -> String {
        match self.random.below(4) {
            0 => format!("({} as u32)", self.number(int, 0)),
            1 => format!("({} as u32 & 3)", self.number(int, 0)),
            _ => format!(
                "{}u32",
                self.random.pick(&[0, 1, 2, 3, int.bits() - 1, int.bits()])
            ),
        }
    }

    /// An expression of an integer type.
    pub(super) fn number(&mut self, int: IntTy, depth: usize) -> String {
        if depth == 0 {
            let same = self.var(|var| var.kind == Kind::Int(int));
            return match same {
                Some(var) if self.random.below(5) > 0 => var.name,
                _ => match self.var(|var| matches!(var.kind, Kind::Int(_))) {
                    Some(var) if self.random.below(2) == 0 => {
                        format!("({} as {int})", var.name)
                    }
                    _ => self.literal(int),
                },
            };
        }
        match self.random.below(24) {
            0..=4 => {
                let operator = self.random.pick(&["+", "-", "*", "/", "%", "&", "|", "^"]);
                let (a, b) = (self.number(int, depth - 1), self.number(int, depth - 1));
                format!("({a} {operator} {b})")
            }
            5 => {
                let operator = self.random.pick(&["<<", ">>"]);
                let by = self.int();
                let a = self.number(int, depth - 1);
                let b = match self.random.below(2) {
                    0 => format!("({} & 7)", self.number(by, 0)),
                    _ => self.number(by, 0),
                };
                format!("({a} {operator} {b})")
            }
            6 => format!("(!{})", self.number(int, depth - 1)),
            7 | 8 => {
                let from = self.int();
                format!("({} as {int})", self.number(from, depth - 1))
            }
            9 => format!("({} as {int})", self.truth(depth - 1)),
            10 => format!("({} as u32 as {int})", self.character()),
            11..=16 => self.method(int, depth - 1),
            17 => {
                let condition = self.truth(depth - 1);
                let (a, b) = (self.number(int, depth - 1), self.number(int, depth - 1));
                format!("(if {condition} {{ {a} }} else {{ {b} }})")
            }
            18 => {
                let (x, a) = (self.number(int, 0), self.number(int, depth - 1));
                let b = self.number(int, depth - 1);
                let first = self.literal(int);
                let bound = self.fresh("n");
                match self.random.below(2) {
                    0 => format!("(match {x} {{ {bound} if {bound} > {first} => {a}, _ => {b} }})"),
                    _ => format!(
                        "(match {x} {{ 0 | 2 => {a}, {bound} @ 1..=3 => {bound}, _ => {b} }})"
                    ),
                }
            }
            19 => {
                let (a, b) = (self.number(int, depth - 1), self.number(int, 0));
                let name = self.fresh("t");
                format!("{{ let {name} = {a}; {name} ^ {b} }}")
            }
            _ => match self.part(int) {
                Some(part) => part,
                None => self.number(int, 0),
            },
        }
    }

    fn method(&mut self, int: IntTy, depth: usize) -> String {
        let own = match int.is_signed() {
            true => SIGNED,
            false => UNSIGNED,
        };
        let count = METHODS.len() + own.len();
        let at = self.random.below(count);
        let template = METHODS.get(at).or_else(|| own.get(at - METHODS.len()));
        let template = *template.expect("it is below the count");
        let (a, b) = (self.number(int, depth), self.number(int, 0));
        let (n, k) = (self.amount(int), self.random.below(4));
        template
            .replace("{a}", &a)
            .replace("{b}", &b)
            .replace("{n}", &n)
            .replace("{k}", &k.to_string())
            .replace("{T}", int.name())
    }

    /// A number out of something larger.
    fn part(&mut self, int: IntTy) -> Option<String> {
        let holds = |kind: &Kind| *kind == Kind::Int(int);
        let var = self.var(|var| match &var.kind {
            Kind::Option(of)
            | Kind::Vec(of)
            | Kind::Slice(of)
            | Kind::Deque(of)
            | Kind::Array(of, _)
            | Kind::Boxed(of) => holds(of),
            Kind::Pair(a, _) | Kind::Outcome(a, _) => holds(a),
            Kind::Point => int == IntTy::I8,
            Kind::List => int == IntTy::I8,
            _ => false,
        })?;
        let name = &var.name;
        let other = self.number(int, 0);
        Some(match &var.kind {
            Kind::Option(_) => match self.random.below(4) {
                0 => format!("{name}.unwrap()"),
                1 => format!("{name}.map_or({other}, |x| x ^ {other})"),
                2 => format!("{name}.filter(|x| *x > {other}).unwrap_or_default()"),
                _ => format!("{name}.unwrap_or({other})"),
            },
            Kind::Outcome(..) => match self.random.below(3) {
                0 => format!("{name}.clone().ok().unwrap_or({other})"),
                1 => format!("(if let Ok(x) = &{name} {{ *x }} else {{ {other} }})"),
                _ => format!("{name}.clone().unwrap_or({other})"),
            },
            Kind::Pair(..) => format!("{name}.0"),
            Kind::Point => format!("{name}.x"),
            Kind::List => match self.random.below(2) {
                0 => format!("{name}.as_ref().map_or({other}, |node| node.value)"),
                _ => format!("(match &{name} {{ Some(node) => node.value, None => {other} }})"),
            },
            Kind::Boxed(_) => format!("(*{name})"),
            kind => {
                let index = self.number(IntTy::Usize, 0);
                let sequence = matches!(kind, Kind::Vec(_) | Kind::Slice(_) | Kind::Array(..));
                match self.random.below(if sequence { 10 } else { 6 }) {
                    0 => format!("{name}[{index}]"),
                    1 => format!("{name}.get({index}).copied().unwrap_or({other})"),
                    2 => format!("({name}.len() as {int})"),
                    3 => format!("{name}.iter().fold({other}, |a, x| a ^ *x)"),
                    4 => format!("{name}.iter().copied().max().unwrap_or({other})"),
                    5 => format!("({name}.iter().filter(|x| **x != {other}).count() as {int})"),
                    6 => format!("{name}.first().copied().unwrap_or({other})"),
                    7 => format!(
                        "{name}.iter().rev().map(|x| x.wrapping_add(1)).next().unwrap_or({other})"
                    ),
                    8 => format!("{name}.iter().copied().sum::<{int}>()"),
                    _ => format!(
                        "(match &{name}[..] {{ [] => {other}, [x] => *x, [x, .., y] => *x & *y }})"
                    ),
                }
            }
        })
    }

    /// An expression of type `bool`.
    pub(super) fn truth(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.var(|var| var.kind == Kind::Bool) {
                Some(var) if self.random.below(2) == 0 => var.name,
                _ => {
                    let int = self.int();
                    let (a, b) = (self.number(int, 0), self.number(int, 0));
                    let operator = self.random.pick(&["<", "<=", "==", "!=", ">", ">="]);
                    format!("({a} {operator} {b})")
                }
            };
        }
        match self.random.below(8) {
            0 => format!("({} && {})", self.truth(depth - 1), self.truth(depth - 1)),
            1 => format!("({} || {})", self.truth(depth - 1), self.truth(depth - 1)),
            2 => format!("(!{})", self.truth(depth - 1)),
            3 => format!("({} ^ {})", self.truth(depth - 1), self.truth(depth - 1)),
            4 => {
                let (a, b) = (self.character(), self.character());
                let operator = self.random.pick(&["<", "=="]);
                format!("({a} {operator} {b})")
            }
            5 => {
                match self.var(|var| var.kind != Kind::Bool && !matches!(var.kind, Kind::Int(_))) {
                    Some(var) => self.question(&var.name, &var.kind.clone()),
                    None => self.truth(depth - 1),
                }
            }
            _ => {
                let int = self.int();
                let (a, b) = (self.number(int, depth - 1), self.number(int, depth - 1));
                let operator = self.random.pick(&["<", "<=", "==", "!=", ">", ">="]);
                format!("({a} {operator} {b})")
            }
        }
    }

    fn question(&mut self, name: &str, kind: &Kind) -> String {
        match kind {
            Kind::Option(_) | Kind::List => format!("{name}.is_some()"),
            Kind::Outcome(..) => format!("{name}.is_err()"),
            Kind::Vec(of) | Kind::Slice(of) | Kind::Array(of, _) | Kind::Deque(of) => {
                match (self.random.below(3), &**of) {
                    (0, Kind::Int(int)) => {
                        let wanted = self.number(*int, 0);
                        format!("{name}.contains(&{wanted})")
                    }
                    (1, Kind::Int(int)) => {
                        let bound = self.number(*int, 0);
                        format!("{name}.iter().any(|x| *x < {bound})")
                    }
                    _ => format!("{name}.is_empty()"),
                }
            }
            Kind::Text => match self.random.below(3) {
                0 => format!("{name}.is_empty()"),
                1 => format!("{name}.starts_with('a')"),
                _ => format!("{name}.contains(\"b\")"),
            },
            Kind::Shape => format!("matches!({name}, Shape::Number(n) if n > 1)"),
            Kind::Char => {
                let asks = [
                    "is_ascii_digit",
                    "is_ascii_lowercase",
                    "is_ascii_whitespace",
                ];
                format!("{name}.{}()", self.random.pick(&asks))
            }
            _ => format!("({name}.clone() == {name})"),
        }
    }

    /// An expression of type `char`.
    pub(super) fn character(&mut self) -> String {
        let var = self.var(|var| var.kind == Kind::Char);
        match (self.random.below(8), var) {
            (0..=3, Some(var)) => var.name,
            (4, Some(var)) => format!("{}.to_ascii_uppercase()", var.name),
            (5, _) => format!("({} as char)", self.number(IntTy::U8, 0)),
            (6, _) => format!(
                "char::from_u32({}).unwrap_or('a')",
                self.number(IntTy::U32, 0)
            ),
            _ => self.random.pick(&["'a'", "'b'", "'0'", "'é'"]).into(),
        }
    }
}
