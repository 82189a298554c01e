//! [`Session`]: asserted formulas, a solver that knows their clauses, and questions under assumptions.
//! Every model is evaluated by the judge before it is handed on.

mod known;
mod minimise;
mod models;
mod symmetry;
mod witness;

pub use minimise::{Measure, Minimum};

use crate::circuit::Bool;
use crate::cnf::Cnf;
use crate::error::{LogicError, SolveError};
use crate::eval::{Truth, evaluate};
use crate::ids::{Formula, Relation};
use crate::instance::Instance;
use crate::logic::Logic;
use crate::logic::node::{Node, Quantifier};
use crate::solver::{Answer, Backend, Failure, Limits, Lit, SatSolver};
use crate::symmetry::Guard;
use crate::translate::Translator;
use crate::tuples::TupleSet;
use rustc_hash::FxHashMap;
use std::io::Write;
use std::time::{Duration, Instant};

/// What became of a question.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// An instance that satisfies everything asserted and assumed.
    Sat(Instance),
    /// There is none; these assumptions are to blame (none of them: what was asserted is).
    Unsat(Vec<Formula>),
    /// A limit was reached.
    Interrupted,
}

/// The size of a problem and what it cost so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Tuples that the solver decides about.
    pub primary_variables: usize,
    /// Variables of the clauses.
    pub variables: usize,
    /// Clauses.
    pub clauses: usize,
    /// Gates of the circuit.
    pub gates: usize,
    /// Conflicts.
    pub conflicts: u64,
    /// From formulas to clauses.
    pub translate_time: Duration,
    /// In the solver.
    pub solve_time: Duration,
}

/// A sequence of questions about one logic.
pub struct Session {
    translator: Translator,
    cnf: Cnf,
    backend: Backend,
    seed: u64,
    solver: Option<Box<dyn SatSolver>>,
    /// How many clauses the solver has got.
    sent: usize,
    asserted: Vec<Formula>,
    /// What was asserted one by one, as gates.
    asserted_gates: Vec<Bool>,
    /// Instances that were found for yes or no, the last one first.
    known: Vec<known::Known>,
    /// Why what was asserted is not all known.
    failed: Option<LogicError>,
    limits: Limits,
    /// Once symmetries are broken, what must not tell atoms apart.
    symmetry: Option<Guard>,
    /// Whether single instances have been excluded.
    excluded: bool,
    /// What asserted formulas became.
    witnessed: FxHashMap<Formula, Vec<Formula>>,
    translate_time: Duration,
    solve_time: Duration,
    /// Of solvers that were thrown away.
    past_conflicts: u64,
}

impl Session {
    /// A session on what `translator` has translated so far.
    #[must_use]
    pub fn new(translator: Translator) -> Self {
        Self::with_backend(translator, Backend::default())
    }

    /// A session with a particular solver.
    #[must_use]
    pub fn with_backend(translator: Translator, backend: Backend) -> Self {
        Self {
            translator,
            cnf: Cnf::default(),
            backend,
            seed: 0,
            solver: None,
            sent: 0,
            asserted: Vec::new(),
            asserted_gates: Vec::new(),
            known: Vec::new(),
            failed: None,
            limits: Limits::default(),
            symmetry: None,
            excluded: false,
            witnessed: FxHashMap::default(),
            translate_time: Duration::ZERO,
            solve_time: Duration::ZERO,
            past_conflicts: 0,
        }
    }

    /// Bounds each question from now on.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Lets the solver try other values first, from now on; the same seed gives the same run. Answers
    /// do not depend on it, models may.
    pub fn set_seed(&mut self, seed: u64) {
        if self.seed != seed {
            self.seed = seed;
            self.discard_solver();
        }
    }

    /// The translator, for more terms.
    pub fn translator(&mut self) -> &mut Translator {
        &mut self.translator
    }

    /// Requires `formula` from now on.
    pub fn assert(&mut self, logic: &Logic, formula: Formula) -> Result<(), SolveError> {
        self.ready(logic)?;
        self.respect_symmetry(logic, formula.0)?;
        let start = Instant::now();
        // All of it or nothing: translation may run out of its budget.
        let mut gates = Vec::new();
        for part in self.with_witnesses(logic, formula)? {
            gates.push(self.translator.formula(logic, part)?);
        }
        for gate in gates {
            self.cnf.require(self.translator.circuit(), gate);
            self.asserted_gates.push(gate);
        }
        self.asserted.push(formula);
        self.translate_time += start.elapsed();
        Ok(())
    }

    /// Requires all of `formulas` from now on. What one of them says of single tuples is used to make the
    /// others smaller: tuples that are certain, impossible, or there together, and rows with one value.
    /// So this is better than one [`Session::assert`] after the other, before anything else is asked. After
    /// an error some of them are required and others are not: every further use gives that error again.
    pub fn assert_all(&mut self, logic: &Logic, formulas: &[Formula]) -> Result<(), SolveError> {
        self.ready(logic)?;
        self.known.clear();
        let start = Instant::now();
        let mut parts = Vec::new();
        for &formula in formulas {
            self.respect_symmetry(logic, formula.0)?;
            parts.extend(self.with_witnesses(logic, formula)?);
        }
        parts.sort_by_cached_key(|&part| promise(logic, part));
        for part in parts {
            // What is known from the first parts is used in the others, so there is no way back.
            let required = self.translator.require(logic, part);
            let required = required.inspect_err(|error| self.failed = Some(error.clone()))?;
            let circuit = self.translator.circuit();
            for group in required.groups {
                self.cnf.require_group(circuit, group);
            }
            for gate in required.gates {
                self.cnf.require(circuit, gate);
            }
        }
        self.asserted.extend(formulas);
        self.translator.show_facts();
        self.translate_time += start.elapsed();
        Ok(())
    }

    /// Whether questions can be asked: the logic is well formed, and so is what was asserted.
    fn ready(&self, logic: &Logic) -> Result<(), SolveError> {
        logic.ready()?;
        match &self.failed {
            None => Ok(()),
            Some(error) => Err(error.clone().into()),
        }
    }

    /// Looks for an instance of everything asserted in which `assumptions` hold as well.
    pub fn solve(&mut self, logic: &Logic, assumptions: &[Formula]) -> Result<Outcome, SolveError> {
        self.ready(logic)?;
        let mut literals: Vec<(Lit, Formula)> = Vec::with_capacity(assumptions.len());
        for &formula in assumptions {
            match self.assumption(logic, formula)? {
                Err(true) => {}
                Err(false) => return Ok(Outcome::Unsat(vec![formula])),
                Ok(literal) => literals.push((literal, formula)),
            }
        }
        let plain: Vec<Lit> = literals.iter().map(|pair| pair.0).collect();
        match self.ask(&plain)? {
            Answer::Interrupted => Ok(Outcome::Interrupted),
            Answer::Unsat => {
                let core = self.failed(&plain)?;
                let blamed = literals.iter().filter(|pair| core.contains(&pair.0));
                Ok(Outcome::Unsat(blamed.map(|pair| pair.1).collect()))
            }
            Answer::Sat => {
                let instance = self.instance(logic)?;
                self.judge(logic, &instance, assumptions)?;
                Ok(Outcome::Sat(instance))
            }
        }
    }

    /// Translates formulas that will be assumed, ahead of the question.
    pub fn prepare(&mut self, logic: &Logic, assumptions: &[Formula]) -> Result<(), SolveError> {
        self.ready(logic)?;
        for &formula in assumptions {
            // The literal is found again when the formula is assumed.
            let _ = self.assumption(logic, formula)?;
        }
        Ok(())
    }

    /// The literal of an assumption, or its value if it is constant.
    fn assumption(
        &mut self,
        logic: &Logic,
        formula: Formula,
    ) -> Result<Result<Lit, bool>, SolveError> {
        self.respect_symmetry(logic, formula.0)?;
        let start = Instant::now();
        let gate = self.translator.formula(logic, formula)?;
        let literal = match gate.as_constant() {
            Some(value) => Err(value),
            None => Ok(self.cnf.literal(self.translator.circuit(), gate)),
        };
        self.translate_time += start.elapsed();
        Ok(literal)
    }

    /// The literal of a gate that is not constant.
    fn gate_literal(&mut self, gate: Bool) -> Lit {
        self.cnf.literal(self.translator.circuit(), gate)
    }

    /// Gives every open tuple of `relation` a variable of the clauses.
    fn mention(&mut self, relation: Relation) {
        for (_, gate) in self.translator.relation_gates(relation) {
            if gate.as_constant().is_none() {
                self.gate_literal(gate);
            }
        }
    }

    /// Brings the solver up to date and asks it.
    fn ask(&mut self, assumptions: &[Lit]) -> Result<Answer, SolveError> {
        let start = Instant::now();
        let (backend, seed) = (&self.backend, self.seed);
        let solver = self.solver.get_or_insert_with(|| {
            self.sent = 0;
            backend.build_seeded(seed)
        });
        let cnf = &self.cnf;
        let mut talk = || -> Result<Answer, Failure> {
            solver.reserve(cnf.variables())?;
            for index in self.sent..cnf.clauses.len() {
                solver.add_clause(cnf.clauses.get(index))?;
            }
            self.sent = cnf.clauses.len();
            solver.solve(assumptions, &self.limits)
        };
        let answer = talk().map_err(|failure| backend_error(backend, failure));
        self.solve_time += start.elapsed();
        if !matches!(answer, Ok(Answer::Sat | Answer::Unsat)) {
            self.discard_solver();
        }
        answer
    }

    /// The next question starts with a fresh solver.
    fn discard_solver(&mut self) {
        self.past_conflicts += self.solver.take().map_or(0, |solver| solver.conflicts());
    }

    /// The assumptions that the solver blames.
    fn failed(&mut self, assumptions: &[Lit]) -> Result<Vec<Lit>, SolveError> {
        if assumptions.is_empty() {
            return Ok(Vec::new());
        }
        let backend = &self.backend;
        match &mut self.solver {
            None => Ok(Vec::new()),
            Some(solver) => solver
                .core()
                .map_err(|failure| backend_error(backend, failure)),
        }
    }

    /// The value of a literal in the solver's model.
    fn literal_value(&self, literal: Lit) -> Result<bool, SolveError> {
        match &self.solver {
            None => Ok(false),
            Some(solver) => solver
                .value(literal)
                .map_err(|failure| backend_error(&self.backend, failure)),
        }
    }

    /// The value of a gate that is a constant or a literal of a primary variable, in a model that
    /// `value` tells.
    fn gate_value(
        &self,
        gate: Bool,
        value: impl Fn(Lit) -> Result<bool, SolveError>,
    ) -> Result<bool, SolveError> {
        if let Some(value) = gate.as_constant() {
            return Ok(value);
        }
        let circuit = self.translator.circuit();
        let Some(variable) = circuit.as_variable(gate) else {
            return Ok(false);
        };
        let value = match self.cnf.primary(variable) {
            Some(literal) => value(literal)?,
            None => known::is_default(circuit, variable),
        };
        Ok(value != gate.is_negated())
    }

    /// The instance of the solver's model.
    fn instance(&self, logic: &Logic) -> Result<Instance, SolveError> {
        self.instance_by(logic, |literal| self.literal_value(literal))
    }

    /// The instance of a model that `value` tells.
    fn instance_by(
        &self,
        logic: &Logic,
        value: impl Fn(Lit) -> Result<bool, SolveError>,
    ) -> Result<Instance, SolveError> {
        let mut instance = Instance::new();
        for (relation, matrix) in self.translator.relations() {
            let mut tuples = Vec::new();
            for &(tuple, gate) in &matrix.entries {
                if self.gate_value(gate, &value)? {
                    tuples.push(tuple);
                }
            }
            if let Some(data) = logic.relation_data(relation) {
                instance.set(
                    relation,
                    TupleSet::from_tuples(data.upper.columns().clone(), tuples),
                );
            }
        }
        instance.complete(logic);
        Ok(instance)
    }

    /// Believes an instance only if everything asserted and assumed evaluates to true on it.
    fn judge(
        &self,
        logic: &Logic,
        instance: &Instance,
        assumptions: &[Formula],
    ) -> Result<(), SolveError> {
        let wrong = |formula: String| {
            let solver = self
                .solver
                .as_ref()
                .map_or_else(String::new, |solver| solver.name());
            SolveError::WrongModel { solver, formula }
        };
        instance
            .check(logic)
            .map_err(|error| wrong(error.to_string()))?;
        let formulas: Vec<Formula> = self.asserted.iter().chain(assumptions).copied().collect();
        let truths = evaluate(logic, instance, &formulas)?;
        match formulas
            .iter()
            .zip(truths)
            .find(|(_, truth)| *truth != Truth::True)
        {
            None => Ok(()),
            Some((formula, _)) => Err(wrong(logic.describe(formula.0))),
        }
    }

    /// Size and cost so far.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        Statistics {
            primary_variables: self.cnf.primaries(),
            variables: self.cnf.variables() as usize,
            clauses: self.cnf.clauses.len(),
            gates: self.translator.circuit().len(),
            conflicts: self.past_conflicts
                + self.solver.as_ref().map_or(0, |solver| solver.conflicts()),
            translate_time: self.translate_time,
            solve_time: self.solve_time,
        }
    }

    /// The clauses in DIMACS format, with assumptions as unit clauses.
    pub fn write_dimacs(
        &mut self,
        logic: &Logic,
        assumptions: &[Formula],
        out: &mut dyn Write,
    ) -> Result<(), SolveError> {
        let mut units = Vec::new();
        for &formula in assumptions {
            match self.assumption(logic, formula)? {
                Err(true) => {}
                Err(false) => units.push(None),
                Ok(literal) => units.push(Some(literal)),
            }
        }
        let clauses = &self.cnf.clauses;
        writeln!(
            out,
            "p cnf {} {}",
            self.cnf.variables(),
            clauses.len() + units.len()
        )?;
        for index in 0..clauses.len() {
            for literal in clauses.get(index) {
                write!(out, "{} ", literal.to_ipasir())?;
            }
            writeln!(out, "0")?;
        }
        for unit in units {
            match unit {
                Some(literal) => writeln!(out, "{} 0", literal.to_ipasir())?,
                None => writeln!(out, "0")?,
            }
        }
        Ok(())
    }
}

/// In which order formulas are best required: first those that say what single tuples are, the ones
/// with the fewest instances before the others, then what rows have one value, then the rest.
fn promise(logic: &Logic, formula: Formula) -> (u8, usize) {
    let mut id = formula.0;
    let mut depth = 0;
    loop {
        let kind = match logic.node(id) {
            Node::Quantified {
                quantifier: Quantifier::All,
                body,
                ..
            } => {
                (id, depth) = (body, depth + 1);
                continue;
            }
            Node::Equal(..) | Node::Subset(..) => 0,
            Node::Not(inside) if matches!(logic.node(inside), Node::Multiplicity(..)) => 0,
            Node::Multiplicity(..) => 1,
            _ => 2,
        };
        // An equation of many variables is no statement on single tuples.
        return match kind {
            0 if depth > 3 => (2, depth),
            _ => (kind, depth),
        };
    }
}

fn backend_error(backend: &Backend, failure: Failure) -> SolveError {
    SolveError::Backend {
        solver: backend.name().into(),
        message: failure.0,
    }
}
