//! In which order the variables of the projection are decided: first those that conflicts were about
//! lately (as in MiniSat). The others follow as they come, since there is little to decide about them.

/// Activities are divided by this once they are larger than it.
const LARGE: f64 = 1e100;
/// By how much a conflict counts more than the one before it.
const GROWTH: f64 = 1.05;

pub(super) struct Order {
    /// A binary heap of variables of the projection.
    heap: Vec<u32>,
    /// By variable: its place in the heap.
    places: Vec<Option<usize>>,
    activities: Vec<f64>,
    projected: Vec<bool>,
    weight: f64,
}

impl Order {
    /// The variables of `projection`, at first in the order given.
    pub fn new(variables: u32, projection: &[u32]) -> Self {
        let count = variables as usize;
        let mut order = Self {
            heap: Vec::with_capacity(count),
            places: vec![None; count],
            activities: vec![0.0; count],
            projected: vec![false; count],
            weight: 1.0,
        };
        let first = projection.len() as f64;
        for (place, &variable) in projection.iter().enumerate() {
            order.projected[variable as usize] = true;
            order.activities[variable as usize] = (first - place as f64) / (first + 1.0);
        }
        for &variable in projection {
            order.insert(variable);
        }
        order
    }

    pub fn is_projected(&self, variable: usize) -> bool {
        self.projected[variable]
    }

    /// The first variable, which is not in the order any more.
    pub fn pop(&mut self) -> Option<u32> {
        let &first = self.heap.first()?;
        self.places[first as usize] = None;
        let last = self.heap.pop()?;
        if last != first {
            self.set(0, last);
            self.sink(0);
        }
        Some(first)
    }

    /// Puts `variable` into the order, if it belongs there.
    pub fn insert(&mut self, variable: u32) {
        if self.projected[variable as usize] && self.places[variable as usize].is_none() {
            self.heap.push(variable);
            self.rise(self.heap.len() - 1);
        }
    }

    /// A conflict was about `variable`.
    pub fn bump(&mut self, variable: usize) {
        if !self.projected[variable] {
            return;
        }
        self.activities[variable] += self.weight;
        if self.activities[variable] > LARGE {
            for activity in &mut self.activities {
                *activity /= LARGE;
            }
            self.weight /= LARGE;
        }
        if let Some(place) = self.places[variable] {
            self.rise(place);
        }
    }

    /// The next conflict counts more.
    pub fn decay(&mut self) {
        self.weight *= GROWTH;
    }

    fn is_before(&self, a: u32, b: u32) -> bool {
        self.activities[a as usize] > self.activities[b as usize]
    }

    fn set(&mut self, place: usize, variable: u32) {
        self.heap[place] = variable;
        self.places[variable as usize] = Some(place);
    }

    fn rise(&mut self, mut place: usize) {
        let variable = self.heap[place];
        while place > 0 {
            let above = self.heap[(place - 1) / 2];
            if !self.is_before(variable, above) {
                break;
            }
            self.set(place, above);
            place = (place - 1) / 2;
        }
        self.set(place, variable);
    }

    fn sink(&mut self, mut place: usize) {
        let variable = self.heap[place];
        loop {
            let mut below = 2 * place + 1;
            if below >= self.heap.len() {
                break;
            }
            if below + 1 < self.heap.len() && self.is_before(self.heap[below + 1], self.heap[below])
            {
                below += 1;
            }
            if !self.is_before(self.heap[below], variable) {
                break;
            }
            self.set(place, self.heap[below]);
            place = below;
        }
        self.set(place, variable);
    }
}
