//! `llc` as a process, with the command line options that both programs know.

use crate::compiled::TargetMachine;
use crate::link::find_first;
use crate::options::{FileType, Options};
use clap::ValueEnum;
use gisel_codegen::pipeline::OptLevel;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The names of `llc`, the newest version first.
const NAMES: [&str; 5] = ["llc-22", "llc", "llc-21", "llc-20", "llc-19"];

/// The path of the program.
#[derive(Clone, Debug)]
pub struct Llc(PathBuf);

impl Llc {
    /// Returns the named program, or else the newest on the search path.
    ///
    /// # Errors
    /// There is none.
    pub fn find(named: Option<&Path>) -> Result<Llc, String> {
        find_first(named, &NAMES).map(Llc)
    }

    /// Returns the program's file name.
    #[must_use]
    pub fn name(&self) -> String {
        self.0.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Compiles the data that was read from the input `name`; its messages are printed.
    ///
    /// # Errors
    /// The program cannot be started, or it rejects the module.
    pub fn compile(&self, data: &[u8], name: &str, arguments: &[String]) -> Result<Vec<u8>, String> {
        let mut command = Command::new(&self.0);
        let started = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = started.map_err(|e| format!("cannot run {}: {e}", self.0.display()))?;
        let stdin = child.stdin.take();
        let output = std::thread::scope(|scope| {
            // Unread input is not an error.
            scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(data)));
            child.wait_with_output()
        });
        let output = output.map_err(|e| format!("{}: {e}", self.name()))?;
        if output.status.success() {
            Ok(output.stdout)
        } else {
            Err(format!("{name}: {} ends with {}", self.name(), output.status))
        }
    }
}

/// Returns the options in `llc`'s form, for an input `name` that it reads from standard input.
/// Module flags about the machine apply to all functions here, but to none in `llc`.
#[must_use]
pub fn arguments(
    name: &str,
    options: &Options,
    filetype: FileType,
    machine: Option<&TargetMachine>,
) -> Vec<String> {
    let level = match options.level {
        OptLevel::O0 => "0",
        OptLevel::O1 => "1",
        OptLevel::O2 => "2",
        OptLevel::O3 => "3",
    };
    let filetype = match filetype {
        FileType::Asm => "asm",
        FileType::Obj => "obj",
        FileType::Null => "null",
    };
    let mut args = vec![format!("-O{level}"), format!("-filetype={filetype}"), "-o".into(), "-".into()];
    let is_mir = name.ends_with(".mir");
    let features: Vec<&str> = machine
        .map(|machine| &*machine.features)
        .into_iter()
        .chain(options.mattr.iter().map(|list| &**list))
        .filter(|list| !list.is_empty())
        .collect();
    let code_model = || machine.and_then(|machine| machine.code_model).map(str::to_owned);
    let of_module = || machine.map(|machine| if machine.is_pic { "pic" } else { "static" }.to_owned());
    let texts = [
        ("x", options.language.map_or(is_mir.then(|| "mir".to_owned()), value_name)),
        ("mtriple", options.mtriple.clone()),
        ("march", options.march.clone()),
        ("mcpu", options.mcpu.clone()),
        ("mattr", (!features.is_empty()).then(|| features.join(","))),
        ("target-abi", options.target_abi.clone()),
        ("tls-size", options.tls_size.clone()),
        ("relocation-model", options.relocation_model.and_then(value_name).or_else(of_module)),
        ("code-model", options.code_model.and_then(value_name).or_else(code_model)),
        ("frame-pointer", options.frame_pointer.and_then(value_name)),
        ("stackrealign", options.stackrealign.map(|is_on| is_on.to_string())),
        ("emulated-tls", options.emulated_tls.map(|is_on| is_on.to_string())),
        ("enable-tlsdesc", options.enable_tlsdesc.map(|is_on| is_on.to_string())),
        ("dwarf-version", options.dwarf_version.map(|version| version.to_string())),
        ("debugger-tune", options.debugger_tune.clone()),
        ("accel-tables", options.accel_tables.clone()),
        ("split-dwarf-file", options.split_dwarf_file.clone()),
    ];
    args.extend(texts.into_iter().filter_map(|(option, value)| Some(format!("-{option}={}", value?))));
    let switches = [
        ("generate-arange-section", options.generate_arange_section),
        ("dwarf64", options.dwarf64),
        ("strict-dwarf", options.strict_dwarf),
        ("generate-type-units", options.generate_type_units),
        ("aarch64-elf-ldtls-generation", options.aarch64_elf_ldtls_generation),
        ("disable-verify", options.disable_verify),
        ("no-warn", options.no_warn),
    ];
    args.extend(switches.into_iter().filter(|(_, is_on)| *is_on).map(|(option, _)| format!("-{option}")));
    args.extend(options.module.arguments.iter().cloned());
    args.extend(options.inst_printer_options.iter().map(|option| format!("-M={option}")));
    args.extend(options.inst_printer_options_of_targets().map(|option| format!("-{option}")));
    args.extend(options.of_llc.iter().cloned());
    args.push("-".into());
    args
}

/// Returns the name of a value on the command line.
fn value_name(value: impl ValueEnum) -> Option<String> {
    value.to_possible_value().map(|value| value.get_name().to_owned())
}
