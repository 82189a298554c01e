//! bverify-tests
