//! Debug information as flat records, filled by `debug_info.cpp`.

use std::ffi::c_void;
use std::marker::PhantomData;
use std::ptr::NonNull;

use super::{MetadataNumbers, ModuleRef, Str, Value, ffi};

/// A location. Nodes and locations are referred to by their numbers plus one; zero is none.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LocationRecord {
    pub line: u32,
    pub column: u32,
    /// The scope, a node.
    pub scope: u32,
    /// The call site of inlined code, a location.
    pub inlined_at: u32,
    /// Nonzero for code that is not in the source.
    pub implicit: u32,
    /// The number in the module's text.
    name: u32,
    /// The source atom of the code.
    pub atom_group: u64,
    /// The rank in the atom; zero if it is in none.
    pub atom_rank: u32,
}

impl LocationRecord {
    /// Returns its number in the module's text, if it is known.
    pub(crate) fn name(&self) -> Option<u32> {
        (self.name != u32::MAX).then_some(self.name)
    }
}

/// The kind of a debug record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RecordKind {
    /// A variable has a value from here on.
    Value,
    /// A variable is in memory.
    Declare,
    /// A variable has a value for the whole function.
    DeclareValue,
    /// A label.
    Label,
    /// A variable is in memory from here on.
    Stored,
}

/// A debug record.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DebugRecord {
    /// The index in the body of the instruction after the record.
    pub inst: u32,
    kind: u32,
    /// The node of the variable or label.
    pub variable: u32,
    /// The node of the expression.
    pub expression: u32,
    /// The location.
    pub location: u32,
    first_value: u32,
    num_values: u32,
}

impl DebugRecord {
    /// Returns the kind of the record.
    pub(crate) fn kind(&self) -> RecordKind {
        match self.kind {
            1 => RecordKind::Declare,
            2 => RecordKind::DeclareValue,
            3 => RecordKind::Label,
            4 => RecordKind::Stored,
            _ => RecordKind::Value,
        }
    }
}

/// A value of a record.
#[repr(C)]
#[derive(Clone, Copy)]
struct RecordValue<'m> {
    value: Option<Value<'m>>,
    local: u32,
    unused: u32,
}

/// A global with debug information.
#[repr(C)]
#[derive(Clone, Copy)]
struct Attached<'m> {
    global: Option<Value<'m>>,
    node: u64,
}

/// The records of the C++ side, valid until its next read.
#[repr(C)]
pub(crate) struct RawDebugRecords {
    words: *const u64,
    num_words: usize,
    texts: *const Str<'static>,
    num_texts: usize,
    locations: *const LocationRecord,
    num_locations: usize,
    symbols: *const Value<'static>,
    num_symbols: usize,
    insts: *const u32,
    num_insts: usize,
    records: *const DebugRecord,
    num_records: usize,
    values: *const RecordValue<'static>,
    num_values: usize,
    attached: *const Attached<'static>,
    num_attached: usize,
    subprogram: u64,
    names: *const u32,
    num_names: usize,
}

/// The nodes, strings and locations since the last request, and the records of one module or body.
#[derive(Default)]
pub(crate) struct DebugRecords<'m> {
    /// The new nodes.
    pub words: Vec<u64>,
    /// The new strings.
    pub texts: Vec<&'m [u8]>,
    /// The new locations.
    pub locations: Vec<LocationRecord>,
    /// The new symbols that nodes refer to.
    pub symbols: Vec<Value<'m>>,
    /// The location of each instruction of a body.
    pub insts: Vec<u32>,
    /// The debug records of a body.
    pub records: Vec<DebugRecord>,
    values: Vec<RecordValue<'m>>,
    attached: Vec<Attached<'m>>,
    /// The node of a body's subprogram.
    pub subprogram: u64,
    names: Vec<u32>,
}

impl<'m> DebugRecords<'m> {
    /// Returns the values of a record: a number as in [`Value::local_number`], or another value.
    pub(crate) fn values(
        &self,
        record: &DebugRecord,
    ) -> impl Iterator<Item = (Option<u32>, Option<Value<'m>>)> + '_ {
        let first = record.first_value as usize;
        let values = self.values.get(first..first + record.num_values as usize).unwrap_or_default();
        values.iter().map(|value| ((value.local != u32::MAX).then_some(value.local), value.value))
    }

    /// Returns the new nodes, numbered from 0, with their numbers in the module's text.
    pub(crate) fn names(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        self.names.iter().copied().enumerate().filter(|&(_, name)| name != u32::MAX)
    }

    /// Removes the records of variables.
    pub(crate) fn clear_variables(&mut self) {
        self.records = Vec::new();
    }

    /// Returns the nodes of the units.
    pub(crate) fn units(&self) -> impl Iterator<Item = u64> + '_ {
        self.attached.iter().filter(|row| row.global.is_none()).map(|row| row.node)
    }

    /// Returns variables and declared functions with their nodes.
    pub(crate) fn globals(&self) -> impl Iterator<Item = (Value<'m>, u64)> + '_ {
        self.attached.iter().filter_map(|row| Some((row.global?, row.node)))
    }
}

/// Reads the debug information of one module.
pub(crate) struct DebugReader<'m> {
    reader: NonNull<c_void>,
    module: PhantomData<&'m ()>,
}

impl Default for DebugReader<'_> {
    fn default() -> Self {
        // SAFETY: the call takes no arguments, and its result is freed on drop only.
        let reader = NonNull::new(unsafe { ffi::gisel_debug_reader() }).expect("`new` gives no null");
        DebugReader { reader, module: PhantomData }
    }
}

impl Drop for DebugReader<'_> {
    fn drop(&mut self) {
        // SAFETY: the reader is owned by this value.
        unsafe { ffi::gisel_dispose_debug_reader(self.reader.as_ptr()) }
    }
}

impl<'m> DebugReader<'m> {
    /// Adds to later nodes their numbers in the module's text, as LLVM prints it. Requires that all
    /// bodies have been read.
    pub(crate) fn number_as_printed(&mut self, module: ModuleRef<'m>) {
        // SAFETY: the reader is alive.
        unsafe { ffi::gisel_number_as_printed(self.reader.as_ptr(), module) }
    }

    /// Adds to later nodes their numbers in the text that the module was read from.
    pub(crate) fn number_as_read(&mut self, numbers: MetadataNumbers<'m>) {
        // SAFETY: the reader is alive, and so are the numbers for `'m`.
        unsafe { ffi::gisel_number_as_read(self.reader.as_ptr(), numbers.0.as_ptr()) }
    }

    /// Reads the debug information of a module as a whole.
    pub(crate) fn module(&mut self, module: ModuleRef<'m>) -> DebugRecords<'m> {
        // SAFETY: the reader is alive, and all fields of the result are written.
        self.read(|reader, out| unsafe { ffi::gisel_read_module_debug(reader, module, out) })
    }

    /// Reads the debug information of the function whose body was read last.
    pub(crate) fn function(&mut self, function: Value<'m>) -> DebugRecords<'m> {
        // SAFETY: the reader is alive, and all fields of the result are written.
        self.read(|reader, out| unsafe { ffi::gisel_read_function_debug(reader, function, out) })
    }

    fn read(&mut self, call: impl FnOnce(*mut c_void, *mut RawDebugRecords)) -> DebugRecords<'m> {
        let mut raw = std::mem::MaybeUninit::<RawDebugRecords>::uninit();
        call(self.reader.as_ptr(), raw.as_mut_ptr());
        // SAFETY: the call has written all fields. Their targets are valid until the next call, and
        // are copied here. Strings and handles belong to the module, which `'m` borrows.
        unsafe {
            let raw = raw.assume_init();
            let texts: Vec<Str<'m>> = copied(raw.texts.cast(), raw.num_texts);
            DebugRecords {
                words: copied(raw.words, raw.num_words),
                texts: texts.into_iter().map(|text| text.bytes().unwrap_or_default()).collect(),
                locations: copied(raw.locations, raw.num_locations),
                symbols: copied(raw.symbols.cast(), raw.num_symbols),
                insts: copied(raw.insts, raw.num_insts),
                records: copied(raw.records, raw.num_records),
                values: copied(raw.values.cast(), raw.num_values),
                attached: copied(raw.attached.cast(), raw.num_attached),
                subprogram: raw.subprogram,
                names: copied(raw.names, raw.num_names),
            }
        }
    }
}

/// Copies `len` elements at `data`.
///
/// # Safety
/// `len` elements are at `data`, unless `len` is zero.
unsafe fn copied<T: Copy>(data: *const T, len: usize) -> Vec<T> {
    let mut list = Vec::new();
    // SAFETY: guaranteed by the caller.
    unsafe { super::body::append(&mut list, data, len) };
    list
}
