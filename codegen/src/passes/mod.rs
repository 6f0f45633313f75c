//! The machine passes: those before register allocation and those after it, what they compute of a function, and the verifier. The order of
//! all is that of [`crate::pipeline`].

pub mod analysis;
pub use crate::frame::run as prologepilog;
pub mod post_ra;
pub mod pre_ra;
pub mod verifier;
