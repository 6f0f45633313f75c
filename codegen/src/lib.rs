//! The engine of gisel: generic machine IR, the passes over it, register allocation, frames and
//! the machine-code layer. It knows neither LLVM nor any target.

pub mod analysis;
pub mod block_placement;
pub mod branch_folding;
pub mod branch_relaxation;
pub mod branch_splitting;
pub mod builder;
pub mod call_lowering;
pub mod combiner;
pub mod coverage;
pub mod entity;
pub mod error;
pub mod expand_post_ra;
pub mod frame;
pub mod legalizer;
pub mod libcalls;
pub mod llt;
pub mod machine_cse;
pub mod machine_licm;
pub mod mc;
pub mod mir;
pub mod mir_parser;
pub mod module;
pub mod opcodes;
pub mod peephole_optimizer;
pub mod pipeline;
pub mod regalloc;
pub mod regbankselect;
pub mod select;
pub mod tail_duplicator;
pub mod target;
pub mod timing;
pub mod two_address;
pub mod value_type;
pub mod verifier;
