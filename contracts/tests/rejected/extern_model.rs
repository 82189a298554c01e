use bverify_contracts::*;

#[extern_model]
mod bare {}

#[extern_model(3)]
mod number {}

#[extern_model(other::Type)]
mod nested {
    #[requires(x >)]
    fn f(x: i32) {}
}

fn main() {}
