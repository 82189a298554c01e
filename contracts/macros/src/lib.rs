//! bverify-contracts-macros
