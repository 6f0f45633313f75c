//! Where the work of llc's IR passes is done here.
//!
//! `llc` runs these passes over LLVM IR before it selects instructions (`llc -O2 -debug-pass=Structure`, both targets, without analyses and
//! verifiers). No LLVM pass is run here: the IRTranslator takes the IR as it is, and what has to be done is done on machine code. "Not done"
//! means that the code is correct without it.
//!
//! | pass of llc | here |
//! | --- | --- |
//! | `pre-isel-intrinsic-lowering` | memory intrinsics: the IRTranslator makes `G_MEMCPY` and the like, the legalizer accesses or calls. Objective-C's and vector-predicated intrinsics are refused |
//! | `expand-ir-insts`: wide division | calls for 128 bits; wider is refused |
//! | `expand-ir-insts`: conversions of wide integers | the legalizer: calls for 128 bits |
//! | `atomic-expand` | the IRTranslator (`atomics`, `atomic_calls`): fences, loops, calls; the legalizer for narrow accesses on RISC-V |
//! | `simplifycfg` (AArch64) | not done: a front end's -O2 has done it. `branch-folder` folds blocks at the end |
//! | `loop-simplify`, `canon-freeze` | not needed: they prepare what is not done |
//! | `loop-data-prefetch` | not done; needs a CPU that asks for it |
//! | `riscv-gather-scatter-lowering`, `riscv-codegenprepare` | not needed: there are no vector registers on RISC-V here |
//! | `interleaved-access`, `interleaved-load-combine` | not done: shuffles are selected one by one |
//! | `complex-deinterleaving` (AArch64) | not needed without `+complxnum`; not done with it |
//! | `aarch64-sve-intrinsic-opts` | scalable vectors are refused |
//! | `aarch64-stack-tagging`, `stack-safety` | memory tagging is not supported |
//! | `loop-reduce` | `loop_reduce`, of the same name, after selection |
//! | `loop-term-fold` (RISC-V) | not done |
//! | `mergeicmps` | not done |
//! | `expand-memcmp` | not done: `memcmp` is called |
//! | `gc-lowering`, `shadow-stack-gc-lowering` | garbage collection is not supported |
//! | `unreachableblockelim` | the IRTranslator translates reachable blocks only |
//! | `consthoist` | `machine-cse` and `early-machinelicm` share constants and move them out of loops; nothing is shared between larger and smaller ones but large offsets, which `combiner` splits so that accesses share a part |
//! | `replace-with-veclib` | not done; needs a vector library to be named |
//! | `partially-inline-libcalls` | not done: `sqrt` that may set `errno` is called |
//! | `post-inline-ee-instrument` | not supported |
//! | `scalarize-masked-mem-intrin` | masked intrinsics are refused |
//! | `expand-reductions` | the legalizer (`legalizer::lower`, vectors) |
//! | `type-promotion` | the legalizer widens; `combiner` and `opt-w-instrs` make loads and phis as wide as registers |
//! | `codegenprepare`: branches on two conditions | `branch_splitting` |
//! | `codegenprepare`: phis of constants that were compared with | `phi_constants` |
//! | `codegenprepare`: extensions next to loads | `combiner` (loads, widening) |
//! | `codegenprepare`: compares next to their users | `compare_sinking`, where only branches and selections use them |
//! | `codegenprepare`: addresses and casts next to their users | the selector looks at definitions across blocks, and folds what it finds |
//! | `codegenprepare`: tail calls of returned phis | the IRTranslator looks at what the block after a call returns |
//! | `codegenprepare`: switches on values narrower than a register | the IRTranslator extends such values by zeros |
//! | `codegenprepare`: overflow intrinsics, selections as branches | not done |
//! | `codegenprepare`: division by a value that is mostly narrow | not done; needs a CPU that asks for it |
//! | `dwarf-eh-prepare`, `callbrprepare` | exceptions and `callbr` are refused |
//! | `riscv-promote-const`, `aarch64-promote-const` | not done: constants of floating point and vectors are in the constant pool or built |
//! | `global-merge` | `global_merge`, of the same name, after selection: variables stay where they are, and share addresses |
//! | `objc-arc-contract` | not supported |
//! | `safe-stack`, `stack-protector` | not supported |
//! | lowering of `is.constant`, `objectsize` (part of `pre-isel-intrinsic-lowering`) | the IRTranslator |
//! | `tlshoist` | off by default there: addresses of thread-local variables are hoisted as other values are |
//!
//! What llc's SelectionDAG does on the way to instructions (`DAGCombiner`) is in the two combiners, `combiner`.
