//! Statements.

use std::rc::Rc;

use lowering::ir::types::IntTy;

use super::{Generator, Kind};

impl Generator {
    /// Writes a statement; `depth` bounds how blocks nest.
    pub(super) fn statement(&mut self, depth: usize) {
        let choices = if depth == 0 { 14 } else { 37 };
        match self.random.below(choices) {
            0..=3 => self.declaration(),
            4..=6 => self.assignment(),
            7 | 8 => {
                let kind = self.kind(1);
                let value = self.value(&kind, 2);
                let kind = kind.name();
                self.line(&format!(
                    "h = mix(h, {{ let seen: {kind} = {value}; seen.seen() }});"
                ));
            }
            9..=11 => self.change(),
            12 => {
                let condition = self.truth(1);
                let other = self.truth(0);
                self.line(&format!("assert!({condition} || {other});"));
            }
            13 => self.exchange(),
            14..=16 => {
                let condition = self.truth(2);
                let otherwise = self.random.below(2) == 0;
                self.block(&format!("if {condition}"), "", |it| {
                    it.statements(depth - 1)
                });
                if otherwise {
                    self.block("else", "", |it| it.statements(depth - 1));
                }
            }
            17..=19 => self.matching(depth - 1),
            20..=22 => self.iteration(depth - 1),
            23 => self.counting(depth - 1),
            24 => self.closure(),
            25 => self.question_mark(),
            26 => {
                let number = self.random.below(4);
                let name = self.fresh("d");
                let name = match self.random.below(3) {
                    0 => "_".into(),
                    _ => format!("_{name}"),
                };
                let guard = format!("let {name} = Noisy(log, {number});");
                self.block("", "", |it| {
                    it.line(&guard);
                    it.statements(depth - 1);
                });
                self.line("h = mix(h, log.get());");
            }
            27 => {
                let condition = self.truth(1);
                self.line(&format!("if {condition} {{ return mix(h, 2); }}"));
            }
            28 => self.list(),
            29 => self.reference(),
            30..=32 => self.form(),
            _ => self.abstraction(),
        }
    }

    fn statements(&mut self, depth: usize) {
        for _ in 0..1 + self.random.below(3) {
            self.statement(depth);
        }
    }

    fn declaration(&mut self) {
        let kind = self.kind(2);
        let name = self.fresh("v");
        let level = self.level;
        let movable = self.var(|var| {
            var.level == level
                && !var.kind.is_copy()
                && !var.name.starts_with('(')
                && !matches!(var.kind, Kind::Slice(_))
        });
        if let Some(var) = movable
            && self.random.below(5) == 0
        {
            self.line(&format!("let mut {name} = {};", var.name));
            self.vars.retain(|it| it.name != var.name);
            return self.declare(&name, var.kind, true);
        }
        let value = self.value(&kind, 2);
        self.line(&format!("let mut {name}: {} = {value};", kind.name()));
        self.declare(&name, kind, true);
    }

    fn assignment(&mut self) {
        let Some(var) = self.var(|var| var.mutable) else {
            return self.declaration();
        };
        let name = var.name;
        match &var.kind {
            Kind::Int(int) if self.random.below(2) == 0 => {
                let operator = self
                    .random
                    .pick(&["+=", "-=", "*=", "&=", "^=", "|=", "/=", "%="]);
                let value = self.number(*int, 2);
                self.line(&format!("{name} {operator} {value};"));
            }
            kind => {
                let value = self.value(kind, 2);
                self.line(&format!("{name} = {value};"));
            }
        }
    }

    /// A method that changes a collection.
    fn change(&mut self) {
        let held = self.var(|var| {
            var.mutable
                && matches!(
                    var.kind,
                    Kind::Vec(_)
                        | Kind::Deque(_)
                        | Kind::Text
                        | Kind::Option(_)
                        | Kind::Array(..)
                        | Kind::Keyed { .. }
                        | Kind::RefCell(_)
                )
        });
        let Some(var) = held else {
            return self.assignment();
        };
        let name = var.name;
        let at = self.number(IntTy::Usize, 0);
        let text = match &var.kind {
            Kind::Vec(of) => {
                let value = self.bound(of, 1);
                match self.random.below(18) {
                    0 | 1 => format!("{name}.push({value});"),
                    2 => format!("h = mix(h, {name}.pop().seen());"),
                    3 => format!("{name}.insert({at}, {value});"),
                    4 => format!("h = mix(h, {name}.remove({at}).seen());"),
                    5 => format!("h = mix(h, {name}.swap_remove({at}).seen());"),
                    6 => format!("{name}.truncate({at});"),
                    7 => format!("{name}.clear();"),
                    8 => format!("{name}[{at}] = {value};"),
                    9 => format!("{name}.reverse();"),
                    10 => format!("{name}.extend([{value}]);"),
                    11 => format!("if let Some(x) = {name}.last_mut() {{ *x = {value}; }}"),
                    12 => format!("if let Some(x) = {name}.get_mut({at}) {{ *x = {value}; }}"),
                    13 => format!("let tail = {name}.split_off({at}); h = mix(h, tail.seen());"),
                    14 => format!("{name}.resize({at} & 3, {value});"),
                    15 => format!("h = mix(h, {name}.drain(..).count() as u32);"),
                    16 if of.is_copy() && matches!(**of, Kind::Int(_)) => {
                        match self.random.below(3) {
                            0 => format!("{name}.sort();"),
                            1 => format!("{name}.dedup();"),
                            _ => format!("{name}.retain(|x| *x != {value});"),
                        }
                    }
                    16 | 17 => format!("{name}.swap(0, {at});"),
                    _ => unreachable!("eighteen cases"),
                }
            }
            Kind::Deque(of) => {
                let value = self.bound(of, 1);
                match self.random.below(9) {
                    0 => format!("{name}.push_back({value});"),
                    1 => format!("{name}.push_front({value});"),
                    2 => format!("h = mix(h, {name}.pop_front().seen());"),
                    3 => format!("h = mix(h, {name}.pop_back().seen());"),
                    4 => format!("{name}[{at}] = {value};"),
                    5 => format!("{name}.rotate_left({at});"),
                    6 => format!("h = mix(h, {name}.remove({at}).seen());"),
                    7 => format!("if let Some(x) = {name}.front_mut() {{ *x = {value}; }}"),
                    _ => format!("{name}.truncate({at});"),
                }
            }
            Kind::Array(of, len) => {
                let value = self.value(of, 1);
                match self.random.below(3) {
                    0 => format!("{name}[{at}] = {value};"),
                    1 => format!("{name}.swap({at}, {});", len - 1),
                    _ => format!("{name}.reverse();"),
                }
            }
            Kind::Text => {
                let c = self.character();
                match self.random.below(7) {
                    0 | 1 => format!("{name}.push({c});"),
                    2 => format!("h = mix(h, {name}.pop().seen());"),
                    3 => format!("{name}.push_str(\"b\");"),
                    4 => format!("{name}.insert(0, {c});"),
                    5 => format!("{name}.clear();"),
                    _ => format!("{name}.truncate({at});"),
                }
            }
            Kind::Option(of) => {
                let value = self.bound(of, 1);
                match self.random.below(5) {
                    0 => format!("h = mix(h, {name}.take().seen());"),
                    1 => format!("h = mix(h, {name}.replace({value}).seen());"),
                    2 => format!("if let Some(x) = &mut {name} {{ *x = {value}; }}"),
                    3 => format!("{name}.get_or_insert({value});"),
                    _ => format!("{name} = {name}.clone().or(Some({value}));"),
                }
            }
            Kind::Keyed { hashed, key, value } => {
                let (hashed, key_kind) = (*hashed, (**key).clone());
                let value = value.as_ref().map(|value| self.bound(value, 1));
                let key = self.bound(&key_kind, 1);
                self.change_keyed(&name, hashed, &key, value.as_deref())
            }
            Kind::RefCell(of) => {
                let value = self.bound(of, 1);
                match self.random.below(5) {
                    0 => format!("*{name}.borrow_mut() = {value};"),
                    1 => format!("h = mix(h, {name}.replace({value}).seen());"),
                    2 => format!("h = mix(h, {name}.try_borrow_mut().is_ok() as u32);"),
                    3 => format!(
                        "{{ let held = {name}.borrow(); h = mix(h, {name}.try_borrow_mut().is_err() as u32); h = mix(h, held.seen()); }}"
                    ),
                    _ => format!("{{ let mut held = {name}.borrow_mut(); *held = {value}; }}"),
                }
            }
            _ => unreachable!("the kinds were chosen"),
        };
        self.line(&text);
    }

    /// A method that changes a map or set, or asks it something.
    fn change_keyed(&mut self, name: &str, hashed: bool, key: &str, value: Option<&str>) -> String {
        let sorted = !hashed;
        match (value, self.random.below(10)) {
            (Some(value), 0 | 1) => format!("h = mix(h, {name}.insert({key}, {value}).seen());"),
            (None, 0 | 1) => format!("h = mix(h, {name}.insert({key}).seen());"),
            (_, 2) => format!("h = mix(h, {name}.remove(&{key}).seen());"),
            (Some(_), 3) => format!("h = mix(h, {name}.contains_key(&{key}).seen());"),
            (None, 3) => format!("h = mix(h, {name}.contains(&{key}).seen());"),
            (Some(value), 4) => {
                format!("if let Some(x) = {name}.get_mut(&{key}) {{ *x = {value}; }}")
            }
            (Some(value), 5) => format!("*{name}.entry({key}).or_insert({value}) = {value};"),
            (Some(_), 6) => format!("h = mix(h, {name}.get(&{key}).copied().seen());"),
            (Some(value), 7) => format!("{name}.retain(|k, v| *k < {key} || *v == {value});"),
            (None, 7) => format!("{name}.retain(|k| *k < {key});"),
            (Some(value), 8) if sorted => {
                format!("{name}.entry({key}).and_modify(|x| *x = {value}).or_insert({value});")
            }
            (Some(_), 9) if sorted => format!("h = mix(h, {name}.pop_first().seen());"),
            (None, 9) if sorted => format!("h = mix(h, {name}.pop_last().seen());"),
            (_, 8) if sorted => format!("h = mix(h, {name}.range({key}..).count() as u32);"),
            _ => format!("h = mix(h, {name}.len() as u32);"),
        }
    }

    /// `swap`, `replace` and `take`.
    fn exchange(&mut self) {
        let Some(var) = self.var(|var| var.mutable) else {
            return;
        };
        let other = self.var(|it| it.mutable && it.kind == var.kind && it.name != var.name);
        let name = var.name;
        match other {
            Some(other) => {
                let other = other.name;
                self.line(&format!("std::mem::swap(&mut {name}, &mut {other});"));
            }
            None => {
                let value = self.bound(&var.kind, 1);
                let old = self.fresh("o");
                self.line(&format!(
                    "let {old} = std::mem::replace(&mut {name}, {value});"
                ));
                self.line(&format!("h = mix(h, {old}.seen());"));
            }
        }
    }

    fn matching(&mut self, depth: usize) {
        let var = self.var(|var| {
            matches!(
                var.kind,
                Kind::Option(_)
                    | Kind::Outcome(..)
                    | Kind::Shape
                    | Kind::Pair(..)
                    | Kind::List
                    | Kind::Vec(_)
            )
        });
        let Some(var) = var else {
            return self.declaration();
        };
        let (name, x, y) = (var.name, self.fresh("x"), self.fresh("y"));
        match &var.kind {
            Kind::Option(of) => match self.random.below(4) {
                0 => {
                    let head = format!("if let Some(mut {x}) = {name}.clone()");
                    self.block(&head, "", |it| {
                        it.declare(&x, (**of).clone(), true);
                        it.statements(depth);
                    });
                }
                1 if var.mutable => {
                    let value = self.bound(of, 1);
                    self.block(&format!("match {name}"), "", |it| {
                        it.line(&format!("Some(ref mut {x}) => {{ *{x} = {value}; }}"));
                        it.line("None => h = mix(h, 1),");
                    });
                }
                2 => {
                    let value = format!("{name}.clone()");
                    self.line(&format!(
                        "let Some(mut {x}) = {value} else {{ return mix(h, 3); }};"
                    ));
                    self.declare(&x, (**of).clone(), true);
                }
                _ => {
                    let condition = self.truth(0);
                    self.block(&format!("match &{name}"), "", |it| {
                        it.line(&format!(
                            "Some({x}) if {condition} => h = mix(h, {x}.seen()),"
                        ));
                        it.line(&format!("Some({x}) => h = mix({x}.seen(), h),"));
                        it.line("None => {}");
                    });
                }
            },
            Kind::Outcome(ok, err) => {
                let (ok, err) = (ok.clone(), err.clone());
                self.block(&format!("match {name}.clone()"), "", |it| {
                    it.block(&format!("Ok(mut {x}) =>"), "", |it| {
                        it.declare(&x, (*ok).clone(), true);
                        it.statements(depth);
                    });
                    it.block(&format!("Err({y}) =>"), "", |it| {
                        it.declare(&y, (*err).clone(), false);
                        it.statements(depth);
                    });
                });
            }
            Kind::Shape => {
                self.block(&format!("match {name}.clone()"), "", |it| {
                    it.line("Shape::Unit => h = mix(h, 1),");
                    it.block(&format!("Shape::Number({x}) if {x} > 0 =>"), "", |it| {
                        it.declare(&x, Kind::Int(IntTy::I16), false);
                        it.statements(depth);
                    });
                    it.line("Shape::Number(0 | 1) => h = mix(h, 2),");
                    it.block(
                        &format!("Shape::Named {{ a: {y}, b: true }} =>"),
                        "",
                        |it| {
                            it.declare(&y, Kind::Int(IntTy::U8), false);
                            it.statements(depth);
                        },
                    );
                    it.line("_ => h = mix(h, 3),");
                });
            }
            Kind::Pair(a, b) => {
                let (a, b) = (a.clone(), b.clone());
                self.line(&format!("let ({x}, mut {y}) = {name}.clone();"));
                self.declare(&x, (*a).clone(), false);
                self.declare(&y, (*b).clone(), true);
            }
            Kind::Vec(of) => {
                let of = of.clone();
                self.block(&format!("match {name}.as_slice()"), "", |it| {
                    it.line("[] => h = mix(h, 1),");
                    it.line(&format!("[{x}] => h = mix(h, {x}.seen()),"));
                    it.line(&format!("[{x}, rest @ .., {y}] => {{ h = mix({x}.seen(), {y}.seen()); h = mix(h, rest.len() as u32); }}"));
                });
                let _ = of;
            }
            _ => {
                self.block(&format!("if let Some(node) = &{name}"), "", |it| {
                    it.line("h = mix(h, node.value as u32);");
                });
            }
        }
    }

    fn iteration(&mut self, depth: usize) {
        let x = self.fresh("x");
        let over = self.var(|var| {
            matches!(
                var.kind,
                Kind::Vec(_) | Kind::Slice(_) | Kind::Array(..) | Kind::Deque(_)
            )
        });
        match (over, self.random.below(4)) {
            (Some(var), 0..=2) => {
                let (Kind::Vec(of) | Kind::Slice(of) | Kind::Array(of, _) | Kind::Deque(of)) =
                    &var.kind
                else {
                    return;
                };
                let (name, of) = (var.name, (**of).clone());
                match self.random.below(6) {
                    0 => self.block(&format!("for {x} in {name}.iter()"), "", |it| {
                        it.line(&format!("h = mix(h, {x}.seen());"));
                        it.leave();
                    }),
                    1 if var.mutable => {
                        let value = self.bound(&of, 1);
                        self.block(&format!("for {x} in {name}.iter_mut()"), "", |it| {
                            it.line(&format!("*{x} = {value};"));
                        });
                    }
                    2 => self.block(
                        &format!("for ({x}i, {x}) in {name}.iter().enumerate()"),
                        "",
                        |it| {
                            it.line(&format!("if {x}i == 1 {{ continue; }}"));
                            it.line(&format!("h = mix(h, {x}.seen());"));
                        },
                    ),
                    3 => self.block(
                        &format!("for {x} in {name}.iter().rev().skip(1)"),
                        "",
                        |it| {
                            it.line(&format!("h = mix(h, {x}.seen());"));
                        },
                    ),
                    _ => self.block(&format!("for mut {x} in {name}.clone()"), "", |it| {
                        if var.kind == Kind::Slice(Rc::new(of.clone())) {
                            it.line(&format!("h = mix(h, {x}.seen());"));
                        } else {
                            it.declare(&x, of, true);
                            it.statements(depth.min(1));
                            it.leave();
                        }
                    }),
                }
            }
            _ => {
                let int = self.int();
                let end = match self.random.below(3) {
                    0 => format!("({} & 3)", self.number(int, 0)),
                    _ => format!("{}{int}", 1 + self.random.below(3)),
                };
                let range = self.random.pick(&["..", "..="]);
                self.block(&format!("for {x} in 0{range}{end}"), "", |it| {
                    it.declare(&x, Kind::Int(int), false);
                    it.statements(depth.min(1));
                    it.leave();
                });
            }
        }
    }

    /// A value in a variable of its own, to be cloned while something else is borrowed.
    fn bound(&mut self, kind: &Kind, depth: usize) -> String {
        let value = self.value(kind, depth);
        let name = self.fresh("w");
        self.line(&format!("let {name}: {} = {value};", kind.name()));
        format!("{name}.clone()")
    }

    /// Perhaps leaves the loop.
    fn leave(&mut self) {
        if self.random.below(3) == 0 {
            let condition = self.truth(1);
            let how = self.random.pick(&["break", "continue", "return h"]);
            self.line(&format!("if {condition} {{ {how}; }}"));
        }
    }

    fn counting(&mut self, depth: usize) {
        let (i, label) = (self.fresh("i"), self.fresh("'l"));
        self.line(&format!("let mut {i} = 0u8;"));
        match self.random.below(3) {
            0 => self.block(&format!("while {i} < 3"), "", |it| {
                it.line(&format!("{i} += 1;"));
                it.statements(depth.min(1));
            }),
            1 => {
                let found = self.fresh("v");
                self.block(&format!("let {found} = loop"), ";", |it| {
                    it.line(&format!("{i} += 1;"));
                    let condition = it.truth(1);
                    it.line(&format!("if {condition} || {i} > 2 {{ break {i}; }}"));
                    it.statements(depth.min(1));
                });
                self.declare(&found, Kind::Int(IntTy::U8), false);
            }
            _ => self.block(&format!("{label}: loop"), "", |it| {
                it.block(&format!("while {i} < 2"), "", |it| {
                    it.line(&format!("{i} += 1;"));
                    let condition = it.truth(1);
                    it.line(&format!("if {condition} {{ break {label}; }}"));
                });
                it.line(&format!("h = mix(h, 1);\n break {label};"));
            }),
        }
    }

    fn closure(&mut self) {
        let (f, x) = (self.fresh("f"), self.fresh("x"));
        let int = self.int();
        let vars = self.vars.clone();
        self.declare(&x, Kind::Int(int), false);
        // What is borrowed by a closure cannot be changed while it lives: it lives for one statement.
        let body = self.number(int, 2);
        self.vars = vars;
        let (a, b) = (self.number(int, 1), self.number(int, 0));
        match self.random.below(3) {
            0 => self.line(&format!(
                "h = {{ let {f} = |{x}: {int}| {{ {body} }}; mix({f}({a}).seen(), {f}({b}).seen()) }};"
            )),
            1 => self.line(&format!(
                "{{ let mut {f} = |{x}: {int}| {{ h = mix(h, {x}.seen()); }}; {f}({a}); {f}({b}); }}"
            )),
            _ => self.line(&format!(
                "h = mix(h, [{a}, {b}].iter().map(|{x}| {{ let {x} = *{x}; {body} }}).fold(0, |a, x| mix(a, x.seen())));"
            )),
        }
    }

    fn question_mark(&mut self) {
        let int = self.int();
        let kind = Kind::Option(Rc::new(Kind::Int(int)));
        let (first, second) = (self.value(&kind, 1), self.value(&kind, 1));
        let (f, number) = (self.fresh("f"), self.random.below(4));
        let rest = self.number(int, 1);
        let guard = match self.random.below(2) {
            0 => format!("let _guard = Noisy(log, {number}); "),
            _ => String::new(),
        };
        self.line(&format!(
            "let {f} = || -> Option<{int}> {{ {guard}let a = ({first})?; let b = ({second})?; \
             Some(a ^ b ^ {rest}) }};"
        ));
        let found = self.fresh("v");
        self.line(&format!("let mut {found} = {f}();"));
        self.declare(&found, kind, true);
    }

    fn list(&mut self) {
        let Some(var) = self.var(|var| var.mutable && var.kind == Kind::List) else {
            return self.declaration();
        };
        let name = var.name;
        let value = self.number(IntTy::I8, 1);
        match self.random.below(4) {
            0 => {
                self.line(&format!("let value: i8 = {value};"));
                self.line(&format!("let mut at = &mut {name};"));
                self.line("while let Some(node) = at { at = &mut node.next; }");
                self.line("*at = Some(Box::new(Node { value, next: None }));");
            }
            1 => {
                self.line(&format!("if let Some(node) = {name}.take() {{"));
                self.line("    h = mix(h, node.value as u32);");
                self.line(&format!("    {name} = node.next;\n}}"));
            }
            2 => {
                let rest = self.fresh("r");
                self.line(&format!("let mut {rest} = {name}.take();"));
                self.block(&format!("while let Some(mut node) = {rest}"), "", |it| {
                    it.line(&format!("{rest} = node.next.take();"));
                    it.line(&format!("node.next = {name}.take();"));
                    it.line(&format!("{name} = Some(node);"));
                });
            }
            _ => {
                self.line(&format!("let value: i8 = {value};"));
                self.block(
                    &format!("if let Some(node) = {name}.as_deref_mut()"),
                    "",
                    |it| {
                        it.line("node.value = value;");
                    },
                );
            }
        }
    }

    /// A reference that is written through.
    fn reference(&mut self) {
        let Some(var) = self.var(|var| var.mutable) else {
            return;
        };
        let other = self.var(|it| it.mutable && it.kind == var.kind && it.name != var.name);
        let (r, value) = (self.fresh("r"), self.value(&var.kind, 1));
        let name = var.name;
        let target = match other {
            Some(other) => {
                let condition = self.truth(1);
                format!(
                    "if {condition} {{ &mut {name} }} else {{ &mut {} }}",
                    other.name
                )
            }
            None => format!("&mut {name}"),
        };
        let new = self.fresh("w");
        self.line(&format!("let {new} = {value};"));
        self.line(&format!("let {r} = {target};"));
        self.line(&format!("h = mix(h, {r}.seen()); *{r} = {new};"));
    }
}
