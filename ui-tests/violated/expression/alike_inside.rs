// What options, pairs and vectors hold is compared as a value, behind references and boxes.
use bverify_contracts::*;

pub struct Stack<T> {
    items: Vec<T>,
}

pub enum Found<R> {
    At(usize, R),
    Nowhere,
}

impl<T: Eq> Stack<T> {
    #[model]
    fn view(&self) -> Seq<T> {
        self.items.seq()
    }

    #[ensures(result == self.view().last())]
    pub fn peek(&self) -> Option<&T> {
        self.items.first()
    }

    #[ensures(result == if self.view().is_empty() { None } else { Some((self.view()[0], self.view().skip(1))) })]
    pub fn split(&self) -> Option<(&T, &[T])> {
        self.items.split_last()
    }

    #[ensures(result == self.view().reverse())]
    pub fn downwards(&self) -> Vec<&T> {
        self.items.iter().collect()
    }

    #[ensures(match result {
        Found::At(i, _) => result == Found::At(i, x) && self.view()[i] == x,
        Found::Nowhere => !self.view().contains(x),
    })]
    pub fn find(&self, x: &T) -> Found<&T> {
        for (i, item) in self.items.iter().enumerate() {
            if item != x {
                return Found::At(i, item);
            }
        }
        Found::Nowhere
    }
}

#[ensures(result == [Some(a), None])]
#[ensures(result < vec![Some(a), Some(a)])]
pub fn boxed(a: i32) -> Vec<Option<Box<i32>>> {
    vec![None, Some(Box::new(a))]
}
