//! Prints the YAML document of a function, before its body.

use super::Printer;
use super::expressions;
use super::yaml_keys::{
    DEBUG_INSTR_REF, DEBUG_KEYS, DECLARED, FRAME_FACTS, FUNCTION_FACTS, Fact, OBJECT_TYPES, OWN, OWN_FACTS,
    PROPERTIES, SSP_LAYOUTS, STACK_PROTECTOR, VAR_ARGS,
};
use crate::ir::debug_info::DeclaredVariable;
use crate::ir::entity::FrameIndex;
use crate::ir::mir::names::in_double_quotes;
use crate::ir::mir::{FrameObject, FrameObjectKind, Reg};
use std::fmt::{self, Write};

impl Printer<'_> {
    /// Returns the YAML document of the function.
    pub(crate) fn document(&self, f: &mut impl Write) -> fmt::Result {
        writeln!(f, "---\nname:            {}", yaml_string(&self.mf.name))?;
        self.own_facts(f)?;
        self.facts(f, "", FUNCTION_FACTS)?;
        for &(name, property) in PROPERTIES {
            if self.mf.properties.contains(property) {
                writeln!(f, "{:<16} true", format!("{name}:"))?;
            }
        }
        if self.debug.has_references {
            writeln!(f, "{DEBUG_INSTR_REF:<16} true")?;
        }
        self.live_ins(f)?;
        self.frame(f)?;
        self.constants(f)?;
        self.jump_tables(f)?;
        self.target_facts(f)?;
        writeln!(f, "body:             |")?;
        for (n, &block) in self.mf.layout.iter().enumerate() {
            if n != 0 {
                writeln!(f)?;
            }
            self.block(f, block)?;
        }
        writeln!(f, "\n...")
    }

    fn facts(&self, f: &mut impl Write, indent: &str, facts: &[Fact]) -> fmt::Result {
        for fact in facts {
            match (fact.get)(self.mf) {
                0 => {}
                _ if fact.is_truth => writeln!(f, "{indent}{:<16} true", format!("{}:", fact.key))?,
                n => writeln!(f, "{indent}{:<16} {n}", format!("{}:", fact.key))?,
            }
        }
        Ok(())
    }

    /// Prints the facts for which LLVM's format has no key in a comment.
    fn own_facts(&self, f: &mut impl Write) -> fmt::Result {
        let facts = OWN_FACTS.iter().filter(|fact| (fact.get)(self.mf) != 0);
        let value = |fact: &Fact| match fact.is_truth {
            true => "true".to_owned(),
            false => (fact.get)(self.mf).to_string(),
        };
        let mut facts: Vec<String> = facts.map(|fact| format!("{}: {}", fact.key, value(fact))).collect();
        let name = |index: FrameIndex| format!("'{}'", self.insts.frame_index(index));
        if let Some(first) = self.mf.frame.var_args_frame_index {
            let areas = self.mf.frame.save_areas.map(|area| area.map_or("''".into(), name));
            facts.push(format!("{VAR_ARGS}: [ {}, {} ]", name(first), areas.join(", ")));
        }
        for (key, layout) in SSP_LAYOUTS {
            let objects = (0..self.mf.frame.objects.len()).map(FrameIndex::new);
            let objects = objects.filter(|&index| {
                let object = self.mf.frame.object(index);
                object.ssp_layout == *layout && !object.dead
            });
            let names: Vec<String> = objects.map(name).collect();
            if !names.is_empty() {
                facts.push(format!("{key}: [ {} ]", names.join(", ")));
            }
        }
        let more: Vec<String> = self.declared_besides().collect();
        if !more.is_empty() {
            facts.push(format!("{DECLARED}: [ {} ]", more.join(", ")));
        }
        if facts.is_empty() {
            return Ok(());
        }
        writeln!(f, "{OWN} {{ {} }}", facts.join(", "))
    }

    /// Prints the location of a variadic function's arguments as LLVM's target does.
    fn target_facts(&self, f: &mut impl Write) -> fmt::Result {
        let Some(first) = self.mf.frame.var_args_frame_index else { return Ok(()) };
        let Some(name) = self.insts.frame.get(first.index()).filter(|name| name.fixed) else { return Ok(()) };
        let Some([index, size]) = self.target.mir_names().var_args else { return Ok(()) };
        writeln!(f, "machineFunctionInfo:")?;
        // LLVM's reader counts fixed objects downwards.
        writeln!(f, "  {index}: {}", -1 - i64::from(name.number))?;
        writeln!(f, "  {size}: {}", -self.mf.frame.lowest_fixed())
    }

    fn live_ins(&self, f: &mut impl Write) -> fmt::Result {
        for (n, &(reg, vreg)) in self.mf.live_ins.iter().enumerate() {
            if n == 0 {
                writeln!(f, "liveins:")?;
            }
            let copied = vreg.filter(|&v| self.mf.def(v).is_some());
            let copied = copied.map_or(String::new(), |v| v.to_string());
            writeln!(f, "  - {{ reg: '{}', virtual-reg: '{copied}' }}", self.insts.reg(Reg::phys(reg)))?;
        }
        Ok(())
    }

    fn frame(&self, f: &mut impl Write) -> fmt::Result {
        let mut facts = String::new();
        self.facts(&mut facts, "  ", FRAME_FACTS)?;
        if let Some(slot) = self.mf.frame.stack_protector {
            writeln!(facts, "  {STACK_PROTECTOR}:  '{}'", self.insts.frame_index(slot))?;
        }
        if let Some(save) = self.mf.frame.save_point {
            writeln!(facts, "  savePoint:\n    - point: '%{save}'\n  restorePoint:")?;
            let restores = &self.mf.frame.restore_points;
            restores.iter().try_for_each(|restore| writeln!(facts, "    - point: '%{restore}'"))?;
        }
        if !facts.is_empty() {
            write!(f, "frameInfo:\n{facts}")?;
        }
        for (title, fixed) in [("fixedStack", true), ("stack", false)] {
            let objects = self.mf.frame.objects.iter().enumerate().zip(&self.insts.frame);
            for ((index, object), name) in objects.filter(|(_, name)| name.fixed == fixed) {
                if name.number == 0 {
                    writeln!(f, "{title}:")?;
                }
                if !object.dead {
                    self.object(f, FrameIndex::new(index), object, name.number)?;
                }
            }
        }
        Ok(())
    }

    fn object(&self, f: &mut impl Write, index: FrameIndex, o: &FrameObject, id: u32) -> fmt::Result {
        let kind = OBJECT_TYPES.iter().find(|(_, kind)| *kind == o.kind).map_or("default", |(name, _)| name);
        write!(f, "  - {{ id: {id}, type: {kind}, offset: {}, alignment: {}", o.offset, o.align)?;
        if o.kind != FrameObjectKind::VariableSized {
            write!(f, ", size: {}", o.size)?;
        }
        if o.kind == FrameObjectKind::Fixed {
            write!(f, ", isImmutable: {}", o.immutable)?;
        }
        if let Some(saved) = self.mf.frame.callee_saved.iter().find(|saved| saved.slot == index) {
            write!(f, ", callee-saved-register: '{}'", self.insts.reg(Reg::phys(saved.reg)))?;
        }
        if let Some(declared) = self.declared().find(|declared| declared.home == index) {
            let texts = self.declared_texts(declared);
            for (key, text) in DEBUG_KEYS.iter().zip(texts.into_iter().flatten()) {
                write!(f, ", {key}: '{text}'")?;
            }
        }
        writeln!(f, " }}")
    }

    /// Returns the variables that are in objects.
    fn declared(&self) -> impl Iterator<Item = &DeclaredVariable> {
        let debug = self.mf.debug.as_ref().filter(|_| self.debug_info().is_some());
        debug.into_iter().flat_map(|debug| &debug.declared)
    }

    /// Returns the variables of objects with several variables: LLVM's format has room for one.
    fn declared_besides(&self) -> impl Iterator<Item = String> + '_ {
        let is_other = |n: usize, of: &DeclaredVariable| self.declared().take(n).any(|d| d.home == of.home);
        let others = self.declared().enumerate().filter(move |&(n, declared)| is_other(n, declared));
        others.filter(|(_, declared)| !self.mf.frame.object(declared.home).dead).filter_map(
            |(_, declared)| {
                let texts = self.declared_texts(declared)?.map(|text| format!("'{text}'"));
                Some(format!("[ '{}', {} ]", self.insts.frame_index(declared.home), texts.join(", ")))
            },
        )
    }

    /// Returns the texts of variable, expression and location.
    fn declared_texts(&self, declared: &DeclaredVariable) -> Option<[String; 3]> {
        let variable = format!("!{}", self.debug_info()?.number_of_node(declared.variable)?);
        let (mut expression, mut location) = (String::new(), String::new());
        expressions::write(&mut expression, &declared.expression).ok()?;
        self.insts.location(&mut location, declared.location).ok()?;
        Some([variable, expression, location])
    }

    fn constants(&self, f: &mut impl Write) -> fmt::Result {
        for (id, entry) in self.mf.constant_pool.iter().enumerate() {
            if id == 0 {
                writeln!(f, "constants:")?;
            }
            let bytes: String = entry.bytes.iter().map(|b| format!("\\{b:02X}")).collect();
            let count = entry.bytes.len();
            writeln!(
                f,
                "  - {{ id: {id}, value: '[{count} x i8] c\"{bytes}\"', alignment: {} }}",
                entry.align
            )?;
        }
        Ok(())
    }

    fn jump_tables(&self, f: &mut impl Write) -> fmt::Result {
        if self.mf.jump_tables.is_empty() {
            return Ok(());
        }
        writeln!(f, "jumpTable:\n  kind:            {}\n  entries:", self.mf.jump_table_kind.name())?;
        for (id, table) in self.mf.jump_tables.iter().enumerate() {
            let targets: Vec<String> = table.targets.iter().map(|b| format!("'%{b}'")).collect();
            writeln!(f, "    - {{ id: {id}, blocks: [ {} ] }}", targets.join(", "))?;
        }
        Ok(())
    }
}

/// Returns a YAML string: in quotes when it is ambiguous.
fn yaml_string(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_.$".contains(c);
    let letter = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let word =
        matches!(text, "true" | "false" | "null" | "True" | "False" | "Null" | "TRUE" | "FALSE" | "NULL");
    if letter && !word && text.chars().all(plain) {
        text.to_string()
    } else if text.chars().all(|c| (' '..='~').contains(&c)) {
        format!("'{}'", text.replace('\'', "''"))
    } else {
        in_double_quotes(text)
    }
}

#[cfg(test)]
mod tests {
    use super::yaml_string;

    #[test]
    fn names_are_quoted_where_yaml_would_take_them_otherwise() {
        let cases = [
            ("main", "main"),
            ("_a.b$1", "_a.b$1"),
            ("true", "'true'"),
            ("1a", "'1a'"),
            ("a'b", "'a''b'"),
            ("\u{1}a\"", "\"\\x01a\\\"\""),
            ("\u{e4}", "\"\u{e4}\""),
        ];
        for (name, text) in cases {
            assert_eq!(yaml_string(name), text);
        }
    }
}
