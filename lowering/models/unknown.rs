//! What functions of which nothing is known give where that is a collection: it grows by one chosen element after
//! the other.

#[lang = "no_items"]
fn no_items<T>() -> Vec<T> {
    Vec::new()
}
#[lang = "more_items"]
fn more_items<T>(items: Vec<T>, item: T) -> Vec<T> {
    let mut items = items;
    items.push(item);
    items
}
#[lang = "no_text"]
fn no_text() -> String {
    String::new()
}
#[lang = "more_text"]
fn more_text(text: String, item: char) -> String {
    let mut text = text;
    text.push(item);
    text
}
/// The number of the next element.
#[lang = "next_item"]
fn next_item(at: usize) -> usize {
    crate::intrinsics::wrapping_add(at, 1)
}
#[lang = "lent_items"]
fn lent_items<'a, T>(items: Vec<T>) -> &'a [T] {
    items.leak()
}
#[lang = "lent_items_mut"]
fn lent_items_mut<'a, T>(items: Vec<T>) -> &'a mut [T] {
    items.leak()
}
#[lang = "owned_items"]
fn owned_items<T>(items: Vec<T>) -> Box<[T]> {
    items.into_boxed_slice()
}
#[lang = "lent_text"]
fn lent_text<'a>(text: String) -> &'a str {
    text.leak()
}
