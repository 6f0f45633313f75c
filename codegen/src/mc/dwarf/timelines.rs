//! By variable: what is said of it where, in order of addresses.

use super::events::DebugEvent;
use super::{CodeAddress, PlacedFunction};

/// What is said of a function's variables with values.
pub struct Timelines {
    /// By variable: from where on which description holds.
    pub by_variable: Vec<Vec<(CodeAddress, Option<u32>)>>,
    /// The function's end.
    pub end: Option<CodeAddress>,
}

impl Timelines {
    /// Those of a function. Cost: linear in the events.
    pub fn of(function: &PlacedFunction) -> Timelines {
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
        Timelines { by_variable, end }
    }
}
