//! Parses records and metadata from the text of IR.

use crate::Result;
use std::collections::HashMap;

/// A module's metadata.
pub(super) struct Module<'a> {
    nodes: HashMap<&'a str, &'a str>,
}

impl<'a> Module<'a> {
    pub(super) fn new(ir: &'a str) -> Module<'a> {
        let nodes = ir.lines().filter(|line| line.starts_with('!')).filter_map(|line| line.split_once(" = "));
        Module { nodes: nodes.collect() }
    }

    /// Returns a field of a node.
    fn field(&self, node: &str, field: &str) -> Option<&'a str> {
        let (_, fields) = self.nodes.get(node)?.split_once('(')?;
        let fields = arguments(fields.strip_suffix(')')?);
        fields.into_iter().find_map(|text| text.strip_prefix(field)?.strip_prefix(": "))
    }

    /// Returns the call site of an inlined location.
    pub(super) fn inlined_at(&self, location: &str) -> Option<&'a str> {
        self.field(location, "inlinedAt")
    }

    /// Returns the size of a variable in bits.
    pub(super) fn size(&self, variable: &str) -> Result<u64> {
        let mut ty = self.field(variable, "type");
        while let Some(node) = ty {
            if let Some(size) = self.field(node, "size") {
                return size.parse().map_err(|e| format!("{node}: {e}"));
            }
            ty = self.field(node, "baseType");
        }
        Err(format!("{variable}: its type has no size"))
    }
}

/// An operand: type and value.
pub(super) type Operand<'a> = (&'a str, &'a str);

/// The assignment of a record, besides its value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Assigned<'a> {
    pub(super) id: &'a str,
    /// The memory address of the variable or fragment, if known.
    pub(super) address: Option<&'a str>,
    /// The offset from it in bytes.
    pub(super) offset: u64,
}

/// A record that assigns a value to a variable.
#[derive(Debug, Clone)]
pub(super) struct Record<'a> {
    pub(super) operands: Vec<Operand<'a>>,
    pub(super) variable: &'a str,
    pub(super) expression: Vec<&'a str>,
    pub(super) location: &'a str,
    pub(super) assigned: Option<Assigned<'a>>,
}

impl<'a> Record<'a> {
    /// Parses the record in a line, if it assigns a value.
    pub(super) fn parse(line: &'a str) -> Result<Option<Record<'a>>> {
        let line = line.trim();
        let unknown = || format!("a record of an unknown form: {line}");
        let Some((kind, rest)) = line.strip_prefix("#dbg_").and_then(|rest| rest.split_once('(')) else {
            return Ok(None);
        };
        let fields = arguments(rest.strip_suffix(')').ok_or_else(unknown)?);
        let record = |value: &'a str, variable, expression, location, assigned| {
            let operands = operands(value).ok_or_else(unknown)?;
            let expression = tokens(expression).ok_or_else(unknown)?;
            Ok(Some(Record { operands, variable, expression, location, assigned }))
        };
        match (kind, &fields[..]) {
            ("value", &[value, variable, expression, location]) => {
                record(value, variable, expression, location, None)
            }
            ("assign", &[value, variable, expression, id, address, within, location]) => {
                let (_, address) = operand(address).ok_or_else(unknown)?;
                let offset = match tokens(within).ok_or_else(unknown)?[..] {
                    [] => 0,
                    ["DW_OP_plus_uconst", offset] => offset.parse().map_err(|_| unknown())?,
                    _ => return Err(unknown()),
                };
                let address = Some(address).filter(|address| !is_nothing(address));
                record(value, variable, expression, location, Some(Assigned { id, address, offset }))
            }
            ("declare" | "label", _) => Ok(None),
            _ => Err(unknown()),
        }
    }

    /// Returns offset and size of its fragment.
    pub(super) fn fragment(&self) -> Option<(u64, u64)> {
        match self.expression[..] {
            [.., "DW_OP_LLVM_fragment", offset, size] => Some((offset.parse().ok()?, size.parse().ok()?)),
            _ => None,
        }
    }

    /// Returns true if the value is unknown.
    pub(super) fn is_nothing(&self) -> bool {
        self.operands.is_empty() || self.operands.iter().any(|(_, value)| is_nothing(value))
    }
}

fn is_nothing(value: &str) -> bool {
    value == "poison" || value == "undef"
}

/// Returns the assignment id of an instruction.
pub(super) fn assignment_id(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("!DIAssignID ")?;
    rest.split([',', ' ']).next()
}

/// Returns the name of the value that a line computes, and its opcode.
pub(super) fn definition(line: &str) -> Option<(&str, &str)> {
    let (name, rest) = line.strip_prefix("  ")?.split_once(" = ")?;
    name.starts_with('%').then(|| (name, rest.split(' ').next().unwrap_or_default()))
}

/// Returns the name of a computed value's memory.
pub(super) fn home(name: &str) -> String {
    format!("%records.of.{}", &name[1..])
}

/// Returns the size of a scalar type in bytes.
pub(super) fn size_of(ty: &str) -> Option<u64> {
    match ty {
        "ptr" | "double" => Some(8),
        "float" => Some(4),
        _ => Some(ty.strip_prefix('i')?.parse::<u64>().ok()?.div_ceil(8)),
    }
}

/// Returns the operands of a record.
fn operands(text: &str) -> Option<Vec<Operand<'_>>> {
    match text.strip_prefix("!DIArgList(") {
        Some(list) => arguments(list.strip_suffix(')')?).into_iter().map(operand).collect(),
        None if text == "!{}" => Some(Vec::new()),
        None => Some(vec![operand(text)?]),
    }
}

/// Parses an operand's type and value.
fn operand(text: &str) -> Option<Operand<'_>> {
    let mut depth = 0;
    let end = text.find(|c| {
        depth += i32::from(matches!(c, '<' | '[' | '{')) - i32::from(matches!(c, '>' | ']' | '}'));
        c == ' ' && depth == 0
    })?;
    Some((&text[..end], &text[end + 1..]))
}

/// Returns the elements of an expression.
fn tokens(text: &str) -> Option<Vec<&str>> {
    let inner = text.strip_prefix("!DIExpression(")?.strip_suffix(')')?;
    Some(inner.split(", ").filter(|token| !token.is_empty()).collect())
}

/// Splits at commas outside brackets and strings.
fn arguments(text: &str) -> Vec<&str> {
    let (mut list, mut start, mut depth, mut is_quoted) = (Vec::new(), 0, 0, false);
    for (at, c) in text.char_indices() {
        match c {
            '"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            '(' | '<' | '[' | '{' => depth += 1,
            ')' | '>' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                list.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    list.push(text[start..].trim());
    list
}
