//! `gisel`: the command.

use std::process::ExitCode;

/// The allocator of the whole program: it replaces `malloc`, also for LLVM.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    gisel::command::main()
}
