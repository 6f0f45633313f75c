//! Repeated readings: a whole text is parsed until the distances that it uses no longer change.

use super::super::assembler::ObjectStreamer;
use super::super::chunk::{ChunkPosition, ObjectChunk};
use super::super::inst::Label;
use super::super::labels::Labels;
use super::symbols::AsmSymbols;
use super::{AsmError, AsmParser, Names};
use crate::ir::module::Module;
use crate::mc::streamer::Streamer;
use crate::mc::target::EmitTarget;
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

/// Distances that are known only after the whole text has been parsed, by number of the query.
#[derive(Clone, Default)]
pub(super) struct Distances {
    /// The results of the last reading.
    pub(super) known: Vec<i64>,
    /// The queries of this reading: the distance from the second label to the first.
    pub(super) asked: Vec<(Label, Label)>,
    /// The numbers of names at the end of the last reading, and in this one; `None` for names with
    /// several.
    pub(super) last_numbers: HashMap<String, Option<i64>>,
    pub(super) numbers: HashMap<String, Option<i64>>,
    /// Symbols that were used before their definition.
    pub(super) ahead: HashSet<String>,
    /// True if a name was used before its number, which was unknown.
    pub(super) lacks_number: bool,
    /// True if this reading gives the same results.
    pub(super) settled: bool,
    /// True if an error may result from distances that are not final: an `.org` target had been
    /// passed, or a number did not fit.
    pub(super) guessed_wrong: bool,
}

impl Distances {
    /// Records the number of `name` from here on.
    pub(super) fn note_number(&mut self, name: &str, number: i64) {
        let known = self.numbers.entry(name.to_owned()).or_insert(Some(number));
        if *known != Some(number) {
            *known = None;
        }
    }

    /// Returns the number that `name`, which has none yet, gets later.
    pub(super) fn later_number(&self, name: &str) -> Option<i64> {
        self.last_numbers.get(name).copied().flatten()
    }
}

/// The maximum number of readings of a text.
const MAX_READINGS: usize = 24;

/// Assembles a whole text of a module whose symbols are known.
pub fn assemble(module: &Module, target: &dyn EmitTarget, text: &str) -> Result<ObjectChunk, AsmError> {
    readings(target, module.options.relaxes_all, |out, labels, distances| {
        let mut parser = AsmParser::new(module, target, out, labels);
        parser.distances = Some(distances);
        parser.run(text)?;
        Ok(parser.distances.take().unwrap_or_default())
    })
}

/// Collects the symbols of a whole text, and their properties. The labels `others` are defined
/// elsewhere.
pub fn collect(
    target: &dyn EmitTarget,
    text: &str,
    folders: &[PathBuf],
    others: &[String],
) -> Result<AsmSymbols, AsmError> {
    let mut symbols = AsmSymbols::default();
    read_symbols(target, text, folders, &mut symbols, &|parser| parser.other_labels = others.to_vec())?;
    Ok(symbols)
}

/// Collects the symbols of inline assembly. Statements that cannot be parsed, such as references to
/// labels around it, are ignored. They are reported when the text is assembled.
pub fn collect_inline(target: &dyn EmitTarget, text: &str, folders: &[PathBuf]) -> AsmSymbols {
    let mut symbols = AsmSymbols::default();
    // An error comes from the layout, after the symbols are known.
    let _ = read_symbols(target, text, folders, &mut symbols, &|parser| parser.estimates = true);
    symbols
}

fn read_symbols(
    target: &dyn EmitTarget,
    text: &str,
    folders: &[PathBuf],
    symbols: &mut AsmSymbols,
    set_up: &dyn Fn(&mut AsmParser<'_>),
) -> Result<(), AsmError> {
    readings(target, false, |out, labels, distances| {
        symbols.start();
        let mut parser = AsmParser::with(Names::Collected(symbols), folders, false, target, out, labels);
        parser.distances = Some(distances);
        set_up(&mut parser);
        parser.run(text)?;
        Ok(parser.distances.take().unwrap_or_default())
    })?;
    Ok(())
}

/// Parses a text until its distances no longer change.
fn readings(
    target: &dyn EmitTarget,
    relaxes_all: bool,
    mut read: impl FnMut(&mut dyn Streamer, &mut Labels, Distances) -> Result<Distances, AsmError>,
) -> Result<ObjectChunk, AsmError> {
    let wrong =
        |message: String| AsmError { file: None, line: 1, column: 1, statement: String::new(), message };
    let (mut known, mut last_numbers, mut settled) = (Vec::new(), HashMap::new(), false);
    for _ in 0..MAX_READINGS {
        let mut streamer = ObjectStreamer::of_whole_sections(target.mc()).relaxing_all(relaxes_all);
        let mut labels = Labels::default();
        let start = Distances { known, last_numbers, settled, ..Distances::default() };
        let distances = read(&mut streamer, &mut labels, start)?;
        let chunk = streamer.finish().map_err(wrong)?;
        let answers: Vec<i64> = distances
            .asked
            .iter()
            .map(|&question| distance(&chunk, question))
            .collect::<Result<_, _>>()
            .map_err(wrong)?;
        settled = answers == distances.known || answers.is_empty();
        let same_numbers = distances.last_numbers.is_empty() || distances.numbers == distances.last_numbers;
        settled &= same_numbers && !distances.lacks_number;
        // Parse again if an error must be reported with its location.
        if settled && !distances.guessed_wrong {
            return Ok(chunk);
        }
        (known, last_numbers) = (answers, distances.numbers);
    }
    Err(wrong("sizes depend on each other in a way that has no end".into()))
}

/// Returns the distance from the second label to the first.
fn distance(chunk: &ObjectChunk, (to_label, from_label): (Label, Label)) -> Result<i64, String> {
    let place = |label: Label| -> Result<ChunkPosition, String> {
        let place = chunk.labels.get(label.0 as usize).copied().flatten();
        place.ok_or_else(|| "a distance to what stands nowhere".to_owned())
    };
    let (to, from) = (place(to_label)?, place(from_label)?);
    if to.part != from.part {
        return Err("a number that is the distance of places in two sections".into());
    }
    if chunk.shortenable[to_label.0 as usize] != chunk.shortenable[from_label.0 as usize] {
        return Err("a number that the linker may change".into());
    }
    Ok(to.offset as i64 - from.offset as i64)
}
