//! Compilers in Python packages: Halide, which writes bitcode for a target, and numba, whose
//! textual IR is retargeted.

use super::{Linked, Order, Unit, driver, own_folder, packages};
use crate::Result;
use crate::target::{Mode, Target};
use std::path::Path;
use std::process::Command;

/// The packages with their versions.
const HALIDE: &str = "halide==21.0.0";
const NUMBA: &str = "numba==0.68.1";

/// Runs a script of our own with a package; it writes files into the order's folder, `last` last.
fn run_script(order: &Order, package: &Path, name: &str, argument: &str, last: &Path) -> Result<()> {
    let script = own_folder().join(name);
    let mut python = Command::new("python3");
    python
        .arg(&script)
        .arg(order.folder)
        .arg(argument)
        .env("PYTHONPATH", package)
        .env("PYTHONDONTWRITEBYTECODE", "1");
    let level = order.ir_level.to_string();
    // numba's level, and its tuning CPU.
    python.env("NUMBA_OPT", level).env("NUMBA_CPU_NAME", "generic").env("NUMBA_CPU_FEATURES", "");
    packages::make(last, &[&script], &mut python)
}

/// Builds Halide's pipelines with its runtime library. It has only scalable vectors for RISC-V,
/// therefore vectors are not used there.
///
/// # Errors
/// Halide cannot be fetched, or fails.
pub fn halide(order: &Order) -> Result<Vec<Unit>> {
    const PIPELINES: [&str; 5] = ["blur", "mix", "product", "histogram", "functions"];
    let package = packages::python(HALIDE, true)?;
    let target = match order.target {
        Target::Aarch64 => "arm-64-linux-strict_float",
        Target::Riscv64 => "riscv-64-linux-strict_float-rvv-vector_bits_128",
    };
    let modules = PIPELINES.map(|name| order.path(&format!("{name}.bc"))).to_vec();
    run_script(order, &package, "halide_pipelines.py", target, &modules[PIPELINES.len() - 1])?;
    let mut linked = Linked::by("gcc", order.target, Mode::Pie)?;
    linked.linker.push(driver(
        order,
        "halide_pipelines.c",
        &[order.folder, &package.join("halide/include")],
    )?);
    linked.libraries.push("-ldl".into());
    // llc emits vector instructions for it.
    linked.cpu = (order.target == Target::Riscv64).then_some("rv64,v=true,vlen=128,vext_spec=v1.0");
    Ok(vec![Unit { name: "pipelines".into(), modules, mode: Mode::Pie, program: Some(linked) }])
}

/// Builds functions that numba compiles.
///
/// # Errors
/// numba cannot be fetched, or fails.
pub fn numba(order: &Order) -> Result<Vec<Unit>> {
    const FUNCTIONS: [&str; 5] = ["sieve", "longest", "heat", "orbit", "bits"];
    let package = packages::python(NUMBA, true)?;
    let texts = FUNCTIONS.map(|name| order.path(&format!("{name}.ll")));
    run_script(order, &package, "numba_functions.py", &order.target.triple(), &texts[FUNCTIONS.len() - 1])?;
    let mut modules = Vec::new();
    for (name, text) in FUNCTIONS.iter().zip(&texts) {
        // Each module has a copy of numba's own library, which already contains the host's
        // instructions.
        let module = text.with_extension("bc");
        let mut opt = Command::new("opt-22");
        opt.args(["-passes=internalize,globaldce", &format!("-internalize-public-api-list={name}")]);
        packages::make(&module, &[text], opt.arg("-o").arg(&module).arg(text))?;
        modules.push(module);
    }
    let mut linked = Linked::by("gcc", order.target, Mode::Pie)?;
    linked.linker.push(driver(order, "numba_functions.c", &[])?);
    Ok(vec![Unit { name: "functions".into(), modules, mode: Mode::Pie, program: Some(linked) }])
}
