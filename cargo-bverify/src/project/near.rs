//! Names that the user may have meant.

/// Names of `candidates` like `name`, the likest first, at most three.
pub fn near<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let wanted = name.to_lowercase();
    let mut scored: Vec<(usize, &str)> = Vec::new();
    for candidate in candidates {
        // A path is as near as its nearest tail: `remvoe` is near `set::IntSet::remove`.
        let tails = std::iter::successors(Some(candidate), |tail| {
            tail.split_once("::").map(|(_, rest)| rest)
        });
        let distance = tails
            .map(|tail| strsim::damerau_levenshtein(&wanted, &tail.to_lowercase()))
            .min()
            .unwrap_or(usize::MAX);
        let allowed = (wanted.chars().count() / 3).max(1);
        if distance <= allowed && !scored.iter().any(|(_, seen)| *seen == candidate) {
            scored.push((distance, candidate));
        }
    }
    scored.sort();
    let best = scored.first().map_or(0, |(distance, _)| *distance);
    scored.retain(|(distance, _)| *distance <= best + 1);
    let names = scored.into_iter().take(3);
    names.map(|(_, name)| name.to_owned()).collect()
}

/// The end of a message that suggests them; empty if there are none.
pub fn suggestion(near: &[String]) -> String {
    let quoted: Vec<String> = near.iter().map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [one] => format!("; did you mean {one}?"),
        [all @ .., last] => format!("; did you mean {} or {last}?", all.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found_by_the_tail_of_a_path() {
        let names = ["IntSet::insert", "IntSet::remove", "IntSet::len"];
        assert_eq!(near("remvoe", names), ["IntSet::remove"]);
        assert_eq!(near("intset::lne", names), ["IntSet::len"]);
        assert!(near("zzz", names).is_empty());
    }

    #[test]
    fn suggestions_read_as_a_question() {
        assert_eq!(suggestion(&[]), "");
        let two = ["a".to_owned(), "b".to_owned()];
        assert_eq!(suggestion(&two[..1]), "; did you mean `a`?");
        assert_eq!(suggestion(&two), "; did you mean `a` or `b`?");
    }
}
