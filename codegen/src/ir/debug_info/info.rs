//! The nodes and locations of a module.

use crate::ir::debug_info::{
    BlockFile, Emission, MetadataNumbers, Node, NodeId, Subprogram, TextId, Unit, Words,
};
use crate::ir::entity::{DebugLoc, SymbolId};
use std::sync::Arc;

/// A location in the source, from which an instruction comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DebugLocation {
    /// The line; 0 where there is none.
    pub line: u32,
    /// The column; 0 where it is not known.
    pub column: u32,
    /// The block or function.
    pub scope: NodeId,
    /// The call that was inlined there.
    pub inlined_at: Option<DebugLoc>,
    /// The source action to which the code belongs.
    pub atom: Option<Atom>,
}

/// A source action, such as an assignment, and the rank of the code within it (Key Instructions).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Atom {
    /// The number of the action in its function (`atomGroup`).
    pub group: u64,
    /// 1 for the instruction that carries out the action, more for those that lead to it
    /// (`atomRank`).
    pub rank: u8,
}

impl Atom {
    /// Returns the atom with this number and rank; `None` if either is zero.
    pub fn new(group: u64, rank: u32) -> Option<Atom> {
        let rank = u8::try_from(rank).ok().filter(|&rank| rank != 0)?;
        (group != 0).then_some(Atom { group, rank })
    }
}

impl DebugLocation {
    /// Returns the location without its atom.
    pub(crate) fn place(&self) -> DebugLocation {
        DebugLocation { atom: None, ..*self }
    }
}

/// All debug information of a module.
#[derive(Clone, Debug, Default)]
pub struct DebugInfo {
    /// Version of DWARF: 2 to 5.
    pub version: u16,
    /// True if lengths and offsets have 64 bits.
    pub is_dwarf64: bool,
    /// True if entries have no attributes of later versions.
    pub is_strict: bool,
    /// True if units list the address ranges of their code.
    pub aranges: bool,
    /// True if names are listed, for units without a setting.
    pub names: bool,
    /// True if types with an identifier known to all modules get type units.
    pub type_units: bool,
    /// The name of the split DWARF file.
    pub split_file: Option<Arc<str>>,
    /// True if the split DWARF is written to its own file instead of the object.
    pub is_split_dwarf: bool,
    pub(super) texts: Vec<Box<[u8]>>,
    pub(super) nodes: Vec<Node>,
    pub(super) locations: Vec<DebugLocation>,
    has_atoms: bool,
    symbols: Vec<Option<SymbolId>>,
    /// The units, in the module's order.
    pub units: Vec<NodeId>,
    /// Variables with their descriptions (a [`Node::GlobalExpression`]), in the module's order.
    pub globals: Vec<(SymbolId, NodeId)>,
    /// Functions that are declared, with their subprograms.
    pub declared: Vec<(SymbolId, NodeId)>,
    /// Functions that are defined, with their subprograms; only for modules whose functions come
    /// from MIR.
    pub defined: Vec<(SymbolId, NodeId)>,
    /// The numbers of nodes in the module's text, if MIR is read or written.
    pub numbers: Option<MetadataNumbers>,
}

/// The command line's options for debug information.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DebugRequests {
    /// The version of DWARF, if it is not the module's.
    pub version: Option<u16>,
    /// True if lengths and offsets have 64 bits, where the target and the version allow that.
    pub is_dwarf64: bool,
    /// True if entries have no attributes of later versions.
    pub is_strict: bool,
    /// True if units list the address ranges of their code.
    pub aranges: bool,
    /// True if names are listed, for units without a setting; `None` selects the default of the
    /// DWARF version.
    pub names: Option<bool>,
    /// True if types with an identifier known to all modules get type units.
    pub type_units: bool,
    /// The name of the split DWARF file, if debug information is split.
    pub split_file: Option<Arc<str>>,
    /// True if the split DWARF is written to its own file instead of the object.
    pub is_split_dwarf: bool,
}

impl DebugInfo {
    /// Returns empty debug information for a version of DWARF.
    pub fn new(version: u16) -> DebugInfo {
        DebugInfo { version, ..DebugInfo::default() }
    }

    /// Returns the format of DWARF.
    pub fn format(&self) -> gimli::Format {
        if self.is_dwarf64 { gimli::Format::Dwarf64 } else { gimli::Format::Dwarf32 }
    }

    /// Adds a string, which gets the next number.
    pub fn add_text(&mut self, text: &[u8]) {
        self.texts.push(text.into());
    }

    /// Adds a symbol that nodes refer to, which gets the next number; `None` for a symbol of
    /// another module.
    pub fn add_symbol(&mut self, symbol: Option<SymbolId>) {
        self.symbols.push(symbol);
    }

    /// Returns the symbol that a node refers to.
    pub(crate) fn symbol(&self, number: u32) -> Option<SymbolId> {
        self.symbols.get(number as usize).copied().flatten()
    }

    /// Adds a location, which gets the next number.
    pub fn add_location(&mut self, location: DebugLocation) {
        self.has_atoms |= location.atom.is_some();
        self.locations.push(location);
    }

    /// Adds nodes from their encoded words; they get the next numbers.
    ///
    /// # Errors
    /// Fails if the words do not encode nodes.
    pub fn add_nodes(&mut self, words: &[u64]) -> Result<(), String> {
        let mut words = Words::new(words);
        while !words.is_empty() {
            let node = Node::read(&mut words).ok_or("a record of debug information is broken")?;
            self.nodes.push(node);
        }
        Ok(())
    }

    /// Returns the number of nodes.
    pub fn num_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Returns a node.
    pub fn node(&self, id: NodeId) -> &Node {
        self.nodes.get(id.index()).unwrap_or(&Node::Other)
    }

    /// Returns the node of a field that may be empty.
    pub(crate) fn link(&self, id: Option<NodeId>) -> Option<&Node> {
        id.map(|id| self.node(id))
    }

    /// Returns a string.
    pub(crate) fn text(&self, id: TextId) -> &[u8] {
        self.texts.get(id.index()).map_or(&[], |text| text)
    }

    /// Returns the name of a file.
    pub(crate) fn file_name(&self, file: NodeId) -> Option<String> {
        let Node::File(file) = self.node(file) else { return None };
        Some(String::from_utf8_lossy(self.text(file.name?)).into_owned())
    }

    /// Returns the string of a field, empty where there is none.
    pub(crate) fn text_of(&self, id: Option<TextId>) -> &[u8] {
        id.map_or(&[], |id| self.text(id))
    }

    /// Returns true if any location has an atom.
    pub(crate) fn has_atoms(&self) -> bool {
        self.has_atoms
    }

    /// Returns all locations.
    pub fn locations(&self) -> &[DebugLocation] {
        &self.locations
    }

    /// Returns a location.
    pub fn location(&self, id: DebugLoc) -> Option<&DebugLocation> {
        self.locations.get(id.index())
    }

    /// Returns the elements of a list without the empty ones.
    pub(crate) fn list(&self, id: Option<NodeId>) -> impl Iterator<Item = NodeId> + '_ {
        let elements = match self.link(id) {
            Some(Node::List(elements)) => &elements[..],
            _ => &[],
        };
        elements.iter().flatten().copied()
    }

    /// Returns the size of a local variable in bits, if it is known.
    pub fn variable_bits(&self, variable: NodeId) -> Option<u64> {
        let Node::LocalVariable(fields) = self.node(variable) else { return None };
        let mut ty = fields.ty?;
        // No chain is longer than the number of nodes.
        for _ in 0..=self.nodes.len() {
            let size = self.node(ty).type_fields()?.size;
            match self.node(ty) {
                Node::DerivedType(derived) if size == 0 => ty = derived.base?,
                _ => return Some(size).filter(|&size| size != 0),
            }
        }
        None
    }

    /// Returns the subprogram of a node.
    pub(crate) fn subprogram(&self, id: NodeId) -> Option<&Subprogram> {
        match self.node(id) {
            Node::Subprogram(subprogram) => Some(subprogram),
            _ => None,
        }
    }

    /// Returns true if a node is a parameter of a function.
    pub(crate) fn is_parameter(&self, node: NodeId) -> bool {
        matches!(self.node(node), Node::LocalVariable(variable) if variable.arg != 0)
    }

    /// Returns the parent of a scope, if it has one.
    pub(crate) fn parent_scope(&self, scope: NodeId) -> Option<NodeId> {
        match self.node(scope) {
            Node::Block(block) => block.scope,
            Node::BlockFile(block) => block.scope,
            _ => None,
        }
    }

    /// Returns the subprogram that contains a scope.
    pub(crate) fn subprogram_of(&self, mut scope: NodeId) -> Option<NodeId> {
        // No chain is longer than the number of nodes.
        for _ in 0..=self.nodes.len() {
            match self.node(scope) {
                Node::Subprogram(_) => return Some(scope),
                _ => scope = self.parent_scope(scope)?,
            }
        }
        None
    }

    /// Returns the scope without enclosing `DILexicalBlockFile`s, which only change the file or the
    /// discriminator.
    pub(crate) fn plain_scope(&self, mut scope: NodeId) -> NodeId {
        for _ in 0..=self.nodes.len() {
            match self.node(scope) {
                Node::BlockFile(BlockFile { scope: Some(around), .. }) => scope = *around,
                _ => break,
            }
        }
        scope
    }

    /// Returns the file of a scope.
    pub(crate) fn file_of(&self, scope: NodeId) -> Option<NodeId> {
        match self.node(scope) {
            Node::Subprogram(subprogram) => subprogram.file,
            Node::Block(block) => block.file,
            Node::BlockFile(block) => block.file,
            Node::Unit(unit) => unit.file,
            Node::CommonBlock(block) => block.file,
            Node::File(_) => Some(scope),
            _ => None,
        }
    }

    /// Returns the discriminator of a scope, which distinguishes code of the same line.
    pub(crate) fn discriminator_of(&self, scope: NodeId) -> u32 {
        match self.node(scope) {
            Node::BlockFile(block) => block.discriminator,
            _ => 0,
        }
    }

    /// Returns true if any unit emits something.
    pub(crate) fn has_content(&self) -> bool {
        let emission = |&unit: &NodeId| match self.node(unit) {
            Node::Unit(unit) => unit.emission(),
            _ => Emission::None,
        };
        self.units.iter().any(|unit| emission(unit) != Emission::None)
    }

    /// Returns the unit of a subprogram.
    pub fn unit_of(&self, subprogram: NodeId) -> Option<(NodeId, &Unit)> {
        let unit = self.subprogram(subprogram)?.unit?;
        match self.node(unit) {
            Node::Unit(fields) => Some((unit, fields)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_records_are_errors() {
        let mut info = DebugInfo::default();
        // An unknown kind; a list that is longer than the remaining words.
        assert!(info.add_nodes(&[99]).is_err());
        assert!(info.add_nodes(&[1, 3, 0]).is_err());
        assert!(info.add_nodes(&[1, 2, 0, 1]).is_ok());
        assert_eq!(info.list(Some(NodeId::new(0))).collect::<Vec<_>>(), [NodeId::new(0)]);
    }

    #[test]
    fn scopes_that_are_in_themselves_have_no_function() {
        let mut info = DebugInfo::default();
        // A block that is its own scope.
        info.add_nodes(&[8, 1, 0, 1, 1]).unwrap();
        assert_eq!(info.subprogram_of(NodeId::new(0)), None);
    }
}
