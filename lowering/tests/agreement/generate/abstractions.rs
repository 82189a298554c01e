//! Statements over traits, generics, trait objects, function pointers, labels, slice patterns, chains of iterators and
//! the order of drops. What they call is in the prelude.

use lowering::ir::types::IntTy;

use super::Generator;

impl Generator {
    fn i32(&mut self) -> String {
        self.number(IntTy::I32, 1)
    }

    pub(super) fn abstraction(&mut self) {
        let (a, b, c) = (self.i32(), self.i32(), self.i32());
        let (yes, no) = (self.truth(1), self.truth(0));
        let at = self.number(IntTy::Usize, 0);
        let name = self.fresh("w");
        let text = match self.random.below(22) {
            0 => format!("h = mix(h, total(&Metre({a}), &Metre({b})));"),
            1 => format!("h = mix(h, total(&Mile({a}, {yes}), &Mile({b}, {no})));"),
            2 => format!("h = mix(h, mix(out_of(Mile({a}, {yes})), out_of(Metre({c}))));"),
            3 => format!("let {name} = pick({yes}); h = mix(h, {name}({a}).seen());"),
            4 => format!(
                "let mut {name} = {a}; for f in TABLE.iter().skip({at} & 1) {{ {name} = f({name}); }} \
                 h = mix(h, {name}.seen());"
            ),
            5 => format!(
                "let {name} = 'outer: loop {{ let mut i = 0usize; for x in [{a}, {b}, {c}] {{ \
                 if x == 2 {{ break 'outer Some(i); }} if {yes} {{ i += 1; continue; }} \
                 if {no} {{ break; }} i += 2; }} break (i > 3).then_some(i); }}; \
                 h = mix(h, {name}.seen());"
            ),
            6 => format!("h = mix(h, ends(&[{a}, {b}, {c}][..{at} & 3]).seen());"),
            7 => format!(
                "let Some({name}) = [{a}, {b}].get({at}).copied() else {{ return mix(h, 5); }}; \
                 h = mix(h, {name}.seen());"
            ),
            8 => {
                let chain = self.chain();
                format!("h = mix(h, [{a}, {b}, {c}].iter(){chain}.seen());")
            }
            9 => format!(
                "let mut n = 0i32; let {name} = repeat(|x| {{ n = n.wrapping_add(1); x.wrapping_mul(n) }}, \
                 {at} & 3, {a}); h = mix(mix(h, {name}.seen()), n.seen());"
            ),
            10 => format!("h = mix(h, nth_of([{a}, {b}, {c}], {at}).seen());"),
            11 => format!(
                "let mut {name} = vec![{a}, {b}, {c}]; {name}.sort_by(|x, y| y.cmp(x)); {name}.dedup(); \
                 h = mix(h, {name}.seen());"
            ),
            12 => format!(
                "let {name} = ({a}).checked_add({b}).ok_or({no}).and_then(|x| \
                 if {yes} {{ Ok(x) }} else {{ Err(false) }}); h = mix(h, {name}.seen());"
            ),
            13 => format!(
                "{{ let {name} = (Noisy(log, 1), Noisy(log, 2), Noisy(log, 3)); \
                 let (_, second, _) = {name}; if {yes} {{ drop(second); }} h = mix(h, log.get()); }}"
            ),
            14 => format!(
                "{{ let mut {name} = vec![Noisy(log, 1), Noisy(log, 2)]; {name}.push(Noisy(log, 3)); \
                 if {yes} {{ {name}.remove(1); }} h = mix(h, log.get()); \
                 assert!({no}, \"dropped on the way out\"); }}"
            ),
            15 => format!(
                "{{ let mut {name}: Vec<Box<dyn Gadget + '_>> = vec![Box::new(Dial({a})), \
                 Box::new(Loud(Noisy(log, 2), {b}))]; if {yes} {{ {name}.swap(0, 1); }} \
                 for g in {name}.iter_mut() {{ h = mix(h, spin(&mut **g, {c}).seen()); }} \
                 if {no} {{ {name}.pop(); h = mix(h, log.get()); }} \
                 for g in &{name} {{ h = mix(h, g.state().seen()); }} }}"
            ),
            16 => format!(
                "let mut {name} = Dial({a}); {{ let g: &mut dyn Gadget = &mut {name}; \
                 h = mix(h, g.turn({b}).seen()); h = mix(h, spin(g, {c}).seen()); }} \
                 h = mix(h, {name}.0.seen());"
            ),
            17 => format!(
                "let k = {a}; let {name}: Vec<Box<dyn Fn(i32) -> i32>> = vec![Box::new(|x| x ^ 3), \
                 Box::new(move |x| x.wrapping_add(k)), Box::new(twice)]; \
                 let mut x = {b}; for f in {name}.iter().skip({at} & 1) {{ x = f(x); }} h = mix(h, x.seen());"
            ),
            18 => format!(
                "let mut n = {a}; {{ let mut step = |x: i32| {{ n = n.wrapping_add(x); n }}; \
                 h = mix(h, repeat(&mut step, {at} & 3, {b}).seen()); h = mix(h, step(1).seen()); }} \
                 h = mix(h, n.seen());"
            ),
            19 => format!(
                "let {name} = Point {{ x: 3, y: ({at} & 255) as u16 }}; \
                 let {name} = Point {{ x: {name}.x.wrapping_mul(2), ..{name} }}; h = mix(h, {name}.seen());"
            ),
            20 => format!(
                "let mut n = 0i32; {{ let mut {name}: Box<dyn FnMut(i32) -> i32 + '_> = if {yes} {{ \
                 Box::new(|x| {{ n = n.wrapping_add(x); n }}) }} else {{ Box::new(|x| x.wrapping_neg()) }}; \
                 h = mix(h, {name}({a}).seen()); h = mix(h, {name}({b}).seen()); }} h = mix(h, n.seen());"
            ),
            _ => format!(
                "let {name} = match (&[{a}, {b}, {c}][..], {yes}) {{ \
                 ([x, rest @ ..], true) if *x > 0 => rest.len() as i32, \
                 ([.., y @ (0..=9 | -1), _], _) => *y, ([_, mid @ .., _], false) => mid[0], _ => 4 }}; \
                 h = mix(h, {name}.seen());"
            ),
        };
        self.line(&text);
        self.line("h = mix(h, log.get());");
    }

    /// What comes after `iter()` over numbers, up to a value.
    fn chain(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..1 + self.random.below(3) {
            let number = self.number(IntTy::I32, 0);
            let step = match self.random.below(9) {
                0 => ".rev()".into(),
                1 => ".skip(1)".into(),
                2 => ".take(2)".into(),
                3 => format!(".filter(|x| **x != {number})"),
                4 => ".chain([7, 8].iter())".into(),
                5 => format!(".skip_while(|x| **x < {number})"),
                6 => ".step_by(2)".into(),
                7 => format!(".take_while(|x| **x != {number})"),
                _ => ".inspect(|_| ())".into(),
            };
            // What has no length known from the front cannot be turned round.
            let open = text.contains("while") || text.contains("chain") || text.contains("filter");
            match step.as_str() {
                ".rev()" if open || text.contains("step") || text.contains("take") => {}
                _ => text.push_str(&step),
            }
        }
        let number = self.number(IntTy::I32, 0);
        text + &match self.random.below(11) {
            0 => ".copied().collect::<Vec<i32>>()".into(),
            1 => ".count()".into(),
            2 => ".copied().max()".into(),
            3 => ".copied().min_by_key(|x| x.wrapping_neg())".into(),
            4 => format!(".position(|x| *x == {number})"),
            5 => format!(".any(|x| *x > {number})"),
            6 => ".fold(1i32, |acc, x| acc.wrapping_mul(3).wrapping_add(*x))".into(),
            7 => ".enumerate().map(|(i, x)| x.wrapping_add(i as i32)).collect::<Vec<i32>>()".into(),
            8 => format!(".zip([{number}, 1].iter()).map(|(x, y)| x ^ y).collect::<Vec<i32>>()"),
            9 => ".flat_map(|x| [*x, 1]).last()".into(),
            _ => ".copied().reduce(|x, y| x.wrapping_sub(y))".into(),
        }
    }
}
