//! What LLVM's passes and ours do differently, put right between the two: in what is written for LLVM's passes, so that what stops after a
//! stage here continues there, and in what was read after one of LLVM's stages, so that it continues here. Both are linear.

mod edges;
mod intrinsics;
mod invokes;
mod reading;
mod writing;

pub use edges::read_edges;
pub use intrinsics::{intrinsic_name, intrinsic_number, lower_intrinsics};
pub use invokes::read as read_invokes;
pub use reading::run as read;
pub use writing::run as write;
