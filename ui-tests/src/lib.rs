//! bverify-ui-tests
