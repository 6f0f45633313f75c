//! `gisel explain`: an HTML page with the compilation of a module's functions.
//!
//! The page is self-contained. The number of an IR instruction is the debug location of all
//! instructions that derive from it. Passes preserve, merge or drop it as any location.

mod function;
pub(crate) mod text;

use crate::compile_options::CompileOptions;
use crate::failure;
use crate::failure::Failure;
use crate::input::{Input, Translated};
use crate::options::{FileType, Options};
use crate::program;
use crate::session::mir_text;
use function::Explainer;
use gisel_codegen::isel::record::Record;
use gisel_codegen::support::error::CompileError;
use gisel_codegen::support::timing::PassTimes;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Writes the page. Returns the process's exit code.
///
/// # Errors
/// The input cannot be read or compiled, the module does not have the function, or the output
/// cannot be written.
pub fn explain(options: &Options) -> Result<i32, Failure> {
    let [input] = &options.inputs[..] else { return Err(Failure::new("one input is explained")) };
    let data = program::read(input)?;
    let name = program::input_name(input);
    let report = report(&data, &name, options).map_err(|failure| failure.located(&name, &data))?;
    let output = options.output.as_deref().unwrap_or(Path::new("report.html"));
    failure::write(output, page(&name, &report).as_bytes())?;
    Ok(0)
}

fn report(data: &[u8], name: &str, options: &Options) -> Result<Value, Failure> {
    let record = Arc::new(Record::default());
    let times = Arc::new(PassTimes::with_trace(Duration::ZERO));
    let mut own = CompileOptions::new(options);
    own.numbers_instructions = true;
    own.module.asm_comments = true;
    own.module.show_encoding = true;
    own.filetype = FileType::Asm;
    own.pipeline.record = Some(record.clone());
    own.pipeline.times = Some(times.clone());
    own.pipeline.print.after_all = true;
    own.diagnostics.clear();
    if mir_text(data, name, &own)?.is_some() {
        return Err(Failure::new(format!("{name}: LLVM IR is explained, not MIR")));
    }
    let translated = own.report_warnings(name, Input { data, name, options: &own }.translate())?;
    let Translated { module, targets, functions, text, .. } = translated;
    let text = text.unwrap_or_default();
    let explainer = Explainer { module: &module, options: &own, record: &record, times: &times, ir: &text };
    let (mut explained, mut errors) = (Vec::new(), Vec::new());
    for (number, mut mf) in functions.into_iter().enumerate() {
        if options.function.as_ref().is_some_and(|wanted| *wanted != mf.name) {
            continue;
        }
        let target = &*targets[mf.subtarget.index()];
        let name = mf.name.clone();
        let work = || explainer.function(number as u32, &mut mf, target);
        let result = CompileError::guard(&name, work).and_then(|explained| explained);
        own.diagnostics.take_from(mf.symbol, &mut mf.warnings);
        match result {
            Ok(function) => explained.push(function),
            Err(e) => errors.push(e),
        }
    }
    own.report_warnings(name, if errors.is_empty() { Ok(()) } else { Err(errors.into()) })?;
    match &options.function {
        Some(wanted) if explained.is_empty() => {
            Err(Failure::new(format!("{name} defines no function '{wanted}'")))
        }
        _ => Ok(json!({
            "input": name,
            "triple": module.triple,
            "level": format!("{:?}", own.pipeline.level),
            "version": env!("CARGO_PKG_VERSION"),
            "functions": explained,
        })),
    }
}

/// Returns the page with a report. Text that would end its script is escaped.
fn page(name: &str, report: &Value) -> String {
    let data = report.to_string().replace("</", "<\\/").replace("<!--", "<\\u0021--");
    let title = name.replace('&', "&amp;").replace('<', "&lt;");
    let filled = PAGE.replace("{{title}}", &title).replace("{{style}}", STYLE).replace("{{script}}", SCRIPT);
    filled.replacen("{{data}}", &data, 1)
}
