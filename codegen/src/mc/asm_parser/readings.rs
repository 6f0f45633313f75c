//! A whole text is read until the distances that it asks for no longer change.

use super::super::assembler::ObjectStreamer;
use super::super::chunk::{ObjectChunk, Place};
use super::super::inst::Label;
use super::super::labels::Labels;
use super::super::streamer::Streamer;
use super::symbols::AsmSymbols;
use super::{AsmError, AsmParser, Names};
use crate::ir::module::Module;
use crate::target::Target;
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

/// Distances that are known only when the whole text has been read, by number of the question.
#[derive(Clone, Default)]
pub(super) struct Distances {
    /// Answers, from the last reading.
    pub(super) known: Vec<i64>,
    /// Questions of this reading: from the second label to the first.
    pub(super) asked: Vec<(Label, Label)>,
    /// Numbers that names had at the end of the last reading, and those of this one; none for what has had several.
    pub(super) last_numbers: HashMap<String, Option<i64>>,
    pub(super) numbers: HashMap<String, Option<i64>>,
    /// Symbols that were used where nothing stood yet that has their names.
    pub(super) ahead: HashSet<String>,
    /// Whether a name was used before it had its number, which was not known.
    pub(super) lacks_number: bool,
    /// Whether the answers are those that this reading gives, too.
    pub(super) settled: bool,
    /// Whether something was wrong by answers that may change: a place to go on at had been passed, a number did not fit.
    pub(super) guessed_wrong: bool,
}

impl Distances {
    /// Notes that `name` is this number from here on.
    pub(super) fn note_number(&mut self, name: &str, number: i64) {
        let known = self.numbers.entry(name.to_owned()).or_insert(Some(number));
        if *known != Some(number) {
            *known = None;
        }
    }

    /// The number that `name`, which has none yet, gets later.
    pub(super) fn later_number(&self, name: &str) -> Option<i64> {
        self.last_numbers.get(name).copied().flatten()
    }
}

/// How often a text is read at most.
const MOST_READINGS: usize = 24;

/// Reads a whole text of a module, whose symbols are known.
pub fn assemble(module: &Module, target: &dyn Target, text: &str) -> Result<ObjectChunk, AsmError> {
    readings(target, |out, labels, distances| {
        let mut parser = AsmParser::new(module, target, out, labels);
        parser.distances = Some(distances);
        parser.run(text)?;
        Ok(parser.distances.take().unwrap_or_default())
    })
}

/// Finds the symbols of a whole text, and what it says of them. The labels `others` stand elsewhere.
pub fn collect(
    target: &dyn Target,
    text: &str,
    folders: &[PathBuf],
    others: &[String],
) -> Result<AsmSymbols, AsmError> {
    let mut symbols = AsmSymbols::default();
    read_symbols(target, text, folders, &mut symbols, &|parser| parser.other_labels = others.to_vec())?;
    Ok(symbols)
}

/// Finds the symbols of a text that stands among code. What cannot be read, as labels of the code around it, is passed over: it is found
/// where the text is assembled.
pub fn collect_inline(target: &dyn Target, text: &str, folders: &[PathBuf]) -> AsmSymbols {
    let mut symbols = AsmSymbols::default();
    // An error is one of the layout, after which the symbols are known.
    let _ = read_symbols(target, text, folders, &mut symbols, &|parser| parser.estimates = true);
    symbols
}

fn read_symbols(
    target: &dyn Target,
    text: &str,
    folders: &[PathBuf],
    symbols: &mut AsmSymbols,
    set_up: &dyn Fn(&mut AsmParser<'_>),
) -> Result<(), AsmError> {
    readings(target, |out, labels, distances| {
        symbols.start();
        let mut parser = AsmParser::with(Names::Collected(symbols), folders, false, target, out, labels);
        parser.distances = Some(distances);
        set_up(&mut parser);
        parser.run(text)?;
        Ok(parser.distances.take().unwrap_or_default())
    })?;
    Ok(())
}

/// Reads a text until what it asks for no longer changes.
fn readings(
    target: &dyn Target,
    mut read: impl FnMut(&mut dyn Streamer, &mut Labels, Distances) -> Result<Distances, AsmError>,
) -> Result<ObjectChunk, AsmError> {
    let wrong =
        |message: String| AsmError { file: None, line: 1, column: 1, statement: String::new(), message };
    let (mut known, mut last_numbers, mut settled) = (Vec::new(), HashMap::new(), false);
    for _ in 0..MOST_READINGS {
        let (mut streamer, mut labels) = (ObjectStreamer::of_whole_sections(target.mc()), Labels::default());
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
        // Once more, if it has to be said where.
        if settled && !distances.guessed_wrong {
            return Ok(chunk);
        }
        (known, last_numbers) = (answers, distances.numbers);
    }
    Err(wrong("sizes depend on each other in a way that has no end".into()))
}

/// The distance from the second label to the first.
fn distance(chunk: &ObjectChunk, (to_label, from_label): (Label, Label)) -> Result<i64, String> {
    let place = |label: Label| -> Result<Place, String> {
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
