//! `--fallback=llc`: compiles a module that gisel rejects by `llc`, with the command line options
//! that both know.

use crate::compile_options::CompileOptions;
use crate::input::Input;
use crate::llc::{self, Llc};
use crate::options::Options;
use gisel_codegen::support::guard;

/// Returns true if `llc` can execute the command line: one module compiled to code.
pub fn is_possible(options: &Options) -> bool {
    let own = [&options.stop_after, &options.stop_before, &options.start_after, &options.start_before];
    let writes_code = own.into_iter().all(Option::is_none) && options.run_pass.is_empty();
    let is_to_fail =
        options.list_unsupported || options.fatal_warnings || options.split_dwarf_output.is_some();
    writes_code && !options.link && options.command.is_none() && !is_to_fail
}

/// Compiles the input `name` by `llc`, for the machine that gisel would have used.
///
/// # Errors
/// There is no `llc`, or it also rejects the module.
pub fn compile(data: &[u8], name: &str, options: &Options) -> Result<Vec<u8>, String> {
    let llc = Llc::find(options.llc.as_deref()).map_err(|why| format!("{why} to fall back on"))?;
    let input = Input { data, name, options: &CompileOptions::new(options) };
    let machine = guard::catch(|| input.machine()).ok().and_then(Result::ok);
    llc.compile(data, name, &llc::arguments(name, options, options.filetype, machine.as_ref()))
}
