//! What the macros accept and refuse, as a user sees it.

#[test]
fn well_formed_clauses_vanish_without_a_warning() {
    trybuild::TestCases::new().pass("tests/accepted/*.rs");
}

#[test]
fn malformed_clauses_are_reported_where_they_are() {
    trybuild::TestCases::new().compile_fail("tests/rejected/*.rs");
}
