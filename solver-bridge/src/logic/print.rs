//! Terms as Alloy-like text. A shared or long subterm is named by a `let` in the smallest scope that
//! binds its variables, so the text is linear in the size of the graph.

use super::node::{Comparison, IntOp, Multiplicity, Node, Quantifier};
use super::{Inner, Logic};
use crate::ids::{Formula, NodeId, Variable};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

/// Shared subterms up to this length, without blanks, are repeated rather than named.
const SHORT: usize = 24;
/// Longer subterms get a name.
const LONG: usize = 100;
/// Longer descriptions in errors are cut.
const CUT: usize = 120;

impl Logic {
    /// The formulas as text, one a line, after the `let`s they share.
    #[must_use]
    pub fn print(&self, formulas: &[Formula]) -> String {
        let roots: Vec<NodeId> = formulas.iter().map(|formula| formula.0).collect();
        self.inner.borrow().print(&roots)
    }

    /// The relations with their bounds, one a line.
    #[must_use]
    pub fn print_bounds(&self) -> String {
        let inner = self.inner.borrow();
        let mut out = String::new();
        for data in &inner.relations {
            let columns: Vec<_> = data
                .upper
                .columns()
                .iter()
                .map(|&s| inner.sort_name(s))
                .collect();
            let kind = match data.function {
                None => String::new(),
                Some(function) if function.total => format!(" function of {}", function.keys),
                Some(function) => format!(" partial function of {}", function.keys),
            };
            let (lower, upper) = (inner.set_text(&data.lower), inner.set_text(&data.upper));
            let columns = columns.join(" -> ");
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{}: {columns}{kind} [{lower}, {upper}]", data.name);
        }
        out
    }

    /// One term as text, cut to a line.
    #[must_use]
    pub fn describe(&self, node: NodeId) -> String {
        self.inner.borrow().describe(node)
    }
}

struct Printer<'a> {
    inner: &'a Inner,
    uses: FxHashMap<NodeId, u32>,
    binders: FxHashMap<Variable, NodeId>,
    texts: FxHashMap<NodeId, String>,
    lets: FxHashMap<Option<Variable>, Vec<String>>,
    names: usize,
}

impl Inner {
    pub(crate) fn describe(&self, node: NodeId) -> String {
        let text = self.print(&[node]).replace('\n', " ");
        let text = text.trim_end();
        match text.char_indices().nth(CUT) {
            None => text.to_owned(),
            Some((end, _)) => format!("{}…", &text[..end]),
        }
    }

    fn print(&self, roots: &[NodeId]) -> String {
        let mut printer = Printer {
            inner: self,
            uses: FxHashMap::default(),
            binders: FxHashMap::default(),
            texts: FxHashMap::default(),
            lets: FxHashMap::default(),
            names: 0,
        };
        for id in printer.reachable(roots) {
            printer.visit(id);
        }
        let mut out = String::new();
        for line in printer.lets.remove(&None).unwrap_or_default() {
            let _ = writeln!(out, "let {line}");
        }
        for root in roots {
            let _ = writeln!(
                out,
                "{}",
                printer.texts.get(root).map_or("poison", String::as_str)
            );
        }
        out
    }

    fn set_text(&self, set: &crate::tuples::TupleSet) -> String {
        if set.is_empty() {
            return "none".into();
        }
        let tuples = set.tuples().iter().map(|&tuple| {
            let names: Vec<_> = tuple.atoms().map(|atom| self.atom_name(atom)).collect();
            names.join("->")
        });
        format!("{{{}}}", tuples.collect::<Vec<_>>().join(", "))
    }
}

impl Printer<'_> {
    /// The nodes below `roots`, children first; counts their uses on the way.
    fn reachable(&mut self, roots: &[NodeId]) -> Vec<NodeId> {
        let mut stack: Vec<NodeId> = roots.to_vec();
        while let Some(id) = stack.pop() {
            let uses = self.uses.entry(id).or_insert(0);
            *uses += 1;
            if *uses > 1 {
                continue;
            }
            let node = self.inner.node(id);
            if let Node::Comprehension { variable, .. }
            | Node::Quantified { variable, .. }
            | Node::SumOver { variable, .. } = node
            {
                let binder = self.binders.entry(*variable).or_insert(id);
                *binder = id.min(*binder);
            }
            node.for_each_child(|child| stack.push(child));
        }
        let mut order: Vec<_> = self.uses.keys().copied().collect();
        order.sort_unstable();
        order
    }

    fn visit(&mut self, id: NodeId) {
        let text = self.text(id);
        let simple = text.len() <= SHORT && !text.contains([' ', '(', '{']);
        let shared = self.uses.get(&id).is_some_and(|&uses| uses > 1);
        let text = if !simple && (shared || text.len() > LONG) {
            let name = format!("t{}", self.names);
            self.names += 1;
            let scope = self.scope(id);
            self.lets
                .entry(scope)
                .or_default()
                .push(format!("{name} = {text}"));
            name
        } else {
            text
        };
        self.texts.insert(id, text);
    }

    /// The innermost variable that a term depends on: the one whose binder was built first.
    fn scope(&self, id: NodeId) -> Option<Variable> {
        let free = &self.inner.meta(id).free;
        let bound = free
            .iter()
            .filter_map(|variable| Some((self.binders.get(variable)?, *variable)));
        bound.min().map(|(_, variable)| variable)
    }

    fn child(&self, id: NodeId) -> String {
        let text = self.texts.get(&id).map_or("poison", String::as_str);
        let closed = text.starts_with('{') && text.ends_with('}');
        if text.contains(' ') && !closed {
            format!("({text})")
        } else {
            text.to_owned()
        }
    }

    fn children(&self, ids: &[NodeId], operator: &str) -> String {
        let texts: Vec<_> = ids.iter().map(|&id| self.child(id)).collect();
        texts.join(operator)
    }

    fn body(&mut self, variable: Variable, domain: NodeId, body: NodeId) -> String {
        let mut out = format!("{}: {} | ", self.variable(variable), self.child(domain));
        for line in self.lets.remove(&Some(variable)).unwrap_or_default() {
            let _ = write!(out, "let {line} | ");
        }
        out.push_str(self.texts.get(&body).map_or("poison", String::as_str));
        out
    }

    fn variable(&self, variable: Variable) -> &str {
        &self.inner.variables[variable.index()].name
    }

    fn text(&mut self, id: NodeId) -> String {
        let node = self.inner.node(id).clone();
        let two = |a: &NodeId, operator: &str, b: &NodeId| self.children(&[*a, *b], operator);
        match &node {
            Node::Poison => "poison".into(),
            Node::Relation(relation) => self.inner.relation(*relation).name.clone(),
            Node::Constant(set) => self.inner.set_text(set),
            Node::Variable(variable) => self.variable(*variable).to_owned(),
            Node::Union(parts) => self.children(parts, " + "),
            Node::Intersection(a, b) => two(a, " & ", b),
            Node::Difference(a, b) => two(a, " - ", b),
            Node::Join(a, b) => two(a, ".", b),
            Node::Product(a, b) => two(a, " -> ", b),
            Node::Override(a, b) => two(a, " ++ ", b),
            Node::Image { keys, rel } => format!("image[{}]", two(keys, ", ", rel)),
            Node::Update { rel, keys, value } => {
                format!(
                    "{}[{} := {}]",
                    self.child(*rel),
                    self.child(*keys),
                    self.child(*value)
                )
            }
            Node::DomainRestrict(a, b) => two(a, " <: ", b),
            Node::RangeRestrict(a, b) => two(a, " :> ", b),
            Node::Project(a, positions) if positions[..] == [1, 0] => {
                format!("~{}", self.child(*a))
            }
            Node::Project(a, positions) => {
                let positions: Vec<_> = positions.iter().map(u8::to_string).collect();
                format!("project[{}, {}]", self.child(*a), positions.join(", "))
            }
            Node::Closure(a) => format!("^{}", self.child(*a)),
            Node::Conditional(c, a, b) | Node::Choice(c, a, b) | Node::IntChoice(c, a, b) => {
                format!(
                    "{} => {} else {}",
                    self.child(*c),
                    self.child(*a),
                    self.child(*b)
                )
            }
            Node::Comprehension {
                variable,
                domain,
                body,
            } => {
                format!("{{{}}}", self.body(*variable, *domain, *body))
            }
            Node::ToAtoms(a) => format!("atoms[{}]", self.child(*a)),
            Node::ToBits(a, width) => format!("bits[{}, {width}]", self.child(*a)),
            Node::True => "true".into(),
            Node::Subset(a, b) => two(a, " in ", b),
            Node::Equal(a, b) => two(a, " = ", b),
            Node::Multiplicity(multiplicity, a) => {
                let word = match multiplicity {
                    Multiplicity::Some => "some",
                    Multiplicity::One => "one",
                    Multiplicity::Lone => "lone",
                };
                format!("{word} {}", self.child(*a))
            }
            Node::And(parts) => self.children(parts, " and "),
            Node::Not(a) => match self.inner.node(*a) {
                Node::True => "false".into(),
                _ => format!("not {}", self.child(*a)),
            },
            Node::Iff(a, b) => two(a, " iff ", b),
            Node::Quantified {
                quantifier,
                variable,
                domain,
                body,
            } => {
                let word = match quantifier {
                    Quantifier::All => "all",
                    Quantifier::Some => "some",
                    Quantifier::One => "one",
                    Quantifier::Lone => "lone",
                };
                format!("{word} {}", self.body(*variable, *domain, *body))
            }
            Node::Compare(comparison, a, b) => match comparison {
                Comparison::Eq => two(a, " = ", b),
                Comparison::Lt => two(a, " < ", b),
                Comparison::Le => two(a, " <= ", b),
            },
            Node::IntConstant(value) => value.to_string(),
            Node::ValueOf(a) => format!("value[{}]", self.child(*a)),
            Node::FromBits(a, width, signed) => {
                format!(
                    "number[{}, {}]",
                    self.child(*a),
                    machine_type(*width, *signed)
                )
            }
            Node::Binary(op, a, b) => match op {
                IntOp::Add => two(a, " + ", b),
                IntOp::Sub => two(a, " - ", b),
                IntOp::Mul => two(a, " * ", b),
                IntOp::Div => two(a, " / ", b),
                IntOp::Rem => two(a, " % ", b),
                IntOp::Shl => two(a, " << ", b),
                IntOp::Shr => two(a, " >> ", b),
                IntOp::And => two(a, " & ", b),
                IntOp::Or => two(a, " | ", b),
                IntOp::Xor => two(a, " ^ ", b),
            },
            Node::Negate(a) => format!("-{}", self.child(*a)),
            Node::Cardinality(a) => format!("#{}", self.child(*a)),
            Node::Sum(a) => format!("sum[{}]", self.child(*a)),
            Node::SumOver {
                variable,
                domain,
                body,
            } => format!("sum {}", self.body(*variable, *domain, *body)),
            Node::Wrap(a, width, signed) => {
                format!(
                    "wrap[{}, {}]",
                    self.child(*a),
                    machine_type(*width, *signed)
                )
            }
        }
    }
}

fn machine_type(width: u32, signed: bool) -> String {
    format!("{}{width}", if signed { 'i' } else { 'u' })
}
