//! One compilation: reads a module, translates its functions, compiles them on all cores and emits
//! them in order.

use crate::assembly;
use crate::compile_options::CompileOptions;
use crate::compiled::Compiled;
use crate::failure::Failure;
use crate::input::Input;
use crate::mir_input;
use crate::options::InputLanguage;
use crate::output;
use crate::reports;
use gisel_codegen::mir_text;
use gisel_codegen::mir_text::parser;
use gisel_codegen::support::guard;
use gisel_frontend_llvm::reader;
use std::path::Path;

/// Compiles one module.
///
/// Errors: the reader rejects the input, or the module cannot be compiled.
pub fn compile(data: &[u8], name: &str, options: &CompileOptions) -> Result<Compiled, Failure> {
    options.pipeline.fuel.iter().for_each(|fuel| fuel.refill());
    options.pipeline.bisect.iter().for_each(|bisect| bisect.restart());
    options.remarks.iter().for_each(|remarks| remarks.clear());
    let shown = options.progress.begin(name);
    let compiled = guard::catch(|| compile_any(data, name, options));
    drop(shown);
    options.job_slots.release();
    let compiled = compiled.unwrap_or_else(|message| Err(Failure::new(format!("{name}: {message}"))));
    let compiled = compiled.map_err(|failure| failure.located(name, data));
    let compiled = options.report_warnings(name, compiled);
    let statistics = options.pipeline.statistics.iter().map(|statistics| match options.statistics_as_json {
        true => reports::statistics(statistics),
        false => statistics.to_string(),
    });
    let times = options.pipeline.times.iter().filter(|_| options.reports_times).map(ToString::to_string);
    let written = statistics.chain(times).try_for_each(|report| options.inform(&report));
    let compiled = compiled.and_then(|compiled| written.map(|()| compiled))?;
    if let Some(remarks) = &options.remarks {
        output::stderr(&remarks.finish(name)?);
    }
    Ok(compiled)
}

fn compile_any(data: &[u8], name: &str, options: &CompileOptions) -> Result<Compiled, Failure> {
    if options.language.is_none() && assembly::is_assembly(name)? {
        options.diagnostics.clear();
        return assembly::compile(data, name, options);
    }
    match mir_text(data, name, options)? {
        Some(text) => mir_input::compile(text, name, options),
        None => compile_ir(data, name, options),
    }
}

/// Returns the input as text if it is MIR. The name or the option determines the language,
/// otherwise the content.
pub(crate) fn mir_text<'a>(
    data: &'a [u8],
    name: &str,
    options: &CompileOptions,
) -> Result<Option<&'a str>, Failure> {
    let named_mir = Path::new(name).extension().is_some_and(|extension| extension == "mir");
    let asked = options.language.or(named_mir.then_some(InputLanguage::Mir));
    let text = std::str::from_utf8(data).ok().filter(|text| parser::is_mir(text));
    match (asked, text) {
        (Some(InputLanguage::Mir) | None, Some(text)) => Ok(Some(text)),
        (Some(InputLanguage::Mir), None) => {
            Err(Failure::new(format!("{name}:1:1: error: expected a YAML document of MIR")))
        }
        (Some(InputLanguage::Ir), _) | (None, None) => Ok(None),
    }
}

fn compile_ir(data: &[u8], name: &str, options: &CompileOptions) -> Result<Compiled, Failure> {
    let input = Input { data, name, options };
    options.diagnostics.clear();
    // MIR output begins with the whole module, and only all bodies tell whose address is taken.
    let needs_all = options.pipeline.writes_mir() || options.module.call_graph;
    let lazy = reader::is_bitcode(data) && !needs_all;
    let ((file, triple), others) = input.read_for_threads(lazy)?;
    let mut compiled = match options.time("globals", || options.translator(&file, &triple)) {
        Ok(translator) => input.compile(&file, others, translator, &triple, lazy)?,
        // Initializers with block addresses require the bodies.
        Err(_) if lazy => {
            options.diagnostics.clear();
            let (file, triple) = input.read(options.verify_ir, false)?;
            input.compile(&file, Vec::new(), options.translator(&file, &triple)?, &triple, false)?
        }
        Err(errors) => return Err(errors.into()),
    };
    if options.pipeline.writes_mir() {
        compiled.bytes = [mir_text::ir_document(&file.to_text()).into_bytes(), compiled.bytes].concat();
    }
    Ok(compiled)
}
