//! AArch64's passes besides the standard ones, and LLVM's names of its own passes.

use crate::aarch64::isel::symbol_addressing::SymbolAddresses;
use crate::aarch64::passes::access_clusters;
use crate::aarch64::passes::address_steps::AddressSteps;
use crate::aarch64::passes::condition_optimizer;
use crate::aarch64::passes::load_store_opt;
use crate::aarch64::passes::mi_peephole_opt;
use crate::aarch64::passes::speculation_hardening;
use crate::aarch64::passes::symbol_accesses;
use crate::aarch64::passes::vector_forms;
use gisel_codegen::ir::mir::Properties;
use gisel_codegen::passes::pre_ra::{global_merge, loop_reduce};
use gisel_codegen::pipeline::Meaning::For;
use gisel_codegen::pipeline::{ALWAYS, FROM_O1, FROM_O2, Pass, PassConfig};
use std::sync::LazyLock;

static LOAD_STORE_OPT: Pass = Pass {
    name: "load-store-opt",
    title: "Load / Store Optimizer",
    requires: Properties::NO_VREGS,
    establishes: Properties::empty(),
    runs: FROM_O2,
    run: |mf, cx| {
        load_store_opt::run(mf, cx.target);
        Ok(())
    },
};

static ACCESS_CLUSTERS: Pass = Pass {
    name: "access-clusters",
    title: "AArch64 access clusters",
    requires: Properties::SELECTED.union(Properties::IS_SSA),
    establishes: Properties::empty(),
    runs: FROM_O2,
    run: |mf, cx| {
        access_clusters::run(mf, cx.target);
        Ok(())
    },
};

static CONDITION_OPTIMIZER: Pass = Pass {
    name: "condition-optimizer",
    title: "AArch64 CondOpt Pass",
    requires: Properties::SELECTED.union(Properties::IS_SSA),
    establishes: Properties::empty(),
    runs: FROM_O1,
    run: |mf, cx| {
        condition_optimizer::run(mf, cx.target);
        Ok(())
    },
};

static VECTOR_FORMS: Pass = Pass {
    name: "vector-forms",
    title: "AArch64 forms of Advanced SIMD",
    requires: Properties::SELECTED.union(Properties::IS_SSA),
    establishes: Properties::empty(),
    runs: FROM_O1,
    run: |mf, cx| {
        vector_forms::run(mf, cx.target);
        Ok(())
    },
};

static SYMBOL_ACCESSES: Pass = Pass {
    name: "symbol-accesses",
    title: "AArch64 folding of symbols into accesses",
    requires: Properties::SELECTED.union(Properties::IS_SSA),
    establishes: Properties::empty(),
    runs: FROM_O1,
    run: |mf, cx| {
        symbol_accesses::run(mf, cx.target, cx.module);
        Ok(())
    },
};

static MI_PEEPHOLE_OPT: Pass = Pass {
    name: "mi-peephole-opt",
    title: "AArch64 MI Peephole Optimization pass",
    requires: Properties::SELECTED.union(Properties::IS_SSA),
    establishes: Properties::empty(),
    runs: FROM_O1,
    run: |mf, cx| {
        mi_peephole_opt::run(mf, cx.target, cx.module);
        Ok(())
    },
};

static SPECULATION_HARDENING: Pass = Pass {
    name: "speculation-hardening",
    title: "AArch64 speculation hardening pass",
    requires: Properties::NO_VREGS,
    establishes: Properties::empty(),
    runs: ALWAYS,
    run: |mf, cx| {
        speculation_hardening::run(mf, cx.target, cx.module);
        Ok(())
    },
};

static LOOP_REDUCE: Pass = Pass::loop_reduce(|mf, cx| {
    loop_reduce::run(mf, cx.target, &AddressSteps);
    Ok(())
});

static GLOBAL_MERGE: Pass = Pass::global_merge(FROM_O2, |mf, cx| {
    global_merge::run(mf, cx.target, cx.module, &SymbolAddresses);
    Ok(())
});

/// The passes.
pub(crate) static PASSES: LazyLock<PassConfig> = LazyLock::new(|| {
    PassConfig::standard()
        .insert_after("peephole-opt", &VECTOR_FORMS)
        .insert_after("machine-cse", &CONDITION_OPTIMIZER)
        .insert_after("machine-cse", &GLOBAL_MERGE)
        .insert_after("early-machinelicm", &LOOP_REDUCE)
        .insert_after("machine-sink", &MI_PEEPHOLE_OPT)
        .insert_after("mi-peephole-opt", &ACCESS_CLUSTERS)
        .insert_after("access-clusters", &SYMBOL_ACCESSES)
        .insert_after("prologepilog", &LOAD_STORE_OPT)
        .insert_after("postmisched", &SPECULATION_HARDENING)
        .name("aarch64-O0-prelegalizer-combiner", For(&["prelegalizer-combiner"]))
        .name("aarch64-prelegalizer-combiner", For(&["prelegalizer-combiner"]))
        .name("aarch64-postlegalizer-combiner", For(&["postlegalizer-combiner"]))
        .name("aarch64-branch-targets", For(&["branch-targets"]))
        .name("aarch64-condopt", For(&["condition-optimizer"]))
        .name("aarch64-mi-peephole-opt", For(&["mi-peephole-opt"]))
        .name("aarch64-ldst-opt", For(&["load-store-opt"]))
        .name("aarch64-speculation-hardening", For(&["speculation-hardening"]))
});
