//! `--fallback=llc`: a module that is refused here is compiled by `llc`, with what both understand of the command line.

use crate::options::{FileType, Options};
use clap::ValueEnum;
use gisel_codegen::pipeline::OptLevel;
use std::io::Write;
use std::process::{Command, Stdio};

/// Names that `llc` has, the newest first.
const NAMES: [&str; 2] = ["llc-22", "llc"];

/// Whether `llc` could do what the command line asks for: one module to code.
pub fn is_possible(options: &Options) -> bool {
    let own = [&options.stop_after, &options.stop_before, &options.start_after, &options.start_before];
    let writes_code = own.into_iter().all(Option::is_none) && options.run_pass.is_empty();
    let is_to_fail = options.list_unsupported || options.fatal_warnings;
    writes_code && !options.link && options.command.is_none() && !is_to_fail
}

/// Has `llc` compile what was read from the input `name`.
///
/// # Errors
/// There is no `llc`, or it refuses the module, too.
pub fn compile(data: &[u8], name: &str, options: &Options) -> Result<Vec<u8>, String> {
    let args = arguments(name, options);
    let mut child = NAMES
        .iter()
        .find_map(|program| {
            let mut command = Command::new(program);
            command.args(&args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()
        })
        .ok_or_else(|| format!("there is no {} to fall back on", NAMES.join(" or ")))?;
    let stdin = child.stdin.take();
    let output = std::thread::scope(|scope| {
        // What `llc` does not read, it does not need.
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(data)));
        child.wait_with_output()
    });
    let output = output.map_err(|e| format!("llc: {e}"))?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(format!("{name}: llc ends with {}", output.status))
    }
}

/// The options as `llc` has them.
fn arguments(name: &str, options: &Options) -> Vec<String> {
    let level = match options.level {
        OptLevel::O0 => "0",
        OptLevel::O1 => "1",
        OptLevel::O2 => "2",
        OptLevel::O3 => "3",
    };
    let filetype = match options.filetype {
        FileType::Asm => "asm",
        FileType::Obj => "obj",
        FileType::Null => "null",
    };
    let mut args = vec![format!("-O{level}"), format!("-filetype={filetype}"), "-o".into(), "-".into()];
    let is_mir = name.ends_with(".mir");
    let texts = [
        ("x", is_mir.then(|| "mir".to_owned())),
        ("mtriple", options.mtriple.clone()),
        ("march", options.march.clone()),
        ("mcpu", options.mcpu.clone()),
        ("mattr", (!options.mattr.is_empty()).then(|| options.mattr.join(","))),
        ("target-abi", options.target_abi.clone()),
        ("tls-size", options.tls_size.clone()),
        ("relocation-model", options.relocation_model.and_then(value_name)),
        ("code-model", options.code_model.and_then(value_name)),
        ("frame-pointer", options.frame_pointer.and_then(value_name)),
        ("emulated-tls", options.emulated_tls.map(|is_on| is_on.to_string())),
        ("enable-tlsdesc", options.enable_tlsdesc.map(|is_on| is_on.to_string())),
        ("unique-section-names", Some(options.unique_section_names.to_string())),
        ("asm-verbose", Some(options.asm_verbose.to_string())),
        ("dwarf-version", options.dwarf_version.map(|version| version.to_string())),
        ("debugger-tune", options.debugger_tune.clone()),
        ("accel-tables", options.accel_tables.clone()),
    ];
    args.extend(texts.into_iter().filter_map(|(option, value)| Some(format!("-{option}={}", value?))));
    let switches = [
        ("function-sections", options.function_sections),
        ("data-sections", options.data_sections),
        ("addrsig", options.addrsig),
        ("generate-arange-section", options.generate_arange_section),
        ("force-dwarf-frame-section", options.force_dwarf_frame_section),
        ("no-integrated-as", options.no_integrated_as),
        ("aarch64-elf-ldtls-generation", options.aarch64_elf_ldtls_generation),
        ("disable-verify", options.disable_verify),
        ("no-warn", options.no_warn),
    ];
    args.extend(switches.into_iter().filter(|(_, is_on)| *is_on).map(|(option, _)| format!("-{option}")));
    args.push("-".into());
    args
}

/// The name of a value on the command line.
fn value_name(value: impl ValueEnum) -> Option<String> {
    value.to_possible_value().map(|value| value.get_name().to_owned())
}
