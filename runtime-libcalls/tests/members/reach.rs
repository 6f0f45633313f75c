//! The functions that a member reaches through its relocations.

use gisel_runtime_libcalls::Member;
use object::{Object, ObjectSection, ObjectSymbol};
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

/// Checks that members require nothing but each other, and that none reaches itself.
pub fn check(objects: &[(&'static Member, PathBuf)], machine: &str) {
    let defined: HashSet<&str> = objects.iter().flat_map(|(member, _)| member.symbols).copied().collect();
    let mut edges: HashMap<String, HashSet<String>> = HashMap::new();
    for (member, path) in objects {
        let data = std::fs::read(path).unwrap();
        let file = object::File::parse(&*data).unwrap();
        for symbol in file.symbols().filter(|s| s.is_undefined()) {
            let symbol = symbol.name().unwrap();
            assert!(
                symbol.is_empty() || defined.contains(symbol),
                "{machine}: {} needs {symbol}",
                member.name
            );
        }
        for (from, to) in references(&file).into_iter().filter(|(_, to)| defined.contains(to.as_str())) {
            // References outside of global functions count for all of the member's symbols.
            for from in from.map_or(member.symbols.to_vec(), |from| vec![from]) {
                edges.entry(from.to_owned()).or_default().insert(to.clone());
            }
        }
    }
    let reached = |symbol: &str| edges.get(symbol).into_iter().flatten();
    for start in &defined {
        let mut todo: Vec<&String> = reached(start).collect();
        let mut seen = HashSet::new();
        while let Some(symbol) = todo.pop() {
            assert_ne!(symbol, start, "{machine}: {start} reaches itself");
            if seen.insert(symbol) {
                todo.extend(reached(symbol));
            }
        }
    }
}

/// Returns the symbols that relocations name, each with the global function that contains the
/// relocation, if there is one.
fn references<'a>(file: &object::File<'a>) -> Vec<(Option<&'a str>, String)> {
    let functions: Vec<_> = file.symbols().filter(|s| s.is_global() && s.size() != 0).collect();
    let mut references = Vec::new();
    for section in file.sections() {
        let name = section.name().unwrap();
        if name.starts_with(".eh_frame") || name.starts_with(".debug") {
            continue;
        }
        for (offset, relocation) in section.relocations() {
            let object::RelocationTarget::Symbol(index) = relocation.target() else { continue };
            let holds = |f: &&object::Symbol<'a, '_>| {
                f.section_index() == Some(section.index())
                    && (f.address()..f.address() + f.size()).contains(&offset)
            };
            let from = functions.iter().find(holds).map(|f| f.name().unwrap());
            references.push((from, file.symbol_by_index(index).unwrap().name().unwrap().to_owned()));
        }
    }
    references
}
