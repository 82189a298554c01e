//! Bindings of variables to tuples, interned, so that an open node under a binding has a small key.

use crate::ids::Variable;
use crate::tuple::Tuple;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A set of bindings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Env(u32);

type Bindings = Arc<[(Variable, Tuple)]>;

/// All sets of bindings met so far; each sorted by variable.
pub(super) struct Envs {
    all: Vec<Bindings>,
    ids: FxHashMap<Bindings, Env>,
}

impl Env {
    pub const EMPTY: Self = Self(0);
}

impl Default for Envs {
    fn default() -> Self {
        let empty: Bindings = Arc::new([]);
        Self {
            all: vec![empty.clone()],
            ids: FxHashMap::from_iter([(empty, Env::EMPTY)]),
        }
    }
}

impl Envs {
    pub fn get(&self, env: Env, variable: Variable) -> Option<Tuple> {
        let bindings = &self.all[env.0 as usize];
        let index = bindings
            .binary_search_by_key(&variable, |binding| binding.0)
            .ok()?;
        Some(bindings[index].1)
    }

    /// The bindings of `free`, which is sorted; the unbound variable if there is one.
    pub fn restrict(&mut self, env: Env, free: &[Variable]) -> Result<Env, Variable> {
        self.restrict_with(env, None, free)
    }

    /// The bindings of `free` after `extra` is added.
    pub fn restrict_with(
        &mut self,
        env: Env,
        extra: Option<(Variable, Tuple)>,
        free: &[Variable],
    ) -> Result<Env, Variable> {
        if free.is_empty() {
            return Ok(Env::EMPTY);
        }
        let bindings = &self.all[env.0 as usize];
        if extra.is_none() && bindings.len() == free.len() {
            let same = bindings
                .iter()
                .zip(free)
                .all(|(binding, variable)| binding.0 == *variable);
            if same {
                return Ok(env);
            }
        }
        let mut kept = Vec::with_capacity(free.len());
        for &variable in free {
            let tuple = match extra {
                Some((bound, tuple)) if bound == variable => Some(tuple),
                _ => self.get(env, variable),
            };
            kept.push((variable, tuple.ok_or(variable)?));
        }
        if let Some(&known) = self.ids.get(kept.as_slice()) {
            return Ok(known);
        }
        let id = Env(u32::try_from(self.all.len()).expect("fewer than 2^32 bindings"));
        let kept: Bindings = kept.into();
        self.all.push(kept.clone());
        self.ids.insert(kept, id);
        Ok(id)
    }
}
