//! The numbers by which MIR names nodes: those that they have in the text of the module (`!7`).

use super::{DebugInfo, NodeId};
use crate::ir::entity::DebugLoc;
use rustc_hash::FxHashMap;

/// What nodes and locations are called in the module's text, both ways.
#[derive(Clone, Debug, Default)]
pub struct MetadataNumbers {
    nodes: FxHashMap<NodeId, u32>,
    locations: FxHashMap<DebugLoc, u32>,
    named_nodes: FxHashMap<u32, NodeId>,
    named_locations: FxHashMap<u32, DebugLoc>,
}

impl MetadataNumbers {
    /// Notes the number of a node.
    pub fn add_node(&mut self, node: NodeId, number: u32) {
        self.nodes.insert(node, number);
        self.named_nodes.insert(number, node);
    }

    /// Notes the number of a location.
    pub fn add_location(&mut self, location: DebugLoc, number: u32) {
        self.locations.insert(location, number);
        self.named_locations.insert(number, location);
    }
}

/// Where the module has no text, nodes are called by their own numbers.
impl DebugInfo {
    /// What a node is called.
    pub fn number_of_node(&self, node: NodeId) -> Option<u32> {
        match &self.numbers {
            Some(numbers) => numbers.nodes.get(&node).copied(),
            None => Some(node.index() as u32),
        }
    }

    /// What a location is called; none where it is not in the text.
    pub fn number_of_location(&self, location: DebugLoc) -> Option<u32> {
        match &self.numbers {
            Some(numbers) => numbers.locations.get(&location).copied(),
            None => Some(location.raw()),
        }
    }

    /// Returns the node that is called so.
    pub fn numbered_node(&self, number: u32) -> Option<NodeId> {
        match &self.numbers {
            Some(numbers) => numbers.named_nodes.get(&number).copied(),
            None => Some(NodeId::new(number as usize)).filter(|node| node.index() < self.nodes.len()),
        }
    }

    /// Returns the location that is called so.
    pub fn numbered_location(&self, number: u32) -> Option<DebugLoc> {
        match &self.numbers {
            Some(numbers) => numbers.named_locations.get(&number).copied(),
            None => Some(DebugLoc::from_raw(number)).filter(|loc| loc.index() < self.locations.len()),
        }
    }
}
