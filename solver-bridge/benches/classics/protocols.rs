//! Protocols over time that come with Kodkod, with its bounds and its formulas. Total orders are
//! constants, as Kodkod makes them.

use super::statements::*;
use super::{Expected, Problem};
use solver_bridge::*;

/// Processes that grab mutexes in a fixed order do not come to a deadlock (Dijkstra).
pub fn dijkstra(states: usize, processes: usize, mutexes: usize) -> Problem {
    let l = Logic::new();
    let (state, process) = (atoms(&l, "State", states), atoms(&l, "Process", processes));
    let mutex = atoms(&l, "Mutex", mutexes);
    let field = |name: &str| ternary(&l, name, state, process, mutex);
    let (holds, waits) = (field("holds"), field("waits"));
    let (states, mutexes) = (Order::new(&l, state), Order::new(&l, mutex));
    let (all, ms) = (l.univ(state), l.univ(mutex));
    let ps = subset(&l, "Process", process);
    // Of a process in a state, and of a mutex in a state.
    let of = |p: Expr, s: Expr, field: Expr| l.join(p, l.join(s, field));
    let by = |m: Expr, s: Expr, field: Expr| l.join(m, l.transpose(l.join(s, field)));
    let runs = |s: Expr, p: Expr| l.no(of(p, s, waits));
    let grab = |s: Expr, t: Expr, p: Expr, m: Expr| {
        let free = l.no(by(m, s, holds));
        let had = of(p, s, holds);
        let gets = [l.equal(of(p, t, holds), l.union(had, m)), runs(t, p)];
        let stalls = [l.equal(of(p, t, holds), had), l.equal(of(p, t, waits), m)];
        l.and(&[
            runs(s, p),
            l.not(l.subset(m, had)),
            l.implies(free, l.and(&gets)),
            l.implies(l.not(free), l.and(&stalls)),
            l.all(l.difference(ps, p), |q| {
                let same = |field: Expr| l.equal(of(q, t, field), of(q, s, field));
                l.and(&[same(holds), same(waits)])
            }),
        ])
    };
    let release = |s: Expr, t: Expr, p: Expr, m: Expr| {
        let (had, queue) = (of(p, s, holds), by(m, s, waits));
        let nobody = [l.no(by(m, t, holds)), l.no(by(m, t, waits))];
        let somebody = l.exists(queue, |lucky| {
            l.and(&[
                l.equal(by(m, t, waits), l.difference(queue, lucky)),
                l.equal(by(m, t, holds), lucky),
            ])
        });
        l.and(&[
            runs(s, p),
            l.subset(m, had),
            l.equal(of(p, t, holds), l.difference(had, m)),
            runs(t, p),
            l.implies(l.no(queue), l.and(&nobody)),
            l.implies(l.some(queue), somebody),
            l.all(l.difference(ms, m), |other| {
                let same = |field: Expr| l.equal(by(other, t, field), by(other, s, field));
                l.and(&[same(waits), same(holds)])
            }),
        ])
    };
    let steps = l.difference(all, states.last);
    let acts =
        |action: &dyn Fn(Expr, Expr) -> Formula| l.exists(ps, |p| l.exists(ms, |m| action(p, m)));
    let within = l.product(all, l.product(ps, ms));
    let formulas = vec![
        l.subset(holds, within),
        l.subset(waits, within),
        l.some(ps),
        l.no(l.union(l.join(states.first, holds), l.join(states.first, waits))),
        l.all(steps, |s| {
            let t = l.join(s, states.next);
            let same = |field: Expr| l.equal(l.join(t, field), l.join(s, field));
            l.or(&[
                l.and(&[same(holds), same(waits)]),
                acts(&|p, m| grab(s, t, p, m)),
                acts(&|p, m| release(s, t, p, m)),
            ])
        }),
        l.all(steps, |s| {
            let held = |s: Expr| l.join(ps, l.join(s, holds));
            let had = held(s);
            let grabbed = l.difference(held(l.join(s, states.next)), had);
            let later = l.join(had, l.closure(mutexes.next));
            l.implies(l.some(grabbed), l.subset(grabbed, later))
        }),
        l.exists(all, |s| l.all(ps, |p| l.some(of(p, s, waits)))),
    ];
    Problem::symmetric(l, formulas, Expected::Unsat)
}

/// Leader election in a ring of processes: at most one is elected.
pub fn ring_election(processes: usize, times: usize) -> Problem {
    let l = Logic::new();
    let (process, time) = (atoms(&l, "Process", processes), atoms(&l, "Time", times));
    let ps = l.univ(process);
    let successor = relation(&l, "succ", process, process);
    let to_send = ternary(&l, "toSend", process, process, time);
    let elected = relation(&l, "elected", process, time);
    let (processes, times) = (Order::new(&l, process), Order::new(&l, time));
    let all = l.univ(time);
    let at = |p: Expr, t: Expr| l.join(l.join(p, to_send), t);
    let earlier = |p: Expr| l.join(p, l.closure(l.transpose(processes.next)));
    let step = |t: Expr, u: Expr, p: Expr| {
        let next = l.join(p, successor);
        l.exists(at(p, t), |id| {
            l.and(&[
                l.equal(at(p, u), l.difference(at(p, t), id)),
                l.equal(
                    at(next, u),
                    l.union(at(next, t), l.difference(id, earlier(next))),
                ),
            ])
        })
    };
    let formulas = vec![
        total(&l, successor, ps, ps),
        l.all(ps, |p| l.subset(ps, l.join(p, l.closure(successor)))),
        l.all(ps, |p| l.equal(at(p, times.first), p)),
        l.all(l.difference(all, times.last), |t| {
            let u = l.join(t, times.next);
            l.all(ps, |p| {
                let skips = l.equal(at(p, t), at(p, u));
                l.or(&[step(t, u, p), step(t, u, l.join(successor, p)), skips])
            })
        }),
        l.no(l.join(elected, times.first)),
        l.all(l.difference(all, times.first), |t| {
            let before = l.join(t, l.transpose(times.next));
            let chosen =
                l.comprehension(ps, |p| l.subset(p, l.difference(at(p, t), at(p, before))));
            l.equal(l.join(elected, t), chosen)
        }),
        l.not(l.lone(l.join(elected, all))),
    ];
    Problem::symmetric(l, formulas, Expected::Unsat)
}

/// Keys of a hotel: with no event between checking in and entering, nobody enters another's room.
pub fn hotel(n: usize) -> Problem {
    let l = Logic::new();
    let sort = |name: &str| atoms(&l, name, n);
    let (time, event, room) = (sort("Time"), sort("Event"), sort("Room"));
    let (card, key, guest) = (sort("Card"), sort("Key"), sort("Guest"));
    let order = Order::new(&l, time);
    let times = l.univ(time);
    let set = |name: &str, sort: Sort| subset(&l, name, sort);
    let (events, rooms, cards) = (set("Event", event), set("Room", room), set("Card", card));
    let (keys, guests) = (set("Key", key), set("Guest", guest));
    let kind = |name: &str| set(name, event);
    let (hotel, room_card, check_in) = (kind("HotelEvent"), kind("RoomCardEvent"), kind("Checkin"));
    let (enter, normal, recode) = (kind("Enter"), kind("NormalEnter"), kind("RecodeEnter"));
    let check_out = kind("Checkout");
    let field = |name: &str, a: Sort, b: Sort| relation(&l, name, a, b);
    let (pre, post) = (field("pre", event, time), field("post", event, time));
    let (first_key, second_key) = (field("k1", card, key), field("k2", card, key));
    let guest_of = field("guest", event, guest);
    let (room_of, card_of) = (field("room", event, room), field("card", event, card));
    let lock = ternary(&l, "key", room, key, time);
    let previous = ternary(&l, "prev", room, key, time);
    let occupant = ternary(&l, "occ", room, guest, time);
    let holds = ternary(&l, "holds", guest, card, time);

    let at = |field: Expr, e: Expr, when: Expr| l.join(field, l.join(e, when));
    let same = |e: Expr, field: Expr| l.equal(at(field, e, pre), at(field, e, post));
    let unchanged = |e: Expr, fields: &[Expr]| {
        let parts: Vec<Formula> = fields.iter().map(|&field| same(e, field)).collect();
        l.and(&parts)
    };
    let both = |whole: Expr, a: Expr, b: Expr| {
        l.and(&[l.equal(whole, l.union(a, b)), l.no(l.intersection(a, b))])
    };
    let of = |e: Expr, field: Expr| l.join(e, field);
    let in_room = |e: Expr, field: Expr| l.join(l.join(of(e, room_of), field), of(e, pre));
    let card_key = |e: Expr, which: Expr| l.join(of(e, card_of), which);
    let coded = |e: Expr| l.product(of(e, room_of), card_key(e, second_key));

    let formulas = vec![
        total(&l, pre, events, times),
        total(&l, post, events, times),
        l.all(l.difference(times, order.last), |t| {
            l.one(l.comprehension(events, |e| {
                let from = l.equal(of(e, pre), t);
                l.and(&[from, l.equal(of(e, post), l.join(t, order.next))])
            }))
        }),
        total(&l, first_key, cards, keys),
        total(&l, second_key, cards, keys),
        l.subset(lock, l.product(rooms, l.product(keys, times))),
        l.subset(previous, l.product(rooms, l.product(keys, times))),
        l.subset(occupant, l.product(rooms, l.product(guests, times))),
        l.all(rooms, |r| {
            l.all(times, |t| l.one(l.join(l.join(r, lock), t)))
        }),
        l.all(rooms, |r| {
            l.all(times, |t| l.lone(l.join(l.join(r, previous), t)))
        }),
        l.subset(holds, l.product(guests, l.product(cards, times))),
        // At first.
        l.equal(l.join(previous, order.first), l.join(lock, order.first)),
        l.subset(l.join(lock, order.first), l.product(rooms, keys)),
        l.all(keys, |k| l.lone(l.join(l.join(lock, order.first), k))),
        l.no(l.join(holds, order.first)),
        l.no(l.join(occupant, order.first)),
        // Kinds of events.
        l.equal(hotel, events),
        both(hotel, room_card, check_out),
        total(&l, guest_of, hotel, guests),
        l.subset(room_card, hotel),
        both(room_card, check_in, enter),
        total(&l, room_of, room_card, rooms),
        total(&l, card_of, room_card, cards),
        l.subset(check_in, room_card),
        l.all(check_in, |e| {
            let held = l.product(of(e, guest_of), of(e, card_of));
            let occupied = l.product(of(e, room_of), of(e, guest_of));
            l.and(&[
                l.no(in_room(e, occupant)),
                l.equal(card_key(e, first_key), in_room(e, previous)),
                l.equal(at(holds, e, post), l.union(at(holds, e, pre), held)),
                l.equal(
                    at(previous, e, post),
                    l.override_with(at(previous, e, pre), coded(e)),
                ),
                l.equal(
                    at(occupant, e, post),
                    l.union(at(occupant, e, pre), occupied),
                ),
                same(e, lock),
            ])
        }),
        l.subset(enter, room_card),
        both(enter, normal, recode),
        l.all(enter, |e| {
            let held = l.join(l.join(of(e, guest_of), holds), of(e, pre));
            l.subset(of(e, card_of), held)
        }),
        l.subset(normal, enter),
        l.all(normal, |e| {
            let opens = l.equal(card_key(e, second_key), in_room(e, lock));
            l.and(&[opens, unchanged(e, &[previous, holds, occupant, lock])])
        }),
        l.subset(recode, enter),
        l.all(recode, |e| {
            l.and(&[
                l.equal(card_key(e, first_key), in_room(e, lock)),
                l.equal(
                    at(lock, e, post),
                    l.override_with(at(lock, e, pre), coded(e)),
                ),
                unchanged(e, &[previous, holds, occupant]),
            ])
        }),
        l.subset(check_out, hotel),
        l.all(check_out, |e| {
            let leaves = l.product(rooms, of(e, guest_of));
            l.and(&[
                l.some(l.join(at(occupant, e, pre), of(e, guest_of))),
                l.equal(
                    at(occupant, e, post),
                    l.difference(at(occupant, e, pre), leaves),
                ),
                unchanged(e, &[previous, holds, lock]),
            ])
        }),
        // No key is issued twice, nor one that was in a lock at first.
        l.all(check_in, |a| {
            l.all(check_in, |b| {
                let differ = l.not(l.equal(card_key(a, second_key), card_key(b, second_key)));
                l.implies(l.not(l.equal(a, b)), differ)
            })
        }),
        l.all(check_in, |e| {
            let installed = l.join(l.join(rooms, lock), order.first);
            l.not(l.subset(card_key(e, second_key), installed))
        }),
        l.all(l.difference(check_in, l.join(pre, order.last)), |c| {
            l.exists(enter, |e| {
                l.and(&[
                    l.equal(of(e, pre), of(c, post)),
                    l.equal(of(e, room_of), of(c, room_of)),
                    l.equal(of(e, guest_of), of(c, guest_of)),
                ])
            })
        }),
        l.not(l.all(enter, |e| {
            let inside = l.join(of(e, room_of), at(occupant, e, pre));
            l.implies(l.some(inside), l.subset(of(e, guest_of), inside))
        })),
    ];
    Problem::symmetric(l, formulas, Expected::Unsat)
}
