//! The part of a function's YAML document in front of the body.

use super::MirError;
use super::constants::constant_bytes;
use crate::entity::BlockId;
use crate::mir::{
    ConstantPoolEntry, FrameInfo, FrameObject, FrameObjectKind, JumpTable, MachineFunction, Properties,
    frame_facts,
};
use yaml_rust2::{Yaml, YamlLoader};

/// What the header says.
pub(super) struct Header {
    pub(super) name: String,
    properties: Properties,
    /// Fixed objects first, then the others: the order in which they are numbered.
    pub(super) objects: Vec<FrameObject>,
    pub(super) fixed: usize,
    /// The keys of `frameInfo` that are true.
    frame_facts: Vec<&'static str>,
    save_point: Option<BlockId>,
    restore_points: Vec<BlockId>,
    jump_tables: Vec<JumpTable>,
    constants: Vec<(String, u32)>,
    /// Registers that are declared apart: number and class, bank or `_`.
    pub(super) registers: Vec<(u32, String)>,
}

const FLAGS: &[(&str, Properties)] = &[
    ("legalized", Properties::LEGALIZED),
    ("regBankSelected", Properties::REG_BANK_SELECTED),
    ("selected", Properties::SELECTED),
    ("noPhis", Properties::NO_PHIS),
    ("isSSA", Properties::IS_SSA),
    ("noVRegs", Properties::NO_VREGS),
    ("tracksRegLiveness", Properties::TRACKS_LIVENESS),
];

/// Reads the header's lines, the first of which is line `first` of the file.
pub(super) fn read(lines: &[&str], first: usize) -> Result<Header, MirError> {
    let error = |line: usize, column: usize, message: String| {
        let text = lines.get(line).copied().unwrap_or("").to_string();
        MirError { line: first + line, column, message, text }
    };
    let documents = YamlLoader::load_from_str(&lines.join("\n")).map_err(|e| {
        error(e.marker().line().saturating_sub(1), e.marker().col() + 1, e.info().to_string())
    })?;
    let yaml = documents.first().unwrap_or(&Yaml::BadValue);
    let name = yaml["name"].as_str().map(str::to_string);
    let name = name.or_else(|| yaml["name"].as_i64().map(|n| n.to_string()));
    let name = name.ok_or_else(|| error(0, 1, "a function needs a name".into()))?;
    let explicit = FLAGS.iter().filter(|(key, _)| yaml[*key].as_bool() == Some(true));
    let properties = explicit.fold(Properties::empty(), |all, (_, p)| all | *p);
    let mut objects: Vec<FrameObject> = items(&yaml["fixedStack"]).map(|y| object(y, true)).collect();
    let fixed = objects.len();
    objects.extend(items(&yaml["stack"]).map(|y| object(y, false)));
    Ok(Header {
        name,
        properties: implied(properties),
        objects,
        fixed,
        frame_facts: frame_facts(&FrameInfo::default())
            .iter()
            .map(|(key, _)| *key)
            .filter(|key| yaml["frameInfo"][*key].as_bool() == Some(true))
            .collect(),
        save_point: items(&yaml["frameInfo"]["savePoint"]).find_map(|y| block(&y["point"])),
        restore_points: items(&yaml["frameInfo"]["restorePoint"])
            .filter_map(|y| block(&y["point"]))
            .collect(),
        jump_tables: items(&yaml["jumpTable"]["entries"]).map(jump_table).collect(),
        constants: items(&yaml["constants"]).map(constant).collect(),
        registers: items(&yaml["registers"]).filter_map(register).collect(),
    })
}

/// LLVM leaves out `isSSA` where it can be seen.
fn implied(properties: Properties) -> Properties {
    if properties.intersects(Properties::NO_PHIS | Properties::NO_VREGS) {
        return properties;
    }
    properties | Properties::IS_SSA
}

fn items(yaml: &Yaml) -> impl Iterator<Item = &Yaml> {
    yaml.as_vec().map(Vec::as_slice).unwrap_or(&[]).iter()
}

fn object(yaml: &Yaml, fixed: bool) -> FrameObject {
    let number = |key: &str| yaml[key].as_i64();
    let kind = match yaml["type"].as_str() {
        _ if fixed => FrameObjectKind::Fixed,
        Some("spill-slot") => FrameObjectKind::Spill,
        Some("variable-sized") => FrameObjectKind::VariableSized,
        _ => FrameObjectKind::Local,
    };
    FrameObject {
        kind,
        size: number("size").and_then(|n| u64::try_from(n).ok()).unwrap_or(0),
        align: number("alignment").and_then(|n| u32::try_from(n).ok()).unwrap_or(1).max(1),
        offset: number("offset").unwrap_or(0),
        immutable: yaml["isImmutable"].as_bool().unwrap_or(false),
        stack_id: 0,
        dead: false,
    }
}

fn block(yaml: &Yaml) -> Option<BlockId> {
    yaml.as_str()?.trim_start_matches("%bb.").parse().ok().map(BlockId::from_raw)
}

fn jump_table(yaml: &Yaml) -> JumpTable {
    JumpTable { targets: items(&yaml["blocks"]).filter_map(block).collect() }
}

fn constant(yaml: &Yaml) -> (String, u32) {
    let align = yaml["alignment"].as_i64().and_then(|n| u32::try_from(n).ok()).unwrap_or(1);
    (yaml["value"].as_str().unwrap_or("").to_string(), align)
}

fn register(yaml: &Yaml) -> Option<(u32, String)> {
    let id = u32::try_from(yaml["id"].as_i64()?).ok()?;
    Some((id, yaml["class"].as_str()?.to_string()))
}

impl Header {
    /// Gives `mf` what does not depend on the body; the header starts in line `first` of the file.
    pub(super) fn apply(&self, mf: &mut MachineFunction, first: usize) -> Result<(), MirError> {
        mf.properties = self.properties;
        mf.jump_tables.clone_from(&self.jump_tables);
        mf.frame.frame_address_taken = self.frame_facts.contains(&"isFrameAddressTaken");
        mf.frame.return_address_taken = self.frame_facts.contains(&"isReturnAddressTaken");
        mf.frame.has_calls = self.frame_facts.contains(&"hasCalls");
        mf.frame.save_point = self.save_point;
        mf.frame.restore_points.clone_from(&self.restore_points);
        for (value, align) in &self.constants {
            let bytes = constant_bytes(value, first)?.into();
            mf.constant_pool.push(ConstantPoolEntry { bytes, align: *align });
        }
        Ok(())
    }
}
