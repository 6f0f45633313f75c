//! The back-ends rv32 and rv64, before a subtarget is selected.

use crate::backend::{self, Backend, DefaultTaken, InstPrinterOption};
use crate::features::{FeatureTable, Request};
use crate::riscv::features::{Abi, Subtarget, TABLE};
use crate::riscv::mc::isa;
use crate::riscv::target::{FLUSH_ICACHE, RiscvTarget};
use gisel_codegen::ir::module::CodeModel;
use gisel_codegen::machine::desc::registers::RegDesc;
use gisel_codegen::target::Target;
use std::any::Any;
use std::sync::Arc;

/// RISC-V.
pub(crate) struct Riscv;

/// Returns the width of a target's general registers in bits.
fn xlen(name: &str) -> u32 {
    if name == "riscv32" { 32 } else { 64 }
}

/// The options for printing assembly. Numbers of registers replace all names.
const INST_PRINTER_OPTIONS: &[InstPrinterOption] = &[
    InstPrinterOption::no_aliases(Some("riscv-no-aliases")),
    InstPrinterOption {
        name: "numeric",
        own_name: None,
        apply: |options| options.register_name = Some(numbered),
    },
    InstPrinterOption {
        name: "emit-x8-as-fp",
        own_name: Some("riscv-emit-x8-as-fp"),
        apply: |options| {
            options.register_name.get_or_insert(with_frame_pointer);
        },
    },
];

impl Backend for Riscv {
    fn data_layout(&self, name: &str) -> &'static str {
        match xlen(name) {
            32 => "e-m:e-p:32:32-i64:64-n32-S128",
            _ => "e-m:e-p:64:64-i64:64-i128:128-n32:64-S128",
        }
    }

    fn features(&self) -> &'static FeatureTable {
        &TABLE
    }

    fn subtarget(
        &self,
        name: &str,
        request: &Request<'_>,
        warnings: &mut Vec<String>,
    ) -> Result<Arc<dyn backend::Subtarget>, String> {
        Ok(Arc::new(Subtarget::new(xlen(name), request, warnings)?))
    }

    fn check_code_model(&self, model: CodeModel) -> Result<(), String> {
        match model {
            CodeModel::Tiny => Err("code model tiny is not supported: RISC-V has none".into()),
            _ => Ok(()),
        }
    }

    fn default_code_model(&self) -> Option<&'static str> {
        Some("medium")
    }

    fn inst_printer_options(&self) -> &'static [InstPrinterOption] {
        INST_PRINTER_OPTIONS
    }

    fn has_small_data(&self) -> bool {
        true
    }

    fn routines(&self) -> Vec<String> {
        vec![FLUSH_ICACHE.into()]
    }

    fn isa_features(&self, isa: &str) -> Vec<&'static str> {
        isa::features(isa).collect()
    }
}

impl backend::Subtarget for Subtarget {
    fn target(&self) -> Arc<dyn Target> {
        Arc::new(RiscvTarget::of(*self))
    }

    fn extensions(&self) -> Vec<&'static str> {
        TABLE
            .iter(&self.set)
            .filter(|feature| feature.version.is_some())
            .map(|feature| feature.name)
            .collect()
    }

    fn common(&self, other: &dyn backend::Subtarget) -> Option<Arc<dyn backend::Subtarget>> {
        let other = (other as &dyn Any).downcast_ref::<Subtarget>()?;
        Some(Arc::new(self.in_common(other)))
    }

    fn default_taken(&self) -> Option<DefaultTaken> {
        self.is_default.then(|| DefaultTaken {
            features: self.default_features(),
            warning: format!(
                "no feature says which extensions there are: {} and the ABI {} are taken, where llc takes rv64i and {}; \
                 without -code-model, code reaches 2 GiB around itself (medium), where llc's reaches 2 GiB around zero (small)",
                isa::letters(&self.set),
                self.abi.name(64),
                Abi::Soft.name(64),
            ),
        })
    }
}

/// Returns the numeric name of a register: `x10`, `f10`. Vector registers and control registers
/// have only one name.
fn numbered(register: &RegDesc) -> &'static str {
    let number = register.name.split('_').next().unwrap_or(register.name);
    let digits = number.strip_prefix(['x', 'f']).unwrap_or_default();
    if digits.parse::<u8>().is_ok() { number } else { register.asm_name }
}

/// Returns the name of a register where the frame pointer is called `fp`.
fn with_frame_pointer(register: &RegDesc) -> &'static str {
    if register.asm_name == "s0" { "fp" } else { register.asm_name }
}
