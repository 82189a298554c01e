use bverify_contracts::*;

#[model]
fn small(x: u8) -> bool {
    x < 10
}

#[ensures(result <==> small(x))]
pub fn is_small(x: u8) -> bool {
    small(x)
}
