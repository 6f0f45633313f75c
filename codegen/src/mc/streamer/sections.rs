//! Emission of sections, padding and labels.

use crate::ir::section::Section;
use crate::mc::inst::{Label, McSymbol};

/// The contents of padding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Padding {
    /// NOPs.
    Code,
    /// Zeros.
    Zero,
}

/// The fill value that padding repeats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fill {
    /// The value.
    pub value: u32,
    /// Its size in bytes: 1, 2 or 4.
    pub size: u8,
}

impl Fill {
    /// Zeros.
    pub(crate) const ZERO: Fill = Fill { value: 0, size: 1 };

    /// Returns `room` bytes of the value.
    ///
    /// # Errors
    /// `room` is not a multiple of its size.
    pub(crate) fn bytes(self, room: u64) -> Result<impl Iterator<Item = u8>, String> {
        let size = u64::from(self.size);
        if !room.is_multiple_of(size) {
            return Err(format!("padding of {room} bytes is no multiple of {size} bytes"));
        }
        let bytes = self.value.to_le_bytes().into_iter().take(self.size.into());
        Ok(bytes.cycle().take(room as usize))
    }
}

/// Padding other than the default.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Filling {
    /// The fill value, if there is one.
    pub value: Option<Fill>,
    /// The maximum number of bytes; there is no padding if more would be required.
    pub most: u32,
}

/// Receives sections, padding and labels.
pub(crate) trait SectionStreamer {
    /// Switches to `section`.
    fn switch_section(&mut self, section: &Section);

    /// Switches to a subsection of `section`. Subsections are laid out in ascending order.
    fn switch_subsection(&mut self, section: &Section, _subsection: u32) {
        self.switch_section(section);
    }

    /// Pads to a multiple of `align` bytes.
    fn align(&mut self, align: u32, padding: Padding);

    /// Pads like [`SectionStreamer::align`], with another fill value or a limit.
    fn align_with(&mut self, _align: u32, _padding: Padding, _filling: Filling) -> Result<(), String> {
        Err("padding of this kind is not supported here".into())
    }

    /// Defines `label` as `to` plus an offset in bytes. In code, only where `to` is bound.
    fn alias_label(&mut self, _label: Label, _to: Label, _offset: i64) {}

    /// Returns the distance between two labels in bytes, if it is final.
    fn distance(&self, _from: Label, _to: Label) -> Option<i64> {
        None
    }

    /// Returns the offset in the section in bytes, if it is final.
    fn offset(&self) -> Option<u64> {
        None
    }

    /// Binds a label or a symbol of the module here.
    fn label(&mut self, symbol: McSymbol);
}
