//! `registers.txt`: banks, sub-register indices, registers and classes.
//!
//! Register units follow from sub-registers. A register without sub-registers is a unit; others
//! have the units of their sub-registers, and one more if the table specifies `extra`.

use crate::source::{Result, Statement, brace_items};
use std::collections::HashMap;

/// One register.
#[derive(Debug)]
pub struct Register {
    pub name: String,
    pub asm: String,
    pub enc: u16,
    pub dwarf: Option<u16>,
    pub subs: Vec<(usize, usize)>,
    pub units: Vec<usize>,
}

/// One class.
#[derive(Debug)]
pub struct Class {
    pub name: String,
    pub bank: usize,
    pub bits: u16,
    pub spill: u16,
    pub align: u16,
    pub order: Vec<usize>,
    pub members: Vec<usize>,
}

/// All registers of a target; indices of registers and sub-registers start at 1.
#[derive(Debug, Default)]
pub struct Registers {
    pub banks: Vec<String>,
    pub subs: Vec<String>,
    pub regs: Vec<Register>,
    pub classes: Vec<Class>,
    pub num_units: usize,
    by_name: HashMap<String, usize>,
}

impl Registers {
    /// Returns the register with this MIR or assembly name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.by_name
            .get(name)
            .copied()
            .or_else(|| self.regs.iter().position(|r| r.asm == name).map(|i| i + 1))
    }

    /// Returns the classes whose members are all in `class`: a bit each.
    pub fn sub_classes(&self, class: &Class) -> u64 {
        assert!(self.classes.len() <= 64, "more classes than bits");
        let within = |c: &Class| c.members.iter().all(|r| class.members.binary_search(r).is_ok());
        self.classes.iter().enumerate().filter(|(_, c)| within(c)).fold(0, |all, (n, _)| all | 1 << n)
    }

    /// Returns the class with this name.
    pub fn class(&self, name: &str) -> Option<usize> {
        self.classes.iter().position(|c| c.name == name)
    }

    /// Parses one statement.
    pub fn statement(&mut self, s: &Statement) -> Result<()> {
        let (word, rest) = s.text.split_once(' ').unwrap_or((&s.text, ""));
        match word {
            "bank" => self.banks.push(rest.trim().to_string()),
            "sub" => self.subs.push(rest.trim().to_string()),
            "reg" => self.register(s, rest)?,
            "class" => self.class_statement(s, rest)?,
            _ => return s.error(format!("unknown statement `{word}`")),
        }
        Ok(())
    }

    fn register(&mut self, s: &Statement, rest: &str) -> Result<()> {
        let mut words = rest.split_whitespace();
        let Some(name) = words.next() else { return s.error("a register needs a name") };
        let mut reg = Register {
            name: name.to_string(),
            asm: name.to_string(),
            enc: 0,
            dwarf: None,
            subs: Vec::new(),
            units: Vec::new(),
        };
        let mut extra = false;
        for word in words {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            match key {
                "extra" => extra = true,
                "asm" => reg.asm = value.to_string(),
                "enc" => reg.enc = number(s, value)?,
                "dwarf" => reg.dwarf = Some(number(s, value)?),
                _ => self.add_part(s, &mut reg, key, value)?,
            }
        }
        if reg.subs.is_empty() || extra {
            reg.units.push(self.num_units);
            self.num_units += 1;
        }
        reg.units.sort_unstable();
        reg.units.dedup();
        if self.by_name.insert(reg.name.clone(), self.regs.len() + 1).is_some() {
            return s.error(format!("register `{}` twice", reg.name));
        }
        self.regs.push(reg);
        Ok(())
    }

    fn add_part(&self, s: &Statement, reg: &mut Register, key: &str, value: &str) -> Result<()> {
        let Some(sub) = self.subs.iter().position(|n| n == key) else {
            return s.error(format!("no sub-register index `{key}`"));
        };
        let Some(&part) = self.by_name.get(value) else { return s.error(format!("no register `{value}`")) };
        reg.subs.push((sub + 1, part));
        let inner = &self.regs[part - 1];
        reg.units.extend(&inner.units);
        for &(sub, part) in &inner.subs {
            if !reg.subs.iter().any(|&(s, _)| s == sub) {
                reg.subs.push((sub, part));
            }
        }
        Ok(())
    }

    fn class_statement(&mut self, s: &Statement, rest: &str) -> Result<()> {
        let Some((head, members)) = rest.split_once(':') else { return s.error("a class needs a `:`") };
        let mut words = head.split_whitespace();
        let name = words.next().unwrap_or_default().to_string();
        let (mut bank, mut bits, mut spill, mut align) = (None, 0, None, None);
        for word in words {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            match key {
                "bank" => bank = self.banks.iter().position(|b| b == value),
                "bits" => bits = number(s, value)?,
                "spill" => spill = Some(number(s, value)?),
                "align" => align = Some(number(s, value)?),
                _ => return s.error(format!("unknown key `{key}`")),
            }
        }
        let Some(bank) = bank else { return s.error("a class needs a known bank") };
        let (ordered, also) = members.split_once(';').unwrap_or((members, ""));
        let order = self.list(s, ordered)?;
        let mut members = order.clone();
        members.extend(self.list(s, also)?);
        members.sort_unstable();
        members.dedup();
        let spill = spill.unwrap_or(bits / 8);
        let align = align.unwrap_or(spill);
        self.classes.push(Class { name, bank, bits, spill, align, order, members });
        Ok(())
    }

    /// Returns the registers of a list with brace groups.
    fn list(&self, s: &Statement, text: &str) -> Result<Vec<usize>> {
        let mut out = Vec::new();
        for word in text.split_whitespace() {
            let mut names = vec![String::new()];
            let mut rest = word;
            // Groups within one word are zipped, as elsewhere.
            while let Some(open) = rest.find('{') {
                let Some(close) = rest.find('}') else { return s.error("`{` without `}`") };
                let items = brace_items(s, &rest[open + 1..close])?;
                if names.len() == 1 {
                    names = vec![names[0].clone(); items.len()];
                }
                if names.len() != items.len() {
                    return s.error("brace groups differ in length");
                }
                for (name, item) in names.iter_mut().zip(items) {
                    name.push_str(&rest[..open]);
                    name.push_str(&item);
                }
                rest = &rest[close + 1..];
            }
            for name in names {
                let name = name + rest;
                match self.by_name.get(&name) {
                    Some(&reg) => out.push(reg),
                    None => return s.error(format!("no register `{name}`")),
                }
            }
        }
        Ok(out)
    }
}

/// Parses the number of a key.
pub fn number<T: std::str::FromStr>(s: &Statement, text: &str) -> Result<T> {
    text.parse().or_else(|_| s.error(format!("`{text}` is no number here")))
}
