//! The IR as text, for `--emit ir` and for tests: the same on every run. It knows nothing of spans'
//! files; it prints what a program does, not where it comes from.

use std::fmt::{self, Display, Write as _};

use crate::ir::types::{Ty, TyId, Types, VariantIdx};
use crate::ir::{
    BinOp, Block, Branch, Comprehension, ComprehensionKind, Const, Domain, LocalId, Operand,
    PanicPolicy, Place, Proc, Program, Projection, Reach, ReachKind, Rvalue, SpecOp, Stmt,
    StmtKind, UnOp,
};

/// All procedures, in id order.
pub fn program(program: &Program) -> String {
    let mut text = String::new();
    for (id, proc) in program.procs.iter() {
        if !text.is_empty() {
            text.push('\n');
        }
        // Writing to a string cannot fail.
        let _ = write!(text, "{id} ");
        text.push_str(&procedure(program, proc));
    }
    text
}

/// One procedure.
pub fn procedure(program: &Program, proc: &Proc) -> String {
    let mut printer = Printer {
        program,
        proc,
        out: String::new(),
        depth: 0,
    };
    // Writing to a string cannot fail.
    let _ = printer.header();
    printer.out
}

/// The first line of a statement: without the blocks inside it.
pub fn head(program: &Program, proc: &Proc, stmt: &Stmt) -> String {
    let mut printer = Printer {
        program,
        proc,
        out: String::new(),
        depth: 0,
    };
    // Writing to a string cannot fail.
    let _ = printer.stmt(stmt);
    let first = printer.out.lines().next().unwrap_or("");
    first.trim_end_matches([' ', '{']).to_owned()
}

struct Printer<'a> {
    program: &'a Program,
    proc: &'a Proc,
    out: String,
    depth: usize,
}

impl Printer<'_> {
    fn types(&self) -> &Types {
        &self.program.types
    }

    fn header(&mut self) -> fmt::Result {
        let proc = self.proc;
        let params: Vec<String> = proc.params.iter().map(|id| self.declaration(*id)).collect();
        let keyword = if proc.is_spec { "spec fn" } else { "fn" };
        let params = params.join(", ");
        let ret = self.declaration(proc.ret);
        writeln!(self.out, "{keyword} {}({params}) -> {ret} {{", proc.name)?;
        self.depth = 1;
        for id in proc.locals.ids() {
            if id != proc.ret && !proc.params.contains(&id) {
                let declaration = self.declaration(id);
                self.line(format_args!("let {declaration}"))?;
            }
        }
        self.block(&proc.body)?;
        self.out.push_str("}\n");
        Ok(())
    }

    fn declaration(&self, id: LocalId) -> String {
        match self.proc.locals.get(id) {
            Some(local) => {
                let ty = self.types().name(local.ty);
                match &local.name {
                    Some(name) => format!("{id} {name}: {ty}"),
                    None => format!("{id}: {ty}"),
                }
            }
            None => format!("{id}: undeclared"),
        }
    }

    fn line(&mut self, text: impl Display) -> fmt::Result {
        for _ in 0..self.depth {
            self.out.push_str("    ");
        }
        writeln!(self.out, "{text}")
    }

    fn nested(&mut self, block: &Block) -> fmt::Result {
        self.depth += 1;
        self.block(block)?;
        self.depth -= 1;
        Ok(())
    }

    fn block(&mut self, block: &Block) -> fmt::Result {
        block.iter().try_for_each(|stmt| self.stmt(stmt))
    }

    fn stmt(&mut self, stmt: &Stmt) -> fmt::Result {
        match &stmt.kind {
            StmtKind::Assign { dst, value } => {
                let value = self.rvalue(value);
                self.line(format_args!("{} := {value}", place(dst)))
            }
            StmtKind::Allocate { dst, value } => self.line(format_args!(
                "{} := alloc {}",
                place(dst),
                self.operand(value)
            )),
            StmtKind::AllocateBuffer { dst, capacity } => self.line(format_args!(
                "{} := alloc buffer of {}",
                place(dst),
                self.operand(capacity)
            )),
            StmtKind::GrowBuffer { buffer, capacity } => self.line(format_args!(
                "grow {} to {}",
                place(buffer),
                self.operand(capacity)
            )),
            StmtKind::Unwind { body, cleanup } => {
                self.line("unwind {")?;
                self.nested(body)?;
                self.line("} cleanup {")?;
                self.nested(cleanup)?;
                self.line("}")
            }
            StmtKind::Choose {
                dst,
                function,
                whole,
            } => {
                let whole = if *whole { " of the whole type" } else { "" };
                match function {
                    Some(asked) => {
                        let (function, args) = (asked.function, self.operands(&asked.args));
                        let anew = if asked.remembers { ", anew" } else { "" };
                        let dst = place(dst);
                        self.line(format_args!("{dst} := {function}({args}){anew}{whole}"))
                    }
                    None => self.line(format_args!("{} := any{whole}", place(dst))),
                }
            }
            StmtKind::Free { pointer } => self.line(format_args!("free {}", self.operand(pointer))),
            StmtKind::If {
                cond,
                then,
                otherwise,
                branch,
            } => self.conditional(cond, then, otherwise, *branch),
            StmtKind::Loop { label, body } => {
                self.line(format_args!("{label}: loop {{"))?;
                self.nested(body)?;
                self.line("}")
            }
            StmtKind::Block { label, body } => {
                self.line(format_args!("{label}: {{"))?;
                self.nested(body)?;
                self.line("}")
            }
            StmtKind::Break(label) => self.line(format_args!("break {label}")),
            StmtKind::Continue(label) => self.line(format_args!("continue {label}")),
            StmtKind::Return => self.line("return"),
            StmtKind::Call { dst, proc, args } => {
                let name = match self.program.procs.get(*proc) {
                    Some(callee) => callee.name.as_str(),
                    None => "undeclared",
                };
                let args = self.operands(args);
                self.line(format_args!("{} := {proc} {name}({args})", place(dst)))
            }
            StmtKind::Panic(panic) => {
                self.line(format_args!("panic {:?} {:?}", panic.kind, panic.message))
            }
            StmtKind::Try {
                body,
                panicked,
                policy,
            } => {
                let policy = match policy {
                    PanicPolicy::Note => "note".to_owned(),
                    PanicPolicy::Oblige { allowed } => {
                        format!("allowed if {}", self.operand(allowed))
                    }
                };
                self.line(format_args!("{panicked} := try, panics {policy} {{"))?;
                self.nested(body)?;
                self.line("}")
            }
            StmtKind::Item { some } => self.line(format_args!("item if {}", self.operand(some))),
            StmtKind::Assume { cond, why } => self.line(format_args!(
                "assume {} ({:?})",
                self.operand(cond),
                why.kind
            )),
            StmtKind::Assert { cond, why } => self.line(format_args!(
                "assert {} ({:?})",
                self.operand(cond),
                why.kind
            )),
            StmtKind::Snapshot(id) => self.line(format_args!("snapshot {id}")),
            StmtKind::InSnapshot { at, body } => {
                self.line(format_args!("in {at} {{"))?;
                self.nested(body)?;
                self.line("}")
            }
            StmtKind::CheckFrame { since, allowed, .. } => {
                let allowed: Vec<String> = allowed
                    .iter()
                    .map(|item| match &item.each {
                        None => place(&item.place),
                        Some((node, set)) => {
                            format!("{} for {node} in {}", place(&item.place), self.operand(set))
                        }
                    })
                    .collect();
                self.line(format_args!(
                    "check frame since {since} but [{}]",
                    allowed.join(", ")
                ))
            }
            StmtKind::CheckLeaks {
                since, kept, gone, ..
            } => {
                let kept: Vec<String> = kept.iter().map(|it| self.operand(it)).collect();
                let gone = match gone {
                    Some(gone) => format!(" without {}", self.operand(gone)),
                    None => String::new(),
                };
                self.line(format_args!(
                    "check leaks since {since} but [{}]{gone}",
                    kept.join(", ")
                ))
            }
            StmtKind::Undefined(error) => self.line(format_args!("undefined {error:?}")),
            StmtKind::End(local) => self.line(format_args!("end {local}")),
            StmtKind::Forget { value } => self.line(format_args!("forget {}", self.operand(value))),
            StmtKind::Comprehend { dst, comprehension } => self.comprehension(*dst, comprehension),
            StmtKind::Reach { dst, reach } => self.reach(*dst, reach),
        }
    }

    fn conditional(
        &mut self,
        cond: &Operand,
        then: &Block,
        otherwise: &Block,
        branch: Branch,
    ) -> fmt::Result {
        let keyword = match branch {
            Branch::Condition => "if",
            Branch::Pattern => "if pattern",
            Branch::Hidden => "if hidden",
        };
        self.line(format_args!("{keyword} {} {{", self.operand(cond)))?;
        self.nested(then)?;
        if !otherwise.is_empty() {
            self.line("} else {")?;
            self.nested(otherwise)?;
        }
        self.line("}")
    }

    fn comprehension(&mut self, dst: LocalId, comprehension: &Comprehension) -> fmt::Result {
        let kind = match comprehension.kind {
            ComprehensionKind::ForAll => "forall",
            ComprehensionKind::Exists => "exists",
            ComprehensionKind::Count => "count",
            ComprehensionKind::MapToSet => "map to set",
            ComprehensionKind::MapToSeq => "map to seq",
            ComprehensionKind::FilterToSet => "filter to set",
            ComprehensionKind::FilterToSeq => "filter to seq",
        };
        let domain = match &comprehension.domain {
            Domain::All => "all".to_owned(),
            Domain::Range(low, high) => format!("{}..{}", self.operand(low), self.operand(high)),
            Domain::Members(of) => self.operand(of),
        };
        let bound = comprehension.bound;
        self.line(format_args!("{dst} := {kind} {bound} in {domain} {{"))?;
        self.nested(&comprehension.body)?;
        self.line(format_args!(
            "}} give {}",
            self.operand(&comprehension.value)
        ))
    }

    fn reach(&mut self, dst: LocalId, reach: &Reach) -> fmt::Result {
        let kind = match reach.kind {
            ReachKind::ZeroOrMore => "reach",
            ReachKind::OneOrMore => "reach1",
            ReachKind::Chain => "chain",
        };
        let start = self.operand(&reach.start);
        self.line(format_args!(
            "{dst} := {kind} from {start} by {}",
            reach.node
        ))?;
        for (block, next) in &reach.steps {
            self.line("{")?;
            self.nested(block)?;
            self.line(format_args!("}} give {}", self.operand(next)))?;
        }
        Ok(())
    }

    fn operand(&self, operand: &Operand) -> String {
        match operand {
            Operand::Read(from) => place(from),
            Operand::Const(Const::Unit) => "()".into(),
            Operand::Const(Const::Bool(value)) => value.to_string(),
            Operand::Const(Const::Bytes(bytes, _)) => format!("b\"{}\"", bytes.escape_ascii()),
            Operand::Const(Const::Null(ty)) => format!("null_{}", self.types().name(*ty)),
            Operand::Const(Const::Dangling(ty)) => format!("dangling_{}", self.types().name(*ty)),
            Operand::Const(Const::Int(value, ty)) => format!("{value}_{}", self.types().name(*ty)),
        }
    }

    fn operands(&self, operands: &[Operand]) -> String {
        let texts: Vec<String> = operands
            .iter()
            .map(|operand| self.operand(operand))
            .collect();
        texts.join(", ")
    }

    fn rvalue(&self, value: &Rvalue) -> String {
        match value {
            Rvalue::Use(operand) => self.operand(operand),
            Rvalue::AddressOf(of) => format!("&{}", place(of)),
            Rvalue::Len(of) => format!("len {}", place(of)),
            Rvalue::SliceFrom(data, len) => {
                format!("slice({}, {})", self.operand(data), self.operand(len))
            }
            Rvalue::FirstElement(of) => format!("first {}", self.operand(of)),
            Rvalue::NthObject(of) => format!("object {}", self.operand(of)),
            Rvalue::Capacity(of) => format!("capacity {}", self.operand(of)),
            Rvalue::Offset(pointer, by) => {
                format!("offset({}, {})", self.operand(pointer), self.operand(by))
            }
            Rvalue::Distance(to, from) => {
                format!("distance({}, {})", self.operand(to), self.operand(from))
            }
            Rvalue::HasCount(pointer, count) => {
                format!(
                    "count({}) == {}",
                    self.operand(pointer),
                    self.operand(count)
                )
            }
            Rvalue::PointerCast(pointer, ty) => {
                format!("{} as {}", self.operand(pointer), self.types().name(*ty))
            }
            Rvalue::IsInit(of) => format!("init {}", place(of)),
            Rvalue::Unary(UnOp::Not, operand) => format!("!{}", self.operand(operand)),
            Rvalue::Unary(UnOp::Neg, operand) => format!("-{}", self.operand(operand)),
            Rvalue::Binary(op, left, right) => {
                format!(
                    "{} {} {}",
                    self.operand(left),
                    symbol(*op),
                    self.operand(right)
                )
            }
            Rvalue::Overflows(op, left, right) => {
                let (left, right) = (self.operand(left), self.operand(right));
                format!("overflows({left} {} {right})", symbol(*op))
            }
            Rvalue::Cast(operand, ty) => {
                format!("{} as {}", self.operand(operand), self.types().name(*ty))
            }
            Rvalue::IsVariant(of, variant) => format!("{} is {variant}", place(of)),
            Rvalue::Discriminant(of) => format!("discriminant {}", place(of)),
            Rvalue::Panicking => "panicking".into(),
            Rvalue::ExistedAt(snapshot, pointer) => {
                format!("{} existed at {snapshot}", self.operand(pointer))
            }
            Rvalue::Apart(apart) => {
                let among: Vec<String> = apart.among.iter().map(place).collect();
                format!("apart [{}]", among.join(", "))
            }
            Rvalue::EqualAcross { at, then, now } => {
                format!("{} at {at} == {}", self.operand(then), self.operand(now))
            }
            Rvalue::Aggregate(ty, variant, fields) => self.aggregate(*ty, *variant, fields),
            Rvalue::Spec(op, operands) => {
                format!("{}({})", spec_name(*op), self.operands(operands))
            }
        }
    }

    fn aggregate(&self, ty: TyId, variant: VariantIdx, fields: &[Operand]) -> String {
        let name = match self.types().get(ty) {
            Ty::Adt(adt) => {
                let adt = self.types().adt(*adt);
                match adt.variants.get(variant) {
                    Some(chosen) if adt.is_enum => format!("{}::{}", adt.name, chosen.name),
                    _ => adt.name.clone(),
                }
            }
            Ty::Tuple(_) => String::new(),
            _ => self.types().name(ty),
        };
        format!("{name}({})", self.operands(fields))
    }
}

/// A place: `(*_1).f0`, with variants as `_1 as v1`.
fn place(place: &Place) -> String {
    let mut text = place.local.to_string();
    for step in &place.projection {
        text = match step {
            Projection::Deref => format!("(*{text})"),
            Projection::Field(field) => format!("{text}.{field}"),
            Projection::Variant(variant) => format!("({text} as {variant})"),
            Projection::Index(index) => format!("{text}[{index}]"),
        };
    }
    text
}

fn symbol(op: BinOp) -> &'static str {
    match op {
        BinOp::Add => "+",
        BinOp::Sub => "-",
        BinOp::Mul => "*",
        BinOp::Div => "/",
        BinOp::Rem => "%",
        BinOp::BitAnd => "&",
        BinOp::BitOr => "|",
        BinOp::BitXor => "^",
        BinOp::Shl => "<<",
        BinOp::Shr => ">>",
        BinOp::Eq => "==",
        BinOp::Ne => "!=",
        BinOp::Lt => "<",
        BinOp::Le => "<=",
        BinOp::Gt => ">",
        BinOp::Ge => ">=",
    }
}

fn spec_name(op: SpecOp) -> &'static str {
    match op {
        SpecOp::SetOf => "set",
        SpecOp::SetInsert => "set_insert",
        SpecOp::SetRemove => "set_remove",
        SpecOp::SetContains => "set_contains",
        SpecOp::SetUnion => "set_union",
        SpecOp::SetIntersection => "set_intersection",
        SpecOp::SetDifference => "set_difference",
        SpecOp::SetSubset => "set_subset",
        SpecOp::SetLen => "set_len",
        SpecOp::SeqOf => "seq",
        SpecOp::SeqLen => "seq_len",
        SpecOp::SeqIndex => "seq_index",
        SpecOp::SeqPush => "seq_push",
        SpecOp::SeqPushFront => "seq_push_front",
        SpecOp::SeqConcat => "seq_concat",
        SpecOp::SeqContains => "seq_contains",
        SpecOp::SeqToSet => "seq_to_set",
        SpecOp::SeqUpdate => "seq_update",
        SpecOp::SeqTake => "seq_take",
        SpecOp::SeqSkip => "seq_skip",
        SpecOp::SeqReverse => "seq_reverse",
        SpecOp::SeqPermutation => "seq_permutation",
    }
}
