//! A function that is exchanged for another, in this harness alone, wherever it is called.

fn real() -> u8 {
    1
}

fn fake() -> u8 {
    2
}

struct Clock {
    now: u64,
}

impl Clock {
    fn read(&self) -> u64 {
        unimplemented!("asks the machine")
    }

    fn any(&self) -> u64 {
        let step: u8 = kani::any();
        self.now + u64::from(step)
    }
}

fn twice() -> u8 {
    real() + real()
}

fn keep<T>(value: T) -> T {
    value
}

fn swallow<T>(value: T) -> T {
    keep(value)
}

#[kani::proof]
#[kani::stub(real, fake)]
fn stubbed() {
    assert!(twice() == 4);
}

#[kani::proof]
fn not_stubbed() {
    assert!(twice() == 2);
}

#[kani::proof]
#[kani::stub(Clock::read, Clock::any)]
#[kani::stub(std::mem::drop, keep_quiet)]
fn several() {
    let clock = Clock { now: 7 };
    let read = clock.read();
    assert!(read >= 7 && swallow(read) < 300);
}

fn keep_quiet<T>(_value: T) {}
