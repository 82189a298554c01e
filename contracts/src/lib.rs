//! bverify-contracts
