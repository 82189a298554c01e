//! From the statements of a procedure to flat code, on a stack of its own: a chain of `else if`
//! may nest deeper than the host's stack. What an operand or a place becomes is `operands`' matter.

use super::code::{
    AskedCode, ComprehendCode, DomainCode, Extent, FrameCode, Instr, LeaksCode, OperandCode, Pc,
    ProcCode, ReachCode,
};
use super::layout::{Layouts, Scalar};
use super::outcome::PrepareError;
use super::written::written_locals;
use crate::ids::Table;
use crate::ir::types::Types;
use crate::ir::{
    Block, Comprehension, Domain, FrameItem, LabelId, LocalId, Operand, PanicPolicy, Place, Proc,
    ProcId, Program, Reach, Rvalue, Stmt, StmtKind,
};
use crate::span::Span;

/// Compiles one procedure.
///
/// Requires the layouts of the program's types. Ensures that each place, operand and jump of the
/// code lies within the frame and the code, and that sizes agree wherever values are copied.
pub(super) fn compile<'p>(
    program: &'p Program,
    layouts: &Layouts,
    id: ProcId,
) -> Result<ProcCode<'p>, PrepareError> {
    let proc = &program.procs[id];
    let mut frame_size = 0;
    let locals = proc.locals.values().map(|local| {
        let size = layouts.size(local.ty);
        let start = frame_size;
        frame_size += size;
        Extent { start, size }
    });
    let mut compiler = Compiler {
        program,
        types: &program.types,
        layouts,
        id,
        proc,
        locals: locals.collect(),
        span: proc.span,
        code: Vec::new(),
        spans: Vec::new(),
        tasks: vec![Task::Run(&proc.body)],
        labels: Vec::new(),
        regions: 0,
    };
    if proc.params.iter().any(|p| proc.locals.get(*p).is_none())
        || proc.locals.get(proc.ret).is_none()
    {
        return compiler.ill_formed("a parameter or result that is no local");
    }
    compiler.run()?;
    compiler.span = proc.span;
    compiler.emit(Instr::Return);
    Ok(ProcCode {
        source: proc,
        code: compiler.code,
        spans: compiler.spans,
        locals: compiler.locals,
        frame_size,
    })
}

/// What is left to do.
enum Task<'p> {
    /// Compile these statements.
    Run(&'p [Stmt]),
    /// After the `then` block of the branch at that position: compile the other one.
    Else(Pc, &'p [Stmt]),
    /// The jump or branch at that position leads here.
    Land(Pc),
    /// Jump back.
    JumpTo(Pc),
    /// The innermost label ends here.
    EndLabel,
    /// Close the innermost region; a `Try` is entered at that position.
    EndRegion(Option<Pc>),
    /// Close the innermost region, entered at that position, and compile the cleanup.
    EndUnwind(Pc, &'p [Stmt]),
    /// A cleanup ends here.
    EndCleanup,
    /// The comprehension at that position ends here.
    EndComprehension(Pc),
    /// A step of a walk ends here; its value is the neighbour.
    Neighbour(&'p Operand),
    /// The walk at that position ends here.
    EndReach(Pc),
    /// What follows stems from this source.
    At(Span),
}

/// A block or loop that is open.
struct Label {
    id: LabelId,
    /// Where a loop starts.
    start: Option<Pc>,
    /// How many regions are open outside.
    regions: u32,
    /// The jumps that leave it.
    breaks: Vec<Pc>,
}

pub(super) struct Compiler<'p, 'l> {
    pub(super) program: &'p Program,
    pub(super) types: &'p Types,
    pub(super) layouts: &'l Layouts,
    pub(super) id: ProcId,
    pub(super) proc: &'p Proc,
    pub(super) locals: Table<LocalId, Extent>,
    pub(super) span: Span,
    code: Vec<Instr<'p>>,
    spans: Vec<Span>,
    tasks: Vec<Task<'p>>,
    labels: Vec<Label>,
    regions: u32,
}

impl<'p> Compiler<'p, '_> {
    pub(super) fn ill_formed<T>(&self, what: &'static str) -> Result<T, PrepareError> {
        Err(PrepareError::IllFormed {
            what,
            proc: self.id,
            span: self.span,
        })
    }

    fn emit(&mut self, instr: Instr<'p>) -> Pc {
        let at = self.here();
        self.code.push(instr);
        self.spans.push(self.span);
        at
    }

    fn here(&self) -> Pc {
        u32::try_from(self.code.len()).expect("a procedure has fewer than 2^32 statements")
    }

    /// Makes the jump at `from` lead to the end of the code so far.
    fn land(&mut self, from: Pc) {
        let here = self.here();
        match &mut self.code[from as usize] {
            Instr::Jump(to)
            | Instr::Branch { otherwise: to, .. }
            | Instr::EnterTry { handler: to, .. }
            | Instr::EnterUnwind { handler: to } => *to = here,
            Instr::Comprehend(code) => code.exit = here,
            Instr::Reach(code) => code.exit = here,
            _ => {}
        }
    }

    fn run(&mut self) -> Result<(), PrepareError> {
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Run([]) => {}
                Task::Run([first, rest @ ..]) => {
                    self.tasks.push(Task::Run(rest));
                    self.span = first.span;
                    self.statement(first)?;
                }
                Task::Else(branch, []) => self.land(branch),
                Task::Else(branch, block) => {
                    let skip = self.emit(Instr::Jump(0));
                    self.land(branch);
                    self.tasks.push(Task::Land(skip));
                    self.tasks.push(Task::Run(block));
                }
                Task::Land(jump) => self.land(jump),
                Task::JumpTo(start) => {
                    self.emit(Instr::Jump(start));
                }
                Task::EndLabel => {
                    let label = self.labels.pop();
                    for jump in label.map(|label| label.breaks).unwrap_or_default() {
                        self.land(jump);
                    }
                }
                Task::EndRegion(try_) => {
                    self.emit(Instr::Leave(1));
                    self.regions -= 1;
                    if let Some(enter) = try_ {
                        self.land(enter);
                    }
                }
                Task::EndUnwind(enter, cleanup) => {
                    self.emit(Instr::Leave(1));
                    let skip = self.emit(Instr::Jump(0));
                    self.land(enter);
                    // The cleanup is a region too: the panic that waits for its end.
                    self.tasks.push(Task::Land(skip));
                    self.tasks.push(Task::EndCleanup);
                    self.tasks.push(Task::At(self.span));
                    self.tasks.push(Task::Run(cleanup));
                }
                Task::EndCleanup => {
                    self.emit(Instr::Resume);
                    self.regions -= 1;
                }
                Task::EndComprehension(start) => {
                    self.emit(Instr::NextMember);
                    self.regions -= 1;
                    self.land(start);
                }
                Task::Neighbour(operand) => {
                    let neighbour = self.option(operand)?;
                    self.emit(Instr::Neighbour(neighbour));
                }
                Task::EndReach(start) => {
                    self.emit(Instr::NextNode);
                    self.regions -= 1;
                    self.land(start);
                }
                Task::At(span) => self.span = span,
            }
        }
        Ok(())
    }

    fn statement(&mut self, stmt: &'p Stmt) -> Result<(), PrepareError> {
        match &stmt.kind {
            StmtKind::Assign { dst, value } => {
                let instr = self.assign(dst, value)?;
                self.emit(instr);
            }
            StmtKind::Allocate { dst, value } => {
                let dst = self.place(dst)?;
                let Some(Scalar::Pointer(ty)) = self.layouts.scalar(dst.ty) else {
                    return self.ill_formed("an allocation into something that is no pointer");
                };
                let value = self.operand_of_size(value, self.layouts.size(ty))?;
                self.emit(Instr::Allocate { dst, value, ty });
            }
            StmtKind::AllocateBuffer { dst, capacity } => {
                let dst = self.place(dst)?;
                let Some(Scalar::Buffer(ty)) = self.layouts.scalar(dst.ty) else {
                    return self.ill_formed("an allocation into something that is no buffer");
                };
                let capacity = self.integer(capacity)?;
                self.emit(Instr::AllocateBuffer { dst, capacity, ty });
            }
            StmtKind::GrowBuffer { buffer, capacity } => {
                let buffer = self.place(buffer)?;
                let Some(Scalar::Buffer(ty)) = self.layouts.scalar(buffer.ty) else {
                    return self.ill_formed("what grows is no buffer");
                };
                let capacity = self.integer(capacity)?;
                self.emit(Instr::GrowBuffer {
                    buffer,
                    capacity,
                    ty,
                });
            }
            StmtKind::Choose { dst, function, .. } => {
                let dst = self.place(dst)?;
                let function = match function {
                    None => None,
                    Some(asked) => {
                        let args = asked.args.iter().map(|arg| self.operand(arg));
                        Some(AskedCode {
                            function: asked.function,
                            args: args.collect::<Result<_, _>>()?,
                            remembers: asked.remembers,
                        })
                    }
                };
                self.emit(Instr::Choose { dst, function });
            }
            StmtKind::Unwind { body, cleanup } => {
                let at = self.emit(Instr::EnterUnwind { handler: 0 });
                self.open_region(body, Task::EndUnwind(at, cleanup));
            }
            StmtKind::Undefined(error) => {
                self.emit(Instr::Undefined(*error));
            }
            StmtKind::End(local) => {
                let extent = self.local(*local)?;
                self.emit(Instr::End {
                    local: *local,
                    start: extent.start,
                    size: extent.size,
                });
            }
            StmtKind::Free { pointer } => {
                let instr = self.free(pointer)?;
                self.emit(instr);
            }
            StmtKind::If {
                cond,
                then,
                otherwise,
                branch,
            } => {
                let cond = self.truth(cond)?;
                let at = self.emit(Instr::Branch {
                    cond,
                    otherwise: 0,
                    kind: *branch,
                });
                self.tasks.push(Task::Else(at, otherwise));
                self.tasks.push(Task::Run(then));
            }
            StmtKind::Loop { label, body } => {
                let start = self.here();
                self.open_label(*label, Some(start));
                self.tasks.push(Task::JumpTo(start));
                self.tasks.push(Task::At(self.span));
                self.tasks.push(Task::Run(body));
            }
            StmtKind::Block { label, body } => {
                self.open_label(*label, None);
                self.tasks.push(Task::Run(body));
            }
            StmtKind::Break(label) => {
                let at = self.find_label(*label)?;
                self.leave_to(at);
                let jump = self.emit(Instr::Jump(0));
                self.labels[at].breaks.push(jump);
            }
            StmtKind::Continue(label) => {
                let at = self.find_label(*label)?;
                let Some(start) = self.labels[at].start else {
                    return self.ill_formed("a block that is no loop is continued");
                };
                self.leave_to(at);
                self.emit(Instr::Jump(start));
            }
            StmtKind::Return => {
                self.emit(Instr::Return);
            }
            StmtKind::Call { dst, proc, args } => {
                let instr = self.call(dst, *proc, args)?;
                self.emit(instr);
            }
            StmtKind::Panic(panic) => {
                self.emit(Instr::Panic(panic));
            }
            StmtKind::Try {
                body,
                panicked,
                policy,
            } => {
                let obliged = match policy {
                    PanicPolicy::Note => None,
                    PanicPolicy::Oblige { allowed } => Some(self.truth(allowed)?),
                };
                let panicked = self.local(*panicked)?;
                let at = self.emit(Instr::EnterTry {
                    handler: 0,
                    panicked: panicked.start,
                    obliged,
                });
                self.open_region(body, Task::EndRegion(Some(at)));
            }
            // It says which inputs there are, and those are given here.
            StmtKind::Item { .. } => {}
            StmtKind::Assume { cond, why } => {
                let cond = self.truth(cond)?;
                self.emit(Instr::Assume { cond, why });
            }
            StmtKind::Assert { cond, why } => {
                let cond = self.truth(cond)?;
                self.emit(Instr::Assert { cond, why });
            }
            StmtKind::Snapshot(id) => {
                self.emit(Instr::Snapshot(*id));
            }
            StmtKind::InSnapshot { at, body } => {
                self.emit(Instr::EnterSnapshot(*at));
                self.open_region(body, Task::EndRegion(None));
            }
            StmtKind::CheckFrame {
                since,
                allowed,
                why,
            } => {
                let allowed = allowed.iter().map(|item| self.frame_item(item));
                let allowed = allowed.collect::<Result<_, _>>()?;
                self.emit(Instr::CheckFrame {
                    since: *since,
                    allowed,
                    why,
                });
            }
            StmtKind::CheckLeaks {
                since,
                given,
                boxed,
                kept,
                gone,
                why,
            } => {
                let given = given.iter().map(|place| self.place(place));
                let kept = kept.iter().map(|value| self.typed_operand(value));
                let gone = gone.as_ref().map(|value| self.operand(value));
                let code = LeaksCode {
                    since: *since,
                    given: given.collect::<Result<_, _>>()?,
                    boxed,
                    kept: kept.collect::<Result<_, _>>()?,
                    gone: gone.transpose()?,
                    why,
                };
                self.emit(Instr::CheckLeaks(Box::new(code)));
            }
            StmtKind::Forget { value } => {
                let (value, ty) = self.typed_operand(value)?;
                self.emit(Instr::Forget { value, ty });
            }
            StmtKind::Comprehend { dst, comprehension } => self.comprehend(*dst, comprehension)?,
            StmtKind::Reach { dst, reach } => self.reach(*dst, reach)?,
        }
        Ok(())
    }

    fn open_region(&mut self, body: &'p Block, end: Task<'p>) {
        self.regions += 1;
        self.tasks.push(end);
        self.tasks.push(Task::At(self.span));
        self.tasks.push(Task::Run(body));
    }

    fn open_label(&mut self, id: LabelId, start: Option<Pc>) {
        self.labels.push(Label {
            id,
            start,
            regions: self.regions,
            breaks: Vec::new(),
        });
        self.tasks.push(Task::EndLabel);
    }

    fn find_label(&self, id: LabelId) -> Result<usize, PrepareError> {
        match self.labels.iter().rposition(|label| label.id == id) {
            Some(at) => Ok(at),
            None => self.ill_formed("a label that is not open"),
        }
    }

    /// Closes the regions between here and the label.
    fn leave_to(&mut self, label: usize) {
        let open = self.regions - self.labels[label].regions;
        if open > 0 {
            self.emit(Instr::Leave(open));
        }
    }

    fn call(
        &self,
        dst: &'p Place,
        proc: ProcId,
        args: &'p [Operand],
    ) -> Result<Instr<'p>, PrepareError> {
        let Some(callee) = self.program.procs.get(proc) else {
            return self.ill_formed("a call of no procedure");
        };
        if callee.params.len() != args.len() {
            return self.ill_formed("a call with the wrong number of arguments");
        }
        let size_of = |local: LocalId| match callee.locals.get(local) {
            Some(local) => Ok(self.layouts.size(local.ty)),
            None => self.ill_formed("a callee's parameter or result that is no local"),
        };
        let dst = self.place(dst)?;
        let never = self.layouts.scalar(callee.locals[callee.ret].ty) == Some(Scalar::Never);
        if !never && dst.size != size_of(callee.ret)? {
            return self.ill_formed("a call into a place of another size");
        }
        let mut operands = Vec::with_capacity(args.len());
        for (arg, param) in args.iter().zip(&callee.params) {
            operands.push(self.operand_of_size(arg, size_of(*param)?)?);
        }
        let args = operands.into();
        Ok(Instr::Call { dst, proc, args })
    }

    fn comprehend(&mut self, dst: LocalId, source: &'p Comprehension) -> Result<(), PrepareError> {
        let domain = match &source.domain {
            Domain::All => DomainCode::All,
            Domain::Range(from, to) => DomainCode::Range(self.integer(from)?, self.integer(to)?),
            Domain::Members(of) => {
                let (of, element) = self.model(of)?;
                if self.layouts.size(element) != self.local(source.bound)?.size {
                    return self.ill_formed("a variable that does not fit the domain's elements");
                }
                DomainCode::Members(of)
            }
        };
        let bound = self.local(source.bound)?;
        let mut scratch = Vec::new();
        for local in written_locals(self.proc, source) {
            scratch.push(self.local(local)?);
        }
        let code = ComprehendCode {
            kind: source.kind,
            domain,
            bound,
            bound_local: source.bound,
            bound_ty: self.proc.locals[source.bound].ty,
            value: self.operand(&source.value)?,
            dst: self.local(dst)?,
            scratch: scratch.into(),
            body: self.here() + 1,
            exit: 0,
        };
        self.check_comprehension(dst, &code)?;
        let at = self.emit(Instr::Comprehend(Box::new(code)));
        self.open_region(&source.body, Task::EndComprehension(at));
        Ok(())
    }

    fn reach(&mut self, dst: LocalId, source: &'p Reach) -> Result<(), PrepareError> {
        let code = ReachCode {
            kind: source.kind,
            start: self.option(&source.start)?,
            node: self.local(source.node)?,
            dst: self.local(dst)?,
            body: self.here() + 1,
            exit: 0,
        };
        if code.node.size != 1 || code.dst.size != 1 {
            return self.ill_formed("a walk over something that is no pointer");
        }
        let at = self.emit(Instr::Reach(Box::new(code)));
        self.regions += 1;
        self.tasks.push(Task::EndReach(at));
        self.tasks.push(Task::At(self.span));
        for (block, neighbour) in source.steps.iter().rev() {
            self.tasks.push(Task::Neighbour(neighbour));
            self.tasks.push(Task::At(self.span));
            self.tasks.push(Task::Run(block));
        }
        Ok(())
    }

    /// The assignment of an rvalue.
    fn assign(&self, dst: &'p Place, value: &'p Rvalue) -> Result<Instr<'p>, PrepareError> {
        let dst = self.place(dst)?;
        let wanted = dst.size;
        let instr = self.rvalue(dst, value)?;
        let made = match &instr {
            Instr::Use { value, .. } if self.never_comes(value) => wanted,
            Instr::Use { value, .. } => value.size(),
            Instr::Aggregate { .. } | Instr::Spec { .. } | Instr::PointerCast { .. } => wanted,
            _ => 1,
        };
        if made != wanted {
            return self.ill_formed("an assignment to a place of another size");
        }
        Ok(instr)
    }

    /// An operand that must take so many cells.
    fn operand_of_size(
        &self,
        operand: &'p Operand,
        size: u32,
    ) -> Result<OperandCode<'p>, PrepareError> {
        let code = self.operand(operand)?;
        if code.size() != size && !self.never_comes(&code) {
            return self.ill_formed("an operand of another size");
        }
        Ok(code)
    }

    fn frame_item(&self, item: &'p FrameItem) -> Result<FrameCode<'p>, PrepareError> {
        let each = match &item.each {
            Some((node, set)) => {
                let node = self.local(*node)?;
                Some((node, self.operand(set)?))
            }
            None => None,
        };
        Ok(match self.pointer_to_slice(&item.place)? {
            Some(place) => FrameCode {
                elements: self.layouts.wide(place.ty),
                place,
                each,
            },
            None => FrameCode {
                place: self.place(&item.place)?,
                elements: None,
                each,
            },
        })
    }

    fn free(&self, pointer: &'p Operand) -> Result<Instr<'p>, PrepareError> {
        let pointer = self.operand(pointer)?;
        let sized = match &pointer {
            OperandCode::Place(place) => {
                let buffer = matches!(self.layouts.scalar(place.ty), Some(Scalar::Buffer(_)));
                buffer || self.layouts.wide(place.ty).is_some()
            }
            OperandCode::Const(_) => false,
            OperandCode::Bytes(..) => true,
        };
        if !sized && pointer.size() != 1 {
            return self.ill_formed("a free of something that is no pointer");
        }
        let value = match &pointer {
            OperandCode::Place(place) => match self.layouts.scalar(place.ty) {
                Some(Scalar::Pointer(to)) => Some(self.layouts.size(to)),
                _ => None,
            },
            OperandCode::Const(_) | OperandCode::Bytes(..) => None,
        };
        Ok(Instr::Free {
            pointer,
            sized,
            value,
        })
    }

    /// The cells of a local.
    pub(super) fn local(&self, local: LocalId) -> Result<Extent, PrepareError> {
        match self.locals.get(local) {
            Some(extent) => Ok(*extent),
            None => self.ill_formed("a local that does not exist"),
        }
    }

    fn truth(&self, operand: &'p Operand) -> Result<OperandCode<'p>, PrepareError> {
        if self.operand_scalar(operand)? != Some(Scalar::Bool) {
            return self.ill_formed("a condition that is no truth value");
        }
        self.operand(operand)
    }

    fn integer(&self, operand: &'p Operand) -> Result<OperandCode<'p>, PrepareError> {
        let scalar = self.operand_scalar(operand)?;
        if !scalar.is_some_and(Scalar::is_integer) {
            return self.ill_formed("a range of something that is no integer");
        }
        self.operand(operand)
    }
}
