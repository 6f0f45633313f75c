//! What the passes work on: generic and machine instructions in functions (MIR), their types and opcodes, how they are built, and the module around
//! them. Of a target it knows what [`desc`](crate::target::desc) can say.

pub mod builder;
pub mod content;
pub mod debug_info;
pub mod entity;
pub mod int;
pub mod llt;
pub mod mir;
pub mod module;
pub mod opcodes;
pub mod section;
pub mod section_anchors;
pub mod type_size;
pub mod value_type;
