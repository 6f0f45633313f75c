//! Converts functions between LLVM's passes and ours where they differ: before MIR is written for
//! LLVM's passes, and after it was read from one of LLVM's stages. Cost: linear in both directions.

mod edges;
mod intrinsics;
mod invokes;
mod reading;
mod writing;

pub(crate) use edges::read_edges;
pub use intrinsics::lower_intrinsics;
pub use invokes::read as read_invokes;
pub use reading::run as read;
pub use writing::run as write;
