//! The exception tables of a linked program: the landing pad of each call, and its actions.
//!
//! Tables are parsed as the Itanium C++ ABI describes them, independent of their producer: with
//! call sites as words or as ULEB128. Calls come from `llvm-objdump`.

use crate::target::Target;
use crate::{Result, process};
use gimli::UnwindSection;
use gimli::constants as dw;
use object::{Object, ObjectSection, ObjectSymbol};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// The effect of an exception in a call.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Landing {
    /// It terminates the program.
    Nowhere,
    /// It propagates to the caller.
    Passes,
    /// It lands for these actions, in order: types by the names of their symbols, filters, or a
    /// cleanup.
    Pad(Vec<String>),
}

/// The landings of one function's calls, by callee; calls through registers are under `?`.
pub type Landings = BTreeMap<String, BTreeSet<Landing>>;

/// A program's memory image.
struct Image {
    /// Contents of sections by address.
    sections: Vec<(u64, Vec<u8>)>,
    symbols: BTreeMap<u64, String>,
}

impl Image {
    fn read(file: &object::File<'_>) -> Image {
        let loaded = |section: object::Section<'_, '_>| {
            let data = section.uncompressed_data().ok()?.into_owned();
            (section.address() != 0).then_some((section.address(), data))
        };
        let named = |symbol: &object::Symbol<'_, '_>| symbol.is_definition() && symbol.size() != 0;
        let symbols = file.symbols().filter(named);
        let symbols = symbols.filter_map(|s| Some((s.address(), s.name().ok()?.to_owned())));
        Image { sections: file.sections().filter_map(loaded).collect(), symbols: symbols.collect() }
    }

    /// Returns memory from an address to the end of its section.
    fn bytes(&self, address: u64) -> &[u8] {
        let mut found: &[u8] = &[];
        for (start, data) in &self.sections {
            let offset = address.checked_sub(*start).and_then(|offset| usize::try_from(offset).ok());
            match offset.and_then(|offset| data.get(offset..)) {
                Some(rest) if found.is_empty() => found = rest,
                _ => {}
            }
        }
        found
    }
}

/// Reads consecutive numbers.
struct Cursor<'a> {
    image: &'a Image,
    at: u64,
}

impl Cursor<'_> {
    fn bytes<const N: usize>(&mut self) -> Result<[u8; N]> {
        let bytes = self.image.bytes(self.at).get(..N).ok_or("a table ends too early")?;
        self.at += N as u64;
        bytes.try_into().map_err(|_| "a table ends too early".to_owned())
    }

    fn byte(&mut self) -> Result<u8> {
        Ok(self.bytes::<1>()?[0])
    }

    fn unsigned(&mut self) -> Result<u64> {
        let (mut value, mut shift) = (0, 0);
        loop {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
    }

    fn signed(&mut self) -> Result<i64> {
        let start = self.at;
        let value = self.unsigned()? as i64;
        let unused = 64 - 7 * (self.at - start).min(9);
        Ok(value << unused >> unused)
    }

    /// Reads an encoded number; a PC-relative one becomes an address.
    fn encoded(&mut self, encoding: u8) -> Result<u64> {
        let place = self.at;
        let value = match dw::DwEhPe(encoding & 0x0f) {
            dw::DW_EH_PE_absptr | dw::DW_EH_PE_udata8 | dw::DW_EH_PE_sdata8 => {
                u64::from_le_bytes(self.bytes()?)
            }
            dw::DW_EH_PE_uleb128 => self.unsigned()?,
            dw::DW_EH_PE_udata4 => u32::from_le_bytes(self.bytes()?).into(),
            dw::DW_EH_PE_sdata4 => i64::from(i32::from_le_bytes(self.bytes()?)) as u64,
            other => return Err(format!("encoding {other} of a pointer")),
        };
        if value == 0 {
            return Ok(0);
        }
        let value = if encoding & 0x70 == dw::DW_EH_PE_pcrel.0 { value.wrapping_add(place) } else { value };
        if encoding & dw::DW_EH_PE_indirect.0 == 0 {
            return Ok(value);
        }
        Ok(u64::from_le_bytes(Cursor { image: self.image, at: value }.bytes()?))
    }
}

/// A call site: a range from `start` to `end`, exclusive, and its landing.
#[derive(Clone, Debug)]
struct Site {
    start: u64,
    end: u64,
    landing: Landing,
}

/// Returns the call sites in the table at `at` of the function at `function`.
fn sites(image: &Image, function: u64, at: u64) -> Result<Vec<Site>> {
    let mut cursor = Cursor { image, at };
    let pads = match cursor.byte()? {
        omit if omit == dw::DW_EH_PE_omit.0 => function,
        encoding => cursor.encoded(encoding)?,
    };
    let type_encoding = cursor.byte()?;
    let types = match type_encoding {
        omit if omit == dw::DW_EH_PE_omit.0 => 0,
        _ => cursor.unsigned()? + cursor.at,
    };
    let encoding = cursor.byte()?;
    let actions = cursor.unsigned()? + cursor.at;
    let mut found = Vec::new();
    while cursor.at < actions {
        let start = cursor.encoded(encoding)? + function;
        let end = cursor.encoded(encoding)? + start;
        let pad = cursor.encoded(encoding)?;
        let action = cursor.unsigned()?;
        if end < start || found.last().is_some_and(|last: &Site| last.end > start) {
            return Err("call sites overlap".to_owned());
        }
        let landing = match pad {
            0 => Landing::Passes,
            _ if image.bytes(pads + pad).is_empty() => return Err("a pad is nowhere".to_owned()),
            _ => Landing::Pad(reasons(image, actions, action, (types, type_encoding))?),
        };
        found.push(Site { start, end, landing });
    }
    Ok(found)
}

/// Returns the names of a landing pad's actions.
fn reasons(image: &Image, actions: u64, first: u64, types: (u64, u8)) -> Result<Vec<String>> {
    let mut found = Vec::new();
    let Some(offset) = first.checked_sub(1) else { return Ok(vec!["cleanup".into()]) };
    let mut cursor = Cursor { image, at: actions + offset };
    loop {
        found.push(match cursor.signed()? {
            0 => "cleanup".into(),
            filter if filter < 0 => {
                let mut names = Vec::new();
                let mut list = Cursor { image, at: types.0 + (-1 - filter) as u64 };
                loop {
                    match list.unsigned()? {
                        0 => break format!("filter({})", names.join(", ")),
                        number => names.push(type_name(image, number, types)?),
                    }
                }
            }
            number => type_name(image, number as u64, types)?,
        });
        let here = cursor.at;
        match cursor.signed()? {
            0 => return Ok(found),
            distance => cursor.at = here.wrapping_add_signed(distance),
        }
    }
}

fn type_name(image: &Image, number: u64, (end, encoding): (u64, u8)) -> Result<String> {
    let size = match dw::DwEhPe(encoding & 0x0f) {
        dw::DW_EH_PE_udata4 | dw::DW_EH_PE_sdata4 => 4,
        _ => 8,
    };
    match (Cursor { image, at: end - number * size }).encoded(encoding)? {
        0 => Ok("...".into()),
        address => Ok(image.symbols.get(&address).cloned().unwrap_or_else(|| format!("{address:#x}"))),
    }
}

/// Returns a program's calls: addresses and callees, `?` for calls through registers.
fn calls(target: Target, program: &Path) -> Result<BTreeMap<u64, String>> {
    let mut dump = Command::new("llvm-objdump-22");
    dump.args(["-d", "--no-show-raw-insn"]);
    if target == Target::Riscv64 {
        dump.arg("--mattr=+m,+a,+f,+d,+c");
    }
    let text = process::run(dump.arg(program))?;
    let mut found = BTreeMap::new();
    for line in text.lines() {
        let Some((address, inst)) = line.split_once(':') else { continue };
        let Ok(address) = u64::from_str_radix(address.trim(), 16) else { continue };
        let mut words = inst.split_whitespace();
        let (Some(mnemonic), operands) = (words.next(), words.collect::<Vec<_>>().join(" ")) else {
            continue;
        };
        let links = match (target, mnemonic) {
            (Target::Aarch64, "bl" | "blr") => true,
            (Target::Riscv64, "jal" | "jalr") => {
                !operands.starts_with("zero") && !operands.starts_with("t0,")
            }
            _ => false,
        };
        if links {
            let named = operands.split_once('<').and_then(|(_, rest)| rest.split_once('>'));
            let name = named.map_or("?", |(name, _)| name.split('+').next().unwrap_or(name));
            found.insert(address, name.to_owned());
        }
    }
    Ok(found)
}

/// Returns the landings of the calls in each of these functions that has an exception table.
///
/// # Errors
/// A malformed table.
pub fn landings(
    target: Target,
    program: &Path,
    functions: &BTreeSet<String>,
) -> Result<BTreeMap<String, Landings>> {
    let data = std::fs::read(program).map_err(|e| format!("{}: {e}", program.display()))?;
    let file = object::File::parse(&*data).map_err(|e| e.to_string())?;
    let image = Image::read(&file);
    let calls = calls(target, program)?;
    let section = file.section_by_name(".eh_frame").ok_or("no unwind table")?;
    let bases = gimli::BaseAddresses::default().set_eh_frame(section.address());
    let bytes = section.uncompressed_data().map_err(|e| e.to_string())?;
    let frames = gimli::EhFrame::new(&bytes, gimli::LittleEndian);
    let mut entries = frames.entries(&bases);
    let mut found = BTreeMap::new();
    while let Some(entry) = entries.next().map_err(|e| e.to_string())? {
        let gimli::CieOrFde::Fde(partial) = entry else { continue };
        let frame = partial.parse(gimli::EhFrame::cie_from_offset).map_err(|e| e.to_string())?;
        let (start, end) = (frame.initial_address(), frame.initial_address() + frame.len());
        let Some(name) = image.symbols.get(&start).filter(|name| functions.contains(*name)) else { continue };
        let Some(gimli::Pointer::Direct(table)) = frame.lsda() else { continue };
        let sites = sites(&image, start, table).map_err(|e| format!("{name}: {e}"))?;
        let mut of_function = Landings::new();
        for (&address, callee) in calls.range(start..end) {
            let site = sites.iter().find(|site| (site.start..site.end).contains(&address));
            let landing = site.map_or(Landing::Nowhere, |site| site.landing.clone());
            of_function.entry(callee.clone()).or_default().insert(landing);
        }
        found.insert(name.clone(), of_function);
    }
    Ok(found)
}

/// Returns the functions that an object defines.
///
/// # Errors
/// It cannot be read.
pub fn functions(object: &Path) -> Result<BTreeSet<String>> {
    let data = std::fs::read(object).map_err(|e| format!("{}: {e}", object.display()))?;
    let file = object::File::parse(&*data).map_err(|e| e.to_string())?;
    let defined = |s: &object::Symbol<'_, '_>| s.is_definition() && s.kind() == object::SymbolKind::Text;
    Ok(file.symbols().filter(defined).filter_map(|s| s.name().ok().map(str::to_owned)).collect())
}
