//! The functions of a module in assembly: instructions, spills and reloads, calls, and directives
//! for unwinders and debuggers.

use regex::{Captures, Regex};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// A function of one compiler.
#[derive(Clone, Default, Debug)]
pub struct Function {
    /// The symbol.
    pub name: String,
    /// Labels and instructions without comments. Block labels are numbered in the order in which
    /// they are mentioned.
    pub code: Vec<CodeLine>,
    /// The whole text, comments and directives included. Labels that are numbered throughout the
    /// module are renumbered, because their numbers depend on earlier functions.
    pub text: String,
    /// The statistics of the function.
    pub figures: Figures,
    /// The unwind information, except for the frame, which differs with the code.
    pub unwinding: BTreeSet<String>,
    /// The source lines of its instructions.
    pub lines: BTreeSet<String>,
}

impl Function {
    /// Returns true if the other function has the same instructions in the same order.
    pub fn is_same_code(&self, other: &Function) -> bool {
        let insts = |function: &Function| -> Vec<CodeLine> {
            function.code.iter().filter(|line| matches!(line, CodeLine::Inst(_))).cloned().collect()
        };
        insts(self) == insts(other)
    }
}

/// A label or an instruction.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum CodeLine {
    /// The start of a block, with its name in IR if it is known.
    Block(String, Option<String>),
    /// An instruction.
    Inst(String),
}

impl CodeLine {
    /// Returns the printed line.
    pub fn text(&self) -> String {
        match self {
            CodeLine::Block(label, _) => format!("{label}:"),
            CodeLine::Inst(text) => format!("  {text}"),
        }
    }
}

/// The statistics of one function, or the sum of several.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Figures {
    /// The number of instructions, as written.
    pub instructions: u64,
    /// The code size in bytes.
    pub bytes: u64,
    /// The stack size in bytes, if it is constant.
    pub stack: u64,
    /// The number of spills: stores of registers to the stack by the allocator or the frame.
    pub spills: u64,
    /// The number of reloads of spilled registers.
    pub reloads: u64,
    /// The number of calls, tail calls included.
    pub calls: u64,
}

impl Figures {
    /// The names of the statistics, as printed.
    pub const NAMES: [&str; 6] = ["instructions", "bytes", "stack", "spills", "reloads", "calls"];

    /// Returns the statistics in the order of the names.
    pub fn values(&self) -> [u64; 6] {
        [self.instructions, self.bytes, self.stack, self.spills, self.reloads, self.calls]
    }

    /// Adds the statistics of another function.
    pub fn add(&mut self, other: &Figures) {
        self.instructions += other.instructions;
        self.bytes += other.bytes;
        self.stack += other.stack;
        self.spills += other.spills;
        self.reloads += other.reloads;
        self.calls += other.calls;
    }
}

/// Directives with unwind information of a whole function.
const OF_FUNCTIONS: [&str; 5] =
    [".cfi_startproc", ".cfi_personality", ".cfi_signal_frame", ".cfi_b_key_frame", ".cfi_mte_tagged_frame"];

/// Comments that mark inline assembly.
const STATEMENT_MARKS: [&str; 4] = ["#APP", "#NO_APP", "//APP", "//NO_APP"];

/// Labels that are numbered throughout the module.
static COUNTED: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(\.L(?:pcrel_hi|tlsdesc_hi|tmp))[0-9]+").expect("a pattern"));

/// The prefix of block labels; other labels mark instructions for debuggers and unwinders.
const BLOCK: &str = ".LBB";

/// The mnemonics of calls. A jump to a symbol is a call, too.
const CALLS: [&str; 5] = ["call", "tail", "jalr", "bl", "blr"];

/// Returns the functions that a module's assembly defines, in order; assembly contains no code and
/// stack sizes.
pub fn of_assembly(text: &str) -> Vec<Function> {
    let mut types = BTreeSet::new();
    let mut files = BTreeMap::new();
    let mut found = Vec::new();
    let mut open: Option<Reader<'_>> = None;
    for line in text.lines() {
        let words = line.trim_start();
        if let Some(name) =
            words.strip_prefix(".type").and_then(|rest| rest.trim().strip_suffix(",@function"))
        {
            types.insert(unquoted(name));
        }
        if let Some((number, path)) =
            words.strip_prefix(".file").and_then(|rest| rest.trim().split_once([' ', '\t']))
        {
            files.insert(number, path);
        }
        let label = line.split_once(':').map(|(label, _)| unquoted(label));
        if let Some(name) = label.filter(|label| !line.starts_with(['\t', ' ']) && types.contains(label)) {
            open = Some(Reader::new(name));
        }
        let Some(reader) = &mut open else { continue };
        if words.starts_with(".size") {
            found.extend(open.take().map(Reader::finish));
        } else {
            reader.read(line, &files);
        }
    }
    found
}

fn unquoted(name: &str) -> &str {
    name.trim_matches('"')
}

/// A function that is being read.
struct Reader<'a> {
    function: Function,
    /// The numbers of the block labels.
    labels: BTreeMap<&'a str, usize>,
    /// True while inline assembly is read.
    is_statement: bool,
}

impl<'a> Reader<'a> {
    fn new(name: &str) -> Reader<'a> {
        let function = Function { name: name.to_owned(), ..Function::default() };
        Reader { function, labels: BTreeMap::new(), is_statement: false }
    }

    fn read(&mut self, line: &'a str, files: &BTreeMap<&str, &str>) {
        let function = &mut self.function;
        if !function.text.is_empty() || !line.starts_with(['\t', ' ']) {
            function.text += line;
            function.text.push('\n');
        }
        let (statement, comment) = split_comment(line);
        let statement = statement.trim();
        match statement {
            "#APP" | "//APP" => self.is_statement = true,
            "#NO_APP" | "//NO_APP" => self.is_statement = false,
            "" => self.block_comment(comment),
            _ if statement.starts_with('.') && !statement.ends_with(':') => self.directive(statement, files),
            _ => match statement.strip_suffix(':') {
                Some(label) => self.label(label, comment),
                None => self.instruction(statement, comment),
            },
        }
    }

    /// Adds a block that is not a jump target and has a comment instead of a label.
    fn block_comment(&mut self, comment: &str) {
        if let Some((label, rest)) = comment.split_once(':').filter(|(label, _)| label.starts_with("%bb.")) {
            self.function.code.push(CodeLine::Block(label.to_owned(), block_name(rest)));
        }
    }

    fn label(&mut self, label: &'a str, comment: &str) {
        if !label.starts_with(BLOCK) {
            return;
        }
        let label = self.renumbered(label);
        self.function.code.push(CodeLine::Block(label, block_name(comment)));
    }

    fn directive(&mut self, statement: &str, files: &BTreeMap<&str, &str>) {
        let mut words = statement.split_whitespace();
        let name = words.next().unwrap_or_default();
        if name == ".loc" {
            let (file, line) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
            let file = files.get(file).copied().unwrap_or(file);
            // Line zero means that there is no line.
            if line != "0" {
                self.function.lines.insert(format!("line {line} of {file}"));
            }
        } else if name == ".cfi_lsda" {
            let encoding = words.next().unwrap_or_default();
            self.function.unwinding.insert(format!(".cfi_lsda {encoding}"));
        } else if OF_FUNCTIONS.contains(&name) {
            self.function.unwinding.insert(statement.split_whitespace().collect::<Vec<_>>().join(" "));
        }
    }

    fn instruction(&mut self, statement: &'a str, comment: &str) {
        let words = statement.split_once(['\t', ' ']);
        let (mnemonic, operands) = words.map_or((statement, ""), |(mnemonic, rest)| (mnemonic, rest.trim()));
        let figures = &mut self.function.figures;
        figures.instructions += 1;
        figures.spills += u64::from(comment.contains("Spill"));
        figures.reloads += u64::from(comment.contains("Reload"));
        let jumps_away = matches!(mnemonic, "b" | "j") && !operands.starts_with('.');
        figures.calls += u64::from(!self.is_statement && (CALLS.contains(&mnemonic) || jumps_away));
        let operands = self.with_labels(operands);
        self.function.code.push(CodeLine::Inst(format!("{mnemonic} {operands}").trim_end().to_owned()));
    }

    /// Returns the operands with renumbered labels, which otherwise differ in name only.
    fn with_labels(&mut self, operands: &'a str) -> String {
        let mut out = String::new();
        let mut rest = operands;
        while let Some(start) = rest.find(".L") {
            let (before, label) = rest.split_at(start);
            let end = label
                .find(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '_' | '$')))
                .unwrap_or(label.len());
            let (label, after) = label.split_at(end);
            out += before;
            out += &self.renumbered(label);
            rest = after;
        }
        out + rest
    }

    fn renumbered(&mut self, label: &'a str) -> String {
        if !label.starts_with(".L") {
            return label.to_owned();
        }
        let next = self.labels.len();
        format!(".L{}", self.labels.entry(label).or_insert(next))
    }

    fn finish(mut self) -> Function {
        let mut numbers = BTreeMap::new();
        let number = |captures: &Captures<'_>| {
            let next = numbers.len();
            format!("{}{}", &captures[1], numbers.entry(captures[0].to_owned()).or_insert(next))
        };
        self.function.text = COUNTED.replace_all(&self.function.text, number).into_owned();
        self.function
    }
}

/// Returns the name in IR from a block's comment.
fn block_name(comment: &str) -> Option<String> {
    let words = comment.split_once('%')?.1;
    words.split_whitespace().next().map(|name| unquoted(name).to_owned())
}

/// Splits a line at its comment sign, which does not occur in strings of instructions.
fn split_comment(line: &str) -> (&str, &str) {
    let trimmed = line.trim_start();
    if STATEMENT_MARKS.contains(&trimmed) {
        return (trimmed, "");
    }
    for sign in ["//", "#"] {
        if let Some(comment) = trimmed.strip_prefix(sign) {
            return ("", comment.trim_start());
        }
        // Immediates have the same sign.
        if let Some((statement, comment)) = line.split_once(&format!(" {sign} ")) {
            return (statement, comment);
        }
    }
    (line, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_found_with_what_they_take() {
        let text = "\
\t.file\t1 \"a.c\"
\t.globl\tf                               # -- Begin function f
\t.type\tf,@function
f:                                      # @f
\t.cfi_startproc
# %bb.0:                                # %entry
\t.loc\t1 7 3
\tsd\tra, 8(sp)                       # 8-byte Folded Spill
\tbeqz\ta0, .LBB0_2
# %bb.1:
\tcall\tg
.LBB0_2:                                # %out
\tld\tra, 8(sp)                       # 8-byte Folded Reload
\ttail\th
.Lfunc_end0:
\t.size\tf, .Lfunc_end0-f
";
        let [f] = &of_assembly(text)[..] else { panic!("one function") };
        let figures = Figures { instructions: 5, spills: 1, reloads: 1, calls: 2, ..Figures::default() };
        assert_eq!((f.name.as_str(), f.figures), ("f", figures));
        assert_eq!(f.code[0], CodeLine::Block("%bb.0".into(), Some("entry".into())));
        assert!(f.code.contains(&CodeLine::Block(".L0".into(), Some("out".into()))), "{:?}", f.code);
        assert_eq!(f.lines.iter().next().map(String::as_str), Some("line 7 of \"a.c\""));
        assert!(f.unwinding.contains(".cfi_startproc"));
    }

    #[test]
    fn labels_of_the_module_are_counted_anew() {
        let text = |numbers: [u32; 2]| {
            let [a, b] = numbers;
            format!(
                "\t.type\tf,@function\nf:\n.Lpcrel_hi{a}:\n\tauipc\ta0, %pcrel_hi(x)\n\tld\ta0, %pcrel_lo(.Lpcrel_hi{b})(a0)\n\
                 \t.size\tf, .Lfunc_end0-f\n"
            )
        };
        let of = |numbers| of_assembly(&text(numbers))[0].text.clone();
        assert_eq!(of([7, 7]), of([32, 32]));
        assert_ne!(of([7, 7]), of([7, 8]));
    }
}
