//! One RISC-V subtarget: features, and the classes that the passes call.

use super::call_lowering::RiscvCallLowering;
use super::features::Features;
use super::frame_lowering::RiscvFrame;
use super::instr_info::RiscvInstrInfo;
use super::instructions::DESCS;
use super::mc::RiscvMc;
use super::register_banks::RiscvBanks;
use super::registers::REGISTERS;
use super::select::RiscvSelector;
use gisel_codegen::mc::target::McTarget;
use gisel_codegen::regbankselect::RegisterBankInfo;
use gisel_codegen::select::InstructionSelector;
use gisel_codegen::target::Target;
use gisel_codegen::target::call_lowering::CallLowering;
use gisel_codegen::target::frame_lowering::FrameLowering;
use gisel_codegen::target::instr_info::InstrInfo;
use gisel_codegen::target::instructions::InstrDesc;
use gisel_codegen::target::registers::RegisterInfo;

/// rv64gc with lp64d, and the extensions that the features name.
#[derive(Debug)]
pub struct RiscvTarget {
    /// What the subtarget has.
    pub features: Features,
    calls: RiscvCallLowering,
    mc: RiscvMc,
    selector: RiscvSelector,
}

impl RiscvTarget {
    /// The subtarget of a CPU with a list of features such as `+zbb,-relax`. An error names what is not supported.
    pub fn new(cpu: &str, features: &str) -> Result<RiscvTarget, String> {
        let features = Features::parse(cpu, features)?;
        Ok(RiscvTarget {
            features,
            calls: RiscvCallLowering,
            mc: RiscvMc { features },
            selector: RiscvSelector { features },
        })
    }
}

impl Target for RiscvTarget {
    fn name(&self) -> &'static str {
        "riscv64"
    }

    fn registers(&self) -> &'static RegisterInfo {
        &REGISTERS
    }

    fn instructions(&self) -> &'static [InstrDesc] {
        DESCS
    }

    fn mc(&self) -> &dyn McTarget {
        &self.mc
    }

    fn call_lowering(&self) -> &dyn CallLowering {
        &self.calls
    }

    fn instr_info(&self) -> &dyn InstrInfo {
        &RiscvInstrInfo
    }

    fn frame_lowering(&self) -> &dyn FrameLowering {
        &RiscvFrame
    }

    fn register_banks(&self) -> &dyn RegisterBankInfo {
        &RiscvBanks
    }

    fn selector(&self) -> &dyn InstructionSelector {
        &self.selector
    }
}
