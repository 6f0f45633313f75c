//! The machine passes before and after register allocation, the analyses, and the verifier.
//! [`crate::pipeline`] defines their order.

pub mod analysis;
pub use crate::frame::run as prologepilog;
pub mod post_ra;
pub mod pre_ra;
pub(crate) mod target;
pub mod verifier;
