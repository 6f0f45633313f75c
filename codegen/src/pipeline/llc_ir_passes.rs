//! The equivalents here of llc's IR passes.
//!
//! `llc` runs these passes over LLVM IR before it selects instructions (`llc -O2
//! -debug-pass=Structure`, both targets, without analyses and verifiers). No LLVM pass runs here:
//! the IRTranslator takes the IR unchanged, and machine passes do the rest. "Not done" means that
//! the code is correct without the pass.
//!
//! | pass of llc | here |
//! | --- | --- |
//! | `pre-isel-intrinsic-lowering` | the IRTranslator (1) |
//! | `expand-ir-insts`: wide division | calls for 128 bits; wider ones are rejected |
//! | `expand-ir-insts`: wide conversions | the legalizer: calls for 128 bits, else lowered |
//! | `atomic-expand` | the IRTranslator (`atomics`, `atomic_calls`), the legalizer (2) |
//! | `simplifycfg` (AArch64) | not done: a front-end's -O2 has done it (3) |
//! | `loop-simplify`, `canon-freeze` | not needed: they prepare for passes that are not done |
//! | `loop-data-prefetch` | not done; requires a CPU that profits from it |
//! | `riscv-gather-scatter-lowering` | not needed without vector registers |
//! | `riscv-codegenprepare` | not needed without vector registers |
//! | `interleaved-access` | `interleaved_access`, of the same name, before the legalizer |
//! | `interleaved-load-combine` | not done: shuffles of several loads are separate |
//! | `complex-deinterleaving` (AArch64) | not needed without `+complxnum`; not done with it |
//! | `aarch64-sve-intrinsic-opts` | scalable vectors are rejected |
//! | `aarch64-stack-tagging`, `stack-safety` | memory tagging is not supported |
//! | `loop-reduce` | `loop_reduce`, of the same name, after selection |
//! | `loop-term-fold` (RISC-V) | `loop_reduce` (`term_fold`) |
//! | `mergeicmps` | not done |
//! | `expand-memcmp` | not done: `memcmp` is called |
//! | `gc-lowering`, `shadow-stack-gc-lowering` | the IRTranslator (`collectors`, `shadow_stack`) |
//! | `unreachableblockelim` | the IRTranslator translates reachable blocks only |
//! | `consthoist` | `machine-cse` and `early-machinelicm` (4) |
//! | `replace-with-veclib` | not done; requires a vector library |
//! | `partially-inline-libcalls` | the IRTranslator (`library_calls`) |
//! | `post-inline-ee-instrument` | not supported |
//! | `scalarize-masked-mem-intrin` | the IRTranslator (`masked`) |
//! | `expand-reductions` | the legalizer (`legalizer::lower`, vectors) |
//! | `type-promotion` | the legalizer; `combiner` and `opt-w-instrs` widen loads and phis |
//! | `codegenprepare`: branches on two conditions | `branch_splitting` |
//! | `codegenprepare`: phis of compared constants | `phi_constants` |
//! | `codegenprepare`: extensions next to loads | `combiner` (loads, widening) |
//! | `codegenprepare`: compares next to their users | `compare_sinking`, for branches and selects |
//! | `codegenprepare`: addresses and casts next to users | the selector matches across blocks |
//! | `codegenprepare`: tail calls of returned phis | the IRTranslator |
//! | `codegenprepare`: switches on narrow values | the IRTranslator zero-extends the value |
//! | `codegenprepare`: overflow intrinsics | not done |
//! | `codegenprepare`: selects as branches | not done |
//! | `codegenprepare`: division by a mostly narrow value | not done; requires a CPU that profits |
//! | `dwarf-eh-prepare`, `callbrprepare` | the IRTranslator (`exceptions`, `callbr`) |
//! | `riscv-promote-const`, `aarch64-promote-const` | not done: materialized or pooled |
//! | `global-merge` | `global_merge`, of the same name, after selection; variables are not moved |
//! | `objc-arc-contract` | not supported |
//! | `safe-stack` | rejected |
//! | `stack-protector` | `stack_protector`, of the same name, during translation |
//! | lowering of `is.constant`, `objectsize` | the IRTranslator |
//! | `tlshoist` | off by default there: thread-local addresses are hoisted as other values are |
//!
//! 1. Memory intrinsics become `G_MEMCPY` and the like, which the legalizer expands to accesses
//!    or calls. Objective-C's intrinsics become calls.
//! 2. Fences, loops and calls; the legalizer expands narrow accesses.
//! 3. `branch-folder` folds blocks at the end.
//! 4. They share constants and hoist them out of loops. Constants are not derived from others,
//!    except large offsets, which `combiner` splits so that accesses share the high part.
//!
//! The two combiners, `combiner`, do the work of llc's `DAGCombiner` in SelectionDAG.
