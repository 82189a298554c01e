//! `String`.
pub struct String {
    pub(crate) bytes: crate::vec::Vec<u8>,
}
impl String {
    pub fn new() -> String { String { bytes: crate::vec::Vec::new() } }
    pub fn push_str(&mut self, text: &str) {}
}
pub trait ToString {
    fn to_string(&self) -> String;
}
