//! The back-end of AArch64, before a subtarget is selected.

use crate::aarch64::features::{Features, Subtarget, TABLE};
use crate::aarch64::isel::atomics;
use crate::aarch64::target::AArch64Target;
use crate::backend::{self, Backend};
use crate::features::{FeatureSet, FeatureTable, Request};
use gisel_codegen::ir::module::CodeModel;
use gisel_codegen::target::Target;
use std::sync::Arc;

/// AArch64, little-endian.
pub(crate) struct AArch64;

impl Backend for AArch64 {
    fn check_triple(&self, triple: &str) -> Result<(), &'static str> {
        if triple.ends_with("_ilp32") { Err("pointers have 64 bits") } else { Ok(()) }
    }

    fn data_layout(&self, _name: &str) -> &'static str {
        "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
    }

    fn features(&self) -> &'static FeatureTable {
        &TABLE
    }

    fn subtarget(
        &self,
        _name: &str,
        request: &Request<'_>,
        warnings: &mut Vec<String>,
    ) -> Result<Arc<dyn backend::Subtarget>, String> {
        if !matches!(request.abi, "" | "aapcs" | "aapcs-soft") {
            return Err(format!("ABI `{}` is not supported: AArch64 has aapcs and aapcs-soft", request.abi));
        }
        let subtarget = Subtarget::new(request, warnings)?;
        // As in `llc`, the registers alone say where floats are passed.
        if request.abi == "aapcs-soft" && subtarget.features.contains(Features::FP) {
            warnings.push("ABI `aapcs-soft` takes effect with the target feature `-fp-armv8`".into());
        }
        Ok(Arc::new(subtarget))
    }

    fn routines(&self) -> Vec<String> {
        atomics::outlined_names().collect()
    }

    fn check_code_model(&self, model: CodeModel) -> Result<(), String> {
        match model {
            CodeModel::Medium => Err("code model medium is not supported: AArch64 has none".into()),
            _ => Ok(()),
        }
    }
}

impl backend::Subtarget for Subtarget {
    fn target(&self) -> Arc<dyn Target> {
        Arc::new(AArch64Target::of(*self))
    }

    fn extensions(&self) -> Vec<&'static str> {
        let generic = TABLE.cpu("generic").map_or(FeatureSet::default(), |cpu| cpu.features);
        TABLE.iter(&self.set.difference(&generic)).map(|feature| feature.name).collect()
    }
}
