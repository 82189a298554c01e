//! Tests of lowering, from source where the front end is there and from hand-made trees.
