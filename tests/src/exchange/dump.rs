//! A `.mir` file with its module, and subsets of it: some functions remain, the others become
//! declarations.

use std::collections::BTreeSet;

/// The documents of a `.mir` file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dump {
    /// The lines of the module, without indentation.
    module: Vec<String>,
    /// Functions by name, in their order.
    functions: Vec<(String, String)>,
}

impl Dump {
    /// Splits a file into its documents.
    #[must_use]
    pub fn parse(text: &str) -> Dump {
        let mut dump = Dump { module: Vec::new(), functions: Vec::new() };
        for document in text.split("\n...\n") {
            let document = document.trim_start_matches('\n');
            if let Some(module) = document.strip_prefix("--- |\n") {
                dump.module = module.lines().map(|l| l.strip_prefix("  ").unwrap_or(l).to_owned()).collect();
            } else if let Some(name) = document.lines().find_map(|l| l.strip_prefix("name:")) {
                let name = name.trim().trim_matches(['\'', '"']).to_owned();
                dump.functions.push((name, format!("{document}\n...\n")));
            }
        }
        dump
    }

    /// Returns the names of the functions.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.functions.iter().map(|(name, _)| name.as_str())
    }

    /// Returns the document of a function.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<&str> {
        self.functions.iter().find(|(n, _)| n == name).map(|(_, text)| text.as_str())
    }

    /// Returns the file with only these functions. Data with block addresses of other functions is
    /// declared, too.
    #[must_use]
    pub fn part(&self, keep: &BTreeSet<&str>) -> String {
        let mut text = String::from("--- |\n");
        for line in part_of_module(&self.module, keep) {
            text += &format!("  {line}\n");
        }
        text += "...\n";
        let kept = self.functions.iter().filter(|(name, _)| keep.contains(name.as_str()));
        kept.for_each(|(_, document)| text += document);
        text
    }

    /// Returns the function at a line of [`Dump::part`], counted from 1.
    #[must_use]
    pub fn function_at(part: &str, line: usize) -> Option<String> {
        let before: Vec<&str> = part.lines().take(line).collect();
        let name = before.iter().rev().find_map(|l| l.strip_prefix("name:"))?;
        Some(name.trim().trim_matches(['\'', '"']).to_owned())
    }
}

fn part_of_module(module: &[String], keep: &BTreeSet<&str>) -> Vec<String> {
    let mut lines = Vec::new();
    let mut skipping = false;
    for line in module {
        if skipping {
            skipping = line != "}";
            continue;
        }
        let removed = defined_name(line).filter(|name| !keep.contains(name));
        if removed.is_some() {
            lines.push(declaration(line));
            skipping = true;
        } else if line.starts_with('@') && block_owners(line).any(|owner| !keep.contains(owner)) {
            lines.push(external(line));
        } else {
            lines.push(line.clone());
        }
    }
    lines
}

/// Returns the function whose definition a line starts.
#[must_use]
pub fn defined_name(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("define ")?;
    let (_, rest) = rest.split_once('@')?;
    match rest.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next(),
        None => rest.split('(').next(),
    }
}

fn declaration(define: &str) -> String {
    // Metadata would come before the type.
    let line = define.split(" !").next().unwrap_or(define);
    let line = line.trim_end().trim_end_matches('{').trim_end().replacen("define ", "declare ", 1);
    line.replacen(" weak ", " ", 1)
}

/// Returns the functions whose block addresses an initialiser contains.
fn block_owners(line: &str) -> impl Iterator<Item = &str> {
    let rests = line.split("blockaddress(@").skip(1);
    rests.filter_map(|rest| rest.split(',').next()).map(|name| name.trim_matches('"'))
}

/// Turns the definition of a global variable into a declaration: removes its value, keeps its type.
fn external(line: &str) -> String {
    let keyword = [" constant ", " global "].into_iter().find_map(|k| line.find(k).map(|at| (at, k)));
    let (Some((at, keyword)), Some(equals)) = (keyword, line.find(" = ")) else { return line.to_owned() };
    let rest = &line[at + keyword.len()..];
    let ty = &rest[..type_length(rest)];
    format!("{} = external {}{keyword}{ty}", &line[..equals], line[equals + 3..at].trim_start())
}

/// Returns the length of the type at the start of a text.
fn type_length(text: &str) -> usize {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '[' | '{' | '<' | '(' => depth += 1,
            ']' | '}' | '>' | ')' => depth -= 1,
            ' ' if depth == 0 => return at,
            _ => {}
        }
    }
    text.len()
}

/// Makes a module's functions and data visible, which allows linking subsets of it, and removes
/// metadata from its instructions. llc's time to read a constant in a `.mir` file grows with the
/// amount of the module's metadata.
#[must_use]
pub fn prepare(module: &str) -> String {
    let prepared = |line: &str| {
        let defines = line.starts_with('@') || line.starts_with("define ");
        // The first match: text in an initialiser can contain the words, too.
        let linkages =
            [" internal ", " private "].into_iter().filter(|linkage| defines && line.contains(linkage));
        let linkage = linkages.min_by_key(|linkage| line.find(linkage));
        match linkage {
            Some(linkage) => format!("{}\n", line.replacen(linkage, " hidden ", 1)),
            None => format!("{}\n", without_metadata(line)),
        }
    };
    module.lines().map(prepared).collect()
}

/// Returns a line of a module without the metadata attached to an instruction. Metadata can also be
/// an operand.
fn without_metadata(line: &str) -> &str {
    let attached = if line.starts_with(' ') && !line.contains("metadata ") { line.find(", !") } else { None };
    attached.map_or(line, |at| &line[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "--- |
  @t = hidden constant [2 x ptr] [ptr blockaddress(@f, %a), ptr null], align 8
  @s = global i32 3
  define hidden i32 @f(i32 %x) #0 !section_prefix !1 {
    ret i32 %x
  }
  define void @\"odd name\"() {
    ret void
  }
...
---
name:            f
body:             |
  bb.0:
...
---
name:            'odd name'
...
";

    #[test]
    fn parts_declare_the_rest() {
        let dump = Dump::parse(TEXT);
        assert_eq!(dump.names().collect::<Vec<_>>(), ["f", "odd name"]);
        assert_eq!(dump.part(&dump.names().collect()), TEXT);
        let part = dump.part(&BTreeSet::from(["odd name"]));
        let lines: Vec<&str> = part.lines().collect();
        assert_eq!(
            lines[..5],
            [
                "--- |",
                "  @t = external hidden constant [2 x ptr]",
                "  @s = global i32 3",
                "  declare hidden i32 @f(i32 %x) #0",
                "  define void @\"odd name\"() {"
            ]
        );
        assert!(!part.contains("name:            f"));
        assert_eq!(Dump::function_at(&part, lines.len()).as_deref(), Some("odd name"));
    }

    #[test]
    fn everything_becomes_visible_and_loses_metadata() {
        let text = "@a = private unnamed_addr constant [16 x i8] c\"for internal use\"\ndefine internal void @f() {\n  call void @g(), !tbaa !1, !range !2 ; private\n}\n";
        let seen = "@a = hidden unnamed_addr constant [16 x i8] c\"for internal use\"\ndefine hidden void @f() {\n  call void @g()\n}\n";
        assert_eq!(prepare(text), seen);
        let operand = "  call void @h(metadata !1, i32 2)";
        assert_eq!(without_metadata(operand), operand);
    }
}
