//! The numbers by which MIR names metadata nodes: their numbers in the module's text (`!7`).

use super::{DebugInfo, NodeId};
use crate::ir::entity::DebugLoc;
use rustc_hash::FxHashMap;

/// The numbers of nodes and locations in the module's text, in both directions.
#[derive(Clone, Debug, Default)]
pub struct MetadataNumbers {
    nodes: FxHashMap<NodeId, u32>,
    locations: FxHashMap<DebugLoc, u32>,
    named_nodes: FxHashMap<u32, NodeId>,
    named_locations: FxHashMap<u32, DebugLoc>,
}

impl MetadataNumbers {
    /// Records the number of a node.
    pub fn add_node(&mut self, node: NodeId, number: u32) {
        self.nodes.insert(node, number);
        self.named_nodes.insert(number, node);
    }

    /// Records the number of a location.
    pub fn add_location(&mut self, location: DebugLoc, number: u32) {
        self.locations.insert(location, number);
        self.named_locations.insert(number, location);
    }
}

/// Without a text of the module, nodes are named by their own numbers.
impl DebugInfo {
    /// Returns the number of a node.
    pub(crate) fn number_of_node(&self, node: NodeId) -> Option<u32> {
        match &self.numbers {
            Some(numbers) => numbers.nodes.get(&node).copied(),
            None => Some(node.index() as u32),
        }
    }

    /// Returns the number of a location; `None` if the text does not contain it.
    pub(crate) fn number_of_location(&self, location: DebugLoc) -> Option<u32> {
        match &self.numbers {
            Some(numbers) => numbers.locations.get(&location).copied(),
            None => Some(location.raw()),
        }
    }

    /// Returns the node with this number.
    pub(crate) fn numbered_node(&self, number: u32) -> Option<NodeId> {
        match &self.numbers {
            Some(numbers) => numbers.named_nodes.get(&number).copied(),
            None => Some(NodeId::new(number as usize)).filter(|node| node.index() < self.nodes.len()),
        }
    }

    /// Returns the location with this number.
    pub(crate) fn numbered_location(&self, number: u32) -> Option<DebugLoc> {
        match &self.numbers {
            Some(numbers) => numbers.named_locations.get(&number).copied(),
            None => Some(DebugLoc::from_raw(number)).filter(|loc| loc.index() < self.locations.len()),
        }
    }
}
