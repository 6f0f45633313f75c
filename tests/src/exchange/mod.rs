//! `cargo xtask fuzz exchange`: one compiler compiles functions up to a stage, the other from there
//! on, and the resulting program runs correctly.
//!
//! A module is written as a whole. If its reader fails, or the program prints something else, the
//! functions to blame are found. They are compiled normally, until the rest is right. A function to
//! blame does not count if LLVM cannot exchange it with itself, or if it triggers a listed LLVM
//! bug. `known` lists accepted differences.

mod dump;
mod known;
mod trial;

use crate::build::Compiler;
use crate::libraries::{LIBRARIES, Library};
use crate::picolibc::MACHINES;
use crate::platform::Platform;
use crate::target::{Mode, Target};
use crate::{Result, fuzz, parallel, process, sources};
use dump::Dump;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use trial::{Complaint, Subject, Trial};

/// Stages of both compilers.
pub const STAGES: [&str; 4] = ["irtranslator", "legalizer", "regbankselect", "instruction-select"];

/// A compiler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Maker {
    /// gisel.
    Gisel,
    /// LLVM's `llc`, with GlobalISel.
    Llc,
}

/// The writer and the reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Direction {
    /// The compiler up to the stage.
    pub writer: Maker,
    /// The compiler from the stage on.
    pub reader: Maker,
}

impl Direction {
    /// From gisel to LLVM.
    pub const OUT: Direction = Direction { writer: Maker::Gisel, reader: Maker::Llc };
    /// From LLVM to gisel.
    pub const IN: Direction = Direction { writer: Maker::Llc, reader: Maker::Gisel };
    /// From LLVM to LLVM: a function that fails this does not count.
    const SELF: Direction = Direction { writer: Maker::Llc, reader: Maker::Llc };

    fn word(self) -> &'static str {
        if self.writer == Maker::Gisel { "out" } else { "in" }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let name = |maker| if maker == Maker::Gisel { "gisel" } else { "llc" };
        write!(f, "{} to {}", name(self.writer), name(self.reader))
    }
}

/// The outcome for a program's functions in one exchange.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The number of functions that are exchanged and right.
    pub right: usize,
    /// The number of functions that do not count, by reason.
    pub not_counted: BTreeMap<&'static str, usize>,
    /// The number of accepted differences, by reason.
    pub stay: BTreeMap<&'static str, usize>,
    /// The other functions, with the complaint.
    pub different: Vec<(String, String)>,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let stay: usize = self.stay.values().sum();
        let counted = self.right + self.different.len() + stay;
        write!(f, "{counted:5} counted {:5} right {:4} different", self.right, self.different.len())?;
        for (title, reasons) in [("stay", &self.stay), ("not counted", &self.not_counted)] {
            for (reason, count) in reasons {
                write!(f, "; {count} {title}: {reason}")?;
            }
        }
        Ok(())
    }
}

/// A selection of exchanges.
struct Selection<'a> {
    libraries: Vec<&'a str>,
    platforms: Vec<Platform>,
    levels: Vec<u8>,
    stages: Vec<&'static str>,
    directions: Vec<Direction>,
}

/// The bare-metal machines.
const BARE: [&str; 3] = ["rv32imafdc-ilp32d", "rv32imac-ilp32", "rv64imac-lp64"];

impl<'a> Selection<'a> {
    /// Restricts the full selection to the given words.
    fn new(words: &'a [String]) -> Result<Selection<'a>> {
        let mut known = Vec::new();
        let libraries =
            named(words, &LIBRARIES.map(|library| library.name), |name| name.to_owned(), &mut known);
        let bare = MACHINES
            .into_iter()
            .filter(|machine| BARE.contains(&machine.to_string().as_str()))
            .map(Platform::Bare);
        let platforms: Vec<Platform> = Target::ALL.into_iter().map(Platform::Linux).chain(bare).collect();
        let selection = Selection {
            libraries: if known.is_empty() { vec!["lua", "sqlite"] } else { libraries },
            platforms: named(words, &platforms, |platform| platform.to_string(), &mut known),
            levels: named(words, &[0, 2], |level| format!("O{level}"), &mut known),
            stages: named(words, &STAGES, str::to_owned, &mut known),
            directions: named(
                words,
                &[Direction::OUT, Direction::IN],
                |direction| direction.word().to_owned(),
                &mut known,
            ),
        };
        match words.iter().find(|word| !known.contains(word)) {
            None => Ok(selection),
            Some(word) => Err(format!("'{word}' is no library, platform, level, stage or direction")),
        }
    }
}

/// Returns the elements of `all` whose names are among the words; all of them if none is. Adds
/// their names to `known`.
fn named<T: Copy>(
    words: &[String],
    all: &[T],
    name: impl Fn(T) -> String,
    known: &mut Vec<String>,
) -> Vec<T> {
    let wanted: Vec<T> = all.iter().copied().filter(|&item| words.contains(&name(item))).collect();
    known.extend(wanted.iter().map(|&item| name(item)));
    if wanted.is_empty() { all.to_vec() } else { wanted }
}

/// Exchanges libraries at stages in both directions, for both targets and the machines of `BARE`,
/// at all levels, and prints the table. Words restrict the selection; without a library's name, it
/// is Lua and SQLite.
///
/// # Errors
/// All differences.
pub fn libraries(words: &[String]) -> Result<()> {
    let selection = Selection::new(words)?;
    let mut jobs = Vec::new();
    for &name in &selection.libraries {
        let library = Library::named(name)?;
        for &platform in selection.platforms.iter().filter(|&&platform| library.is_for(platform)) {
            jobs.extend(selection.levels.iter().map(|&level| (library, platform, level)));
        }
    }
    let results = parallel::map(&jobs, |&(library, platform, level)| {
        let print = |line: &str| println!("{:8} {line}", library.name);
        library_at(library, (platform, level), (&selection.stages, &selection.directions), print)
    });
    fuzz::report(&results.into_iter().filter_map(Result::err).collect::<Vec<_>>())
}

/// Exchanges one library with its driver at stages in directions. Passes a line for each to
/// `print`.
///
/// # Errors
/// All differences.
pub fn library_at(
    library: &Library,
    (platform, level): (Platform, u8),
    (stages, directions): (&[&'static str], &[Direction]),
    print: impl Fn(&str),
) -> Result<()> {
    let subject = subject(library, platform, level)?;
    let mut differences = Vec::new();
    for &stage in stages {
        for &direction in directions {
            let name = format!("{platform} -O{level} {stage:18} {direction}");
            match exchange(&subject, library.name, stage, direction) {
                Ok(outcome) => {
                    print(&format!("{name:50} {outcome}"));
                    let texts =
                        outcome.different.iter().map(|(function, why)| format!("{name}: {function}: {why}"));
                    differences.extend(texts);
                }
                Err(message) => {
                    print(&format!("{name:50} not tried to the end"));
                    differences.push(format!("{name}: {message}"));
                }
            }
        }
    }
    fuzz::report(&differences)
}

/// Builds the files that all exchanges of a program at a level share.
fn subject(library: &Library, platform: Platform, level: u8) -> Result<Subject> {
    let folder = folder(library.name, platform, level, "whole")?;
    let bitcode = library.module(platform, level, &folder)?;
    let mut disassemble = Command::new("llvm-dis-22");
    let text = dump::prepare(&process::run(disassemble.args(["-o", "-"]).arg(&bitcode))?);
    let (module, strong, ordinary) =
        (folder.join("module.ll"), folder.join("strong.o"), folder.join("ordinary.o"));
    fs::write(&module, &text).map_err(|e| format!("{}: {e}", module.display()))?;
    let compile = |compiler: &Compiler, object: &Path| {
        process::run(&mut platform.compile(compiler, level, Mode::Static, &module, object))
    };
    compile(&Compiler::under_test()?, &strong)?;
    weaken(&strong, &ordinary)?;
    let program = library.program()?;
    let expected = match platform {
        Platform::Linux(_) | Platform::Aarch64With(_) => fs::read_to_string(&program.expected)
            .map_err(|e| format!("{}: {e}", program.expected.display()))?,
        // Some find other matches on 32 bits.
        Platform::Bare(_) => {
            let (twin, executable) = (folder.join("twin.o"), folder.join("twin"));
            compile(&Compiler::Llc, &twin)?;
            process::run(&mut platform.link_with_library(Mode::Static, &[twin], &executable)?)?;
            process::run(platform.qemu(&executable).args(&program.args))?
        }
    };
    Ok(Subject { platform, level, module, text, ordinary, args: program.args, expected })
}

/// Weakens the symbols that an object defines. Undefined symbols are unchanged: for a weak
/// reference the linker extracts nothing from a library.
fn weaken(strong: &Path, ordinary: &Path) -> Result<()> {
    let mut list = Command::new("llvm-nm-22");
    list.args(["--defined-only", "--extern-only", "--format=just-symbols"]).arg(strong);
    let names = strong.with_extension("symbols");
    fs::write(&names, process::run(&mut list)?).map_err(|e| format!("{}: {e}", names.display()))?;
    let mut copy = Command::new("llvm-objcopy-22");
    copy.arg(format!("--weaken-symbols={}", names.display())).arg("--remove-section=.init_array");
    process::run(copy.arg(strong).arg(ordinary)).map(drop)
}

fn folder(program: &str, platform: Platform, level: u8, what: &str) -> Result<PathBuf> {
    sources::work_folder(&format!("exchange/{program}/{platform}-O{level}/{what}"))
}

fn trial<'a>(
    subject: &'a Subject,
    program: &str,
    stage: &'static str,
    direction: Direction,
) -> Result<Trial<'a>> {
    let what = format!("{stage} {direction}").replace(' ', "-");
    let folder = folder(program, subject.platform, subject.level, &what)?;
    Ok(Trial { subject, stage, direction, folder })
}

/// Exchanges the functions of a program at a stage.
fn exchange(subject: &Subject, program: &str, stage: &'static str, direction: Direction) -> Result<Outcome> {
    let out = trial(subject, program, stage, direction)?;
    let dump = out.write()?;
    let mut outcome = Outcome::default();
    let mut keep: BTreeSet<&str> = dump.names().collect();
    for name in dump.names() {
        let lost = |text| known::lost((subject.platform, subject.level), stage, direction, text);
        if let Some(reason) = dump.function(name).and_then(lost) {
            keep.remove(name);
            *outcome.not_counted.entry(reason).or_default() += 1;
        }
    }
    let mut blamed = Vec::new();
    let suspected = |name: &str| known::llvm_bug(subject.platform, body(&subject.text, name)).is_some();
    let (suspects, others): (Vec<&str>, Vec<&str>) = dump.names().partition(|name| suspected(name));
    let order = Order { unsuspected: others.len(), names: [others, suspects].concat() };
    if direction.writer == Maker::Gisel {
        blamed.extend(find_blamed(&order, &mut keep, |keep| out.verify(&dump, keep)));
    }
    blamed.extend(find_blamed(&order, &mut keep, |keep| out.try_part(&dump, keep)));
    outcome.right = keep.len();
    judge(&trial(subject, program, stage, Direction::SELF)?, direction, blamed, &mut outcome)?;
    Ok(outcome)
}

/// Sorts the functions to blame by reason.
fn judge(
    own: &Trial<'_>,
    direction: Direction,
    blamed: Vec<(String, String)>,
    outcome: &mut Outcome,
) -> Result<()> {
    if blamed.is_empty() {
        return Ok(());
    }
    let platform = own.subject.platform;
    let dump = own.write()?;
    for (name, text) in blamed {
        let bug = known::llvm_bug(platform, body(&own.subject.text, &name));
        let fails = bug.is_none() && fails_alone(own, &dump, &name)?;
        if let Some(reason) = bug.or(fails.then_some("llc does not exchange it with itself")) {
            *outcome.not_counted.entry(reason).or_default() += 1;
        } else if let Some(reason) = known::stays(direction, platform, &text) {
            *outcome.stay.entry(reason).or_default() += 1;
        } else {
            outcome.different.push((name, text));
        }
    }
    Ok(())
}

/// Returns true if LLVM cannot exchange a function with itself.
///
/// # Errors
/// Another fault: the complaint is neither about this function nor about the program's output.
fn fails_alone(own: &Trial<'_>, dump: &Dump, name: &str) -> Result<bool> {
    match own.try_part(dump, &BTreeSet::from([name])) {
        Ok(()) => Ok(false),
        Err(complaint) if complaint.is_about(name) => Ok(true),
        Err(Complaint { text, .. }) => Err(format!("{name} alone: {text}")),
    }
}

/// Returns the IR of a function.
fn body<'a>(module: &'a str, name: &str) -> &'a str {
    let mut at = 0;
    for line in module.lines() {
        if dump::defined_name(line) == Some(name) {
            let rest = &module[at..];
            return rest.find("\n}\n").map_or(rest, |end| &rest[..end]);
        }
        at += line.len() + 1;
    }
    ""
}

/// All functions, first those without known faults, then those that trigger a listed LLVM bug,
/// which are usually to blame.
struct Order<'a> {
    names: Vec<&'a str>,
    unsuspected: usize,
}

/// Removes functions from `keep` until the rest is right: those that a complaint names, otherwise
/// one found by bisection.
fn find_blamed<'a>(
    order: &Order<'a>,
    keep: &mut BTreeSet<&'a str>,
    check: impl Fn(&BTreeSet<&str>) -> std::result::Result<(), Complaint>,
) -> Vec<(String, String)> {
    let mut blamed = Vec::new();
    while let Err(complaint) = check(keep) {
        let Complaint { text, functions } = complaint;
        let before = blamed.len();
        for name in functions {
            if keep.remove(name.as_str()) {
                blamed.push((name, text.clone()));
            }
        }
        if before != blamed.len() {
            continue;
        }
        let (unsuspected, suspects) = order.names.split_at(order.unsuspected);
        let left = |names: &[&'a str]| -> Vec<&'a str> {
            names.iter().copied().filter(|name| keep.contains(name)).collect()
        };
        let (unsuspected, suspects) = (left(unsuspected), left(suspects));
        let all = [&unsuspected[..], &suspects].concat();
        let Some((name, text)) = last_of_shortest(&all, unsuspected.len(), text, &check) else { break };
        keep.remove(name);
        blamed.push((name.to_owned(), text));
    }
    blamed
}

/// Returns the last function of the shortest failing prefix of the list, and its complaint. The
/// whole list has the complaint `text`. The prefix of length `likely_good` is checked first.
fn last_of_shortest<'a>(
    order: &[&'a str],
    likely_good: usize,
    mut text: String,
    check: impl Fn(&BTreeSet<&str>) -> std::result::Result<(), Complaint>,
) -> Option<(&'a str, String)> {
    let (mut good, mut bad) = (0, order.len());
    let mut first = Some(likely_good);
    while good + 1 < bad {
        let middle = first.take().filter(|n| (1..bad).contains(n)).unwrap_or(good.midpoint(bad));
        match check(&order[..middle].iter().copied().collect()) {
            Ok(()) => good = middle,
            Err(complaint) => {
                bad = middle;
                text = complaint.text;
            }
        }
    }
    order.get(bad.checked_sub(1)?).map(|name| (*name, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_restrict_what_is_exchanged() {
        let words = ["zlib", "O2", "legalizer", "in", "riscv64"].map(String::from);
        let selection = Selection::new(&words).unwrap();
        assert_eq!(selection.libraries, ["zlib"]);
        assert_eq!(selection.platforms, [Platform::Linux(Target::Riscv64)]);
        assert_eq!(selection.levels, [2]);
        assert_eq!(selection.stages, ["legalizer"]);
        assert_eq!(selection.directions, [Direction::IN]);
        assert_eq!(Selection::new(&words[1..]).unwrap().libraries, ["lua", "sqlite"]);
        assert!(Selection::new(&["O3".to_owned()]).is_err());
    }

    /// Two are wrong alone, one is named only together with others.
    #[test]
    fn the_functions_to_blame_are_found() {
        let functions: String = (0..20).map(|n| format!("---\nname: f{n}\n...\n")).collect();
        let dump = Dump::parse(&functions);
        let check = |keep: &BTreeSet<&str>| {
            if keep.contains("f3") {
                return Err(Complaint {
                    text: "named".into(),
                    functions: vec!["f3".into(), "unknown".into()],
                });
            }
            match ["f7", "f19"].into_iter().find(|name| keep.contains(name)) {
                Some(name) => Err(Complaint::from(format!("something about {name}"))),
                None => Ok(()),
            }
        };
        let names: Vec<&str> = dump.names().collect();
        for unsuspected in [0, 10, 20] {
            let order = Order { unsuspected, names: names.clone() };
            let mut keep: BTreeSet<&str> = dump.names().collect();
            let blamed = find_blamed(&order, &mut keep, check);
            let names: Vec<&str> = blamed.iter().map(|(name, _)| name.as_str()).collect();
            assert_eq!(names, ["f3", "f7", "f19"]);
            assert_eq!(blamed[1].1, "something about f7");
            assert_eq!(keep.len(), 17);
        }
    }
}
