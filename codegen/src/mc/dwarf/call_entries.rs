//! Entries of call sites (`DW_TAG_call_site`), or in version 4 of GNU's equivalent extension.

use crate::ir::debug_info::{Emission, Node, NodeId, Subprogram, flags, sp_flags};
use crate::mc::dwarf::builder::Builder;
use crate::mc::dwarf::description::encode_passed;
use crate::mc::dwarf::entries::{AttributeValue, EntryId};
use crate::mc::dwarf::events::{CallSite, CallTarget, DebugEvent};
use crate::mc::dwarf::expression;
use crate::mc::dwarf::placed::{CodeAddress, PlacedFunction};
use crate::mc::dwarf::section::{Contents, Fill};
use gimli::constants as dw;
use gimli::{DwAt, DwTag};

/// The names of call site tags and attributes in a version of DWARF.
struct Names {
    all_calls: DwAt,
    site: DwTag,
    origin: DwAt,
    target: DwAt,
    clobbered_target: DwAt,
    tail: DwAt,
    parameter: DwTag,
    value: DwAt,
}

const NAMES: Names = Names {
    all_calls: dw::DW_AT_call_all_calls,
    site: dw::DW_TAG_call_site,
    origin: dw::DW_AT_call_origin,
    target: dw::DW_AT_call_target,
    clobbered_target: dw::DW_AT_call_target_clobbered,
    tail: dw::DW_AT_call_tail_call,
    parameter: dw::DW_TAG_call_site_parameter,
    value: dw::DW_AT_call_value,
};

const GNU_NAMES: Names = Names {
    all_calls: dw::DW_AT_GNU_all_call_sites,
    site: dw::DW_TAG_GNU_call_site,
    origin: dw::DW_AT_abstract_origin,
    target: dw::DW_AT_GNU_call_site_target,
    clobbered_target: dw::DW_AT_GNU_call_site_target_clobbered,
    tail: dw::DW_AT_GNU_tail_call,
    parameter: dw::DW_TAG_GNU_call_site_parameter,
    value: dw::DW_AT_GNU_call_site_value,
};

impl Builder<'_> {
    /// Creates the entries of a function's calls.
    pub(super) fn call_sites(
        &mut self,
        entry: EntryId,
        subprogram: &Subprogram,
        function: &PlacedFunction,
        unit: usize,
    ) {
        let is_described = subprogram.flags & flags::ALL_CALLS_DESCRIBED != 0;
        if !is_described || self.units[unit].emission != Emission::Full {
            return;
        }
        let names = if self.version() >= 5 { NAMES } else { GNU_NAMES };
        self.set(entry, names.all_calls, AttributeValue::Flag);
        let calls = &function.debug.function.calls;
        for &(at, event) in &function.debug.events {
            if let DebugEvent::Call(number) = event
                && let Some(call) = calls.get(number as usize)
            {
                self.call_site(entry, call, at, &names, unit);
            }
        }
    }

    fn call_site(&mut self, function: EntryId, call: &CallSite, at: CodeAddress, names: &Names, unit: usize) {
        let (attribute, target) = match call.target {
            CallTarget::Symbol(symbol) => {
                let Some(callee) = self.called.get(&symbol).copied() else { return };
                let Some(callee) = self.callee_entry(callee, unit) else { return };
                (names.origin, AttributeValue::Entry(callee))
            }
            CallTarget::Register(register, stays) => {
                let mut place = Contents::default();
                expression::name_register(register, &mut place);
                let attribute = if stays { names.target } else { names.clobbered_target };
                (attribute, AttributeValue::Expression(place))
            }
        };
        let site = self.child(function, names.site);
        self.set(site, attribute, target);
        self.flag(site, names.tail, call.is_tail);
        let place = match (self.version() >= 5, call.is_tail) {
            (true, true) => dw::DW_AT_call_pc,
            (true, false) => dw::DW_AT_call_return_pc,
            (false, _) => dw::DW_AT_low_pc,
        };
        self.set(site, place, AttributeValue::Address(Fill::Code(at)));
        for &(register, value) in &call.passed {
            let parameter = self.child(site, names.parameter);
            let mut place = Contents::default();
            expression::name_register(register, &mut place);
            self.set(parameter, dw::DW_AT_location, AttributeValue::Expression(place));
            let value = encode_passed(value, self.form());
            self.set(parameter, names.value, AttributeValue::Expression(value));
        }
    }

    /// Returns the entry of a callee: the one with code, if there is one.
    fn callee_entry(&mut self, node: NodeId, unit: usize) -> Option<EntryId> {
        let Node::Subprogram(subprogram) = self.info.node(node) else { return None };
        if subprogram.sp_flags & sp_flags::DEFINITION == 0 {
            return Some(self.subprogram_entry(node, unit));
        }
        let is_emitted = self.emitted.contains(&node);
        is_emitted.then(|| self.concrete_entry(node, subprogram, unit))
    }
}
