//! How large a type is that the compiler lays out, or that is not known, is refused by name.

pub struct Free {
    small: u8,
    large: u64,
}

#[bverify_contracts::ensures(result > 0)]
pub fn free() -> usize {
    std::mem::size_of::<Free>()
}

#[bverify_contracts::ensures(result >= 0)]
pub fn any<T>() -> usize {
    std::mem::size_of::<T>()
}
