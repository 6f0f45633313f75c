//! The data that passes work on: generic and machine instructions in functions (MIR), types,
//! opcodes, the builder, and the module. Of a target it knows only [`desc`](crate::machine::desc).

pub mod builder;
pub mod collector;
pub mod content;
pub mod debug_info;
pub mod entity;
pub(crate) mod generic_intrinsics;
pub(crate) mod inst_set;
pub mod int;
pub mod libcalls;
pub mod literals;
pub mod llt;
pub mod mir;
pub mod module;
pub mod module_options;
pub mod opcodes;
pub mod pc_sections;
pub mod section;
pub(crate) mod section_anchors;
pub(crate) mod type_size;
pub mod value_type;
