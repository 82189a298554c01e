//! The pages of the manual, one a code: what `--explain` prints and what editors link to.

macro_rules! pages {
    ($($code:literal),* $(,)?) => {
        /// Each code with its page, in order.
        pub const PAGES: &[(&str, &str)] = &[
            $(($code, include_str!(concat!("../manual/", $code, ".md")))),*
        ];
    };
}

pages!(
    "BV0101", "BV0102", "BV0103", "BV0104", "BV0110", "BV0111", "BV0112", "BV0120", "BV0121",
    "BV0122", "BV0123", "BV0124", "BV0125", "BV0126", "BV0201", "BV0202", "BV0203", "BV0204",
    "BV0205", "BV0206", "BV0207", "BV0208", "BV0209", "BV0210", "BV0211", "BV0212", "BV0213",
    "BV0301", "BV0302", "BV0303", "BV0304",
);

/// The page of a code; letter case does not matter.
pub fn page(code: &str) -> Option<&'static str> {
    PAGES
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(code))
        .map(|(_, page)| *page)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::codes;

    #[test]
    fn every_code_of_a_report_has_a_page() {
        for code in codes::ALL {
            assert!(page(code).is_some(), "{code} has no page");
        }
    }

    #[test]
    fn a_page_starts_with_its_code() {
        for (code, page) in PAGES {
            assert!(page.starts_with(&format!("# {code}: ")), "{code}");
        }
    }
}
