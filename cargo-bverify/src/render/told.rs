//! Which steps of a run are told: what the source does not write, what the next step says as well, and arms that
//! were passed by are left out; a call with nothing to show inside of it is one step, and so is, the next time, one
//! that only looks.

use lowering::span::{SourceMap, Span};

use crate::report::counterexample::{Event, EventKind};

/// A call that changes nothing and has more steps than this is looked into once.
const LONGEST_LOOK: usize = 3;

/// A step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told<'t> {
    /// By itself.
    Event(&'t Event),
    /// A call together with its end.
    Call {
        /// The call.
        call: &'t Event,
        /// Its end.
        end: &'t Event,
    },
}

impl<'t> Told<'t> {
    /// The event with which the step begins.
    pub(super) fn first(self) -> &'t Event {
        match self {
            Told::Event(event) | Told::Call { call: event, .. } => event,
        }
    }
}

/// The steps of a run that have something to tell.
pub(super) fn told<'t>(trace: &'t [Event], sources: &SourceMap) -> Vec<Told<'t>> {
    let line = |event: &Event| (event.span.file, sources.start(event.span).line);
    let user = trace.iter().filter(|event| sources.is_user(event.span));
    let mut events = user
        .filter(|event| !is_passed_by(event, sources))
        .peekable();
    let mut steps = Vec::new();
    while let Some(event) = events.next() {
        let same_line = |next: &&Event| line(next) == line(event);
        match &event.kind {
            EventKind::Called { .. } => {
                let ends = |next: &&Event| {
                    next.depth == event.depth + 1 && same_line(next) && is_end(&next.kind)
                };
                steps.push(match events.next_if(ends) {
                    Some(end) => Told::Call { call: event, end },
                    None => Told::Event(event),
                });
            }
            // That a pattern matches is told by what it binds.
            EventKind::Pattern { matched: true }
                if is_let(event.span, sources) || is_arm(event.span, sources) =>
            {
                let binds = |next: &&Event| {
                    let assigns = matches!(next.kind, EventKind::Assigned { .. });
                    assigns && next.depth == event.depth && same_line(next)
                };
                if !events.peek().is_some_and(binds) {
                    steps.push(Told::Event(event));
                }
            }
            _ => steps.push(Told::Event(event)),
        }
    }
    steps
}

/// The same with long calls that change nothing looked into once only, or, in a run of more than so many
/// steps, not at all.
pub(super) fn without_looks(steps: Vec<Told<'_>>, longest: usize) -> Vec<Told<'_>> {
    let once = fold_looks(steps, true);
    match once.len() > longest {
        true => fold_looks(once, false),
        false => once,
    }
}

fn fold_looks(steps: Vec<Told<'_>>, once: bool) -> Vec<Told<'_>> {
    let mut kept: Vec<Told<'_>> = Vec::new();
    let mut known: Vec<&str> = Vec::new();
    let mut at = 0;
    while let Some(step) = steps.get(at) {
        at += 1;
        let look = match step {
            Told::Event(event) => only_looks(event, &steps[at..]).map(|look| (*event, look)),
            Told::Call { .. } => None,
        };
        let Some((call, (function, inside, end))) = look else {
            kept.push(*step);
            continue;
        };
        if once && !known.contains(&function) {
            known.push(function);
            kept.push(*step);
            continue;
        }
        kept.push(Told::Call { call, end });
        at += inside + 1;
    }
    kept
}

/// Whether a call changes nothing that its caller could see and has many steps: its function, their number,
/// and its end.
fn only_looks<'t>(call: &'t Event, rest: &[Told<'t>]) -> Option<(&'t str, usize, &'t Event)> {
    let EventKind::Called { function, .. } = &call.kind else {
        return None;
    };
    for (inside, step) in rest.iter().enumerate() {
        let event = step.first();
        if event.depth <= call.depth {
            return None;
        }
        match &event.kind {
            EventKind::Returned(_) if event.depth == call.depth + 1 => {
                return (inside > LONGEST_LOOK).then_some((function, inside, event));
            }
            EventKind::Assigned { place, .. } if !is_variable(place) => return None,
            EventKind::Freed(_)
            | EventKind::ByContract(_)
            | EventKind::Panicked(_)
            | EventKind::Failed(_) => return None,
            _ => {}
        }
    }
    None
}

fn is_variable(place: &str) -> bool {
    place.chars().all(|c| c.is_alphanumeric() || c == '_')
}

fn is_end(kind: &EventKind) -> bool {
    matches!(kind, EventKind::Returned(_) | EventKind::Panicked(_))
}

/// Whether a pattern is none that a reader asks about: that of a `?`, which shows in what comes of it, or that of an
/// arm which is not the one that is taken.
fn is_passed_by(event: &Event, sources: &SourceMap) -> bool {
    let EventKind::Pattern { matched } = event.kind else {
        return false;
    };
    let text = sources.text(event.span);
    text.ends_with('?') || (!matched && is_arm(event.span, sources))
}

/// Whether a pattern is that of an arm of a `match`.
fn is_arm(span: Span, sources: &SourceMap) -> bool {
    let end = sources.end(span);
    let line = sources.line(span.file, end.line);
    let behind: String = line.chars().skip(end.column.saturating_sub(1)).collect();
    let behind = behind.trim_start();
    behind.starts_with("=>") || behind.starts_with("if ")
}

fn is_let(span: Span, sources: &SourceMap) -> bool {
    sources.text(span).starts_with("let ")
}
