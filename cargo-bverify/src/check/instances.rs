//! The verdicts on the instances of a function with const generic parameters, as one: a violation of any
//! is one of the function, it is verified if all are, and those that have no input say nothing.

use lowering::lower::Filled;

use super::Findings;
use crate::report::{Completeness, ObligationReport, Outcome, Undecided, Vacuity, Verdict};

/// Checks the instances in their order, up to one that decides for all.
pub(super) fn check_all(
    instances: &[Filled],
    findings: &mut Findings,
    mut check: impl FnMut(&Filled, &mut Findings) -> Outcome,
) -> Outcome {
    let mut merged: Option<Outcome> = None;
    let mut obligations: Vec<ObligationReport> = Vec::new();
    for filled in instances {
        findings.emitted.clear();
        let outcome = check(filled, findings);
        obligations = match is_final(&outcome) {
            true => std::mem::take(&mut findings.obligations),
            false => together(obligations, std::mem::take(&mut findings.obligations)),
        };
        let last = is_final(&outcome);
        merged = Some(match merged {
            Some(before) if !last => merge(before, outcome),
            _ => outcome,
        });
        if last {
            break;
        }
    }
    findings.obligations = obligations;
    merged.unwrap_or(Outcome::Judged(Verdict::Vacuous(Vacuity::Everywhere)))
}

/// Whether no other instance can change the answer.
fn is_final(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Mistake(_) | Outcome::Internal(_) => true,
        Outcome::Judged(Verdict::Violated(_)) => true,
        Outcome::Judged(Verdict::Undecided(why)) => {
            matches!(why, Undecided::Time(_) | Undecided::Interrupted)
        }
        Outcome::Judged(_) => false,
    }
}

/// The answer for both; the one that says less wins, but an instance without input says nothing.
fn merge(before: Outcome, next: Outcome) -> Outcome {
    match (before, next) {
        (Outcome::Judged(Verdict::Verified(before)), Outcome::Judged(Verdict::Verified(next))) => {
            Outcome::Judged(Verdict::Verified(shorter(before, next)))
        }
        (before, next) if rank(&next) > rank(&before) => next,
        (before, _) => before,
    }
}

fn rank(outcome: &Outcome) -> u32 {
    match outcome {
        Outcome::Judged(Verdict::Vacuous(Vacuity::Entry(_) | Vacuity::Everywhere)) => 0,
        Outcome::Judged(Verdict::Verified(_)) => 1,
        Outcome::Judged(Verdict::Vacuous(Vacuity::Assumed(_))) => 2,
        Outcome::Judged(Verdict::Undecided(_)) => 3,
        Outcome::Judged(Verdict::Unsupported(_)) => 4,
        Outcome::Judged(Verdict::Violated(_)) => 5,
        Outcome::Mistake(_) | Outcome::Internal(_) => 6,
    }
}

fn shorter(before: Completeness, next: Completeness) -> Completeness {
    match (before, next) {
        (Completeness::Complete, next) => next,
        (before, Completeness::Complete) => before,
        (
            Completeness::UpToUnrolling {
                limit,
                mut cut,
                example,
            },
            Completeness::UpToUnrolling {
                limit: other,
                cut: more,
                example: next,
            },
        ) => {
            cut.extend(more);
            cut.sort_unstable();
            cut.dedup();
            Completeness::UpToUnrolling {
                limit: limit.min(other),
                cut,
                example: example.or(next),
            }
        }
    }
}

/// What was to be shown of either, with the worse of the two verdicts.
fn together(
    mut before: Vec<ObligationReport>,
    next: Vec<ObligationReport>,
) -> Vec<ObligationReport> {
    for report in next {
        let mut known = before.iter_mut();
        match known.find(|it| it.kind == report.kind && it.span == report.span) {
            Some(known) => known.verdict = known.verdict.max(report.verdict),
            None => before.push(report),
        }
    }
    before.sort_by_key(|report| report.span);
    before
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(outcomes: &[Outcome]) -> &'static str {
        let instances = vec![Filled::default(); outcomes.len()];
        let mut next = outcomes.iter();
        let merged = check_all(&instances, &mut Findings::default(), |_, _| {
            next.next().expect("an outcome for each").clone()
        });
        match merged {
            Outcome::Judged(verdict) => verdict.name(),
            Outcome::Mistake(_) => "mistake",
            Outcome::Internal(_) => "internal",
        }
    }

    #[test]
    fn an_instance_without_input_does_not_count_unless_all_are() {
        let verified = Outcome::Judged(Verdict::Verified(Completeness::Complete));
        let vacuous = Outcome::Judged(Verdict::Vacuous(Vacuity::Entry(Vec::new())));
        assert_eq!(verdict(&[vacuous.clone(), verified.clone()]), "verified");
        assert_eq!(verdict(&[verified, vacuous.clone()]), "verified");
        assert_eq!(verdict(&[vacuous.clone(), vacuous]), "vacuous");
    }

    #[test]
    fn what_is_not_known_of_one_is_not_known_of_all() {
        let verified = Outcome::Judged(Verdict::Verified(Completeness::Complete));
        let open = Outcome::Judged(Verdict::Undecided(Undecided::Memory));
        let violated = Outcome::Judged(Verdict::Violated(Vec::new()));
        assert_eq!(verdict(&[open.clone(), verified.clone()]), "undecided");
        assert_eq!(verdict(&[verified, open.clone()]), "undecided");
        assert_eq!(verdict(&[open, violated]), "violated");
    }
}
