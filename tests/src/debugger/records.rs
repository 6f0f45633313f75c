//! Execution of the IR's debug records, which makes visible the variables' values that they
//! describe.
//!
//! ```text
//! #dbg_value(i32 %x, !v, expression)      v's memory receives the expression's value for %x
//! #dbg_assign(i32 %x, !v, …, !id, ptr %a) the same, or v is at %a if the last store there has !id
//! store …, !DIAssignID !id                v is at %a only if its last record has that id
//! ```
//!
//! A pointer for each fragment of a variable holds its location: at %a, or in a buffer that records
//! write. A debugger finds everything through the pointers, at any stop and on any path,
//! independent of how a compiler tracks values. A record without a value fills the buffer with
//! bytes that no value has. The operands of records are stored in memory as well, since LLVM allows
//! records of values that are not computed yet.
//!
//! The variables of the resulting program have the values that LLVM's optimizer recorded, right or
//! wrong.

mod expression;
mod text;

use crate::Result;
use expression::{Code, Made};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use text::{Assigned, Module, Record};

/// A buffer byte of an unknown value.
const UNKNOWN: &str = "\\A5";

/// The size of a buffer in bytes.
const BUFFER: u64 = 64;

/// A variable by its node, and the call that it was inlined at.
type Key<'a> = (&'a str, Option<&'a str>);

/// A bit range of a variable: start and end.
type Bits = (u64, u64);

/// A variable of a function.
#[derive(Debug, Default)]
struct Variable<'a> {
    number: usize,
    location: &'a str,
    /// The boundaries of its fragments.
    cuts: BTreeSet<u64>,
}

impl Variable<'_> {
    /// Returns its fragments within a bit range.
    fn fragments(&self, of: Bits) -> impl Iterator<Item = Bits> + '_ {
        let pairs = self.cuts.iter().copied().zip(self.cuts.iter().copied().skip(1));
        pairs.filter(move |&(start, end)| of.0 <= start && end <= of.1)
    }

    fn buffer(&self) -> String {
        format!("%records.buffer.{}", self.number)
    }

    /// Returns the name of a state variable, in memory, of the fragment that starts at a bit.
    fn state(&self, what: &str, start: u64) -> String {
        format!("%records.{what}.{}.{start}", self.number)
    }
}

/// Returns the module with its records executed.
///
/// # Errors
/// A record has an unknown form.
pub fn carried_out(ir: &str) -> Result<String> {
    let module = Module::new(ir);
    let mut out = String::new();
    let mut lines = ir.lines();
    while let Some(line) = lines.next() {
        out += line;
        out.push('\n');
        if line.starts_with("define ") {
            let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "}").collect();
            Function::new(&module, &body)?.write(&body, &mut out)?;
            out += "}\n";
        }
    }
    Ok(out)
}

/// A function under construction.
struct Function<'a> {
    module: &'a Module<'a>,
    variables: BTreeMap<Key<'a>, Variable<'a>>,
    /// By line.
    records: BTreeMap<usize, Record<'a>>,
    /// By assignment id, the lines of their records.
    assignments: BTreeMap<&'a str, Vec<usize>>,
    /// The operands of records, with their types.
    locals: BTreeMap<&'a str, &'a str>,
    /// Results of phis that have not been written yet.
    phis: Vec<&'a str>,
    code: Code,
}

impl<'a> Function<'a> {
    fn new(module: &'a Module<'a>, body: &[&'a str]) -> Result<Function<'a>> {
        let mut function = Function {
            module,
            variables: BTreeMap::new(),
            records: BTreeMap::new(),
            assignments: BTreeMap::new(),
            locals: BTreeMap::new(),
            phis: Vec::new(),
            code: Code::default(),
        };
        for (number, line) in body.iter().enumerate() {
            let Some(record) = Record::parse(line)? else { continue };
            let next = function.variables.len();
            let bits = function.bits(&record)?;
            let size = module.size(record.variable)?;
            let variable = function.variables.entry(function.key(&record)).or_insert(Variable {
                number: next,
                location: record.location,
                cuts: BTreeSet::from([0, size]),
            });
            variable.cuts.extend([bits.0, bits.1]);
            if let Some(assigned) = &record.assigned {
                function.assignments.entry(assigned.id).or_default().push(number);
            }
            let operands = record.operands.iter().map(|&(ty, value)| (value, ty));
            function.locals.extend(operands.filter(|(value, _)| value.starts_with('%')));
            function.records.insert(number, record);
        }
        Ok(function)
    }

    fn key(&self, record: &Record<'a>) -> Key<'a> {
        (record.variable, self.module.inlined_at(record.location))
    }

    fn variable(&self, record: &Record<'a>) -> &Variable<'a> {
        &self.variables[&self.key(record)]
    }

    /// Returns the bit range of a record's variable.
    fn bits(&self, record: &Record<'_>) -> Result<Bits> {
        Ok(match record.fragment() {
            Some((offset, size)) => (offset, offset + size),
            None => (0, self.module.size(record.variable)?),
        })
    }

    fn write(mut self, body: &[&'a str], out: &mut String) -> Result<()> {
        let mut arguments = self.locals.clone();
        body.iter().filter_map(|line| text::definition(line)).for_each(|(name, _)| {
            arguments.remove(name);
        });
        let is_label = body.first().is_some_and(|line| line.ends_with(':'));
        for (number, line) in body.iter().enumerate() {
            if number == usize::from(is_label) {
                self.declare();
                arguments.keys().for_each(|name| self.note(name));
            }
            if let Some(record) = self.records.get(&number).cloned() {
                self.note_phis();
                self.carry_out(&record)?;
                continue;
            }
            match text::definition(line) {
                Some((name, "phi")) => self.phis.push(name),
                _ => self.note_phis(),
            }
            self.code.line(line);
            match text::definition(line) {
                Some((name, opcode)) if opcode != "phi" => self.note(name),
                _ => {}
            }
            if let Some(id) = text::assignment_id(line) {
                self.stored(id);
            }
        }
        *out += &self.code.text;
        Ok(())
    }

    /// Stores a computed value if a record refers to it.
    fn note(&mut self, name: &str) {
        if let Some(ty) = self.locals.get(name) {
            self.code.line(&format!("store {ty} {name}, ptr {}", text::home(name)));
        }
    }

    fn note_phis(&mut self) {
        std::mem::take(&mut self.phis).into_iter().for_each(|name| self.note(name));
    }

    /// Declares all variables and operands of records, and initializes them as unknown.
    fn declare(&mut self) {
        for (name, ty) in &self.locals {
            let home = text::home(name);
            self.code.line(&format!("{home} = alloca {ty}, align 16"));
            if let Some(bytes) = text::size_of(ty) {
                self.code.unknown(&home, bytes);
            }
        }
        for ((node, _), variable) in &self.variables {
            let (buffer, code) = (variable.buffer(), &mut self.code);
            code.line(&format!("{buffer} = alloca [{BUFFER} x i8], align 16"));
            let size = variable.cuts.last().copied().unwrap_or_default();
            for (start, end) in variable.fragments((0, size)) {
                let [place, stored, said] =
                    ["place", "stored", "said"].map(|what| variable.state(what, start));
                code.line(&format!("{place} = alloca ptr"));
                code.line(&format!("{stored} = alloca i32"));
                code.line(&format!("{said} = alloca i32"));
                code.line(&format!("store i32 0, ptr {stored}"));
                code.line(&format!("store i32 0, ptr {said}"));
                let at = code.offset(&buffer, start / 8);
                code.line(&format!("store ptr {at}, ptr {place}"));
                let mut expression = "DW_OP_deref".to_owned();
                if (start, end) != (0, size) {
                    write!(expression, ", DW_OP_LLVM_fragment, {start}, {}", end - start)
                        .expect("writing to a string succeeds");
                }
                let location = variable.location;
                code.line(&format!(
                    "#dbg_declare(ptr {place}, {node}, !DIExpression({expression}), {location})"
                ));
            }
            code.unknown(&buffer, BUFFER);
        }
    }

    /// Updates the state after a store with an assignment id.
    fn stored(&mut self, id: &str) {
        let lines = self.assignments.get(id).cloned().unwrap_or_default();
        for record in lines.iter().filter_map(|line| self.records.get(line)).cloned().collect::<Vec<_>>() {
            self.choose(&record, "stored", "said");
        }
    }

    /// Stores an assignment's id in one state variable. The variable is in memory if the other
    /// state variable holds the same id.
    fn choose(&mut self, record: &Record<'a>, noted: &str, other: &str) {
        let Some(Assigned { id, address, offset }) = record.assigned else { return };
        let Ok(bits) = self.bits(record) else { return };
        let number = &id[1..];
        let variable = &self.variables[&(record.variable, self.module.inlined_at(record.location))];
        for (start, _) in variable.fragments(bits) {
            let [place, noted, other] = ["place", noted, other].map(|what| variable.state(what, start));
            let code = &mut self.code;
            code.line(&format!("store i32 {number}, ptr {noted}"));
            let last = code.value(&format!("load i32, ptr {other}"));
            let is_same = code.value(&format!("icmp eq i32 {last}, {number}"));
            let buffer = code.offset(&variable.buffer(), start / 8);
            let memory = match address {
                Some(address) => code.offset(address, offset + (start - bits.0) / 8),
                None => buffer.clone(),
            };
            let chosen = code.value(&format!("select i1 {is_same}, ptr {memory}, ptr {buffer}"));
            code.line(&format!("store ptr {chosen}, ptr {place}"));
        }
    }

    fn carry_out(&mut self, record: &Record<'a>) -> Result<()> {
        let bits = self.bits(record)?;
        let made = self.code.made(record)?;
        let variable = &self.variables[&self.key(record)];
        let buffer = self.code.offset(&variable.buffer(), bits.0 / 8);
        match &made {
            Made::Nothing => self.code.unknown(&buffer, (bits.1 - bits.0).div_ceil(8)),
            Made::Value(ty, value) => self.code.line(&format!("store {ty} {value}, ptr {buffer}, align 1")),
            Made::Integer(value) => {
                let value = self.code.resized(value, (bits.1 - bits.0) as u32);
                self.code.line(&format!("store i{} {}, ptr {buffer}, align 1", value.bits, value.text));
            }
            Made::Address(_) => {}
        }
        if record.assigned.is_some() {
            self.choose(record, "said", "stored");
            return Ok(());
        }
        let variable = self.variable(record);
        let starts: Vec<u64> = variable.fragments(bits).map(|(start, _)| start).collect();
        for start in starts {
            let variable = &self.variables[&(record.variable, self.module.inlined_at(record.location))];
            let [place, said] = ["place", "said"].map(|what| variable.state(what, start));
            let at = match &made {
                Made::Address(address) => self.code.offset(address, (start - bits.0) / 8),
                _ => self.code.offset(&variable.buffer(), start / 8),
            };
            self.code.line(&format!("store i32 0, ptr {said}"));
            self.code.line(&format!("store ptr {at}, ptr {place}"));
        }
        Ok(())
    }
}
