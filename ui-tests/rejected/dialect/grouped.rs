//! A grouped contract has clauses.

#[contracts::contract(requires(x > 0), ensure(ret > x))]
pub fn same(x: u8) -> u8 {
    x
}
