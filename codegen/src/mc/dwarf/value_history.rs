//! The value history: for each variable, its descriptions in address order.

use crate::mc::dwarf::events::DebugEvent;
use crate::mc::dwarf::placed::{CodeAddress, PlacedFunction};

/// The value histories of a function's variables.
pub(crate) struct ValueHistory {
    /// By variable: addresses, each with the description that is valid from there on.
    pub by_variable: Vec<Vec<(CodeAddress, Option<u32>)>>,
    /// The function's end.
    pub end: Option<CodeAddress>,
}

impl ValueHistory {
    /// Returns the value histories of a function. Cost: linear in the events.
    pub(crate) fn of(function: &PlacedFunction) -> ValueHistory {
        let mut by_variable = vec![Vec::new(); function.debug.function.values.len()];
        let mut end = None;
        for &(at, event) in &function.debug.events {
            match event {
                DebugEvent::Value(number, description) | DebugEvent::ValueInCall(number, description) => {
                    if let Some(own) = by_variable.get_mut(number as usize) {
                        own.push((at, description));
                    }
                }
                DebugEvent::End => end = Some(at),
                _ => {}
            }
        }
        ValueHistory { by_variable, end }
    }
}
