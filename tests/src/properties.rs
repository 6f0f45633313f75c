//! IR requests to a back-end, one at a time. Where `llc`'s object changes with a request, gisel's
//! changes as well, or gisel reports that it does not implement it. `HARMLESS` lists, with reasons,
//! the requests that only select one of several correct results.
//!
//! Each probe of the table is inserted into one module, whose functions use something of
//! everything.

pub mod intrinsics;
mod probes;

use crate::build::Compiler;
use crate::target::{Combo, Mode, Target};
use crate::{Result, parallel, process, sources};
use probes::{HARMLESS, NOT_YET, PROBES, STAYS_REFUSED};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A location in the module, and the text inserted there. After a line feed, metadata nodes from
/// `!0` on follow; they are added at the module's end.
#[derive(Debug)]
struct Probe {
    place: &'static str,
    text: &'static str,
}

/// The module's locations, by their names in braces.
const PLACES: [&str; 10] = [
    "storage",
    "variable",
    "named",
    "result",
    "integer",
    "pointer",
    "declaration",
    "function",
    "call",
    "load",
];

/// Returns the module with a probe, or without any.
fn module(template: &str, probe: Option<&Probe>) -> String {
    let mut text = template.to_owned();
    for place in PLACES {
        let said = probe.filter(|probe| probe.place == place).map_or("", |probe| probe.text);
        text = text.replace(&format!("{{{place}}}"), said.split('\n').next().unwrap_or_default());
    }
    let nodes = probe.and_then(|probe| probe.text.split_once('\n')).map_or("", |(_, nodes)| nodes);
    text + nodes + "\n"
}

/// A compiler's result for a module: the object and the messages, or the error.
type Made = std::result::Result<(Vec<u8>, String), String>;

fn object(made: &Made) -> Option<&[u8]> {
    made.as_ref().ok().map(|(bytes, _)| &**bytes)
}

fn compile(compiler: &Compiler, combo: Combo, input: &Path) -> Result<Made> {
    let object = input.with_extension("o");
    let mut command = compiler.command(combo, input, &object);
    let output = command.output().map_err(|e| format!("{}: {e}", process::command_line(&command)))?;
    let said = String::from_utf8_lossy(&output.stderr).replace(&input.display().to_string(), "");
    if !output.status.success() {
        return Ok(Err(said));
    }
    let bytes = fs::read(&object).map_err(|e| format!("{}: {e}", object.display()))?;
    Ok(Ok((bytes, said)))
}

/// The module without a probe, and both compilers' results for it.
struct Base {
    combo: Combo,
    ours: Made,
    theirs: Made,
}

/// The verdict on a probe in a combination.
#[derive(Debug, PartialEq, Eq)]
enum Verdict {
    /// LLVM does not read it, or `llc` emits the same object without it.
    Idle,
    /// gisel's object changes, or gisel reports it.
    Seen,
    /// Only `llc` honours it.
    Silent(&'static str),
    /// Only `llc` compiles it. Holds gisel's message.
    Refused(String),
    /// The same module as bitcode yields another result.
    OtherAsBitcode,
}

/// The baselines of the probes.
struct Session {
    compiler: Compiler,
    template: String,
    folder: PathBuf,
}

impl Session {
    fn new() -> Result<Session> {
        let path = sources::package_folder().join("properties").join("module.ll");
        let template = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(Session {
            compiler: Compiler::under_test()?,
            template,
            folder: sources::work_folder("properties")?,
        })
    }

    fn write(&self, name: &str, probe: Option<&Probe>) -> Result<PathBuf> {
        let path = self.folder.join(name).with_extension("ll");
        fs::write(&path, module(&self.template, probe)).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(path)
    }

    fn base(&self, combo: Combo) -> Result<Base> {
        let path = self.write(&format!("base-{combo}"), None)?;
        let ours = compile(&self.compiler, combo, &path)?;
        let theirs = compile(&Compiler::Llc, combo, &path)?;
        if let Err(message) = ours.as_ref().and(theirs.as_ref()) {
            return Err(format!("{}: {message}", path.display()));
        }
        Ok(Base { combo, ours, theirs })
    }

    fn check(&self, number: usize, base: &Base) -> Result<Verdict> {
        let probe = &PROBES[number];
        let path = self.write(&format!("{number}-{}", base.combo), Some(probe))?;
        let theirs = compile(&Compiler::Llc, base.combo, &path)?;
        let ours = compile(&self.compiler, base.combo, &path)?;
        if let (Ok(_), Err(message)) = (&theirs, &ours) {
            return Ok(Verdict::Refused(message.lines().next().unwrap_or_default().to_owned()));
        }
        if object(&theirs) == object(&base.theirs) {
            return Ok(Verdict::Idle);
        }
        let bitcode = self.compile_bitcode(&path, base.combo)?;
        if bitcode.is_some_and(|made| object(&made) != object(&ours)) {
            return Ok(Verdict::OtherAsBitcode);
        }
        Ok(match (ours == base.ours, theirs) {
            (false, _) => Verdict::Seen,
            (true, Ok(_)) => Verdict::Silent("llc's object changes"),
            (true, Err(_)) => Verdict::Silent("llc stops"),
        })
    }

    /// Compiles the module as bitcode by gisel; returns none if LLVM does not read it.
    fn compile_bitcode(&self, path: &Path, combo: Combo) -> Result<Option<Made>> {
        let bitcode = path.with_extension("bc");
        let mut assemble = Command::new("llvm-as-22");
        assemble.arg(path).arg("-o").arg(&bitcode);
        match process::run(&mut assemble) {
            Ok(_) => compile(&self.compiler, combo, &bitcode).map(Some),
            Err(_) => Ok(None),
        }
    }
}

/// Checks the probes in the combinations that `wanted` accepts, by indices of probe and
/// combination. If `whole`, checks that each entry of `HARMLESS` is needed.
///
/// # Errors
/// Probes that `llc` honours and gisel ignores silently, and outdated entries.
pub fn check(whole: bool, wanted: impl Fn(usize, usize) -> bool) -> Result<String> {
    let session = Session::new()?;
    let combos: Vec<Combo> = Target::ALL
        .into_iter()
        .flat_map(|target| (0..4).map(move |level| Combo { target, ir_level: 0, level, mode: Mode::Static }))
        .collect();
    let bases =
        parallel::map(&combos, |&combo| session.base(combo)).into_iter().collect::<Result<Vec<_>>>()?;
    let mut jobs = Vec::new();
    for probe in 0..PROBES.len() {
        jobs.extend((0..combos.len()).filter(|&combo| wanted(probe, combo)).map(|combo| (probe, combo)));
    }
    let verdicts =
        parallel::map_visibly("properties", &jobs, |&(probe, combo)| session.check(probe, &bases[combo]));
    let (mut failures, mut acted_upon, mut used) = (Vec::new(), 0, BTreeSet::new());
    for (&(probe, combo), verdict) in jobs.iter().zip(verdicts) {
        let verdict = verdict?;
        acted_upon += usize::from(verdict != Verdict::Idle);
        let Probe { place, text } = &PROBES[probe];
        let harmless = HARMLESS.iter().position(|(known, why)| known == text && !why.is_empty());
        match verdict {
            Verdict::Idle | Verdict::Seen => {}
            Verdict::Refused(_) if STAYS_REFUSED.contains(text) => {}
            Verdict::Refused(_) if NOT_YET.iter().any(|(known, _)| known == text) => {}
            Verdict::Refused(message) => {
                failures.push(format!("{}: {place} {text}: refused: {message}", combos[combo]));
            }
            Verdict::Silent(_) if harmless.is_some() => used.extend(harmless),
            Verdict::Silent(how) => failures.push(format!("{}: {place} {text}: {how}", combos[combo])),
            Verdict::OtherAsBitcode => {
                failures.push(format!("{}: {place} {text}: other as bitcode", combos[combo]))
            }
        }
    }
    if whole {
        let unused = HARMLESS.iter().enumerate().filter(|(number, _)| !used.contains(number));
        failures.extend(unused.map(|(_, (text, _))| format!("{text}: not passed over in silence any more")));
    }
    match failures.is_empty() {
        true => {
            Ok(format!("{} probes in {} combinations, llc acts upon {acted_upon}", PROBES.len(), jobs.len()))
        }
        false => Err(failures.join("\n")),
    }
}
