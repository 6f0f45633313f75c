//! The equivalents here of llc's IR passes.
//!
//! `llc` runs these passes over LLVM IR before it selects instructions (`llc -O2
//! -debug-pass=Structure`, both targets, without analyses and verifiers). No LLVM pass runs here:
//! the IRTranslator takes the IR unchanged, and machine passes do the rest. "Not done" means that
//! the code is correct without the pass.
//!
//! * `pre-isel-intrinsic-lowering`: the IRTranslator creates `G_MEMCPY` and the like for memory
//!   intrinsics, and the legalizer expands them to accesses or calls. Intrinsics of Objective-C and
//!   vector-predicated ones are rejected.
//! * `expand-ir-insts`, wide division: calls for 128 bits; wider ones are rejected.
//! * `expand-ir-insts`, conversions of wide integers: the legalizer, with calls for 128 bits.
//! * `atomic-expand`: the IRTranslator (`atomics`, `atomic_calls`) creates fences, loops and calls;
//!   the legalizer expands narrow accesses on RISC-V.
//! * `simplifycfg` (AArch64): not done, as a front-end's -O2 has done it. `branch-folder` folds
//!   blocks at the end.
//! * `loop-simplify`, `canon-freeze`: not needed; they prepare for passes that are not done.
//! * `loop-data-prefetch`: not done; requires a CPU that profits from it.
//! * `riscv-gather-scatter-lowering`, `riscv-codegenprepare`: not needed, as vector registers of
//!   RISC-V are not supported.
//! * `interleaved-access`, `interleaved-load-combine`: not done; shuffles are selected one by one.
//! * `complex-deinterleaving` (AArch64): not needed without `+complxnum`; not done with it.
//! * `aarch64-sve-intrinsic-opts`: scalable vectors are rejected.
//! * `aarch64-stack-tagging`, `stack-safety`: memory tagging is not supported.
//! * `loop-reduce`: `loop_reduce`, of the same name, after selection.
//! * `loop-term-fold` (RISC-V): not done.
//! * `mergeicmps`: not done.
//! * `expand-memcmp`: not done; `memcmp` is called.
//! * `gc-lowering`, `shadow-stack-gc-lowering`: garbage collection is not supported.
//! * `unreachableblockelim`: the IRTranslator translates reachable blocks only.
//! * `consthoist`: `machine-cse` and `early-machinelicm` share constants and hoist them out of
//!   loops. Constants are not derived from others, except large offsets, which `combiner` splits so
//!   that accesses share the high part.
//! * `replace-with-veclib`: not done; requires a vector library.
//! * `partially-inline-libcalls`: not done; a `sqrt` that may set `errno` is called.
//! * `post-inline-ee-instrument`: not supported.
//! * `scalarize-masked-mem-intrin`: masked intrinsics are rejected.
//! * `expand-reductions`: the legalizer (`legalizer::lower`, vectors).
//! * `type-promotion`: the legalizer widens; `combiner` and `opt-w-instrs` widen loads and phis to
//!   registers.
//! * `codegenprepare`, branches on two conditions: `branch_splitting`.
//! * `codegenprepare`, phis of constants that were compared with: `phi_constants`.
//! * `codegenprepare`, extensions next to loads: `combiner` (loads, widening).
//! * `codegenprepare`, compares next to their users: `compare_sinking`, if only branches and
//!   selects use them.
//! * `codegenprepare`, addresses and casts next to their users: the selector looks through
//!   definitions across blocks, and folds them.
//! * `codegenprepare`, tail calls of returned phis: the IRTranslator inspects the return in the
//!   block after a call.
//! * `codegenprepare`, switches on values narrower than a register: the IRTranslator zero-extends
//!   such values.
//! * `codegenprepare`, overflow intrinsics, selects as branches: not done.
//! * `codegenprepare`, division by a value that is mostly narrow: not done; requires a CPU that
//!   profits from it.
//! * `dwarf-eh-prepare`, `callbrprepare`: exceptions and `callbr` are rejected.
//! * `riscv-promote-const`, `aarch64-promote-const`: not done; floating-point and vector constants
//!   are in the constant pool or materialized.
//! * `global-merge`: `global_merge`, of the same name, after selection; variables are not moved,
//!   and share addresses.
//! * `objc-arc-contract`: not supported.
//! * `safe-stack`, `stack-protector`: not supported.
//! * lowering of `is.constant`, `objectsize` (part of `pre-isel-intrinsic-lowering`): the
//!   IRTranslator.
//! * `tlshoist`: off by default there; addresses of thread-local variables are hoisted as other
//!   values are.
//!
//! The two combiners, `combiner`, do the work of llc's `DAGCombiner` in SelectionDAG.
