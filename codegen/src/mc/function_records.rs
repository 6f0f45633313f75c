//! Records of the emission of a function, which become tables after its code.

use crate::mc::inst::Label;

/// The kind of a sled, as encoded in the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SledKind {
    Entry = 0,
    Exit = 1,
    TailCall = 2,
    EntryWithArgument = 3,
    CustomEvent = 4,
    TypedEvent = 5,
}

/// A probe and its position.
pub(super) struct Probe {
    /// The position of the probe.
    pub(super) label: Label,
    /// The function, the number of the probe in it, its kind and its attributes.
    pub(super) numbers: [u64; 4],
    /// The inlined calls around it, the outermost first: the caller, and the number of the call.
    pub(super) calls: Vec<(u64, u64)>,
}

/// The labels of instructions in lists of addresses.
#[derive(Default)]
pub(super) struct ListLabels {
    /// By the number of the list.
    pub(super) labels: Vec<Vec<Label>>,
    /// The lists with labels, in the order of their first ones.
    pub(super) order: Vec<u32>,
}

impl ListLabels {
    pub(super) fn add(&mut self, list: u32, label: Label) {
        let index = list as usize;
        if self.labels.len() <= index {
            self.labels.resize_with(index + 1, Vec::new);
        }
        if self.labels[index].is_empty() {
            self.order.push(list);
        }
        self.labels[index].push(label);
    }
}
