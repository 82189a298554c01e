//! Programs with `unsafe`, which is not compiled here: what they must give is said by hand.

pub fn raw_pointers(a: i32, b: i32) -> i32 {
    let mut x = a;
    let mut y = b;
    let p = &mut x as *mut i32;
    let q = &raw mut y;
    let r = p as *const i32;
    unsafe {
        *p ^= 1;
        *q = *r;
    }
    let same = p as *const i32 == r;
    x.wrapping_add(y).wrapping_add(same as i32)
}

struct Header {
    kind: i32,
}

struct Packet {
    header: Header,
    payload: i32,
}

pub fn casts_of_pointers(a: i32, b: i32) -> i32 {
    let mut packet = Packet { header: Header { kind: a }, payload: b };
    let whole = &mut packet as *mut Packet;
    let part = whole as *mut Header;
    unsafe {
        (*part).kind = (*part).kind.wrapping_add(1);
        let back = part as *mut Packet;
        (*back).payload.wrapping_add((*back).header.kind)
    }
}
