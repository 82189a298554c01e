use bverify_contracts::*;

#[ensures(result == slice && result == old(slice.seq()))]
#[ensures(permutation(slice, result) && sum(slice) == sum(result))]
#[ensures(count(slice, |x| x == 1) == result.seq().filter(|x| x == 1).count())]
#[ensures(sorted(slice) ==> sorted(result))]
pub fn copy(slice: &[u8]) -> Vec<u8> {
    let mut copy = Vec::new();
    for x in slice {
        copy.push(*x);
    }
    copy
}
