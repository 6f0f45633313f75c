//! The boundary to LLVM: handles that only LLVM can create, and the functions that take them.
//!
//! * Requires: nothing of its callers. A handle borrows its module and cannot outlive it. LLVM
//!   objects are not changed or freed while a module lives (materializing a body only adds to it).
//! * Establishes: every call is defined for every handle, because the C++ code (`access.h`) tests
//!   its arguments. This is why the declarations in `ffi` can be `safe`.
//! * Handles are neither `Send` nor `Sync`: an LLVM context belongs to one thread.

#![allow(unsafe_code)]

mod body;
mod debug_info;
pub(crate) mod ffi;
mod job_server;
mod watchdog;

use std::ffi::{c_char, c_void};
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::ptr::NonNull;

use inkwell::context::Context;

pub(crate) use body::{BlockRecord, Body, BodyReader, InstRecord, OperandRef};
pub(crate) use debug_info::{DebugReader, DebugRecord, DebugRecords, RecordKind};
pub use job_server::inherited as inherited_job_server;

/// An `llvm::Value`: constant, global, function, block, instruction, argument, metadata or inline
/// assembly.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value<'m>(NonNull<c_void>, PhantomData<&'m c_void>);

impl Value<'_> {
    /// Returns the identity of the value, for hash maps. It differs from run to run, and is never
    /// part of any output.
    #[inline]
    pub(crate) fn key(self) -> usize {
        self.0.as_ptr() as usize
    }
}

/// An `llvm::Type`; equal handles are equal types.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Type<'m>(NonNull<c_void>, PhantomData<&'m c_void>);

impl Type<'_> {
    /// Returns the identity of the type, for hash maps. It is never part of any output.
    #[inline]
    pub(crate) fn key(self) -> usize {
        self.0.as_ptr() as usize
    }
}

/// A borrowed `llvm::Module`.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct ModuleRef<'m>(NonNull<c_void>, PhantomData<&'m c_void>);

/// The metadata numbers of the text that a module was read from.
#[derive(Clone, Copy)]
pub struct MetadataNumbers<'m>(NonNull<c_void>, PhantomData<&'m c_void>);

/// A string in LLVM's memory; null data means that there is no string.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Str<'m> {
    data: *const c_char,
    len: usize,
    life: PhantomData<&'m c_void>,
}

impl<'m> Str<'m> {
    pub(crate) fn bytes(self) -> Option<&'m [u8]> {
        // SAFETY: LLVM owns `len` bytes at `data` for as long as the module lives, and does not
        // change them.
        (!self.data.is_null()).then(|| unsafe { std::slice::from_raw_parts(self.data.cast(), self.len) })
    }

    /// Returns true if there is a text that is not UTF-8.
    pub(crate) fn is_foreign(self) -> bool {
        self.bytes().is_some_and(|bytes| std::str::from_utf8(bytes).is_err())
    }

    /// Returns the text, or `None` if there is none or it is not UTF-8.
    pub(crate) fn text(self) -> Option<&'m str> {
        self.bytes().and_then(|bytes| std::str::from_utf8(bytes).ok())
    }

    /// Returns the text with invalid UTF-8 replaced by U+FFFD, or `None` if there is none.
    pub(crate) fn lossy(self) -> Option<String> {
        // Lists of features are long; checking for valid UTF-8 first is fast.
        let replaced = || self.bytes().map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        self.text().map(str::to_owned).or_else(replaced)
    }
}

pub(crate) type Sink = unsafe extern "C" fn(*mut c_void, *const c_char, usize);

unsafe extern "C" fn append(to: *mut c_void, data: *const c_char, len: usize) {
    // SAFETY: `to` is the vector that `collect` passed, and `data` holds `len` bytes.
    unsafe { (*to.cast::<Vec<u8>>()).extend_from_slice(std::slice::from_raw_parts(data.cast(), len)) }
}

unsafe extern "C" fn push(to: *mut c_void, data: *const c_char, len: usize) {
    // SAFETY: `to` is the vector that `split` passed, and `data` holds `len` bytes.
    unsafe { (*to.cast::<Vec<Vec<u8>>>()).push(std::slice::from_raw_parts(data.cast(), len).to_vec()) }
}

/// Returns the data layout that replaces a module's, by the triple and the layout that it names;
/// `None` keeps its own. LLVM calls it before it fills in omitted alignments of a text.
pub type Layouts<'a> = dyn Fn(&str, &str) -> Option<&'static str> + 'a;

pub(crate) type LayoutOf = unsafe extern "C" fn(*const c_void, Str<'_>, Str<'_>) -> Str<'static>;

unsafe extern "C" fn layout_of(layouts: *const c_void, triple: Str<'_>, layout: Str<'_>) -> Str<'static> {
    // SAFETY: `layouts` is the reference that `OwnedModule::read` passed, alive until it returns.
    let layouts = unsafe { *layouts.cast::<&Layouts<'_>>() };
    // A triple that is not UTF-8 names no target.
    let layout = layouts(triple.text().unwrap_or_default(), layout.text().unwrap_or("e"));
    let data = layout.map_or(std::ptr::null(), |layout| layout.as_ptr().cast());
    Str { data, len: layout.map_or(0, str::len), life: PhantomData }
}

/// Calls a function that writes text to a sink, and returns the text.
fn collect<R>(call: impl FnOnce(Sink, *mut c_void) -> R) -> (R, String) {
    let (result, bytes) = collect_bytes(call);
    (result, String::from_utf8_lossy(&bytes).into_owned())
}

/// Calls a function that writes to a sink, and returns the bytes.
fn collect_bytes<R>(call: impl FnOnce(Sink, *mut c_void) -> R) -> (R, Vec<u8>) {
    let mut bytes: Vec<u8> = Vec::new();
    let result = call(append, (&raw mut bytes).cast());
    (result, bytes)
}

/// A module and its context, and the data of bodies that have not been read yet.
///
/// Neither is freed on drop: destroying a module costs a third of its parse, and the process that
/// compiled it is about to end.
pub(crate) struct OwnedModule<'d> {
    module: NonNull<c_void>,
    numbers: *const c_void,
    _context: ManuallyDrop<Context>,
    _data: PhantomData<&'d [u8]>,
}

// SAFETY: a context may be used on any thread, by one at a time. The owner of a module owns all
// uses of its context, because handles borrow the module.
unsafe impl Send for OwnedModule<'_> {}

impl<'d> OwnedModule<'d> {
    /// Reads assembly or bitcode (by content) in a new context. Also returns its warnings, or the
    /// error.
    pub(crate) fn read(
        data: &'d [u8],
        name: &str,
        options: u32,
        layouts: &Layouts<'_>,
    ) -> (Option<OwnedModule<'d>>, String) {
        let context = Context::create();
        watchdog::expect(data.len());
        let mut numbers = std::ptr::null();
        let read = |sink: Sink, to| {
            // SAFETY: both slices are valid for the call, and so are the references to `layouts`
            // and `numbers`; the data outlives the module.
            unsafe {
                ffi::gisel_read(
                    context.raw().cast(),
                    data.as_ptr().cast(),
                    data.len(),
                    name.as_ptr().cast(),
                    name.len(),
                    options,
                    layout_of,
                    (&raw const layouts).cast(),
                    &raw mut numbers,
                    sink,
                    to,
                )
            }
        };
        let (module, text) = watchdog::watched(|| collect(read));
        let owned = |module| OwnedModule {
            module,
            numbers,
            _context: ManuallyDrop::new(context),
            _data: PhantomData,
        };
        (NonNull::new(module).map(owned), text)
    }

    /// Sets the module's target triple.
    pub(crate) fn set_triple(&mut self, triple: &str) {
        // SAFETY: no handle is alive while the module is borrowed mutably; LLVM copies the string.
        unsafe { ffi::gisel_module_set_triple(self.handle(), triple.as_ptr().cast(), triple.len()) }
    }

    /// Splits the module, which has all bodies, into `n` modules as bitcode. Names of local symbols
    /// get a suffix.
    pub(crate) fn split(self, n: u32, suffix: &str) -> Vec<Vec<u8>> {
        let mut parts: Vec<Vec<u8>> = Vec::new();
        // SAFETY: no handle is alive, as the module is consumed; the callback gets the vector and
        // is called during the call only.
        unsafe {
            let to = (&raw mut parts).cast();
            ffi::gisel_split(self.handle(), n, suffix.as_ptr().cast(), suffix.len(), push, to);
        }
        parts
    }

    /// Returns the metadata numbers of the text that the module was read from, if they have been
    /// preserved.
    pub(crate) fn numbers(&self) -> Option<MetadataNumbers<'_>> {
        NonNull::new(self.numbers.cast_mut()).map(|numbers| MetadataNumbers(numbers, PhantomData))
    }

    /// Returns the handle that gives access to the whole module.
    pub(crate) fn handle(&self) -> ModuleRef<'_> {
        ModuleRef(self.module, PhantomData)
    }
}

/// Reads a lazily opened function's body, and verifies it if `verify` is set.
pub(crate) fn materialize(function: Value<'_>, verify: bool) -> Result<(), String> {
    // SAFETY: the sink is called during the call only.
    let read = |sink: Sink, to| unsafe { ffi::gisel_materialize(function, verify, sink, to) };
    let (done, text) = watchdog::watched(|| collect(read));
    if done { Ok(()) } else { Err(text) }
}

/// Frees a function's body. Requires: nothing in it is used afterwards.
pub(crate) fn drop_body(function: Value<'_>) {
    // SAFETY: blocks and instructions are only reached through their function, which has none from
    // here on.
    unsafe { ffi::gisel_drop_body(function) }
}

/// Returns a module as LLVM prints it.
pub(crate) fn print_module(module: ModuleRef<'_>) -> String {
    // SAFETY: the sink is called during the call only.
    collect(|sink, to| unsafe { ffi::gisel_module_print(module, sink, to) }).1
}

/// Returns a module as bitcode.
pub(crate) fn module_bitcode(module: ModuleRef<'_>) -> Vec<u8> {
    // SAFETY: the sink is called during the call only.
    collect_bytes(|sink, to| unsafe { ffi::gisel_module_bitcode(module, sink, to) }).1
}

/// An attribute with LLVM's name and text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RawAttribute {
    pub name: String,
    /// The text of a string attribute.
    pub text: Option<String>,
    /// The value of an integer attribute.
    pub number: u64,
}

pub(crate) type EachAttribute = unsafe extern "C" fn(*mut c_void, Str<'_>, Str<'_>, u64);

unsafe extern "C" fn append_attribute(to: *mut c_void, name: Str<'_>, text: Str<'_>, number: u64) {
    let attribute = RawAttribute { name: name.lossy().unwrap_or_default(), text: text.lossy(), number };
    // SAFETY: `to` is the vector that `attributes` passed.
    unsafe { (*to.cast::<Vec<RawAttribute>>()).push(attribute) }
}

/// Returns the attributes of a function, call or variable at an index: 0 for the result, from 1 on
/// the parameters, `u32::MAX` for the function.
pub fn attributes(value: Value<'_>, index: u32) -> Vec<RawAttribute> {
    let mut attributes: Vec<RawAttribute> = Vec::new();
    // SAFETY: the callback is used during the call only.
    unsafe { ffi::gisel_each_attribute(value, index, append_attribute, (&raw mut attributes).cast()) };
    attributes
}

pub(crate) type EachSet = unsafe extern "C" fn(*mut c_void, u32, *const c_void);

unsafe extern "C" fn append_set(to: *mut c_void, index: u32, set: *const c_void) {
    // SAFETY: `to` is the vector that `attribute_sets` passed.
    unsafe { (*to.cast::<Vec<(u32, usize)>>()).push((index, set as usize)) }
}

/// Returns the indices at which a function, call or variable has attributes, with the identity of
/// their set: equal for equal sets of one context.
pub(crate) fn attribute_sets(value: Value<'_>) -> Vec<(u32, usize)> {
    let mut sets: Vec<(u32, usize)> = Vec::new();
    // SAFETY: the callback is used during the call only.
    unsafe { ffi::gisel_each_attribute_set(value, append_set, (&raw mut sets).cast()) };
    sets
}

pub(crate) type EachNode = unsafe extern "C" fn(*mut c_void, u32, *const c_void, Value<'_>);

/// An instruction with a node: the number of the node, its identity, and the instruction.
pub(crate) type NumberedNode<'m> = (u32, usize, Value<'m>);

unsafe extern "C" fn append_node(to: *mut c_void, number: u32, node: *const c_void, inst: Value<'_>) {
    // SAFETY: `to` is the vector that `pc_nodes` passed.
    unsafe { (*to.cast::<Vec<NumberedNode<'_>>>()).push((number, node as usize, inst)) }
}

/// Returns the instructions with `!pcsections`. Nodes have their numbers in the text that the module
/// was read from, or without `numbers` in the text as LLVM prints it.
pub(crate) fn pc_nodes<'m>(
    module: ModuleRef<'m>,
    numbers: Option<MetadataNumbers<'m>>,
) -> Vec<NumberedNode<'m>> {
    let mut nodes: Vec<NumberedNode<'m>> = Vec::new();
    let numbers = numbers.map_or(std::ptr::null(), |numbers| numbers.0.as_ptr().cast_const());
    // SAFETY: the numbers are alive for `'m`, and the callback is used during the call only.
    unsafe { ffi::gisel_each_pc_node(module, numbers, append_node, (&raw mut nodes).cast()) };
    nodes
}

pub(crate) type EachName = unsafe extern "C" fn(*mut c_void, Str<'_>);

unsafe extern "C" fn append_name(to: *mut c_void, name: Str<'_>) {
    let name = name.lossy().unwrap_or_default();
    // SAFETY: `to` is the vector that the caller passed together with this function.
    unsafe { (*to.cast::<Vec<String>>()).push(name) }
}

/// Returns the values of string attributes of this name on functions, or on calls as a whole, in
/// bitcode. LLVM must have read the bitcode. Covers all functions, whether their bodies have been
/// read or not, and may return a value more than once.
pub(crate) fn attribute_values(bitcode: &[u8], name: &str) -> Vec<String> {
    let mut values: Vec<String> = Vec::new();
    let to = (&raw mut values).cast();
    let (data, len) = (bitcode.as_ptr().cast(), bitcode.len());
    // SAFETY: both slices are valid for the call, and the callback is used during it only.
    unsafe {
        ffi::gisel_each_attribute_value(data, len, name.as_ptr().cast(), name.len(), append_name, to);
    }
    values
}

/// Returns the values of the string attribute of this name at the calls of `callee` that have been
/// read.
pub(crate) fn call_attributes(callee: Value<'_>, name: &str) -> Vec<String> {
    let mut values: Vec<String> = Vec::new();
    let to = (&raw mut values).cast();
    // SAFETY: the name is valid for the call, and the callback is used during it only.
    unsafe { ffi::gisel_each_call_attribute(callee, name.as_ptr().cast(), name.len(), append_name, to) };
    values
}

/// Returns the kinds of metadata of a function or variable.
pub(crate) fn metadata_kinds(value: Value<'_>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    // SAFETY: the callback is used during the call only.
    unsafe { ffi::gisel_each_metadata(value, append_name, (&raw mut names).cast()) };
    names
}

/// Returns a value as LLVM prints it.
pub(crate) fn print_value(value: Value<'_>) -> String {
    // SAFETY: the sink is called during the call only.
    collect(|sink, to| unsafe { ffi::gisel_value_print(value, sink, to) }).1
}

/// Returns a type as LLVM prints it.
pub(crate) fn print_type(ty: Type<'_>) -> String {
    // SAFETY: the sink is called during the call only.
    collect(|sink, to| unsafe { ffi::gisel_type_print(ty, sink, to) }).1
}

/// Returns the demangled name of a function, if it is mangled.
pub(crate) fn demangle(name: &str) -> String {
    // SAFETY: the name is valid for the call, and the sink is called during it only.
    collect(|sink, to| unsafe { ffi::gisel_demangle(name.as_ptr().cast(), name.len(), sink, to) }).1
}

/// Defines wrappers of functions that take a name as pointer and length.
macro_rules! by_name {
    ($($(#[$doc:meta])* $name:ident => $ffi:ident($($arg:ident: $ty:ty),*) -> $ret:ty;)*) => {$(
        $(#[$doc])*
        #[allow(clippy::extra_unused_lifetimes, reason = "not every call takes or returns a handle")]
        pub(crate) fn $name<'m>($($arg: $ty,)* name: &str) -> $ret {
            // SAFETY: the name is valid for the call.
            unsafe { ffi::$ffi($($arg,)* name.as_ptr().cast(), name.len()) }
        }
    )*};
}

by_name! {
    /// Returns the global with a name.
    named_value => gisel_named_value(module: ModuleRef<'m>) -> Option<Value<'m>>;
    /// Returns a string module flag.
    module_flag_str => gisel_module_flag_str(module: ModuleRef<'m>) -> Str<'m>;
    /// Returns a string of a module flag that is a list, by its index.
    module_flag_item => gisel_module_flag_item(module: ModuleRef<'m>, index: u32) -> Str<'m>;
    /// Returns the number of operands of a node of named metadata, or -1 if there is no such node.
    named_metadata_operands => gisel_named_metadata_operands(module: ModuleRef<'m>, node: u32) -> i64;
    /// Returns a string of a node of named metadata.
    named_metadata_string => gisel_named_metadata_string(module: ModuleRef<'m>, node: u32, operand: u32) -> Str<'m>;
    /// Returns the number of an enum, integer or type attribute; zero if LLVM has none of that
    /// name.
    attr_kind => gisel_attr_kind() -> u32;
    /// Returns a string attribute at an index.
    attr_str => gisel_attr_str(value: Value<'m>, index: u32) -> Str<'m>;
    /// Returns the number of an intrinsic; zero if LLVM has none of that name.
    intrinsic_by_name => gisel_intrinsic_by_name() -> u32;
    /// Returns LLVM's string hash for discriminators of signed pointers.
    stable_hash => gisel_stable_hash() -> u16;
}

/// Returns an integer module flag.
pub(crate) fn module_flag_int(module: ModuleRef<'_>, name: &str) -> Option<u64> {
    let mut out = 0;
    // SAFETY: name and result are valid for the call.
    unsafe { ffi::gisel_module_flag_int(module, name.as_ptr().cast(), name.len(), &mut out) }.then_some(out)
}

/// Returns an integer of a node of named metadata.
pub(crate) fn named_metadata_int(module: ModuleRef<'_>, node: u32, operand: u32, name: &str) -> Option<u64> {
    let (mut out, at, len) = (0, name.as_ptr().cast(), name.len());
    // SAFETY: name and result are valid for the call.
    unsafe { ffi::gisel_named_metadata_int(module, node, operand, &mut out, at, len) }.then_some(out)
}

/// Converts the result of a call that stores a pointer and returns a count to a slice.
fn slice<'m, T>(call: impl FnOnce(*mut *const T) -> usize) -> &'m [T] {
    let mut data: *const T = std::ptr::null();
    let len = call(&raw mut data);
    if data.is_null() || len == 0 {
        return &[];
    }
    // SAFETY: LLVM owns `len` elements at `data` for as long as the module lives, and does not
    // change them.
    unsafe { std::slice::from_raw_parts(data, len) }
}

/// Returns the constant indices of an `extractvalue` or `insertvalue`.
pub(crate) fn indices(value: Value<'_>) -> &[u32] {
    // SAFETY: the pointer is written during the call only.
    slice(|out| unsafe { ffi::gisel_indices(value, out) } as usize)
}

/// Returns the mask of a shuffle.
pub(crate) fn shuffle_mask(value: Value<'_>) -> &[i32] {
    // SAFETY: as above.
    slice(|out| unsafe { ffi::gisel_shuffle_mask(value, out) } as usize)
}

/// Returns the width of an integer constant in bits, and its words, low word first.
pub(crate) fn int_words(value: Value<'_>) -> (u32, &[u64]) {
    let mut bits = 0;
    // SAFETY: as above.
    let words = slice(|out| {
        bits = unsafe { ffi::gisel_int_words(value, out) };
        bits.div_ceil(64) as usize
    });
    (bits, words)
}

/// Returns the width of a floating-point constant in bits, and its words, low word first; width
/// zero for other values.
pub(crate) fn fp_bits(value: Value<'_>) -> (u32, [u64; 2]) {
    let mut words = [0; 2];
    // SAFETY: at most two words are written.
    let bits = unsafe { ffi::gisel_fp_bits(value, words.as_mut_ptr()) };
    (bits, words)
}

/// Returns the branch weights of `!prof`; empty if there are none.
pub(crate) fn branch_weights(value: Value<'_>) -> Vec<u32> {
    // SAFETY: nothing is written at capacity zero, and at most `len` words below.
    let len = unsafe { ffi::gisel_branch_weights(value, std::ptr::null_mut(), 0) };
    let mut weights = vec![0; len as usize];
    unsafe { ffi::gisel_branch_weights(value, weights.as_mut_ptr(), len) };
    weights
}

/// Returns the constant byte offset that a `getelementptr` adds.
pub(crate) fn gep_offset(module: ModuleRef<'_>, value: Value<'_>) -> Option<i64> {
    let mut out = 0;
    // SAFETY: the result is written during the call only.
    unsafe { ffi::gisel_gep_offset(module, value, &mut out) }.then_some(out)
}

/// Returns the attributes at an index as a mask. `bits` maps LLVM's numbers to bits; numbers from
/// 64 on have none.
pub(crate) fn attr_set(value: Value<'_>, index: u32, bits: &[u8]) -> u64 {
    // SAFETY: `bits.len()` bit numbers are read.
    unsafe { ffi::gisel_attr_set(value, index, bits.as_ptr(), bits.len()) }
}

/// Returns true if a global has a comdat with a name that is not UTF-8.
pub(crate) fn comdat_is_foreign(value: Value<'_>) -> bool {
    let mut kind = 0;
    // SAFETY: the kind is written during the call only.
    unsafe { ffi::gisel_comdat(value, &mut kind) }.is_foreign()
}

/// Returns a global's comdat: its name and LLVM's number of its selection kind.
pub(crate) fn comdat(value: Value<'_>) -> Option<(&str, u32)> {
    let mut kind = 0;
    // SAFETY: the kind is written during the call only.
    let name = unsafe { ffi::gisel_comdat(value, &mut kind) };
    name.text().map(|name| (name, kind))
}
