//! `Option` and `Result`.

fn some(a: i32) -> Option<i32> {
    (a > 1).then_some(a)
}
fn ok(a: i32) -> Result<i32, i32> {
    if a > 2 { Ok(a) } else { Err(-a) }
}

pub fn options(a: i32) -> i64 {
    let mut sum = some(a).map_or(1, |x| x * 2) as i64;
    sum = sum * 10 + some(a).map_or_else(|| 3, |x| x) as i64;
    sum = sum * 10 + some(a).and_then(|x| some(x - 1)).unwrap_or_default() as i64;
    sum = sum * 10
        + some(a).or(Some(7)).unwrap() as i64
        + some(a).or_else(|| Some(1)).unwrap() as i64;
    sum = sum * 10 + some(a).xor(some(a - 1)).unwrap_or(4) as i64;
    sum = sum * 10
        + some(a).filter(|x| x % 2 == 0).is_some() as i64
        + some(a).is_none_or(|x| x > 3) as i64 * 2;
    sum = sum * 10 + some(a).zip(some(3)).map_or(0, |(x, y)| x * y) as i64;
    sum = sum * 10 + some(a).ok_or(5).unwrap_or_else(|e| e) as i64;
    sum += some(a).iter().count() as i64 + some(a).into_iter().sum::<i32>() as i64;
    let mut o = some(a);
    sum += o.take().unwrap_or(2) as i64 + o.replace(4).unwrap_or(6) as i64 + *o.insert(8) as i64;
    o = some(a);
    sum += *o.get_or_insert_with(|| 9) as i64;
    *o.as_mut().unwrap() += 1;
    sum += o.as_ref().copied().unwrap() as i64 + o.take_if(|x| *x > 3).is_some() as i64;
    sum + Some(some(a)).flatten().unwrap_or(11) as i64
        + some(a)
            .map(Ok::<i32, i32>)
            .transpose()
            .unwrap()
            .unwrap_or(2) as i64
}

pub fn unwrapping(a: i32) -> i64 {
    some(a).expect("more than one") as i64
}

pub fn results(a: i32) -> i64 {
    let mut sum = ok(a).map(|x| x * 2).unwrap_or(1) as i64;
    sum = sum * 10 + ok(a).map_err(|e| e + 5).unwrap_or_else(|e| e) as i64;
    sum = sum * 10
        + ok(a)
            .and_then(|x| ok(x - 1))
            .or_else(|e| if e == -2 { Ok(3) } else { Err(e) })
            .map_or(4, |x| x) as i64;
    sum = sum * 10 + ok(a).ok().unwrap_or(5) as i64 + ok(a).err().unwrap_or(6) as i64;
    sum = sum * 10 + ok(a).is_ok_and(|x| x > 3) as i64 + ok(a).is_err() as i64 * 2;
    sum + ok(a).iter().count() as i64
        + ok(a).into_iter().sum::<i32>() as i64
        + ok(a).or::<i32>(Ok(2)).unwrap() as i64
}

pub fn errors(a: i32) -> i64 {
    ok(a).unwrap_err() as i64
}

fn question(a: i32) -> Result<i32, i64> {
    let x = ok(a).map_err(|e| e as i64)?;
    let y = some(x - 2).ok_or(77i64)?;
    Ok(x * y)
}
pub fn questions(a: i32) -> i64 {
    match question(a) {
        Ok(x) => x as i64,
        Err(e) => e + 1000,
    }
}
