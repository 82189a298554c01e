//! Which features of a package are on: cargo's rules for one package, without its dependencies.

use std::collections::{BTreeMap, BTreeSet};

/// What the command line says about features.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FeatureChoice {
    /// `--features`, taken apart; each may be `package/feature`.
    pub names: Vec<String>,
    /// `--all-features`.
    pub all: bool,
    /// `--no-default-features`.
    pub no_default: bool,
}

impl FeatureChoice {
    /// The name that is asked of the package, if the entry is about it.
    pub fn of_package<'a>(entry: &'a str, package: &str) -> Option<&'a str> {
        match entry.split_once('/') {
            Some((owner, feature)) => (owner == package).then_some(feature),
            None => Some(entry),
        }
    }

    /// The features of a package that are on, given what each of its features turns on.
    pub fn resolve(&self, package: &str, table: &BTreeMap<String, Vec<String>>) -> Vec<String> {
        if self.all {
            return table.keys().cloned().collect();
        }
        let mut on = BTreeSet::new();
        let asked = self.names.iter();
        let mut work: Vec<&str> = asked
            .filter_map(|entry| Self::of_package(entry, package))
            .collect();
        if !self.no_default {
            work.push("default");
        }
        while let Some(name) = work.pop() {
            let Some(implied) = table.get(name) else {
                continue;
            };
            if on.insert(name.to_owned()) {
                work.extend(implied.iter().filter_map(|entry| own_feature(entry)));
            }
        }
        on.into_iter().collect()
    }
}

/// The feature of the same package that an entry of the manifest turns on, if any.
fn own_feature(entry: &str) -> Option<&str> {
    if entry.starts_with("dep:") {
        return None;
    }
    match entry.split_once('/') {
        // `dependency?/feature` turns on nothing here; `dependency/feature` the optional dependency.
        Some((dependency, _)) if dependency.ends_with('?') => None,
        Some((dependency, _)) => Some(dependency),
        None => Some(entry),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> BTreeMap<String, Vec<String>> {
        [
            ("default", &["std"][..]),
            ("std", &["alloc", "dep:libc", "serde?/std"]),
            ("alloc", &[]),
            ("serde", &["dep:serde"]),
            ("json", &["serde/derive"]),
        ]
        .into_iter()
        .map(|(name, implied)| (name.into(), implied.iter().map(|s| (*s).into()).collect()))
        .collect()
    }

    #[test]
    fn features_turn_on_what_they_imply() {
        let on = |choice: FeatureChoice| choice.resolve("me", &table()).join(" ");
        assert_eq!(on(FeatureChoice::default()), "alloc default std");
        let none = FeatureChoice {
            no_default: true,
            ..FeatureChoice::default()
        };
        assert_eq!(on(none.clone()), "");
        let json = FeatureChoice {
            names: vec!["me/json".into(), "you/std".into()],
            ..none
        };
        assert_eq!(on(json), "json serde");
        let all = FeatureChoice {
            all: true,
            ..FeatureChoice::default()
        };
        assert_eq!(on(all), "alloc default json serde std");
    }
}
