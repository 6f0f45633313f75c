//! Tools that run the built compiler from outside: programs under qemu-user, comparison with `llc`,
//! calling conventions, benchmarks. `cargo xtask` (`bin/xtask.rs`) is the command line, `tests/`
//! has the integration tests.

pub mod abi;
pub mod agreement;
pub mod assembly;
pub mod bench;
pub mod branches;
pub mod browser;
pub mod build;
mod c_programs;
pub mod corpus;
pub mod coverage;
pub mod csmith;
pub mod damage;
pub mod debugger;
pub mod demo;
pub mod distribution;
pub mod exceptions;
pub mod exchange;
pub mod frozen;
pub mod fuzz;
pub mod headers;
pub mod inline_statements;
pub mod interfaces;
pub mod interpret;
pub mod libraries;
pub mod limits;
pub mod loops;
pub mod measure;
pub mod modules;
pub mod mutation;
pub mod operations;
pub mod packaging;
pub mod parallel;
pub mod picolibc;
pub mod platform;
pub mod process;
pub mod properties;
pub mod random;
pub mod requests;
pub mod scaling;
pub mod setup;
pub mod shapes;
pub mod shuffles;
pub mod source_files;
pub mod sources;
pub mod suite;
pub mod target;
pub mod unwinding;
pub mod variables;
pub mod workloads;

/// Errors are messages for a person: nothing here handles them by kind.
pub type Result<T> = std::result::Result<T, String>;
