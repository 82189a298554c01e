//! What nobody can write once it is shared leads in no circle, but children may be shared.
use std::rc::Rc;

use bverify_contracts::*;

pub struct Tree {
    key: u8,
    kids: Vec<Rc<Tree>>,
}

#[requires(tree.kids.len() == 2)]
#[ensures(tree.kids[0].kids.len() == 1 ==> !Rc::ptr_eq(&tree.kids[0], &tree.kids[0].kids[0]))]
#[ensures(result)]
pub fn apart(tree: &Rc<Tree>) -> bool {
    !Rc::ptr_eq(&tree.kids[0], &tree.kids[1])
}

#[requires(tree.kids.len() == 1)]
#[ensures(result.is_some() ==> tree.key == 0)]
pub fn only_child(mut tree: Tree) -> Option<Tree> {
    Rc::try_unwrap(tree.kids.pop()?).ok()
}
