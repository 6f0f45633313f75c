//! Declarations of the C++ functions in this directory, one per line.
//!
//! A `safe fn` is defined for all arguments of its types: handles only come from LLVM and borrow
//! their module, and the C++ side tests the kind of each value. The other functions take pointers
//! and have wrappers in `raw`.

use std::ffi::{c_char, c_long, c_void};

use super::body::RawBody;
use super::debug_info::RawDebugRecords;
use super::{EachAttribute, EachName, EachNode, EachSet, LayoutOf, ModuleRef, Sink, Str, Type, Value};

/// A size in bits or bytes; for a scalable type, the multiple of `vscale`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Size {
    pub min: u64,
    pub scalable: u8,
    pub sized: u8,
}

/// `Type::TypeID`, variadic or packed, and a width, count or address space.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct TypeInfo {
    pub id: u32,
    pub flag: u32,
    pub n: u64,
}

/// The properties of an atomic instruction, in LLVM's numbers.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Atomic {
    pub ordering: u8,
    pub failure: u8,
    pub scope: u8,
    pub operation: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct AttrValue<'m> {
    pub number: u64,
    pub ty: Option<Type<'m>>,
    pub present: u8,
}

/// The properties of a call.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct CallFacts<'m> {
    pub callee: Option<Value<'m>>,
    pub ty: Option<Type<'m>>,
    pub attributes: *const c_void,
    pub attributes_of_callee: *const c_void,
    pub intrinsic: u32,
    pub convention: u32,
    pub bundles: u32,
    pub params: u32,
    pub variadic: u8,
    pub tail: u8,
    pub same_type: u8,
    pub names_function: u8,
    pub inline_asm: u8,
}

/// The enumerations of a global, in LLVM's numbers.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct GlobalInfo {
    pub linkage: u8,
    pub visibility: u8,
    pub dll_storage: u8,
    pub unnamed_addr: u8,
    pub thread_local: u8,
    pub code_model: u8,
    pub dso_local: u8,
    pub declaration: u8,
    pub constant: u8,
    pub externally_initialized: u8,
    pub address_space: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct DebugLoc<'m> {
    pub line: u32,
    pub column: u32,
    pub file: Str<'m>,
    pub directory: Str<'m>,
}

/// A module flag: its name, and its value if it is an integer or a string.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct ModuleFlag<'m> {
    pub name: Str<'m>,
    pub text: Str<'m>,
    pub number: u64,
    pub is_number: u8,
}

/// An edge of the call graph: two functions, and the number of calls from the first to the second.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct CallEdge<'m> {
    pub from: Option<Value<'m>>,
    pub to: Option<Value<'m>>,
    pub count: u64,
    /// 0: after the last; 1: an edge; 2: neither.
    pub kind: u32,
}

/// An inlined call: the number of the caller, and the number of the call in it.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct InlineSite {
    pub function: u64,
    pub call: u32,
    pub is_there: u32,
}

/// The hash of a generalized type.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct TypeHash {
    pub hash: u64,
    pub is_there: u32,
}

/// An item of `!pcsections`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct PcItem<'m> {
    pub text: Str<'m>,
    pub number: u64,
    pub bytes: u32,
    /// 0: after the last; 1: a name; 2: an integer; 3: something else.
    pub kind: u32,
}

unsafe extern "C" {
    // Reading.
    pub(crate) fn gisel_read(
        context: *mut c_void,
        data: *const c_char,
        len: usize,
        name: *const c_char,
        name_len: usize,
        options: u32,
        layout_of: LayoutOf,
        layouts_of: *const c_void,
        numbers: *mut *const c_void,
        sink: Sink,
        to: *mut c_void,
    ) -> *mut c_void;
    pub(crate) safe fn gisel_reader_hangs() -> !;
    pub(crate) fn gisel_each_attribute_value(
        data: *const c_char,
        len: usize,
        name: *const c_char,
        name_len: usize,
        each: EachName,
        to: *mut c_void,
    );
    pub(crate) fn gisel_each_call_attribute(
        callee: Value<'_>,
        name: *const c_char,
        name_len: usize,
        each: EachName,
        to: *mut c_void,
    );
    pub(crate) fn gisel_materialize(f: Value<'_>, verify: bool, sink: Sink, to: *mut c_void) -> bool;
    pub(crate) fn gisel_drop_body(f: Value<'_>);

    pub(crate) fn gisel_body_reader() -> *mut c_void;
    pub(crate) fn gisel_dispose_body_reader(reader: *mut c_void);
    pub(crate) fn gisel_read_body(reader: *mut c_void, f: Value<'_>, out: *mut RawBody);
    pub(crate) safe fn gisel_local_number(v: Value<'_>) -> u32;

    // Modules.
    pub(crate) safe fn gisel_first_function<'m>(m: ModuleRef<'m>) -> Option<Value<'m>>;
    pub(crate) safe fn gisel_first_global<'m>(m: ModuleRef<'m>) -> Option<Value<'m>>;
    pub(crate) safe fn gisel_first_alias<'m>(m: ModuleRef<'m>) -> Option<Value<'m>>;
    pub(crate) safe fn gisel_first_ifunc<'m>(m: ModuleRef<'m>) -> Option<Value<'m>>;
    pub(crate) safe fn gisel_next_global<'m>(v: Value<'m>) -> Option<Value<'m>>;
    pub(crate) fn gisel_named_value<'m>(
        m: ModuleRef<'m>,
        name: *const c_char,
        len: usize,
    ) -> Option<Value<'m>>;
    pub(crate) safe fn gisel_module_triple<'m>(m: ModuleRef<'m>) -> Str<'m>;
    pub(crate) safe fn gisel_module_layout<'m>(m: ModuleRef<'m>) -> Str<'m>;
    pub(crate) fn gisel_module_set_triple(m: ModuleRef<'_>, data: *const c_char, len: usize);
    pub(crate) fn gisel_demangle(name: *const c_char, len: usize, sink: Sink, to: *mut c_void);
    pub(crate) fn gisel_module_bitcode(m: ModuleRef<'_>, sink: Sink, to: *mut c_void);
    pub(crate) fn gisel_split(
        m: ModuleRef<'_>,
        n: u32,
        suffix: *const c_char,
        len: usize,
        each: Sink,
        to: *mut c_void,
    );
    pub(crate) fn gisel_module_print(m: ModuleRef<'_>, sink: Sink, to: *mut c_void);
    pub(crate) fn gisel_module_flag_item<'m>(
        m: ModuleRef<'m>,
        i: u32,
        name: *const c_char,
        len: usize,
    ) -> Str<'m>;
    pub(crate) safe fn gisel_module_identifier<'m>(m: ModuleRef<'m>) -> Str<'m>;
    pub(crate) safe fn gisel_module_source<'m>(m: ModuleRef<'m>) -> Str<'m>;
    pub(crate) safe fn gisel_module_asm<'m>(m: ModuleRef<'m>) -> Str<'m>;
    pub(crate) fn gisel_module_flag_int(
        m: ModuleRef<'_>,
        name: *const c_char,
        len: usize,
        out: *mut u64,
    ) -> bool;
    pub(crate) fn gisel_module_flag_str<'m>(m: ModuleRef<'m>, name: *const c_char, len: usize) -> Str<'m>;
    pub(crate) safe fn gisel_module_flag<'m>(m: ModuleRef<'m>, i: u32) -> ModuleFlag<'m>;
    pub(crate) safe fn gisel_named_metadata<'m>(m: ModuleRef<'m>, i: u32) -> Str<'m>;
    pub(crate) safe fn gisel_has_debug_info(m: ModuleRef<'_>) -> bool;
    pub(crate) fn gisel_named_metadata_operands(
        m: ModuleRef<'_>,
        node: u32,
        name: *const c_char,
        len: usize,
    ) -> i64;
    pub(crate) fn gisel_named_metadata_string<'m>(
        m: ModuleRef<'m>,
        node: u32,
        operand: u32,
        name: *const c_char,
        len: usize,
    ) -> Str<'m>;

    pub(crate) fn gisel_named_metadata_int(
        m: ModuleRef<'_>,
        node: u32,
        operand: u32,
        out: *mut u64,
        name: *const c_char,
        len: usize,
    ) -> bool;
    pub(crate) safe fn gisel_call_edge<'m>(m: ModuleRef<'m>, i: u32) -> CallEdge<'m>;

    // Data layout.
    pub(crate) safe fn gisel_size_in_bits(m: ModuleRef<'_>, t: Type<'_>) -> Size;
    pub(crate) safe fn gisel_alloc_size(m: ModuleRef<'_>, t: Type<'_>) -> Size;
    pub(crate) safe fn gisel_store_size(m: ModuleRef<'_>, t: Type<'_>) -> Size;
    pub(crate) safe fn gisel_abi_align(m: ModuleRef<'_>, t: Type<'_>) -> u64;
    pub(crate) safe fn gisel_pref_align(m: ModuleRef<'_>, t: Type<'_>) -> u64;
    pub(crate) safe fn gisel_struct_offset(m: ModuleRef<'_>, t: Type<'_>, i: u32) -> u64;
    pub(crate) safe fn gisel_pointer_bits(m: ModuleRef<'_>, space: u32) -> u32;
    pub(crate) safe fn gisel_index_bits(m: ModuleRef<'_>, space: u32) -> u32;
    pub(crate) safe fn gisel_alloca_space(m: ModuleRef<'_>) -> u32;
    pub(crate) safe fn gisel_preferred_global_align(m: ModuleRef<'_>, v: Value<'_>) -> u64;

    // Types.
    pub(crate) safe fn gisel_type_info(t: Type<'_>) -> TypeInfo;
    pub(crate) safe fn gisel_type_element<'m>(t: Type<'m>, i: u64) -> Option<Type<'m>>;
    pub(crate) safe fn gisel_type_return<'m>(t: Type<'m>) -> Option<Type<'m>>;
    pub(crate) fn gisel_type_print(t: Type<'_>, sink: Sink, to: *mut c_void);

    // Values.
    pub(crate) safe fn gisel_value_kind(v: Value<'_>) -> u32;
    pub(crate) safe fn gisel_value_type<'m>(v: Value<'m>) -> Type<'m>;
    pub(crate) safe fn gisel_value_name<'m>(v: Value<'m>) -> Str<'m>;
    pub(crate) safe fn gisel_value_has_uses(v: Value<'_>) -> bool;
    pub(crate) fn gisel_value_print(v: Value<'_>, sink: Sink, to: *mut c_void);
    pub(crate) safe fn gisel_num_operands(v: Value<'_>) -> u32;
    pub(crate) safe fn gisel_operand<'m>(v: Value<'m>, i: u32) -> Option<Value<'m>>;
    pub(crate) safe fn gisel_opcode(v: Value<'_>) -> u32;
    #[cfg(test)]
    pub(crate) safe fn gisel_opcode_name(opcode: u32) -> Str<'static>;
    pub(crate) safe fn gisel_flags(v: Value<'_>) -> u32;
    pub(crate) safe fn gisel_predicate(v: Value<'_>) -> u32;
    pub(crate) safe fn gisel_align(v: Value<'_>) -> u64;
    pub(crate) safe fn gisel_atomic(v: Value<'_>) -> Atomic;
    pub(crate) safe fn gisel_element_type<'m>(v: Value<'m>) -> Option<Type<'m>>;
    pub(crate) fn gisel_indices(v: Value<'_>, out: *mut *const u32) -> u32;
    pub(crate) fn gisel_shuffle_mask(v: Value<'_>, out: *mut *const i32) -> u32;

    // Blocks and control flow.
    pub(crate) safe fn gisel_first_block<'m>(v: Value<'m>) -> Option<Value<'m>>;
    pub(crate) safe fn gisel_next_block<'m>(v: Value<'m>) -> Option<Value<'m>>;
    pub(crate) safe fn gisel_first_inst<'m>(v: Value<'m>) -> Option<Value<'m>>;
    pub(crate) safe fn gisel_next_inst<'m>(v: Value<'m>) -> Option<Value<'m>>;
    pub(crate) safe fn gisel_terminator<'m>(v: Value<'m>) -> Option<Value<'m>>;
    pub(crate) safe fn gisel_block_number(v: Value<'_>) -> u32;
    pub(crate) safe fn gisel_block_address_taken(v: Value<'_>) -> bool;
    pub(crate) safe fn gisel_parent<'m>(v: Value<'m>) -> Option<Value<'m>>;
    pub(crate) safe fn gisel_num_successors(v: Value<'_>) -> u32;
    pub(crate) safe fn gisel_successor<'m>(v: Value<'m>, i: u32) -> Option<Value<'m>>;
    pub(crate) safe fn gisel_switch_case<'m>(v: Value<'m>, i: u32) -> Option<Value<'m>>;
    pub(crate) safe fn gisel_phi_block<'m>(v: Value<'m>, i: u32) -> Option<Value<'m>>;
    pub(crate) fn gisel_branch_weights(v: Value<'_>, out: *mut u32, capacity: u32) -> u32;

    // Functions and calls.
    pub(crate) safe fn gisel_argument<'m>(v: Value<'m>, i: u32) -> Option<Value<'m>>;
    pub(crate) safe fn gisel_calling_conv(v: Value<'_>) -> u32;
    pub(crate) safe fn gisel_call_facts<'m>(v: Value<'m>) -> CallFacts<'m>;
    pub(crate) safe fn gisel_callee<'m>(v: Value<'m>) -> Option<Value<'m>>;
    pub(crate) safe fn gisel_call_type<'m>(v: Value<'m>) -> Option<Type<'m>>;
    pub(crate) safe fn gisel_num_args(v: Value<'_>) -> u32;
    pub(crate) safe fn gisel_tail_kind(v: Value<'_>) -> u32;
    pub(crate) safe fn gisel_bundle_tag<'m>(v: Value<'m>, i: u32) -> Str<'m>;
    pub(crate) safe fn gisel_intrinsic(v: Value<'_>) -> u32;
    pub(crate) safe fn gisel_intrinsic_name(id: u32) -> Str<'static>;
    pub(crate) fn gisel_stable_hash(text: *const c_char, len: usize) -> u16;
    pub(crate) fn gisel_intrinsic_by_name(name: *const c_char, len: usize) -> u32;
    pub(crate) safe fn gisel_personality<'m>(v: Value<'m>) -> Option<Value<'m>>;
    pub(crate) safe fn gisel_prefix_data<'m>(v: Value<'m>) -> Option<Value<'m>>;
    pub(crate) safe fn gisel_prologue_data<'m>(v: Value<'m>) -> Option<Value<'m>>;
    pub(crate) safe fn gisel_gc<'m>(v: Value<'m>) -> Str<'m>;
    pub(crate) safe fn gisel_is_materializable(v: Value<'_>) -> bool;

    // Attributes.
    pub(crate) fn gisel_attr_kind(name: *const c_char, len: usize) -> u32;
    pub(crate) safe fn gisel_attr<'m>(v: Value<'m>, index: u32, kind: u32) -> AttrValue<'m>;
    pub(crate) fn gisel_attr_str<'m>(v: Value<'m>, index: u32, name: *const c_char, len: usize) -> Str<'m>;
    pub(crate) fn gisel_attr_set(v: Value<'_>, index: u32, bits: *const u8, count: usize) -> u64;
    pub(crate) safe fn gisel_attr_list(v: Value<'_>) -> *const c_void;
    pub(crate) fn gisel_each_attribute_set(v: Value<'_>, each: EachSet, to: *mut c_void);
    pub(crate) fn gisel_each_attribute(v: Value<'_>, index: u32, each: EachAttribute, to: *mut c_void);
    #[cfg(test)]
    pub(crate) safe fn gisel_attr_kind_name(kind: u32) -> Str<'static>;

    // Constants.
    pub(crate) fn gisel_int_words(v: Value<'_>, out: *mut *const u64) -> u32;
    pub(crate) fn gisel_fp_bits(v: Value<'_>, out: *mut u64) -> u32;
    pub(crate) safe fn gisel_data_bytes<'m>(v: Value<'m>) -> Str<'m>;
    pub(crate) safe fn gisel_constant_element<'m>(v: Value<'m>, i: u32) -> Option<Value<'m>>;
    pub(crate) safe fn gisel_is_null(v: Value<'_>) -> bool;
    pub(crate) safe fn gisel_wrapped_global<'m>(v: Value<'m>) -> Option<Value<'m>>;
    pub(crate) safe fn gisel_block_address_function<'m>(v: Value<'m>) -> Option<Value<'m>>;
    pub(crate) safe fn gisel_block_address_block<'m>(v: Value<'m>) -> Option<Value<'m>>;
    pub(crate) fn gisel_gep_offset(m: ModuleRef<'_>, v: Value<'_>, out: *mut i64) -> bool;
    pub(crate) safe fn gisel_asm_text<'m>(v: Value<'m>) -> Str<'m>;
    pub(crate) safe fn gisel_asm_constraints<'m>(v: Value<'m>) -> Str<'m>;
    pub(crate) safe fn gisel_asm_flags(v: Value<'_>) -> u32;
    pub(crate) safe fn gisel_metadata_string<'m>(v: Value<'m>) -> Str<'m>;

    // Globals.
    pub(crate) safe fn gisel_global_info(v: Value<'_>) -> GlobalInfo;
    pub(crate) safe fn gisel_section<'m>(v: Value<'m>) -> Str<'m>;
    pub(crate) safe fn gisel_partition<'m>(v: Value<'m>) -> Str<'m>;
    pub(crate) fn gisel_comdat<'m>(v: Value<'m>, kind: *mut u32) -> Str<'m>;
    pub(crate) fn gisel_each_metadata(v: Value<'_>, each: EachName, to: *mut c_void);
    pub(crate) fn gisel_each_pc_node(
        m: ModuleRef<'_>,
        numbers: *const c_void,
        each: EachNode,
        to: *mut c_void,
    );
    pub(crate) safe fn gisel_pc_sections(v: Value<'_>) -> *const c_void;
    pub(crate) safe fn gisel_inline_site(v: Value<'_>, i: u32) -> InlineSite;
    pub(crate) safe fn gisel_pc_item<'m>(v: Value<'m>, i: u32) -> PcItem<'m>;
    pub(crate) safe fn gisel_section_prefix<'m>(v: Value<'m>) -> Str<'m>;
    pub(crate) safe fn gisel_associated<'m>(v: Value<'m>) -> Option<Value<'m>>;
    pub(crate) safe fn gisel_excluded(v: Value<'_>) -> bool;
    pub(crate) safe fn gisel_type_identifier<'m>(v: Value<'m>, i: u32) -> Option<Value<'m>>;
    pub(crate) safe fn gisel_generalized_type(v: Value<'_>) -> TypeHash;
    pub(crate) safe fn gisel_callee_type(v: Value<'_>, i: u32) -> TypeHash;
    pub(crate) safe fn gisel_is_indirect_target(v: Value<'_>) -> bool;
    pub(crate) safe fn gisel_kcfi_type<'m>(v: Value<'m>) -> Option<Value<'m>>;
    pub(crate) safe fn gisel_ptrauth_bundle<'m>(v: Value<'m>, i: u32) -> Option<Value<'m>>;
    pub(crate) safe fn gisel_attached_routine<'m>(v: Value<'m>) -> Option<Value<'m>>;
    pub(crate) safe fn gisel_kcfi_bundle<'m>(v: Value<'m>) -> Option<Value<'m>>;
    pub(crate) safe fn gisel_bundle_input<'m>(v: Value<'m>, i: u32, n: u32) -> Option<Value<'m>>;
    pub(crate) safe fn gisel_sanitizers(v: Value<'_>) -> u32;
    pub(crate) safe fn gisel_initializer<'m>(v: Value<'m>) -> Option<Value<'m>>;

    // Debug locations.
    pub(crate) safe fn gisel_location<'m>(v: Value<'m>) -> DebugLoc<'m>;

    // Debug information.
    pub(crate) fn gisel_debug_reader() -> *mut c_void;
    pub(crate) fn gisel_dispose_debug_reader(reader: *mut c_void);
    pub(crate) fn gisel_number_as_printed(reader: *mut c_void, m: ModuleRef<'_>);
    pub(crate) fn gisel_number_as_read(reader: *mut c_void, numbers: *const c_void);
    pub(crate) fn gisel_read_module_debug(reader: *mut c_void, m: ModuleRef<'_>, out: *mut RawDebugRecords);
    pub(crate) fn gisel_read_function_debug(reader: *mut c_void, f: Value<'_>, out: *mut RawDebugRecords);

    // The process.
    pub(crate) safe fn gisel_closed_streams() -> u8;
    pub(crate) safe fn gisel_purge_delay(delay: c_long) -> c_long;
}
