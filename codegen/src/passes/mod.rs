//! The machine passes: those before register allocation and those after it. The order of all is that of [`crate::pipeline`].

pub mod post_ra;
pub mod pre_ra;
