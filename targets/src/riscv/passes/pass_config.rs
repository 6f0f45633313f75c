//! RISC-V's passes besides the standard ones, and LLVM's names of its own passes.

use crate::riscv::isel::symbol_addressing::SymbolAddresses;
use crate::riscv::passes::address_steps::AddressSteps;
use crate::riscv::passes::{merge_base_offset, opt_w_instrs, select_branches};
use crate::riscv::registers::xlen;
use gisel_codegen::ir::mir::Properties;
use gisel_codegen::passes::pre_ra::{global_merge, loop_reduce};
use gisel_codegen::pipeline::Meaning::{After, For};
use gisel_codegen::pipeline::{FROM_O1, Pass, PassConfig};
use std::sync::LazyLock;

static OPT_W_INSTRS: Pass = Pass {
    name: "opt-w-instrs",
    title: "Optimize W Instructions",
    requires: Properties::LEGALIZED.union(Properties::IS_SSA),
    establishes: Properties::empty(),
    runs: FROM_O1,
    run: |mf, cx| {
        if xlen::is_rv64(mf) {
            opt_w_instrs::run(mf, cx.target);
        }
        Ok(())
    },
};

static SELECT_BRANCHES: Pass = Pass {
    name: "select-branches",
    title: "Selects to Branches",
    requires: Properties::SELECTED.union(Properties::IS_SSA),
    establishes: Properties::empty(),
    runs: FROM_O1,
    run: |mf, cx| {
        select_branches::run(mf, cx.target);
        Ok(())
    },
};

static MERGE_BASE_OFFSET: Pass = Pass {
    name: "merge-base-offset",
    title: "RISC-V Merge Base Offset",
    requires: Properties::SELECTED.union(Properties::IS_SSA),
    establishes: Properties::empty(),
    runs: FROM_O1,
    run: |mf, cx| {
        merge_base_offset::run(mf, cx.module);
        Ok(())
    },
};

static LOOP_REDUCE: Pass = Pass::loop_reduce(|mf, cx| {
    let multiplies = cx.target.facts().multiplies;
    loop_reduce::run(mf, cx.target, &AddressSteps { multiplies });
    Ok(())
});

static GLOBAL_MERGE: Pass = Pass::global_merge(FROM_O1, |mf, cx| {
    global_merge::run(mf, cx.target, cx.module, &SymbolAddresses);
    Ok(())
});

/// The passes.
pub(crate) static PASSES: LazyLock<PassConfig> = LazyLock::new(|| {
    PassConfig::standard()
        .insert_after("postlegalizer-combiner", &OPT_W_INSTRS)
        .insert_after("machine-cse", &GLOBAL_MERGE)
        .insert_after("early-machinelicm", &LOOP_REDUCE)
        .insert_before("machine-sink", &SELECT_BRANCHES)
        .insert_after("machine-sink", &MERGE_BASE_OFFSET)
        .name("riscv-O0-prelegalizer-combiner", For(&["prelegalizer-combiner"]))
        .name("riscv-prelegalizer-combiner", For(&["prelegalizer-combiner"]))
        .name("riscv-postlegalizer-combiner", For(&["postlegalizer-combiner"]))
        .name("riscv-merge-base-offset", For(&["merge-base-offset"]))
        .name("riscv-indirect-branch-tracking", For(&["branch-targets"]))
        // There are no paired accesses.
        .name("riscv-load-store-opt", After(&["prologepilog"]))
});
