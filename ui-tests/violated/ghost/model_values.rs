// Ghost and abstract fields may be sequences, sets, maps and multisets: the history of a value, not its state.
use bverify_contracts::*;

#[invariant(self.len == self.log.len() && self.last == self.log.last())]
#[derive(Clone)]
pub struct Meter<T: Clone + Eq> {
    len: usize,
    last: Option<T>,
    #[ghost(init = seq![])]
    log: Seq<T>,
    #[ghost(init = set![])]
    seen: Set<T>,
    #[ghost(init = map! {})]
    places: Map<T, usize>,
}

impl<T: Clone + Eq> Meter<T> {
    #[ensures(result.log.is_empty() && result.seen == set![] && result.places.len() == 0)]
    pub fn new() -> Meter<T> {
        Meter { len: 0, last: None }
    }

    #[requires(self.len < 100)]
    #[ensures(self.log == old(self.log).push(value) && self.seen.contains(value))]
    #[ensures(unchanged(self.places))]
    pub fn read(&mut self, value: T) {
        self.len += 1;
        self.last = Some(value.clone());
        ghost! {
            self.log = self.log.push_front(value);
            self.seen = self.seen.insert(value);
        }
    }

    #[modifies(self.places)]
    #[ensures(self.places == old(self.places).insert(value, self.len))]
    pub fn mark(&mut self, value: &T) {
        let _ = value;
        ghost! {
            self.places = self.places.insert(value, self.len + 1);
        }
    }

    #[ensures(result.log == self.log)]
    pub fn copy(&self) -> Meter<T> {
        Meter::new()
    }
}

#[spec_field(sent: Seq<u8>)]
pub struct Port {
    count: usize,
}

impl Port {
    #[requires(self.count == self.sent.len())]
    #[ensures(result == self.sent.is_empty())]
    pub fn is_idle(&self) -> bool {
        self.count == 1
    }
}
