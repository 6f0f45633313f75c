//! `gisel`: the command.

use std::process::ExitCode;

/// Serves LLVM's allocations too: it stands in for `malloc` in the whole program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    gisel::command::main()
}
