//! Whose method of a trait is exchanged is not told.

trait Clock {
    fn read(&self) -> u64;
}

struct Real;

impl Clock for Real {
    fn read(&self) -> u64 {
        1
    }
}

fn fake(_: &Real) -> u64 {
    2
}

#[kani::proof]
#[kani::stub(Clock::read, fake)]
fn stubbed() {
    assert!(Real.read() == 2);
}
