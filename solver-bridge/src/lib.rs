//! solver-bridge
