//! Statements over the less common forms: assignments that take values apart, nested patterns, conversions that may
//! fail, computed lengths, sizes, text, windows and chunks, counted slices, split guards, statements that are
//! configured away.

use lowering::ir::types::IntTy;

use super::Generator;

impl Generator {
    pub(super) fn form(&mut self) {
        let (a, b) = (self.number(IntTy::I32, 1), self.number(IntTy::I32, 1));
        let (small, wide) = (self.number(IntTy::U8, 1), self.number(IntTy::I64, 1));
        let (yes, no) = (self.truth(1), self.truth(0));
        let at = self.number(IntTy::Usize, 0);
        let (x, y) = (self.fresh("w"), self.fresh("w"));
        let text = match self.random.below(20) {
            0 => {
                let Some(one) = self.var(|var| var.mutable) else {
                    return;
                };
                let other = self.var(|it| it.mutable && it.kind == one.kind && it.name != one.name);
                let (name, value) = (one.name, self.value(&one.kind, 1));
                match other {
                    Some(other) => {
                        let other = other.name;
                        format!("({name}, {other}) = ({other}.clone(), {value});")
                    }
                    None => format!("({name}, _) = ({value}, {a});"),
                }
            }
            1 => format!(
                "let mut {x} = [{a}, {b}, 3]; let i = {at} & 3; [{x}[i], .., {x}[0]] = [{b}, 9, {a}]; \
                 h = mix(h, {x}.seen());"
            ),
            2 => format!(
                "let ({x}, mut {y}); Point {{ y: {x}, x: {y} }} = Point {{ x: 4, y: ({at} & 255) as u16 }}; \
                 Point {{ x: {y}, .. }} = Point {{ x: {y} + 1, y: 0 }}; h = mix(h, mix({x}.seen(), {y}.seen()));"
            ),
            3 => format!(
                "let {x} = match (Some(({a}, {yes})), Err::<i32, _>({no})) {{ \
                 (Some((n @ 0..=7, true)), Err(false)) => n, (Some((n, flag)), Ok(_) | Err(true)) \
                 if flag => n.wrapping_add(1), (None, _) => 9, (Some((_, _)), _) => 5 }}; \
                 h = mix(h, {x}.seen());"
            ),
            4 => format!(
                "h = mix(h, match u8::try_from({wide}) {{ Ok(n) => n.seen(), Err(_) => 77 }}); \
                 h = mix(h, i8::try_from({small}).is_ok() as u32);"
            ),
            5 => format!(
                "let {x} = (|| -> Result<i32, Wrong> {{ let n: u8 = u8::try_from({wide})?; \
                 if {yes} {{ Err::<(), bool>({no})?; }} Ok(n as i32 + 1) }})(); \
                 h = mix(h, match {x} {{ Ok(n) => n.seen(), Err(Wrong(code)) => mix(5, code) }});"
            ),
            6 => format!("let {x}: Marked = 3.into(); h = mix(h, ({x}.0 as usize + ({at} & 7)).seen());"),
            7 => format!(
                "let {x} = [{a}; half(5)]; let {y} = [{small}; std::mem::size_of::<u32>() - 1]; \
                 h = mix(h, mix({x}.seen(), {y}.seen()));"
            ),
            8 => "h = mix(h, (std::mem::size_of::<Option<Box<u8>>>() + std::mem::align_of::<Laid>() * 3 \
                 + std::mem::size_of::<Laid>() + std::mem::size_of::<[u16; 5]>()).seen());"
                .into(),
            9 => format!(
                "let mut {x} = String::from(\"ab-c\"); if {yes} {{ {x}.push('-'); }} \
                 for part in {x}.split('-') {{ h = mix(h, part.len() as u32); }} \
                 h = mix(h, {x}.find('c').seen()); h = mix(h, {x}.chars().rev().collect::<String>().seen()); \
                 h = mix(h, {x}.starts_with(\"ab\") as u32);"
            ),
            10 => format!(
                "let {x} = [{a}, {b}, 2, {a}]; for w in {x}.windows(2) {{ h = mix(h, (w[0] < w[1]) as u32); }} \
                 for c in {x}.chunks(3) {{ h = mix(h, c.len() as u32); }} \
                 let ({y}, rest) = {x}.split_at({at} & 3); h = mix(h, mix({y}.seen(), rest.seen()));"
            ),
            11 => format!(
                "let {x}: std::rc::Rc<[i32]> = std::rc::Rc::from(vec![{a}, {b}]); let {y} = {x}.clone(); \
                 h = mix(h, std::rc::Rc::strong_count(&{x}) as u32); drop({x}); h = mix(h, {y}[{at} & 1].seen());"
            ),
            12 => format!(
                "let {x} = RefCell::new(({a}, {b})); {{ let (mut one, two) = std::cell::RefMut::map_split(\
                 {x}.borrow_mut(), |p| (&mut p.0, &mut p.1)); *one = *two; drop(two); \
                 h = mix(h, {x}.try_borrow().is_err() as u32); }} h = mix(h, {x}.borrow().0.seen());"
            ),
            13 => format!(
                "let mut {x} = {a}; #[cfg(any())] {{ {x} = 5; }} #[cfg(all())] \
                 {{ {x} ^= 6; }} let {y} = {{ #[cfg(all())] {{ {x} }} #[cfg(any())] {{ 0 }} }}; \
                 h = mix(h, {y}.seen());"
            ),
            14 => format!(
                "let {x} = {a}; let {x} = {{ let {x} = {x} ^ 1; {x} ^ {b} }}; \
                 let {x} = if let {x} @ 0..=3 = {x} {{ {x} + 1 }} else {{ {x} }}; h = mix(h, {x}.seen());"
            ),
            15 => format!(
                "h = mix(h, ({a} as u8 as i16 as u32) ^ ({wide} as i8 as u32)); \
                 h = mix(h, mix(({small} as char).seen(), ({small} as i8 as i64 as u32)));"
            ),
            16 => format!(
                "let {x}: BTreeSet<i32> = [{a}, {b}, {a}].into(); let {y}: Box<[i32]> = [{b}].into(); \
                 h = mix(h, mix({x}.seen(), {y}[0].seen()));"
            ),
            17 => format!(
                "let {x}: Option<Option<i32>> = {yes}.then_some(({a}).checked_sub({b})); \
                 h = mix(h, {x}.flatten().filter(|n| *n != 1).map_or(4, |n| n.seen())); \
                 h = mix(h, {x}.is_some_and(|n| n.is_none()) as u32);"
            ),
            18 => format!(
                "let {x} = ['a', 'é', '7'][{at} % 3]; h = mix(h, {x}.len_utf8() as u32); \
                 h = mix(h, {x}.to_digit(10).seen()); h = mix(h, \"12\".parse::<i32>().map_or(3, |n| n ^ {a}).seen());"
            ),
            _ => format!(
                "let {x} = stack(&[{a}, {b}]); h = mix(h, {x}.top().copied().seen()); \
                 let {y} = {x}.map(|n| (n, {yes})); h = mix(h, {y}.items.seen());"
            ),
        };
        self.line(&text);
    }
}
