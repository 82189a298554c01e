//! [`Walk`]: every combination of values that some variables have in models, one after the other.
//!
//! A solver that is asked again and again, each time with one more clause that excludes the last model,
//! slows down with every model. This one goes on from the model it has: variables of the projection are
//! decided first, and a decision whose models are all known is turned around for good
//! (Gebser, Kaufmann, Neumann, Schaub 2007). So memory does not grow with the number of models, and
//! neither does the time for the next one. It learns from conflicts, but a search that is hard is left
//! to the solvers proper.

mod order;

use super::{Answer, Limits, Watch};
use order::Order;
use rustsat::types::Lit;

/// The clock is read once in this many conflicts.
const PERIOD: u64 = 64;
/// So many learnt clauses are kept at first.
const LEARNT: usize = 1000;

/// A literal: twice the variable, plus one if it is negative.
type Code = u32;

const TRUE: i8 = 1;
const FALSE: i8 = -1;
const OPEN: i8 = 0;

/// Why a variable has its value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reason {
    Decision,
    /// It has it in every model.
    Always,
    /// This clause, whose first literal it is.
    Clause(u32),
}

struct Clause {
    /// None of a clause that was forgotten.
    literals: Vec<Code>,
    /// How many levels a learnt clause connects.
    levels: usize,
}

#[derive(Clone, Copy)]
struct Watcher {
    clause: u32,
    /// Another literal of it; while that is true the clause need not be looked at.
    blocker: Code,
}

struct Level {
    /// The length of the trail before it.
    start: usize,
    /// Before this variable none was open.
    place: u32,
    decision: Code,
    /// Whether all models with the opposite decision are known, the levels before being as they are.
    turned: bool,
}

pub(crate) struct Walk {
    clauses: Vec<Clause>,
    learnt: Vec<u32>,
    learnt_limit: usize,
    /// By literal: the clauses to look at when it becomes false.
    watchers: Vec<Vec<Watcher>>,
    values: Vec<i8>,
    level_of: Vec<usize>,
    reasons: Vec<Reason>,
    /// The value that is tried first.
    phases: Vec<bool>,
    seen: Vec<bool>,
    trail: Vec<Code>,
    propagated: usize,
    levels: Vec<Level>,
    /// The open variables of the projection, and some more.
    order: Order,
    /// No variable before this one is open, once those of the projection are not.
    place: u32,
    /// Learnt clauses of one literal.
    units: Vec<Code>,
    at_model: bool,
    over: bool,
    conflicts: u64,
}

fn code(literal: Lit) -> Code {
    2 * literal.vidx32() + u32::from(literal.is_neg())
}

fn variable(literal: Code) -> usize {
    (literal >> 1) as usize
}

impl Walk {
    /// A walk over the models of `clauses` by the values of `projection`, which are tried as given first.
    pub fn new<'a>(
        variables: u32,
        clauses: impl Iterator<Item = &'a [Lit]>,
        projection: &[Lit],
    ) -> Self {
        let count = variables as usize;
        let projected: Vec<u32> = projection.iter().map(|literal| literal.vidx32()).collect();
        let mut walk = Self {
            clauses: Vec::new(),
            learnt: Vec::new(),
            learnt_limit: LEARNT,
            watchers: (0..2 * count).map(|_| Vec::new()).collect(),
            values: vec![OPEN; 2 * count],
            level_of: vec![0; count],
            reasons: vec![Reason::Always; count],
            phases: vec![false; count],
            seen: vec![false; count],
            trail: Vec::with_capacity(count),
            propagated: 0,
            levels: Vec::new(),
            order: Order::new(variables, &projected),
            place: 0,
            units: Vec::new(),
            at_model: false,
            over: false,
            conflicts: 0,
        };
        for clause in clauses {
            // A variable that nobody decides about is as clauses would have it.
            for literal in clause {
                walk.phases[literal.vidx()] |= literal.is_pos();
            }
            walk.add(clause);
        }
        for literal in projection {
            walk.phases[literal.vidx()] = literal.is_pos();
        }
        walk
    }

    /// Conflicts so far.
    pub fn conflicts(&self) -> u64 {
        self.conflicts
    }

    /// The value of a literal in the model.
    pub fn value(&self, literal: Lit) -> bool {
        self.values[code(literal) as usize] == TRUE
    }

    /// Clauses that exclude the models so far, by their projections, and nothing else.
    pub fn excluded(&self) -> Vec<Vec<Lit>> {
        if self.over {
            return vec![Vec::new()];
        }
        let literal = |code: Code| Lit::new(code >> 1, code & 1 == 1);
        let mut clauses = Vec::new();
        // The decisions so far; a turned one need not be said, since the other side is excluded too.
        let mut before: Vec<Lit> = Vec::new();
        for level in self.levels.iter().filter(|level| self.is_projected(level)) {
            if level.turned {
                clauses.push([&before[..], &[literal(level.decision)]].concat());
            } else {
                before.push(!literal(level.decision));
            }
        }
        if self.at_model {
            clauses.push(before);
        }
        clauses
    }

    /// The next model, if one is found within `limits` and `patience` conflicts.
    pub fn next_model(&mut self, limits: &Limits, patience: u64) -> Answer {
        let watch = Watch::new(limits);
        if watch.is_late() {
            return Answer::Interrupted;
        }
        let patience = limits.conflicts.map_or(patience, |most| most.min(patience));
        let last = self.conflicts.saturating_add(patience);
        if std::mem::take(&mut self.at_model) {
            let known = self
                .levels
                .partition_point(|level| self.is_projected(level));
            self.exhausted(known);
        }
        while !self.over {
            match self.propagate() {
                Some(conflict) => {
                    self.conflicts += 1;
                    self.resolve(conflict);
                    self.forget();
                    let late = self.conflicts.is_multiple_of(PERIOD) && watch.is_over();
                    if late || self.conflicts >= last {
                        return Answer::Interrupted;
                    }
                }
                None if self.decide() => {}
                None => {
                    self.at_model = true;
                    return Answer::Sat;
                }
            }
        }
        Answer::Unsat
    }

    fn is_projected(&self, level: &Level) -> bool {
        self.order.is_projected(variable(level.decision))
    }

    /// The deepest level that is turned.
    fn turned(&self) -> usize {
        let turned = self.levels.iter().rposition(|level| level.turned);
        turned.map_or(0, |index| index + 1)
    }

    fn add(&mut self, clause: &[Lit]) {
        let mut literals: Vec<Code> = clause.iter().map(|&literal| code(literal)).collect();
        literals.sort_unstable();
        literals.dedup();
        if literals.windows(2).any(|pair| pair[0] ^ 1 == pair[1]) {
            return;
        }
        match literals[..] {
            [] => self.over = true,
            [unit] => match self.values[unit as usize] {
                OPEN => self.assign(unit, Reason::Always),
                FALSE => self.over = true,
                _ => {}
            },
            _ => {
                self.attach(literals, 0);
            }
        }
    }

    fn attach(&mut self, literals: Vec<Code>, levels: usize) -> u32 {
        let clause = u32::try_from(self.clauses.len()).expect("fewer than 2^32 clauses");
        let (first, second) = (literals[0], literals[1]);
        for (literal, blocker) in [(first, second), (second, first)] {
            self.watchers[literal as usize].push(Watcher { clause, blocker });
        }
        self.clauses.push(Clause { literals, levels });
        clause
    }

    fn assign(&mut self, literal: Code, reason: Reason) {
        self.values[literal as usize] = TRUE;
        self.values[(literal ^ 1) as usize] = FALSE;
        self.level_of[variable(literal)] = self.levels.len();
        self.reasons[variable(literal)] = reason;
        self.trail.push(literal);
    }

    /// Decides the next open variable; says whether there was one.
    fn decide(&mut self) -> bool {
        let is_open = |variable: u32| self.values[2 * variable as usize] == OPEN;
        let mut found = None;
        while let Some(variable) = self.order.pop() {
            if is_open(variable) {
                found = Some(variable);
                break;
            }
        }
        if found.is_none() {
            let all = u32::try_from(self.phases.len()).expect("counted as that");
            self.place = (self.place..all)
                .find(|&other| is_open(other))
                .unwrap_or(all);
            found = (self.place < all).then_some(self.place);
        }
        let Some(variable) = found else {
            return false;
        };
        let decision = 2 * variable + u32::from(!self.phases[variable as usize]);
        self.push_level(decision, false);
        self.assign(decision, Reason::Decision);
        true
    }

    fn push_level(&mut self, decision: Code, turned: bool) {
        let (start, place) = (self.trail.len(), self.place);
        self.levels.push(Level {
            start,
            place,
            decision,
            turned,
        });
    }

    /// Goes back to where there were `levels` levels.
    fn undo(&mut self, levels: usize) {
        let Some(first) = self.levels.get(levels) else {
            return;
        };
        (self.place, self.propagated) = (first.place, first.start);
        for index in (first.start..self.trail.len()).rev() {
            let literal = self.trail[index];
            self.values[literal as usize] = OPEN;
            self.values[(literal ^ 1) as usize] = OPEN;
            // The projection is tried in the same way each time.
            if !self.order.is_projected(variable(literal)) {
                self.phases[variable(literal)] = literal & 1 == 0;
            }
            self.order.insert(literal >> 1);
        }
        self.trail.truncate(first.start);
        self.levels.truncate(levels);
        for index in 0..self.units.len() {
            let unit = self.units[index];
            if self.values[unit as usize] == OPEN {
                self.assign(unit, Reason::Always);
            }
        }
    }

    /// There is no further model with the first `levels` levels as they are: turns the last one that
    /// can be.
    fn exhausted(&mut self, mut levels: usize) {
        loop {
            let open = self.levels[..levels]
                .iter()
                .rposition(|level| !level.turned);
            let Some(index) = open else {
                self.over = true;
                return;
            };
            let turned = self.levels[index].decision ^ 1;
            self.undo(index);
            match self.values[turned as usize] {
                FALSE => levels = index,
                value => {
                    self.push_level(turned, true);
                    if value == OPEN {
                        self.assign(turned, Reason::Decision);
                    }
                    return;
                }
            }
        }
    }

    /// Draws all conclusions; a clause that has become false.
    fn propagate(&mut self) -> Option<u32> {
        while let Some(&literal) = self.trail.get(self.propagated) {
            self.propagated += 1;
            let falsified = literal ^ 1;
            let mut watchers = std::mem::take(&mut self.watchers[falsified as usize]);
            let (mut kept, mut next) = (0, 0);
            let mut conflict = None;
            while next < watchers.len() {
                let watcher = watchers[next];
                next += 1;
                if self.values[watcher.blocker as usize] == TRUE {
                    watchers[kept] = watcher;
                    kept += 1;
                    continue;
                }
                let literals = &mut self.clauses[watcher.clause as usize].literals;
                if literals[0] == falsified {
                    literals.swap(0, 1);
                }
                let first = literals[0];
                let watcher = Watcher {
                    blocker: first,
                    ..watcher
                };
                let values = &self.values;
                let other = match values[first as usize] {
                    TRUE => None,
                    _ => literals[2..]
                        .iter()
                        .position(|&other| values[other as usize] != FALSE),
                };
                if let Some(other) = other {
                    literals.swap(1, other + 2);
                    self.watchers[literals[1] as usize].push(watcher);
                    continue;
                }
                watchers[kept] = watcher;
                kept += 1;
                match values[first as usize] {
                    TRUE => {}
                    OPEN => self.assign(first, Reason::Clause(watcher.clause)),
                    _ => {
                        conflict = Some(watcher.clause);
                        break;
                    }
                }
            }
            watchers.copy_within(next.., kept);
            watchers.truncate(kept + watchers.len() - next);
            self.watchers[falsified as usize] = watchers;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Learns from a clause that has become false, and goes back.
    fn resolve(&mut self, conflict: u32) {
        let mut top = 0;
        for &literal in &self.clauses[conflict as usize].literals {
            if self.reasons[variable(literal)] != Reason::Always {
                top = top.max(self.level_of[variable(literal)]);
            }
        }
        let turned = self.turned();
        if top == 0 || top < turned {
            self.exhausted(top);
            return;
        }
        self.undo(top);
        let (literals, back) = self.analyse(conflict, top);
        // What was turned stays so: other models than those that are known lie behind it.
        if top == turned {
            self.learn(literals);
            self.exhausted(top);
        } else {
            let first = literals[0];
            self.undo(back.max(turned));
            let reason = self.learn(literals);
            if self.values[first as usize] == OPEN {
                self.assign(first, reason);
            }
        }
    }

    fn learn(&mut self, literals: Vec<Code>) -> Reason {
        if let [unit] = literals[..] {
            self.units.push(unit);
            return Reason::Always;
        }
        let mut levels: Vec<usize> = literals
            .iter()
            .map(|&literal| self.level_of[variable(literal)])
            .collect();
        levels.sort_unstable();
        levels.dedup();
        let clause = self.attach(literals, levels.len());
        self.learnt.push(clause);
        Reason::Clause(clause)
    }

    /// A clause that follows and has one literal of the level `top`, its first; and the level of the
    /// second one, which is the deepest of the others.
    fn analyse(&mut self, conflict: u32, top: usize) -> (Vec<Code>, usize) {
        let mut learnt: Vec<Code> = vec![0];
        let mut marked = Vec::new();
        let (mut open, mut index) = (0, self.trail.len());
        let mut clause = conflict;
        loop {
            let literals = &self.clauses[clause as usize].literals;
            for &literal in &literals[usize::from(clause != conflict)..] {
                let place = variable(literal);
                let (level, reason) = (self.level_of[place], self.reasons[place]);
                if self.seen[place] || level == 0 || reason == Reason::Always {
                    continue;
                }
                self.seen[place] = true;
                marked.push(place);
                self.order.bump(place);
                if level == top {
                    open += 1;
                } else {
                    learnt.push(literal);
                }
            }
            let literal = loop {
                index -= 1;
                if self.seen[variable(self.trail[index])]
                    && self.level_of[variable(self.trail[index])] == top
                {
                    break self.trail[index];
                }
            };
            open -= 1;
            match self.reasons[variable(literal)] {
                Reason::Clause(reason) if open > 0 => clause = reason,
                _ => {
                    learnt[0] = literal ^ 1;
                    break;
                }
            }
        }
        self.order.decay();
        // What follows from the rest of the clause need not be said.
        let follows = |&literal: &Code| match self.reasons[variable(literal)] {
            Reason::Clause(reason) => {
                let literals = &self.clauses[reason as usize].literals;
                literals[1..].iter().all(|&other| {
                    let place = variable(other);
                    self.seen[place]
                        || self.level_of[place] == 0
                        || self.reasons[place] == Reason::Always
                })
            }
            _ => false,
        };
        let mut rest: Vec<Code> = learnt[1..]
            .iter()
            .copied()
            .filter(|l| !follows(l))
            .collect();
        for place in marked {
            self.seen[place] = false;
        }
        rest.sort_by_key(|&literal| std::cmp::Reverse(self.level_of[variable(literal)]));
        let back = rest.first().map_or(0, |&l| self.level_of[variable(l)]);
        learnt.truncate(1);
        learnt.append(&mut rest);
        (learnt, back)
    }

    /// Forgets learnt clauses that connect many levels, once there are many.
    fn forget(&mut self) {
        if self.learnt.len() < self.learnt_limit {
            return;
        }
        self.learnt_limit += 50;
        let mut learnt = std::mem::take(&mut self.learnt);
        learnt.sort_by_key(|&clause| {
            let clause = &self.clauses[clause as usize];
            (clause.levels, clause.literals.len())
        });
        let half = learnt.len() / 2;
        for clause in learnt.split_off(half) {
            let literals = &self.clauses[clause as usize].literals;
            let first = literals[0];
            let needed = self.values[first as usize] == TRUE
                && self.reasons[variable(first)] == Reason::Clause(clause);
            if needed {
                learnt.push(clause);
            } else {
                self.clauses[clause as usize].literals = Vec::new();
            }
        }
        self.learnt = learnt;
        let clauses = &self.clauses;
        for watchers in &mut self.watchers {
            watchers.retain(|watcher| !clauses[watcher.clause as usize].literals.is_empty());
        }
    }
}

#[cfg(test)]
mod tests;
