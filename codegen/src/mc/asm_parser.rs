//! Assembly text to calls of a streamer: statements, labels and directives here, instructions by the target's tables.
//!
//! Reads what inline and module-level assembly commonly have; anything else is an error that names the line. Cost: linear.

use super::inst::{Label, McExpr, McInst, McSymbol, Specifier};
use super::labels::Labels;
use super::section::{Section, SectionFlags, SectionType};
use super::streamer::{Base, McValue, Padding, Streamer, SymbolType};
use super::target::{AsmSink, SymbolReader};
use crate::entity::SymbolId;
use crate::module::{Module, RelocModel};
use crate::target::Target;
use smallvec::SmallVec;
use std::collections::{HashMap, HashSet};

/// The statements of `text`, without comments, with the labels in front of them still on.
pub fn statements<'t>(text: &'t str, comment: &str) -> Vec<&'t str> {
    let mut out = Vec::new();
    for line in text.split('\n') {
        let (mut start, mut quoted, mut skip) = (0, false, false);
        let mut end = line.len();
        for (at, c) in line.char_indices() {
            let escaped = std::mem::replace(&mut skip, quoted && c == '\\');
            match c {
                '"' if !escaped => quoted = !quoted,
                ';' if !quoted => {
                    out.push(line[start..at].trim());
                    start = at + 1;
                }
                _ if quoted => {}
                '/' if line[at..].starts_with("//") => end = at,
                '#' if line[..at].trim().is_empty() || comment == "#" => end = at,
                _ => {}
            }
            if end == at {
                break;
            }
        }
        if start < end {
            out.push(line[start..end].trim());
        }
    }
    out.retain(|statement| !statement.is_empty());
    out
}

/// The label in front of a statement, if there is one, and the rest.
pub fn split_label(statement: &str) -> Option<(&str, &str)> {
    let end = statement.find(|c: char| !is_symbol_char(c))?;
    let rest = statement[end..].trim_start().strip_prefix(':')?;
    (end > 0).then_some((&statement[..end], rest.trim_start()))
}

/// Whether a symbol may have this character.
pub fn is_symbol_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$')
}

/// What `.option` chooses.
#[derive(Clone, Copy)]
struct AsmOptions {
    /// Whether instructions have their long forms.
    long_only: bool,
    /// Whether addresses come from the global offset table.
    pic: bool,
}

/// The most bytes that one directive makes.
const MOST_BYTES: u64 = 1 << 30;

/// Reads assembly into a streamer.
pub struct AsmParser<'a> {
    module: &'a Module,
    target: &'a dyn Target,
    out: &'a mut dyn Streamer,
    labels: &'a mut Labels,
    /// The section at hand, which is that of the code around.
    pub section: Section,
    /// Whether only the size counts: what is not understood takes room.
    pub estimates: bool,
    options: AsmOptions,
    saved_options: Vec<AsmOptions>,
    outer: Vec<Section>,
    previous: Option<Section>,
    /// Labels that stand somewhere in the text.
    defined: HashSet<String>,
    /// Labels by name, and whether they stand somewhere yet.
    named: HashMap<String, (Label, bool)>,
    /// The last label of a number, and the next.
    back: HashMap<u32, Label>,
    forward: HashMap<u32, Label>,
}

/// A line and what is wrong with it.
pub type AsmError = (String, String);

impl<'a> AsmParser<'a> {
    /// A parser; the section is `.text` unless it is set.
    pub fn new(
        module: &'a Module,
        target: &'a dyn Target,
        out: &'a mut dyn Streamer,
        labels: &'a mut Labels,
    ) -> AsmParser<'a> {
        AsmParser {
            module,
            target,
            out,
            labels,
            section: Section::code(".text"),
            estimates: false,
            options: AsmOptions { long_only: false, pic: module.reloc_model == RelocModel::Pic },
            saved_options: Vec::new(),
            outer: Vec::new(),
            previous: None,
            defined: HashSet::new(),
            named: HashMap::new(),
            back: HashMap::new(),
            forward: HashMap::new(),
        }
    }

    /// Reads `text`; the section is at the end what it was at the start.
    pub fn run(&mut self, text: &str) -> Result<(), AsmError> {
        let home = self.section.clone();
        let statements = statements(text, self.target.mc().dialect().comment);
        for &statement in &statements {
            let mut rest = statement;
            while let Some((label, after)) = split_label(rest) {
                self.defined.insert(label.to_owned());
                rest = after;
            }
        }
        for statement in statements {
            match self.statement(statement) {
                // It takes room.
                Err(_) if self.estimates => self.out.bytes(&[0; 4]),
                result => result.map_err(|message| (statement.to_owned(), message))?,
            }
        }
        if self.section != home {
            self.enter(home);
        }
        let missing = self.named.iter().filter(|(_, (_, placed))| !placed).map(|(name, _)| name.clone());
        let missing = missing.chain(self.forward.keys().map(|number| format!("{number}f"))).min();
        match missing.filter(|_| !self.estimates) {
            Some(name) => Err((name, "a label that stands nowhere".into())),
            None => Ok(()),
        }
    }

    fn enter(&mut self, section: Section) {
        self.out.switch_section(&section);
        self.previous = Some(std::mem::replace(&mut self.section, section));
    }

    fn statement(&mut self, statement: &str) -> Result<(), String> {
        let mut rest = statement;
        while let Some((label, after)) = split_label(rest) {
            self.place(label)?;
            rest = after;
        }
        if rest.is_empty() {
            return Ok(());
        }
        let end = rest.find(|c: char| c.is_whitespace()).unwrap_or(rest.len());
        let (word, arguments) = (&rest[..end], rest[end..].trim());
        if word.starts_with('.') {
            return self.directive(word, arguments);
        }
        if let Some((name, value)) =
            rest.split_once('=').filter(|(name, _)| name.trim().chars().all(is_symbol_char))
        {
            return self.assign(name.trim(), value.trim());
        }
        let target = self.target;
        target.mc().assemble(rest, self)
    }

    /// Puts a label here.
    fn place(&mut self, name: &str) -> Result<(), String> {
        if let Ok(number) = name.parse::<u32>() {
            let label = self.forward.remove(&number).unwrap_or_else(|| self.labels.create());
            self.back.insert(number, label);
            self.out.label(McSymbol::Label(label));
            return Ok(());
        }
        if let Some(symbol) = self.known(name) {
            self.out.label(McSymbol::Symbol(symbol));
            return Ok(());
        }
        let label = self.label(name);
        if let Some((_, placed)) = self.named.get_mut(name)
            && std::mem::replace(placed, true)
        {
            return Err(format!("label `{name}` stands twice"));
        }
        self.out.label(McSymbol::Label(label));
        Ok(())
    }

    fn label(&mut self, name: &str) -> Label {
        if let Some(&(label, _)) = self.named.get(name) {
            return label;
        }
        let label = self.labels.create();
        self.named.insert(name.to_owned(), (label, false));
        label
    }

    fn known(&self, name: &str) -> Option<SymbolId> {
        self.module.asm_symbols.get(name).copied()
    }

    fn wanted(&self, name: &str) -> Result<SymbolId, String> {
        self.known(name).ok_or_else(|| format!("symbol `{name}` is not known"))
    }

    fn assign(&mut self, name: &str, value: &str) -> Result<(), String> {
        let symbol = self.wanted(name)?;
        let value = self.value(value)?;
        if value.base.is_some() {
            return Err("a difference as a symbol".into());
        }
        self.out.assign(symbol, value.expr);
        Ok(())
    }

    fn directive(&mut self, word: &str, arguments: &str) -> Result<(), String> {
        let size = match word {
            ".byte" => 1,
            ".2byte" | ".half" | ".hword" | ".short" => 2,
            ".4byte" | ".word" | ".long" | ".int" => 4,
            ".8byte" | ".quad" | ".dword" | ".xword" => 8,
            _ => return self.other_directive(word, arguments),
        };
        for item in arguments.split(',').map(str::trim) {
            match number(item) {
                Some(value) => self.out.bytes(&value.to_le_bytes()[..size]),
                None => {
                    let value = self.value(item)?;
                    self.out.value(&value, size as u8)?;
                }
            }
        }
        Ok(())
    }

    fn other_directive(&mut self, word: &str, arguments: &str) -> Result<(), String> {
        let items: Vec<&str> = arguments.split(',').map(str::trim).collect();
        let first = items.first().copied().unwrap_or("");
        match word {
            ".zero" | ".space" | ".skip" => match items.get(1).map(|fill| number(fill)) {
                None | Some(Some(0)) => self.out.zeros(count(first)?),
                Some(Some(fill)) => self.fill(count(first)?, &[fill as u8])?,
                Some(None) => return Err("no value to fill with".into()),
            },
            ".fill" => {
                let size = items.get(1).map_or(Some(1), |size| number(size)).filter(|n| (0..=8).contains(n));
                let value = items.get(2).map_or(Some(0), |value| number(value));
                let (size, value) = size.zip(value).ok_or("no size and value to fill with")?;
                // Of larger values four bytes count.
                let value = if size > 4 { i64::from(value as u32) } else { value };
                self.fill(count(first)?, &value.to_le_bytes()[..size as usize])?;
            }
            ".ascii" | ".asciz" | ".string" => {
                let end: &[u8] = if word == ".ascii" { &[] } else { &[0] };
                let strings = strings(arguments).ok_or("no string")?;
                self.out.bytes(&strings.iter().flat_map(|s| [s, end].concat()).collect::<Vec<u8>>());
            }
            ".align" | ".p2align" | ".balign" => self.align(word, &items)?,
            ".inst" => {
                for item in items {
                    let word =
                        number(item).and_then(|n| u32::try_from(n).ok()).ok_or("no instruction word")?;
                    self.out.raw_inst(&word.to_le_bytes());
                }
            }
            ".text" => self.enter(Section::code(".text")),
            ".data" => self.enter(data(".data", SectionType::Progbits)),
            ".bss" => self.enter(data(".bss", SectionType::Nobits)),
            ".section" => self.enter(section(&items)?),
            ".pushsection" => {
                self.outer.push(self.section.clone());
                self.enter(section(&items)?);
            }
            ".popsection" => {
                let outer = self.outer.pop().ok_or("no section to go back to")?;
                self.enter(outer);
            }
            ".previous" => {
                let previous = self.previous.take().ok_or("no section to go back to")?;
                self.enter(previous);
            }
            // Linkage and visibility were read when the symbols were declared.
            ".globl" | ".global" | ".weak" | ".local" | ".hidden" | ".protected" => {}
            ".type" => {
                let kind = match items.get(1).map(|kind| kind.trim_start_matches(['@', '%'])) {
                    Some("function") => SymbolType::Function,
                    Some("object") => SymbolType::Object,
                    Some("tls_object") => SymbolType::Tls,
                    Some("gnu_indirect_function") => SymbolType::IndirectFunction,
                    Some("notype") => return Ok(()),
                    _ => return Err("no type of a symbol".into()),
                };
                let symbol = self.wanted(first)?;
                self.out.declare(symbol, Some(kind));
            }
            ".size" => {
                let symbol = self.wanted(first)?;
                let size = items.get(1).copied().unwrap_or("");
                let whole: String = size.split_whitespace().collect();
                match number(size).and_then(|n| u64::try_from(n).ok()) {
                    Some(size) => self.out.size(symbol, Some(size)),
                    None if whole == format!(".-{first}") => self.out.size(symbol, None),
                    None => return Err("a size that is no number and not from the symbol to here".into()),
                }
            }
            ".set" | ".equ" => return self.assign(first, items.get(1).copied().unwrap_or("")),
            ".file" | ".loc" | ".ident" | ".arch_extension" => {}
            ".option" => self.option(first)?,
            ".insn" => {
                let (target, statement) = (self.target, format!("{word} {arguments}"));
                return target.mc().assemble(&statement, self);
            }
            _ => return Err(format!("directive `{word}` is not supported")),
        }
        Ok(())
    }

    /// The same bytes a number of times.
    fn fill(&mut self, count: u64, bytes: &[u8]) -> Result<(), String> {
        if count.saturating_mul(bytes.len() as u64) > MOST_BYTES {
            return Err("too many bytes".into());
        }
        self.out.bytes(&bytes.repeat(count as usize));
        Ok(())
    }

    /// An alignment, in bytes or as a power of two. What it is filled with is not chosen, nor how much at most.
    fn align(&mut self, word: &str, items: &[&str]) -> Result<(), String> {
        let amount = items.first().and_then(|n| number(n)).and_then(|n| u32::try_from(n).ok());
        let amount = amount.ok_or("no alignment")?;
        let align = if word == ".balign" { Some(amount.max(1)) } else { 1u32.checked_shl(amount) };
        let align = align.filter(|a| a.is_power_of_two() && *a <= 1 << 16).ok_or("no alignment")?;
        let fill = items.get(1).copied().unwrap_or("");
        if !fill.is_empty() && (self.section.is_code() || number(fill) != Some(0)) {
            return Err("an alignment with a value to fill with is not supported".into());
        }
        let most = items.get(2).map(|most| number(most).ok_or("no number of bytes")).transpose()?;
        if most.is_some_and(|most| most < i64::from(align) - 1) {
            return Err("an alignment with a limit is not supported".into());
        }
        let padding = if self.section.is_code() { Padding::Code } else { Padding::Zero };
        self.out.align(align, padding);
        Ok(())
    }

    /// `.option`, of RISC-V.
    fn option(&mut self, option: &str) -> Result<(), String> {
        let relaxes = self.target.mc().linker_relaxation();
        match option {
            "push" => self.saved_options.push(self.options),
            "pop" => self.options = self.saved_options.pop().ok_or("no options to go back to")?,
            "rvc" if self.target.mc().code_align() == 2 => self.options.long_only = false,
            "norvc" => self.options.long_only = true,
            "pic" => self.options.pic = true,
            "nopic" => self.options.pic = false,
            "relax" if relaxes => {}
            "norelax" if !relaxes => {}
            _ => return Err(format!("`.option {option}` is not supported here")),
        }
        Ok(())
    }

    /// `symbol + number` or `symbol - symbol`.
    fn value(&mut self, text: &str) -> Result<McValue, String> {
        let text = text.trim();
        let end = text.find(|c: char| !is_symbol_char(c)).unwrap_or(text.len());
        let symbol = self.symbol(&text[..end]).ok_or_else(|| format!("`{text}` is no value"))?;
        let mut expr = McExpr { specifier: Specifier::default(), symbol, addend: 0 };
        let mut rest = text[end..].trim();
        let mut base = None;
        if let Some(other) = rest.strip_prefix('-').map(str::trim).filter(|r| number(r).is_none()) {
            let end = other.find(|c: char| !is_symbol_char(c)).unwrap_or(other.len());
            base = Some(match &other[..end] {
                "." => Base::Here,
                name => Base::Symbol(self.symbol(name).ok_or_else(|| format!("`{name}` is no symbol"))?),
            });
            rest = other[end..].trim();
        }
        if !rest.is_empty() {
            let addend = rest.strip_prefix('+').unwrap_or(rest);
            expr.addend = number(addend.trim()).ok_or_else(|| format!("`{rest}` is no number"))?;
        }
        Ok(McValue { expr, base, plt: false })
    }
}

impl SymbolReader for AsmParser<'_> {
    fn symbol(&mut self, name: &str) -> Option<McSymbol> {
        if name == "." {
            let here = self.labels.create();
            self.out.label(McSymbol::Label(here));
            return Some(McSymbol::Label(here));
        }
        if name.starts_with(|c: char| c.is_ascii_digit()) {
            let number = name[..name.len() - 1].parse::<u32>().ok()?;
            return match &name[name.len() - 1..] {
                "b" => self.back.get(&number).map(|&label| McSymbol::Label(label)),
                "f" => {
                    let labels = &mut *self.labels;
                    let label = *self.forward.entry(number).or_insert_with(|| labels.create());
                    Some(McSymbol::Label(label))
                }
                _ => None,
            };
        }
        match self.known(name) {
            Some(symbol) => Some(McSymbol::Symbol(symbol)),
            None if name.starts_with(".L") || self.defined.contains(name) => {
                Some(McSymbol::Label(self.label(name)))
            }
            None => None,
        }
    }
}

impl AsmSink for AsmParser<'_> {
    fn inst(&mut self, inst: &McInst) -> Result<(), String> {
        if !self.options.long_only {
            return self.out.inst(inst);
        }
        let (mut bytes, mut fixups) = (Vec::new(), SmallVec::new());
        self.target.mc().encode(inst, &mut bytes, &mut fixups)?;
        if !fixups.is_empty() {
            return Err("a symbol in an instruction that must not be short is not supported".into());
        }
        self.out.raw_inst(&bytes);
        Ok(())
    }

    fn raw_inst(&mut self, bytes: &[u8]) {
        self.out.raw_inst(bytes);
    }

    fn is_position_independent(&self) -> bool {
        self.options.pic
    }

    fn new_label(&mut self) -> Label {
        self.labels.create()
    }

    fn bind(&mut self, label: Label) {
        self.out.label(McSymbol::Label(label));
    }

    fn symbols(&mut self) -> &mut dyn SymbolReader {
        self
    }
}

/// A number of bytes.
fn count(text: &str) -> Result<u64, String> {
    let count = number(text).and_then(|n| u64::try_from(n).ok()).filter(|&n| n <= MOST_BYTES);
    count.ok_or_else(|| "no number of bytes".into())
}

/// A number: decimal, `0x`, `0b` or octal, with a sign; or a character in quotes.
fn number(text: &str) -> Option<i64> {
    if let &[b'\'', character, b'\''] = text.as_bytes() {
        return Some(character.into());
    }
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest.trim()),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let value = match digits.get(..2) {
        Some("0x" | "0X") => u64::from_str_radix(&digits[2..], 16).ok()?,
        Some("0b" | "0B") => u64::from_str_radix(&digits[2..], 2).ok()?,
        Some(octal) if octal.starts_with('0') => u64::from_str_radix(&digits[1..], 8).ok()?,
        _ => digits.parse().ok()?,
    };
    Some(if negative { (value as i64).wrapping_neg() } else { value as i64 })
}

/// The bytes of strings in quotes, between commas.
fn strings(text: &str) -> Option<Vec<Vec<u8>>> {
    let mut strings = Vec::new();
    let mut rest = text.trim();
    loop {
        let mut skip = false;
        let inner = rest.strip_prefix('"')?;
        let end = inner.find(|c| {
            let escaped = skip;
            skip = !escaped && c == '\\';
            c == '"' && !escaped
        })?;
        strings.push(string(&rest[..end + 2])?);
        rest = inner[end + 1..].trim_start();
        if rest.is_empty() {
            return Some(strings);
        }
        rest = rest.strip_prefix(',')?.trim_start();
    }
}

/// The bytes of a string in quotes.
fn string(text: &str) -> Option<Vec<u8>> {
    let inner = text.trim().strip_prefix('"')?.strip_suffix('"')?;
    let mut out = Vec::with_capacity(inner.len());
    let mut bytes = inner.bytes().peekable();
    while let Some(byte) = bytes.next() {
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        match bytes.next()? {
            b'n' => out.push(b'\n'),
            b't' => out.push(b'\t'),
            b'r' => out.push(b'\r'),
            digit @ b'0'..=b'7' => {
                let mut value = u32::from(digit - b'0');
                while let Some(&next @ b'0'..=b'7') = bytes.peek() {
                    value = value * 8 + u32::from(next - b'0');
                    bytes.next();
                }
                out.push(value as u8);
            }
            other => out.push(other),
        }
    }
    Some(out)
}

fn data(name: &'static str, kind: SectionType) -> Section {
    Section::new(name, kind, SectionFlags::ALLOC | SectionFlags::WRITE)
}

/// `name[, "flags"[, @type[, entry size]]]`.
fn section(items: &[&str]) -> Result<Section, String> {
    let name = items.first().copied().unwrap_or("").trim_matches('"').to_owned();
    if name.is_empty() {
        return Err("a section without a name".into());
    }
    let starts = |prefix: &str| name == prefix || name.starts_with(&format!("{prefix}."));
    let mut made = match () {
        () if starts(".text") || starts(".init") || starts(".fini") => Section::code(name.clone()),
        () if starts(".rodata") => Section::read_only(name.clone()),
        () if starts(".data") => {
            Section::new(name.clone(), SectionType::Progbits, SectionFlags::ALLOC | SectionFlags::WRITE)
        }
        () if starts(".bss") => {
            Section::new(name.clone(), SectionType::Nobits, SectionFlags::ALLOC | SectionFlags::WRITE)
        }
        () if name.starts_with(".note") => {
            Section::new(name.clone(), SectionType::Note, SectionFlags::empty())
        }
        () => Section::unloaded(name.clone()),
    };
    if let Some(letters) = items.get(1) {
        made.flags = SectionFlags::empty();
        for letter in letters.trim_matches('"').chars() {
            made.flags |= match letter {
                'a' => SectionFlags::ALLOC,
                'w' => SectionFlags::WRITE,
                'x' => SectionFlags::EXEC,
                'M' => SectionFlags::MERGE,
                'S' => SectionFlags::STRINGS,
                'T' => SectionFlags::TLS,
                'R' => SectionFlags::RETAIN,
                'e' => SectionFlags::EXCLUDE,
                _ => return Err(format!("section flag `{letter}` is not supported")),
            };
        }
    }
    if let Some(kind) = items.get(2) {
        made.kind = match kind.trim_start_matches(['@', '%']) {
            "progbits" => SectionType::Progbits,
            "nobits" => SectionType::Nobits,
            "note" => SectionType::Note,
            "init_array" => SectionType::InitArray,
            "fini_array" => SectionType::FiniArray,
            "preinit_array" => SectionType::PreinitArray,
            _ => return Err(format!("section type `{kind}` is not supported")),
        };
    }
    if let Some(size) = items.get(3) {
        made.entry_size = number(size).and_then(|n| u32::try_from(n).ok()).ok_or("no size of an entry")?;
    }
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_end_at_lines_semicolons_and_comments() {
        let text = "nop; add a0, a1 # c; d\n\t.ascii \"a;#b\" // x\n# all\n1: j 1b";
        assert_eq!(statements(text, "#"), ["nop", "add a0, a1", ".ascii \"a;#b\"", "1: j 1b"]);
        assert_eq!(statements("mov x0, #1 // c", "//"), ["mov x0, #1"]);
    }

    #[test]
    fn labels_stand_in_front() {
        assert_eq!(split_label("1: j 1b"), Some(("1", "j 1b")));
        assert_eq!(split_label(".Lx :"), Some((".Lx", "")));
        assert_eq!(split_label("add x0, x1, :lo12:a"), None);
    }

    #[test]
    fn numbers_and_strings() {
        assert_eq!(
            ["12", "-0x10", "017", "0", "0b11", "x"].map(number),
            [Some(12), Some(-16), Some(15), Some(0), Some(3), None]
        );
        assert_eq!(string("\"a\\n\\101\\\"\""), Some(b"a\nA\"".to_vec()));
        assert_eq!(strings("\"a\\\"\", \"b\""), Some(vec![b"a\"".to_vec(), b"b".to_vec()]));
        assert_eq!((strings("\"a\" b"), strings("a")), (None, None));
    }
}
