//! The engine of gisel: generic machine IR, the passes over it, register allocation, frames and
//! the machine-code layer. It knows neither LLVM nor any target.

pub mod entity;
pub mod llt;
pub mod mc;
pub mod target;
pub mod value_type;
