//! Tests of `interleaved-access` on MIR text, with a toy's structure accesses.
