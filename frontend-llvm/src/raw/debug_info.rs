//! Debug information as flat records, as `debug_info.cpp` fills them.

use std::ffi::c_void;
use std::marker::PhantomData;
use std::ptr::NonNull;

use super::{MetadataNumbers, ModuleRef, Str, Value, ffi};

/// A location. Nodes and locations are named by their numbers plus one; zero is none.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LocationRecord {
    pub line: u32,
    pub column: u32,
    /// A node.
    pub scope: u32,
    /// A location.
    pub inlined_at: u32,
    /// Whether it is of code that the source does not show.
    pub implicit: u32,
    /// What the module's text calls it.
    name: u32,
    /// The action of the source that the code is of.
    pub atom_group: u64,
    /// How important it is for that; zero where it is of none.
    pub atom_rank: u32,
}

impl LocationRecord {
    /// What the module's text calls it, if that is known.
    pub fn name(&self) -> Option<u32> {
        (self.name != u32::MAX).then_some(self.name)
    }
}

/// What a debug record is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordKind {
    /// A variable has a value from here on.
    Value,
    /// A variable is in memory.
    Declare,
    /// A variable has a value as long as the function runs.
    DeclareValue,
    /// A label stands here.
    Label,
    /// A variable is in memory from here on.
    Stored,
}

/// A debug record.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DebugRecord {
    /// The place in the body of the instruction that it stands before.
    pub inst: u32,
    kind: u32,
    /// The node of the variable or label.
    pub variable: u32,
    /// The node of the expression.
    pub expression: u32,
    /// A location.
    pub location: u32,
    first_value: u32,
    num_values: u32,
}

impl DebugRecord {
    /// What it is.
    pub fn kind(&self) -> RecordKind {
        match self.kind {
            1 => RecordKind::Declare,
            2 => RecordKind::DeclareValue,
            3 => RecordKind::Label,
            4 => RecordKind::Stored,
            _ => RecordKind::Value,
        }
    }
}

/// A value that a record names.
#[repr(C)]
#[derive(Clone, Copy)]
struct RecordValue<'m> {
    value: Option<Value<'m>>,
    local: u32,
    unused: u32,
}

/// What has debug information.
#[repr(C)]
#[derive(Clone, Copy)]
struct Attached<'m> {
    global: Option<Value<'m>>,
    node: u64,
}

/// What the other side has read, alive until it reads again.
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

/// What is new since the reader was asked before, and what is said of one module or body.
#[derive(Default)]
pub struct DebugRecords<'m> {
    /// New nodes.
    pub words: Vec<u64>,
    /// New strings.
    pub texts: Vec<&'m [u8]>,
    /// New locations.
    pub locations: Vec<LocationRecord>,
    /// New symbols that nodes refer to.
    pub symbols: Vec<Value<'m>>,
    /// Of a body: the location of each instruction.
    pub insts: Vec<u32>,
    /// Of a body: what is said of variables.
    pub records: Vec<DebugRecord>,
    values: Vec<RecordValue<'m>>,
    attached: Vec<Attached<'m>>,
    /// Of a body: the node of its subprogram.
    pub subprogram: u64,
    names: Vec<u32>,
}

impl<'m> DebugRecords<'m> {
    /// The values that a record names: a number of [`Value::local_number`] or another value.
    pub fn values(
        &self,
        record: &DebugRecord,
    ) -> impl Iterator<Item = (Option<u32>, Option<Value<'m>>)> + '_ {
        let first = record.first_value as usize;
        let values = self.values.get(first..first + record.num_values as usize).unwrap_or_default();
        values.iter().map(|value| ((value.local != u32::MAX).then_some(value.local), value.value))
    }

    /// The new nodes, the first of which is number 0, with what the module's text calls them.
    pub fn names(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        self.names.iter().copied().enumerate().filter(|&(_, name)| name != u32::MAX)
    }

    /// Drops what is said of variables.
    pub fn clear_variables(&mut self) {
        self.records = Vec::new();
    }

    /// The nodes of the units.
    pub fn units(&self) -> impl Iterator<Item = u64> + '_ {
        self.attached.iter().filter(|row| row.global.is_none()).map(|row| row.node)
    }

    /// Variables and functions that are declared, each with a node.
    pub fn globals(&self) -> impl Iterator<Item = (Value<'m>, u64)> + '_ {
        self.attached.iter().filter_map(|row| Some((row.global?, row.node)))
    }
}

/// Reads the debug information of one module.
pub struct DebugReader<'m> {
    reader: NonNull<c_void>,
    module: PhantomData<&'m ()>,
}

impl Default for DebugReader<'_> {
    fn default() -> Self {
        // SAFETY: it takes nothing, and what it gives is freed on drop only.
        let reader = NonNull::new(unsafe { ffi::gisel_debug_reader() }).expect("`new` gives no null");
        DebugReader { reader, module: PhantomData }
    }
}

impl Drop for DebugReader<'_> {
    fn drop(&mut self) {
        // SAFETY: it is this one's own.
        unsafe { ffi::gisel_dispose_debug_reader(self.reader.as_ptr()) }
    }
}

impl<'m> DebugReader<'m> {
    /// From now on, nodes come with what they are called in the module's text, as LLVM prints it. Requires that all bodies are there.
    pub fn number_as_printed(&mut self, module: ModuleRef<'m>) {
        // SAFETY: the reader is alive.
        unsafe { ffi::gisel_number_as_printed(self.reader.as_ptr(), module) }
    }

    /// From now on, nodes come with what they are called in the text that the module was read from.
    pub fn number_as_read(&mut self, numbers: MetadataNumbers<'m>) {
        // SAFETY: the reader is alive, and so are the numbers for `'m`.
        unsafe { ffi::gisel_number_as_read(self.reader.as_ptr(), numbers.0.as_ptr()) }
    }

    /// Reads what is said of a module as a whole.
    pub fn module(&mut self, module: ModuleRef<'m>) -> DebugRecords<'m> {
        // SAFETY: the reader is alive, and all fields of the result are written.
        self.read(|reader, out| unsafe { ffi::gisel_read_module_debug(reader, module, out) })
    }

    /// Reads what is said of a function whose body was read last.
    pub fn function(&mut self, function: Value<'m>) -> DebugRecords<'m> {
        // SAFETY: the reader is alive, and all fields of the result are written.
        self.read(|reader, out| unsafe { ffi::gisel_read_function_debug(reader, function, out) })
    }

    fn read(&mut self, call: impl FnOnce(*mut c_void, *mut RawDebugRecords)) -> DebugRecords<'m> {
        let mut raw = std::mem::MaybeUninit::<RawDebugRecords>::uninit();
        call(self.reader.as_ptr(), raw.as_mut_ptr());
        // SAFETY: the call has written all fields. What they point to lives until the next one, and is copied here; strings and handles belong to
        // the module, which `'m` borrows.
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

/// `len` elements at `data`.
///
/// # Safety
/// As many are there, unless there are none.
unsafe fn copied<T: Copy>(data: *const T, len: usize) -> Vec<T> {
    let mut list = Vec::new();
    // SAFETY: as the caller says.
    unsafe { super::body::append(&mut list, data, len) };
    list
}
