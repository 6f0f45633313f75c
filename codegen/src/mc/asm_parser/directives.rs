//! Directives about symbols and about the text itself.

use super::super::inst::{McExpr, McSymbol};
use super::super::names::is_label;
use super::statements::{is_symbol_char, items, name_at, unquoted};
use super::{AsmParser, Names, Subtarget, symbol_name};
use crate::ir::entity::SymbolId;
use crate::ir::module::{Linkage, Module, Visibility};
use crate::ir::section::{Section, SectionFlags, SectionType};
use crate::mc::streamer::sections::Padding;
use crate::mc::streamer::symbols::SymbolType;
use crate::mc::target_asm_parser::TargetDirective;

impl AsmParser<'_> {
    pub(super) fn directive(&mut self, word: &str, arguments: &str) -> Result<(), String> {
        if self.data_directive(word, arguments)?
            || self.section_directive(word, arguments)?
            || self.symbol_directive(word, arguments)?
        {
            return Ok(());
        }
        if let Some(name) = word.strip_prefix(".cfi_") {
            return self.cfi_directive(name, arguments);
        }
        let mc = self.options.mc.clone();
        if let Some(directive) = mc.get().directive(word, arguments) {
            return self.target_directive(directive?);
        }
        match word {
            ".file" => self.file(arguments)?,
            ".loc" => self.line(arguments)?,
            ".ident" => {
                let ident = unquoted(arguments).into_owned();
                self.note(|symbols| symbols.idents.push(ident));
            }
            ".addrsig" => self.note(|symbols| _ = symbols.start_significant()),
            ".addrsig_sym" => self.note(|symbols| symbols.add_significant(&unquoted(arguments))),
            ".cg_profile" => self.call_graph_edge(arguments)?,
            ".pseudoprobe" => self.pseudo_probe(arguments)?,
            ".weakref" => {
                let list = items(arguments);
                let [alias, name] = list[..] else {
                    return Err("a name and the symbol that it stands for".into());
                };
                let (alias, name) = (symbol_name(alias)?, symbol_name(name)?);
                self.weak_names.insert(alias.into_owned(), name.into_owned());
            }
            // Unknown symbols are external by default.
            ".extern" => {}
            ".aeabi_subsection" | ".aeabi_attribute" => self.build_attribute(word, arguments)?,
            ".unreq" if mc.get().dialect().names_registers => self.registers.remove(arguments),
            ".warning" => self.warn(&unquoted(arguments))?,
            ".err" => return Err("`.err` is read".into()),
            ".error" => return Err(unquoted(arguments).into_owned()),
            ".insn" => {
                let line = self.with_numbers(word, arguments);
                return mc.get().assemble(&line, self);
            }
            _ => {
                let known = mc.get().dialect().relocations.iter().find(|(directive, _)| *directive == word);
                let (_, name) = known.ok_or_else(|| format!("directive `{word}` is not supported"))?;
                self.relocation(&[".", name, arguments])?;
            }
        }
        Ok(())
    }

    /// Notes how often one function calls another.
    fn call_graph_edge(&mut self, arguments: &str) -> Result<(), String> {
        let list = items(arguments);
        let [from, to, count] = list[..] else {
            return Err("two functions and how often the first calls the second".into());
        };
        let (from, to) = (symbol_name(from)?, symbol_name(to)?);
        let count = self.value_of(count)?.as_number().ok_or("how often is no number")?;
        self.note(|symbols| symbols.add_call(&from, &to, count as u64));
        Ok(())
    }

    /// Replaces the constant expressions of a statement by numbers.
    fn with_numbers(&mut self, word: &str, arguments: &str) -> String {
        let mut format = String::new();
        let numbers: Vec<String> = items(arguments)
            .into_iter()
            .enumerate()
            .map(|(n, item)| {
                // The first one follows the name of the format, if there is one.
                let mut item = item;
                if n == 0
                    && let Some((name, rest)) = item.split_once(char::is_whitespace)
                    && name.chars().all(|c| c.is_ascii_alphanumeric())
                    && name.starts_with(|c: char| c.is_ascii_alphabetic())
                {
                    format = format!("{name} ");
                    item = rest.trim();
                }
                let is_name = item.starts_with(|c: char| c.is_ascii_alphabetic())
                    && !self.assigned.contains_key(name_at(item));
                let value = if is_name { None } else { self.value_of(item).ok().and_then(|v| v.as_number()) };
                value.map_or_else(|| item.to_owned(), |value| value.to_string())
            })
            .collect();
        format!("{word} {format}{}", numbers.join(", "))
    }

    /// Reports a warning to the user, during the first reading.
    fn warn(&mut self, message: &str) -> Result<(), String> {
        match &mut self.names {
            Names::Collected(symbols) => symbols.warnings.push(message.to_owned()),
            Names::Module(_) if self.distances.is_some() => {}
            Names::Module(_) => return Err("a warning in the middle of a function".into()),
        }
        Ok(())
    }

    fn note(&mut self, note: impl FnOnce(&mut super::AsmSymbols)) {
        if let Names::Collected(symbols) = &mut self.names {
            note(symbols);
        }
    }

    /// Parses a build attribute, during the first reading, like linkage.
    fn build_attribute(&mut self, word: &str, arguments: &str) -> Result<(), String> {
        let section = self.target.mc().dialect().build_attributes;
        let (name, kind) = section.ok_or_else(|| format!("directive `{word}` is not supported"))?;
        match &mut self.names {
            Names::Collected(symbols) => {
                symbols.build_attributes.add(word, arguments)?;
                let section = Section::new(name, SectionType::Other(kind), SectionFlags::empty());
                symbols.attributes = symbols.build_attributes.bytes().map(|bytes| (section, bytes));
                Ok(())
            }
            Names::Module(_) if self.distances.is_some() => Ok(()),
            Names::Module(_) => Err(format!("`{word}` in the middle of a function")),
        }
    }

    fn symbol_directive(&mut self, word: &str, arguments: &str) -> Result<bool, String> {
        let list = items(arguments);
        let first = list.first().copied().unwrap_or("");
        match word {
            ".globl" | ".global" | ".weak" | ".local" | ".hidden" | ".internal" | ".protected"
            | ".variant_pcs" | ".variant_cc" | ".memtag" => {
                for name in list {
                    if word == ".memtag" && is_label(&unquoted(name)) {
                        return Err(format!("tags of the memory at the label `{name}`"));
                    }
                    self.say(word, &symbol_name(name)?)?;
                }
            }
            ".type" => {
                let (name, kind) = match list[..] {
                    [name, kind] => (name, kind),
                    _ => arguments.split_once(char::is_whitespace).ok_or("no type of a symbol")?,
                };
                let kind = match kind.trim().trim_matches('"').trim_start_matches(['@', '%']) {
                    "function" | "STT_FUNC" => SymbolType::Function,
                    "object" | "STT_OBJECT" => SymbolType::Object,
                    "tls_object" | "STT_TLS" => SymbolType::Tls,
                    "gnu_indirect_function" | "STT_GNU_IFUNC" => SymbolType::IndirectFunction,
                    "notype" | "STT_NOTYPE" => return Ok(true),
                    kind => return Err(format!("`{kind}` is no type of a symbol")),
                };
                if let Names::Collected(symbols) = &mut self.names {
                    symbols.say(".type", &symbol_name(name)?);
                }
                let name = &*symbol_name(name)?;
                match self.known(name) {
                    Some(symbol) => self.out.symbol_type(symbol, kind),
                    // A label belongs to no symbol, but may have aliases.
                    None if is_label(name) => {
                        let label = self.label(name);
                        self.label_types.insert(label, kind);
                    }
                    None => return Err(format!("symbol `{name}` is not known")),
                }
            }
            ".size" => self.size(first, list.get(1).copied().unwrap_or(""))?,
            ".set" | ".equ" | ".equiv" => {
                let value = list.get(1).copied().unwrap_or("");
                if word == ".equiv" && self.assigned.contains_key(&*unquoted(first)) {
                    return Err(format!("`{first}` has a value"));
                }
                self.assign(first, value)?;
            }
            ".comm" | ".lcomm" => self.common(word, &list)?,
            ".symver" => self.version(&list)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Parses linkage and visibility, during the first reading, which is for whole texts. Elsewhere
    /// the symbol keeps the module's.
    fn say(&mut self, word: &str, name: &str) -> Result<(), String> {
        match &mut self.names {
            Names::Collected(symbols) => symbols.say(word, name),
            Names::Module(_) if self.distances.is_some() => {}
            Names::Module(module) => {
                let module = *module;
                let symbol = self.known(name).ok_or_else(|| format!("symbol `{name}` is not known"))?;
                let symbol = module.symbol(symbol);
                let local = matches!(symbol.linkage, Linkage::Internal | Linkage::Private);
                let weak =
                    matches!(symbol.linkage, Linkage::Weak | Linkage::LinkOnce | Linkage::ExternalWeak);
                let is_so = match word {
                    ".weak" => weak,
                    ".local" => local,
                    ".hidden" => symbol.visibility == Visibility::Hidden,
                    ".internal" => symbol.visibility == Visibility::Internal,
                    ".protected" => symbol.visibility == Visibility::Protected,
                    ".variant_pcs" | ".variant_cc" => symbol.variant_calls,
                    ".memtag" => symbol.memory_tagged,
                    _ => !local,
                };
                if !is_so {
                    return Err(format!("the module says otherwise of `{name}`"));
                }
            }
        }
        Ok(())
    }

    fn size(&mut self, name: &str, size: &str) -> Result<(), String> {
        let end = size.split_once('-').filter(|(_, start)| unquoted(start.trim()) == unquoted(name));
        let from_here = end.is_some_and(|(end, _)| self.is_here(end.trim()));
        if is_label(&unquoted(name)) {
            return self.number_of(size).map(|_| ());
        }
        let symbol = self.wanted(name)?;
        if from_here {
            self.out.size(symbol, None);
            return Ok(());
        }
        let size = self.number_of(size)?;
        let size = u64::try_from(size).map_err(|_| format!("a size of {size} bytes"))?;
        self.out.size(symbol, Some(size));
        Ok(())
    }

    /// Returns true if the end of a size is here: `.`, or a label without contents after it.
    fn is_here(&mut self, end: &str) -> bool {
        let Some(&(label, true)) = self.named.get(&*unquoted(end)) else { return end == "." };
        let here = self.here();
        self.out.distance(label, here) == Some(0)
    }

    /// Parses `.comm name, size[, alignment]`, or `.lcomm`.
    fn common(&mut self, word: &str, list: &[&str]) -> Result<(), String> {
        let written = list.first().copied().unwrap_or("");
        let name = &*symbol_name(written)?;
        let mut number = |n: usize| -> Result<Option<u64>, String> {
            let Some(text) = list.get(n) else { return Ok(None) };
            let number = self.number_of(text)?;
            u64::try_from(number).map(Some).map_err(|_| format!("`{text}` is no number of bytes"))
        };
        let size = number(1)?.ok_or("no size of a common symbol")?;
        let align = number(2)?.unwrap_or(1).max(1);
        let align = u32::try_from(align).ok().filter(|a| a.is_power_of_two()).ok_or("no alignment")?;
        if let Names::Collected(symbols) = &mut self.names {
            symbols.define_common(name);
            if word == ".lcomm" {
                symbols.say(".local", name);
            }
        }
        let symbol = self.wanted(written)?;
        self.out.symbol_type(symbol, SymbolType::Object);
        if word == ".lcomm" || self.is_internal(symbol) {
            let flags = SectionFlags::ALLOC | SectionFlags::WRITE;
            let (home, subsection) = (self.section.clone(), self.subsection);
            self.out.switch_subsection(&Section::new(".bss", SectionType::Nobits, flags), 0);
            self.out.align(align, Padding::Zero);
            self.out.label(McSymbol::Symbol(symbol));
            self.out.zeros(size);
            self.out.size(symbol, Some(size));
            self.out.switch_subsection(&home, subsection);
            return Ok(());
        }
        self.out.common(symbol, size, align);
        Ok(())
    }

    pub(super) fn is_internal(&self, symbol: SymbolId) -> bool {
        match &self.names {
            Names::Module(module) => module.symbol(symbol).linkage == Linkage::Internal,
            Names::Collected(_) => false,
        }
    }

    /// Parses `.symver name, name@version[, remove]`.
    fn version(&mut self, list: &[&str]) -> Result<(), String> {
        let (name, versioned, remove) = match *list {
            [name, versioned] => (name, versioned, false),
            [name, versioned, "remove"] => (name, versioned, true),
            _ => return Err("a symbol and a name with a version".into()),
        };
        let is_name = versioned.chars().all(|c| is_symbol_char(c) || c == '@') && versioned.contains('@');
        if !is_name {
            return Err(format!("`{versioned}` is no name with a version"));
        }
        let instead = remove || versioned.contains("@@@");
        let symbol = self.wanted(name)?;
        match &mut self.names {
            Names::Collected(symbols) => symbols.add_version(&unquoted(name), versioned, instead),
            Names::Module(module) => {
                if let Some(&other) = module.asm_symbols.get(versioned) {
                    self.out.assign(other, McExpr::plain(McSymbol::Symbol(symbol), 0));
                } else if self.distances.is_none() {
                    return Err("a version of a symbol in the middle of a function".into());
                }
            }
        }
        Ok(())
    }

    /// Applies a target-specific directive.
    fn target_directive(&mut self, directive: TargetDirective) -> Result<(), String> {
        match directive {
            TargetDirective::Subtarget(mc) => self.options.mc = Subtarget::Changed(mc),
            TargetDirective::ObjectAttributes(mc) => {
                let attributes = mc.elf(&Module::default()).attributes;
                self.note(|symbols| symbols.attributes = attributes);
                self.options.mc = Subtarget::Changed(mc);
            }
            TargetDirective::PositionIndependent(pic) => self.options.pic = pic,
            TargetDirective::LinkerRelaxation(relaxes) => {
                self.options.relaxes = relaxes;
                self.set_linker_relaxation();
            }
            TargetDirective::Exact(exact) => {
                self.options.exact = exact;
                self.set_linker_relaxation();
            }
            TargetDirective::Push => self.saved_options.push(self.options.clone()),
            TargetDirective::Pop => {
                self.options = self.saved_options.pop().ok_or("nothing was pushed that could be popped")?;
                self.set_linker_relaxation();
            }
        }
        Ok(())
    }

    fn set_linker_relaxation(&mut self) {
        self.out.set_linker_relaxation(self.options.relaxes && !self.options.exact);
    }
}
