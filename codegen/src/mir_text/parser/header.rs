//! Reads a function's YAML document before the body.

use super::body::BodyParser;
use super::constants::constant_bytes;
use super::error::MirError;
use super::lexer::Lexer;
use super::names::Names;
use super::yaml::{self, Node};
use crate::ir::debug_info::DeclaredVariable;
use crate::ir::entity::{BlockId, FrameIndex, VReg};
use crate::ir::mir::{
    CalleeSaved, ConstantPoolEntry, FrameObject, FrameObjectKind, JumpTable, JumpTableEntryKind,
    MachineFunction, Properties,
};
use crate::machine::desc::registers::PhysReg;
use crate::mir_text::yaml_keys::{
    DEBUG_KEYS, DECLARED, FRAME_FACTS, FUNCTION_FACTS, Fact, IGNORED, OBJECT_TYPES, OWN, OWN_FACTS, PARTS,
    PROPERTIES, SSP_LAYOUTS, STACK_PROTECTOR, SUBSTITUTIONS, VAR_ARGS,
};
use std::collections::HashMap;

/// The header's nodes and their positions.
pub(super) struct Header<'t> {
    lines: &'t [&'t str],
    /// The number of the first line.
    first: usize,
    yaml: Node,
    /// The comment line with our own facts, its line in the header, and its column.
    own: Option<(Node, usize, usize)>,
    pub(super) name: String,
}

/// The objects, constants and jump tables by their numbers in MIR.
#[derive(Default)]
pub(super) struct Numbers {
    fixed: HashMap<u32, FrameIndex>,
    stack: HashMap<u32, FrameIndex>,
    constants: HashMap<u32, u32>,
    jump_tables: HashMap<u32, u32>,
}

impl Numbers {
    /// Returns the object that `stack.2` or `fixed-stack.0`, optionally with a name, refers to.
    pub(super) fn object(&self, text: &str) -> Option<FrameIndex> {
        let (kind, rest) = text.split_once('.')?;
        let number = rest.split('.').next()?.parse().ok()?;
        match kind {
            "stack" => self.stack.get(&number).copied(),
            "fixed-stack" => self.fixed.get(&number).copied(),
            _ => None,
        }
    }

    pub(super) fn constant(&self, number: u32) -> Option<u32> {
        self.constants.get(&number).copied()
    }

    pub(super) fn jump_table(&self, number: u32) -> Option<u32> {
        self.jump_tables.get(&number).copied()
    }
}

/// A register that the header declares: its number and its class, bank or `_`.
pub(super) struct Register<'t> {
    pub(super) id: u32,
    pub(super) class: &'t str,
}

impl<'t> Header<'t> {
    /// Reads the header's lines, the first of which is line `first` of the file.
    pub(super) fn read(lines: &'t [&'t str], first: usize) -> Result<Header<'t>, MirError> {
        let error = |place: (usize, usize), message: String| place_error(lines, first, place, message);
        let yaml = yaml::read(&lines.join("\n")).map_err(|e| error(e.place, e.message))?;
        let name = yaml.get("name").and_then(Node::text).filter(|name| !name.is_empty());
        let name = name.ok_or_else(|| error((0, 0), "a function needs a name".into()))?.to_string();
        let own = lines.iter().enumerate().find_map(|(n, l)| Some((n, l.strip_prefix(OWN)?)));
        let own = match own {
            Some((line, text)) => {
                let node = yaml::read(text).map_err(|e| error((line, OWN.len() + e.place.1), e.message))?;
                Some((node, line, OWN.len()))
            }
            None => None,
        };
        let header = Header { lines, first, yaml, own, name };
        header.check_keys()?;
        Ok(header)
    }

    fn error(&self, node: &Node, message: impl Into<String>) -> MirError {
        place_error(self.lines, self.first, node.place, message.into())
    }

    fn check_keys(&self) -> Result<(), MirError> {
        let facts = || FUNCTION_FACTS.iter().map(|fact| fact.key);
        let known = |key: &str| {
            PARTS.contains(&key)
                || IGNORED.contains(&key)
                || PROPERTIES.iter().any(|(name, _)| *name == key)
                || facts().any(|name| name == key)
        };
        match self.yaml.entries().iter().find(|(key, _)| !known(key)) {
            Some((key, node)) => Err(self.error(node, format!("unknown key '{key}'"))),
            None => Ok(()),
        }
    }

    fn items(&self, key: &str) -> &[Node] {
        self.yaml.get(key).map(Node::items).unwrap_or_default()
    }

    /// Returns the registers that are declared in the header.
    pub(super) fn registers(&self) -> impl Iterator<Item = Register<'_>> {
        self.items("registers").iter().filter_map(|node| {
            let (id, class) = (node.get("id")?.number()?, node.get("class")?.text()?);
            Some(Register { id, class })
        })
    }

    /// Applies the header to `mf`, except live-ins, which require the registers. Returns the
    /// objects by their numbers.
    pub(super) fn apply(&self, mf: &mut MachineFunction, names: &Names<'_>) -> Result<Numbers, MirError> {
        mf.properties = self.properties()?;
        let mut numbers = Numbers::default();
        for node in self.items("fixedStack") {
            let id = self.object(mf, names, node, true)?;
            numbers.fixed.insert(id, FrameIndex::new(mf.frame.objects.len() - 1));
        }
        for node in self.items("stack") {
            let id = self.object(mf, names, node, false)?;
            numbers.stack.insert(id, FrameIndex::new(mf.frame.objects.len() - 1));
        }
        self.facts(mf, &self.yaml, FUNCTION_FACTS)?;
        if let Some(info) = self.yaml.get("frameInfo") {
            self.facts(mf, info, FRAME_FACTS)?;
            let points = |key| info.get(key).map(Node::items).unwrap_or_default();
            mf.frame.save_point = points("savePoint").iter().find_map(|y| block(y.get("point")?));
            mf.frame.restore_points =
                points("restorePoint").iter().filter_map(|y| block(y.get("point")?)).collect();
        }
        self.stack_protector(mf, &numbers)?;
        self.constants(mf, &mut numbers)?;
        self.jump_tables(mf, &mut numbers)?;
        self.own_facts(mf, &numbers)?;
        self.target_facts(mf, names, &numbers);
        Ok(numbers)
    }

    /// Reads the properties. LLVM omits `isSSA` if it is evident.
    fn properties(&self) -> Result<Properties, MirError> {
        let mut properties = Properties::empty();
        for (key, property) in PROPERTIES {
            let Some(node) = self.yaml.get(key) else { continue };
            let holds = node.truth().ok_or_else(|| self.error(node, "expected 'true' or 'false'"))?;
            properties.set(*property, holds);
        }
        let seen = properties.intersects(Properties::NO_PHIS | Properties::NO_VREGS);
        if self.yaml.get("isSSA").is_none() && !seen {
            properties |= Properties::IS_SSA;
        }
        Ok(properties)
    }

    /// Reads the slot of the stack protector's guard.
    fn stack_protector(&self, mf: &mut MachineFunction, numbers: &Numbers) -> Result<(), MirError> {
        let node = self.yaml.get("frameInfo").and_then(|info| info.get(STACK_PROTECTOR));
        let Some(node) = node.filter(|node| node.text().is_some_and(|text| !text.is_empty())) else {
            return Ok(());
        };
        let slot = node.text().and_then(|text| numbers.object(text.strip_prefix('%')?));
        mf.frame.stack_protector = Some(slot.ok_or_else(|| self.error(node, "expected a stack object"))?);
        Ok(())
    }

    fn facts(&self, mf: &mut MachineFunction, node: &Node, facts: &[Fact]) -> Result<(), MirError> {
        for fact in facts {
            let Some(value) = node.get(fact.key) else { continue };
            let number = match fact.is_truth {
                true => value.truth().map(u64::from),
                false => value.number::<u32>().map(u64::from),
            };
            let number = number.ok_or_else(|| self.error(value, format!("malformed '{}'", fact.key)))?;
            (fact.set)(mf, number);
        }
        Ok(())
    }

    /// Adds a frame object and returns its number.
    fn object(
        &self,
        mf: &mut MachineFunction,
        names: &Names<'_>,
        node: &Node,
        fixed: bool,
    ) -> Result<u32, MirError> {
        let id = node.get("id").and_then(Node::number);
        let id = id.ok_or_else(|| self.error(node, "an object of the frame needs an 'id'"))?;
        let ty = node.get("type").and_then(Node::text).unwrap_or("default");
        let kind = OBJECT_TYPES.iter().find(|(name, _)| *name == ty).map(|(_, kind)| *kind);
        let kind = kind.ok_or_else(|| self.error(node, format!("unknown type '{ty}'")))?;
        if let Some(other) = node.get("stack-id").filter(|id| id.text() != Some("default")) {
            return Err(self.error(other, "objects of other stacks are not supported"));
        }
        let align = node.get("alignment").map_or(Some(1), Node::number::<u32>);
        let align = align.filter(|align| align.is_power_of_two());
        let size = match node.get("size") {
            // LLVM writes no size for variable-sized objects.
            None => Some(0),
            Some(size) => size.number::<u64>(),
        };
        let offset = node.get("offset").map_or(Some(0), Node::number::<i64>);
        let (Some(align), Some(size), Some(offset)) = (align, size, offset) else {
            return Err(self.error(node, "malformed size, alignment or offset"));
        };
        mf.frame.has_variable_sized |= kind == FrameObjectKind::VariableSized;
        let kind = if fixed { FrameObjectKind::Fixed } else { kind };
        let immutable = node.get("isImmutable").and_then(Node::truth).unwrap_or(false);
        let slot = mf.frame.add(FrameObject { offset, immutable, ..FrameObject::new(kind, size, align) });
        let saved = node.get("callee-saved-register").and_then(Node::text).unwrap_or("");
        if !saved.is_empty() {
            let reg = self.physical(names, node, saved)?;
            mf.frame.callee_saved.push(CalleeSaved { reg, slot });
        }
        Ok(id)
    }

    /// Returns the register `$name`.
    fn physical(&self, names: &Names<'_>, node: &Node, text: &str) -> Result<PhysReg, MirError> {
        let reg = text.strip_prefix('$').and_then(|name| names.register(name));
        reg.ok_or_else(|| self.error(node, format!("unknown register '{text}'")))
    }

    fn constants(&self, mf: &mut MachineFunction, numbers: &mut Numbers) -> Result<(), MirError> {
        for (n, node) in (0..).zip(self.items("constants")) {
            let text = node.get("value").and_then(Node::text).unwrap_or("");
            let bytes = constant_bytes(text, self.first + node.place.0)?.into();
            let align = node.get("alignment").map_or(Some(1), Node::number::<u32>);
            let align = align.filter(|align| align.is_power_of_two());
            let align = align.ok_or_else(|| self.error(node, "malformed alignment"))?;
            mf.constant_pool.push(ConstantPoolEntry { bytes, align, elements: None });
            numbers.constants.insert(node.get("id").and_then(Node::number).unwrap_or(n), n);
        }
        Ok(())
    }

    fn jump_tables(&self, mf: &mut MachineFunction, numbers: &mut Numbers) -> Result<(), MirError> {
        let tables = self.yaml.get("jumpTable");
        if let Some(node) = tables.and_then(|node| node.get("kind")) {
            let known = JumpTableEntryKind::NAMES.into_iter().find(|(name, _)| node.text() == Some(*name));
            mf.jump_table_kind = known.ok_or_else(|| self.error(node, "unknown kind of jump table"))?.1;
        }
        let entries = tables.and_then(|node| node.get("entries"));
        for (n, node) in (0..).zip(entries.map(Node::items).unwrap_or_default()) {
            let blocks = node.get("blocks").map(Node::items).unwrap_or_default();
            let targets: Option<Vec<BlockId>> = blocks.iter().map(block).collect();
            let targets = targets.ok_or_else(|| self.error(node, "expected blocks"))?;
            mf.jump_tables.push(JumpTable { targets });
            numbers.jump_tables.insert(node.get("id").and_then(Node::number).unwrap_or(n), n);
        }
        Ok(())
    }

    fn own_facts(&self, mf: &mut MachineFunction, numbers: &Numbers) -> Result<(), MirError> {
        let Some((own, line, column)) = &self.own else { return Ok(()) };
        let error = |message: String| place_error(self.lines, self.first, (*line, *column), message);
        for (key, node) in own.entries() {
            if let Some(fact) = OWN_FACTS.iter().find(|fact| fact.key == key) {
                let (value, kind) = match fact.is_truth {
                    true => (node.truth().map(u64::from), "true or false"),
                    false => (node.number::<u64>(), "a number"),
                };
                (fact.set)(mf, value.ok_or_else(|| error(format!("{key} is {kind}")))?);
            } else if key == VAR_ARGS {
                let object = |node: &Node| numbers.object(node.text()?.strip_prefix('%')?);
                let mut objects = node.items().iter().map(object);
                mf.frame.var_args_frame_index = objects.next().flatten();
                mf.frame.save_areas = [objects.next().flatten(), objects.next().flatten()];
            } else if key == DECLARED {
                // Read with the body, whose objects it names.
            } else if let Some((_, layout)) = SSP_LAYOUTS.iter().find(|(name, _)| *name == key) {
                let objects = node.items().iter().map(|node| numbers.object(node.text()?.strip_prefix('%')?));
                for object in objects {
                    let object = object.ok_or_else(|| error(format!("'{key}' names no stack object")))?;
                    mf.frame.objects[object.index()].ssp_layout = *layout;
                }
            } else {
                return Err(error(format!("unknown key '{key}'")));
            }
        }
        Ok(())
    }

    /// Reads the location of a variadic function's arguments: LLVM counts the fixed objects from
    /// the last, -1. A number of 0 means that the function is not variadic.
    fn target_facts(&self, mf: &mut MachineFunction, names: &Names<'_>, numbers: &Numbers) {
        let Some([key, _]) = names.target.mir_names().var_args else { return };
        let info = self.yaml.get("machineFunctionInfo").and_then(|node| node.get(key));
        let Some(index) = info.and_then(Node::number::<i64>).filter(|n| *n < 0) else { return };
        if mf.frame.var_args_frame_index.is_none() {
            let id = u32::try_from(numbers.fixed.len() as i64 + index).ok();
            mf.frame.var_args_frame_index = id.and_then(|id| numbers.fixed.get(&id).copied());
        }
    }

    /// Returns the substitutions of instruction operands in lines about variables.
    pub(super) fn substitutions(&self) -> HashMap<(u32, u32), (u32, u32)> {
        let number = |node: &Node, key| node.get(key).and_then(Node::number::<u32>);
        let pair = |node: &Node| {
            // A sub-register does not have the value of the whole register.
            let is_whole = number(node, "subreg").is_none_or(|part| part == 0);
            let from = (number(node, "srcinst")?, number(node, "srcop")?);
            is_whole.then_some((from, (number(node, "dstinst")?, number(node, "dstop")?)))
        };
        self.items(SUBSTITUTIONS).iter().filter_map(pair).collect()
    }

    /// Returns the variables that are in stack objects for the whole function.
    pub(super) fn declared(
        &self,
        parser: &mut BodyParser<'_, '_>,
    ) -> Result<Vec<DeclaredVariable>, MirError> {
        let mut declared = Vec::new();
        for (key, kind) in [("fixedStack", "fixed-stack"), ("stack", "stack")] {
            for node in self.items(key) {
                let text = |key| node.get(key).and_then(Node::text).unwrap_or("");
                let texts = DEBUG_KEYS.map(text);
                let id = node.get("id").and_then(Node::text).unwrap_or_default();
                if let Some(home) = parser.numbers.object(&format!("{kind}.{id}"))
                    && !texts[0].is_empty()
                {
                    declared.extend(self.declared_variable(parser, node, home, texts)?);
                }
            }
        }
        let besides = self.own.as_ref().and_then(|(own, ..)| own.get(DECLARED));
        for node in besides.map(Node::items).unwrap_or_default() {
            let texts: Vec<&str> = node.items().iter().map(|node| node.text().unwrap_or("")).collect();
            if let [object, variable, expression, location] = texts[..]
                && let Some(home) = object.strip_prefix('%').and_then(|text| parser.numbers.object(text))
            {
                let texts = [variable, expression, location];
                declared.extend(self.declared_variable(parser, node, home, texts)?);
            }
        }
        Ok(declared)
    }

    fn declared_variable(
        &self,
        parser: &mut BodyParser<'_, '_>,
        node: &Node,
        home: FrameIndex,
        [variable, expression, location]: [&str; 3],
    ) -> Result<Option<DeclaredVariable>, MirError> {
        let line = self.first + node.place.0;
        let variable = parser.metadata_node(&mut Lexer::new(variable, line)?)?;
        let expression = parser.debug_expression(&mut Lexer::new(expression, line)?)?;
        let location = parser.location(&mut Lexer::new(location, line)?, 0)?;
        let declared =
            |location| DeclaredVariable { variable, expression: expression.into(), location, home };
        Ok(location.map(declared))
    }

    /// Records the function's live-ins. `vreg` finds a register by its number.
    pub(super) fn live_ins(
        &self,
        mf: &mut MachineFunction,
        names: &Names<'_>,
        vreg: impl Fn(&str) -> Option<VReg>,
    ) -> Result<(), MirError> {
        for node in self.items("liveins") {
            let text = |key| node.get(key).and_then(Node::text).unwrap_or("");
            if text("reg").strip_prefix('$').is_some_and(|name| names.is_foreign(name)) {
                continue;
            }
            let reg = self.physical(names, node, text("reg"))?;
            let copied = text("virtual-reg").strip_prefix('%').and_then(&vreg);
            mf.live_ins.push((reg, copied));
        }
        Ok(())
    }
}

/// Returns an error at a line and column of the header, both from 0.
fn place_error(lines: &[&str], first: usize, place: (usize, usize), message: String) -> MirError {
    let text = lines.get(place.0).copied().unwrap_or("").to_string();
    MirError { line: first + place.0, column: place.1 + 1, message, text }
}

fn block(node: &Node) -> Option<BlockId> {
    let number = node.text()?.strip_prefix("%bb.")?;
    let number = number.split('.').next().unwrap_or(number);
    number.parse().ok().map(BlockId::from_raw)
}
