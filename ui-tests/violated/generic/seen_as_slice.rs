//! Of a type that is only seen as a slice, any slice stands for a value.

#[bverify_contracts::ensures(result == (data.as_ref().len() > 0 && data.as_ref()[0] == 7))]
pub fn starts_with_seven<T: AsRef<[u8]>>(data: T) -> bool {
    match data.as_ref() {
        [first, ..] => *first == 7,
        [] => true,
    }
}

#[bverify_contracts::ensures(result)]
pub fn same_twice<T: ?Sized + AsRef<[u8]>>(data: &T) -> bool {
    data.as_ref().len() < 2
}
