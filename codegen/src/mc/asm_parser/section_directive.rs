//! `.section` and similar directives.

use super::super::call_graph_section::CALL_GRAPH;
use super::super::jump_table_sizes::JUMP_TABLE_SIZES;
use super::super::sections::{LTO, OFFLOADING};
use super::statements::{items, unquoted};
use super::symbols::group;
use super::{AsmParser, Names, number};
use crate::ir::section::{Companion, Section, SectionFlags, SectionType};

impl AsmParser<'_> {
    /// Parses a directive that switches sections. Returns false if it is none.
    pub(super) fn section_directive(&mut self, word: &str, arguments: &str) -> Result<bool, String> {
        match word {
            ".text" | ".data" | ".bss" | ".rodata" | ".subsection" => {
                let section = match word {
                    ".text" => Section::code(".text"),
                    ".data" => data(".data", SectionType::Progbits),
                    ".bss" => data(".bss", SectionType::Nobits),
                    ".rodata" => Section::read_only(".rodata"),
                    _ => self.section.clone(),
                };
                let subsection = self.subsection_of(arguments)?;
                self.enter(section, subsection);
            }
            ".section" => {
                let section = self.section_of(arguments)?;
                self.enter(section, 0);
            }
            ".pushsection" => {
                let section = self.section_of(arguments)?;
                self.outer.push([(self.section.clone(), self.subsection), self.previous.clone()]);
                self.enter(section, 0);
            }
            ".popsection" => {
                let [(section, subsection), previous] = self.outer.pop().ok_or("no section to go back to")?;
                self.enter(section, subsection);
                self.previous = previous;
            }
            ".previous" => {
                let (section, subsection) = self.previous.clone();
                self.enter(section, subsection);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn subsection_of(&mut self, arguments: &str) -> Result<u32, String> {
        if arguments.is_empty() {
            return Ok(0);
        }
        let number = self.number_of(arguments)?;
        u32::try_from(number).ok().filter(|n| *n <= 8192).ok_or_else(|| "no number of a subsection".into())
    }

    /// Parses `name[, "flags"[, @type[, entry size][, symbol or group[, comdat]][, unique,
    /// number]]]`.
    fn section_of(&mut self, arguments: &str) -> Result<Section, String> {
        let mut items = items(arguments).into_iter().peekable();
        let name = unquoted(items.next().unwrap_or("")).into_owned();
        if name.is_empty() {
            return Err("a section without a name".into());
        }
        let mut made = by_name(name.clone());
        let mut letters = String::new();
        let next = items.next();
        if let (None, Some(known)) = (next, self.sections.get(&name)) {
            return Ok(known.clone());
        }
        if let Some(item) = next {
            match item.strip_prefix('"').and_then(|item| item.strip_suffix('"')) {
                Some(flags) => {
                    letters = flags.to_owned();
                    // In addition to the flags that the name implies.
                    made.flags |= self.flags(flags, &made)?;
                    made.entry_size = 0;
                }
                None if item.starts_with(['@', '%']) => {
                    made.kind = kind(item)?;
                    return Ok(made);
                }
                None => return Err("flags of a section stand in quotes".into()),
            }
        }
        if let Some(item) = items.next() {
            made.kind = kind(item)?;
        }
        if made.flags.contains(SectionFlags::MERGE) {
            let size = items.next().ok_or("no size of an entry")?;
            let size = number(size).and_then(|n| u32::try_from(n).ok());
            made.entry_size = size.ok_or("no size of an entry")?;
        }
        if letters.contains('o') {
            let symbol = items.next().ok_or("no symbol that the section goes with")?;
            // The section of a symbol in another module is unknown.
            made.linked_to = if symbol == "0" { None } else { Some(self.companion(symbol)?) };
        }
        if letters.contains('G') {
            let name = &*unquoted(items.next().ok_or("no name of a group")?);
            let deduplicate = items.next_if_eq(&"comdat").is_some();
            made.group = Some(match &mut self.names {
                Names::Module(module) => group(module, name).ok_or("a group that is not known")?,
                Names::Collected(symbols) => symbols.intern_group(name, deduplicate),
            });
        } else if letters.contains('?') {
            made.group = self.section.group;
        }
        match (items.next(), items.next(), items.next()) {
            (None, ..) => {}
            (Some("unique"), Some(item), None) => {
                let wrong = || format!("`{item}` is no number that sets a section apart");
                let number = self.number_of(item)?;
                made.unique = Some(u32::try_from(number).ok().filter(|n| *n != u32::MAX).ok_or_else(wrong)?);
            }
            (Some(item), ..) => return Err(format!("`{item}` of a section is not supported")),
        }
        // Unique sections must be declared in full again.
        if made.group.is_none() && made.linked_to.is_none() && made.unique.is_none() {
            self.sections.insert(name, made.clone());
        }
        Ok(made)
    }

    /// Returns the section or symbol that a section is linked to. A known section takes precedence
    /// over a symbol of its name.
    fn companion(&mut self, name: &str) -> Result<Companion, String> {
        let known =
            Some(&self.section).filter(|section| section.name == name).or_else(|| self.sections.get(name));
        // Every object has a text section.
        let code = || (name == Section::TEXT).then(|| Section::code(Section::TEXT));
        match known.cloned().or_else(code) {
            Some(section) => Ok(Companion::Section(Box::new(section))),
            None => self.wanted(name).map(Companion::Symbol),
        }
    }

    fn flags(&self, letters: &str, section: &Section) -> Result<SectionFlags, String> {
        if let Some(number) = number(letters) {
            let known = u16::try_from(number).ok().and_then(SectionFlags::of_file);
            return known.ok_or_else(|| format!("section flags {letters} are not supported"));
        }
        let mut flags = SectionFlags::empty();
        for letter in letters.chars() {
            flags |= match letter {
                'a' => SectionFlags::ALLOC,
                'w' => SectionFlags::WRITE,
                'x' => SectionFlags::EXEC,
                'M' => SectionFlags::MERGE,
                'S' => SectionFlags::STRINGS,
                'T' => SectionFlags::TLS,
                'R' => SectionFlags::RETAIN,
                'e' => SectionFlags::EXCLUDE,
                'o' => SectionFlags::LINK_ORDER,
                'G' | '?' => SectionFlags::empty(),
                _ => return Err(format!("section flag `{letter}` of `{}` is not supported", section.name)),
            };
        }
        Ok(flags)
    }
}

fn data(name: &'static str, kind: SectionType) -> Section {
    Section::new(name, kind, SectionFlags::ALLOC | SectionFlags::WRITE)
}

/// Returns the section that a name alone implies.
fn by_name(name: String) -> Section {
    let starts = |prefix: &str| name == prefix || name.starts_with(&format!("{prefix}."));
    let written = SectionFlags::ALLOC | SectionFlags::WRITE;
    let thread_local = written | SectionFlags::TLS;
    let (kind, flags) = match () {
        () if starts(".text") || name == ".init" || name == ".fini" => {
            (SectionType::Progbits, SectionFlags::ALLOC | SectionFlags::EXEC)
        }
        () if starts(".rodata") || name == ".rodata1" => (SectionType::Progbits, SectionFlags::ALLOC),
        () if starts(".data") || name == ".data1" => (SectionType::Progbits, written),
        () if starts(".tdata") => (SectionType::Progbits, thread_local),
        () if starts(".tbss") => (SectionType::Nobits, thread_local),
        () if starts(".bss") => (SectionType::Nobits, written),
        () if starts(".init_array") => (SectionType::InitArray, written),
        () if starts(".fini_array") => (SectionType::FiniArray, written),
        () if starts(".preinit_array") => (SectionType::PreinitArray, written),
        () if name.starts_with(".note") && name != ".note.GNU-stack" => {
            (SectionType::Note, SectionFlags::empty())
        }
        () => (SectionType::Progbits, SectionFlags::empty()),
    };
    Section::new(name, kind, flags)
}

fn kind(text: &str) -> Result<SectionType, String> {
    let name = text.trim_matches('"').trim_start_matches(['@', '%']);
    Ok(match name {
        "progbits" => SectionType::Progbits,
        "nobits" => SectionType::Nobits,
        "note" => SectionType::Note,
        "init_array" => SectionType::InitArray,
        "fini_array" => SectionType::FiniArray,
        "preinit_array" => SectionType::PreinitArray,
        "llvm_offloading" => OFFLOADING,
        "llvm_lto" => LTO,
        "llvm_jt_sizes" => JUMP_TABLE_SIZES,
        "llvm_call_graph" => CALL_GRAPH,
        _ => match number(name).and_then(|n| u32::try_from(n).ok()) {
            Some(number) => SectionType::Other(number),
            None => return Err(format!("section type `{name}` is not supported")),
        },
    })
}
