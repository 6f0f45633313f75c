//! Compiles a call of every intrinsic, on some types: gisel compiles everything that `llc`
//! compiles.
//!
//! The rows are in `tests/properties/intrinsics.txt`. A row is a call in IR syntax. A name that
//! ends in `.x` is overloaded, and LLVM's reader completes it from the types.

use crate::build::Compiler;
use crate::{Result, parallel, process, sources};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A machine with every extension that its intrinsics need.
struct Machine {
    /// The prefix of the names of its own intrinsics, and the options for both compilers.
    family: &'static str,
    options: [&'static str; 2],
    /// The prefix of those that the family has only on other machines.
    lacks: Option<&'static str>,
}

const AARCH64_FEATURES: &str = "-mattr=+v8.9a,+crypto,+sha3,+sm4,+fullfp16,+fp16fml,+bf16,+i8mm,+dotprod,\
    +mte,+cssc,+rand,+ls64,+mops,+pauth,+complxnum,+jsconv,+faminmax,+lut,+rcpc3,+lse128,+wfxt,+gcs,\
    +fp8,+fp8fma,+fp8dot2,+fp8dot4,+f8f16mm,+f8f32mm,+pops";
const RISCV_FEATURES: &str = "-mattr=+m,+a,+f,+d,+c,+zbb,+zba,+zbs,+zbc,+zbkb,+zbkc,+zbkx,+zknd,+zkne,\
    +zknh,+zksed,+zksh,+zfh,+zfa,+zihintpause,+zimop,+xcvalu,+xcvbitmanip,+xcvelw,+xcvmac,\
    +xmipsexectl,+xandesperf";

const MACHINES: [Machine; 3] = [
    Machine { family: "aarch64", options: ["-mtriple=aarch64-linux-gnu", AARCH64_FEATURES], lacks: None },
    Machine {
        family: "riscv",
        options: ["-mtriple=riscv64-linux-gnu", RISCV_FEATURES],
        lacks: Some("llvm.riscv.cv."),
    },
    Machine { family: "riscv", options: ["-mtriple=riscv32-linux-gnu", RISCV_FEATURES], lacks: None },
];

/// Intrinsics that gisel rejects although `llc` compiles them, and the reasons.
const STAYS_REFUSED: &[(&str, &str)] = &[("llvm.eh.sjlj.longjmp", SJLJ), ("llvm.eh.sjlj.setjmp", SJLJ)];

const SJLJ: &str = "llc drops the jump: the one returns 0, and the other continues";

/// A row of the table.
struct Call {
    result: String,
    name: String,
    /// The type of each argument, and its constant value; none for a parameter.
    args: Vec<(String, Option<String>)>,
}

impl Call {
    /// Reads a row: `TYPE @NAME(TYPE ARGUMENT, …)`.
    fn parse(row: &str) -> Option<Call> {
        let (result, rest) = row.split_once(" @")?;
        let (name, args) = rest.strip_suffix(')')?.split_once('(')?;
        let args = split_top_level(args).into_iter().map(|arg| {
            let (ty, value) = match arg.split_once(" splat ") {
                Some((ty, _)) => (ty, &arg[ty.len() + 1..]),
                None => arg.rsplit_once(' ')?,
            };
            let constant = (!value.starts_with('%')).then(|| value.to_owned());
            Some((ty.to_owned(), constant))
        });
        Some(Call { result: result.to_owned(), name: name.to_owned(), args: args.collect::<Option<_>>()? })
    }

    /// Returns the name without the suffix of overloaded intrinsics.
    fn intrinsic(&self) -> &str {
        self.name.strip_suffix(".x").unwrap_or(&self.name)
    }

    /// Returns true if a machine has the intrinsic.
    fn is_of(&self, machine: &Machine) -> bool {
        if machine.lacks.is_some_and(|prefix| self.name.starts_with(prefix)) {
            return false;
        }
        let family = self.name.split('.').nth(1).unwrap_or_default();
        !MACHINES.iter().any(|other| other.family == family) || family == machine.family
    }

    /// Returns the declaration, and the function `f{number}` that calls it.
    fn text(&self, number: usize) -> (String, String) {
        let name = match self.name.strip_suffix(".x") {
            Some(name) => format!("{name}.n{number}"),
            None => self.name.clone(),
        };
        // The attribute of a pointer is only for calls.
        let plain = |ty: &'_ str| ty.split(" elementtype").next().unwrap_or(ty).to_owned();
        let types: Vec<String> = self.args.iter().map(|(ty, _)| plain(ty)).collect();
        let declaration = format!("declare {} @{name}({})\n", self.result, types.join(", "));
        let (mut parameters, mut arguments) = (Vec::new(), Vec::new());
        for (index, (ty, constant)) in self.args.iter().enumerate() {
            if constant.is_none() {
                parameters.push(format!("{} %a{index}", plain(ty)));
            }
            let value = constant.clone().unwrap_or_else(|| format!("%a{index}"));
            arguments.push(format!("{ty} {value}"));
        }
        let call = format!("call {} @{name}({})", self.result, arguments.join(", "));
        let (returned, body) = match &*self.result {
            "void" => ("void", format!(" {call}\n ret void\n")),
            "token" => ("void", format!(" %r = {call}\n ret void\n")),
            result => (result, format!(" %r = {call}\n ret {result} %r\n")),
        };
        let parameters = parameters.join(", ");
        (declaration, format!("define {returned} @f{number}({parameters}) {{\n{body}}}\n"))
    }
}

/// Splits arguments at commas outside brackets.
fn split_top_level(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            b'<' | b'{' | b'[' | b'(' => depth += 1,
            b'>' | b'}' | b']' | b')' => depth -= 1,
            b',' if depth == 0 => {
                parts.push(text[start..index].trim());
                start = index + 1;
            }
            _ => {}
        }
    }
    parts.extend(Some(text[start..].trim()).filter(|rest| !rest.is_empty()));
    parts
}

/// Returns a module with the calls at these indices.
fn module(calls: &[Call], numbers: &[usize]) -> String {
    let texts: Vec<(String, String)> = numbers.iter().map(|&number| calls[number].text(number)).collect();
    let declarations: BTreeSet<&str> = texts.iter().map(|(declaration, _)| &**declaration).collect();
    let mut module: String = declarations.into_iter().collect();
    texts.iter().for_each(|(_, function)| module += function);
    module + "!0 = !{!\"x18\"}\n"
}

/// Returns the command that compiles an IR module to an object beside it.
fn command(compiler: &Compiler, machine: &Machine, level: u8, input: &Path) -> Command {
    let mut command = compiler.alone();
    command
        .env("LLVM_DISABLE_SYMBOLIZATION", "1")
        .args(machine.options)
        .arg(format!("-O{level}"))
        .args(["-filetype=obj", "-o"]);
    command.arg(input.with_extension("o")).arg(input);
    command
}

/// Returns gisel's messages by the number of the function that they name.
fn refused(machine: &Machine, level: u8, input: &Path) -> Result<BTreeMap<usize, String>> {
    let mut command = command(&Compiler::under_test()?, machine, level, input);
    command.arg("--error-limit=0");
    let output = command.output().map_err(|e| format!("{}: {e}", process::command_line(&command)))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let mut refused = BTreeMap::new();
    for line in said.lines().filter(|line| line.contains("error: ")) {
        let named = line.split_once("in function 'f").and_then(|(_, rest)| rest.split_once('\''));
        let number = named.and_then(|(number, _)| number.parse().ok());
        refused.entry(number.ok_or(line)?).or_insert_with(|| line.to_owned());
    }
    match output.status.success() == refused.is_empty() {
        true => Ok(refused),
        false => Err(format!("{}: {}", process::command_line(&command), output.status)),
    }
}

/// Returns the failures for a machine and level: the rows that only `llc` compiles.
fn check_one(calls: &[Call], machine: &Machine, level: u8, folder: &Path) -> Result<Vec<String>> {
    let numbers: Vec<usize> = (0..calls.len()).filter(|&number| calls[number].is_of(machine)).collect();
    let write = |name: String, numbers: &[usize]| -> Result<PathBuf> {
        let path = folder.join(name).with_extension("ll");
        fs::write(&path, module(calls, numbers)).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(path)
    };
    let triple = &machine.options[0]["-mtriple=".len()..];
    let whole = write(format!("{triple}-O{level}"), &numbers)?;
    let mut failures = Vec::new();
    for (number, message) in refused(machine, level, &whole)? {
        let call = &calls[number];
        if STAYS_REFUSED.iter().any(|(name, _)| *name == call.intrinsic()) {
            continue;
        }
        // Alone, since an error elsewhere stops the compilation of routines that a call needs.
        let single = write(format!("{triple}-O{level}-{number}"), &[number])?;
        if !refused(machine, level, &single)?.is_empty()
            && process::run(&mut command(&Compiler::Llc, machine, level, &single)).is_ok()
        {
            failures.push(format!("{triple} -O{level}: {}: {message}", single.display()));
        }
    }
    Ok(failures)
}

/// Compiles all rows for all machines at -O0 and -O2.
///
/// # Errors
/// Lists the rows that `llc` compiles and gisel does not.
pub fn check() -> Result<String> {
    let path = sources::package_folder().join("properties").join("intrinsics.txt");
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let calls = text.lines().map(|row| Call::parse(row).ok_or_else(|| format!("no call: {row}")));
    let calls = calls.collect::<Result<Vec<_>>>()?;
    let folder = sources::work_folder("intrinsics")?;
    let jobs: Vec<(&Machine, u8)> =
        MACHINES.iter().flat_map(|machine| [0, 2].map(|level| (machine, level))).collect();
    let checked = parallel::map(&jobs, |&(machine, level)| check_one(&calls, machine, level, &folder));
    let failures: Vec<String> = checked.into_iter().collect::<Result<Vec<_>>>()?.concat();
    match failures.is_empty() {
        true => Ok(format!("{} calls of intrinsics in {} combinations", calls.len(), jobs.len())),
        false => Err(failures.join("\n")),
    }
}
