//! Macros, repetitions and conditions: determines the statements that are assembled.
//!
//! Source: *Using as*, ".macro", ".rept", ".irp", ".if". Cost: linear in the expanded statements,
//! whose number is limited.

use super::statements::{Statement, is_symbol_char, items, split_label, split_word, statements, words};
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

/// The maximum number of statements from expansions.
const MAX_STATEMENTS: usize = 1 << 22;

/// The maximum nesting of macro calls.
const MAX_NESTING: usize = 200;

/// A parameter of a macro.
struct Parameter {
    name: String,
    default: Option<String>,
    required: bool,
    /// True if it takes all remaining arguments.
    rest: bool,
}

/// A macro.
struct Macro {
    parameters: Vec<Parameter>,
    body: Vec<Statement>,
}

/// An open condition.
struct Condition {
    /// True if statements are assembled now.
    active: bool,
    /// True if a branch has been assembled, or none will be.
    done: bool,
}

/// The expansion of a macro in progress.
struct Expansion {
    number: u32,
    conditions: usize,
}

/// The statements that remain to be assembled.
pub(crate) struct Expander {
    pending: VecDeque<Statement>,
    macros: HashMap<String, Rc<Macro>>,
    conditions: Vec<Condition>,
    expansions: Vec<Expansion>,
    /// The value of `\@`.
    calls: u32,
    expanded: usize,
    comment: &'static str,
    /// True after `.altmacro`: arguments are evaluated or enclosed in angle brackets, and
    /// parameters need no backslash.
    alternate: bool,
}

/// The result of a directive.
pub(crate) enum Asked {
    /// It has been processed.
    Done,
    /// It is of another kind.
    No,
}

/// The queries of conditions.
pub(crate) trait Conditions {
    /// Returns the value of an expression.
    fn number(&mut self, text: &str) -> Result<i64, String>;

    /// Returns true if a symbol has been defined.
    fn is_defined(&mut self, name: &str) -> bool;

    /// Returns the statements of a file.
    fn included(&mut self, arguments: &str) -> Result<Vec<Statement>, String>;
}

impl Expander {
    /// Returns an expander of `statements`, in a syntax with these comments.
    pub(crate) fn new(statements: Vec<Statement>, comment: &'static str) -> Expander {
        Expander {
            pending: statements.into(),
            macros: HashMap::new(),
            conditions: Vec::new(),
            expansions: Vec::new(),
            calls: 0,
            expanded: 0,
            comment,
            alternate: false,
        }
    }

    /// Returns the next statement. Statements in an inactive condition are skipped, up to one that
    /// may end it.
    pub(crate) fn next_statement(&mut self) -> Option<Statement> {
        loop {
            let statement = self.pending.pop_front()?;
            let ended = |e: &Expansion| e.number > statement.expansion;
            while self.expansions.last().is_some_and(ended) {
                self.expansions.pop();
            }
            if self.is_active() || is_condition(&statement.text) {
                return Some(statement);
            }
        }
    }

    fn is_active(&self) -> bool {
        self.conditions.last().is_none_or(|c| c.active)
    }

    /// Checks that no block is open at the end of the text.
    pub(crate) fn end(&self) -> Result<(), String> {
        if self.conditions.is_empty() { Ok(()) } else { Err("`.if` without `.endif`".into()) }
    }

    /// Processes `statement`, which has no label, if it is one of the directives of this module.
    pub(crate) fn directive(
        &mut self,
        word: &str,
        arguments: &str,
        statement: &Statement,
        asked: &mut dyn Conditions,
    ) -> Result<Asked, String> {
        if word.starts_with(".if") {
            let holds = self.is_active() && holds(word, arguments, asked)?;
            let done = holds || !self.is_active();
            self.conditions.push(Condition { active: holds, done });
            return Ok(Asked::Done);
        }
        match word {
            ".else" | ".elseif" => {
                let open = self.conditions.last_mut().ok_or("`.else` without `.if`")?;
                open.active = false;
                if !open.done && (word == ".else" || asked.number(arguments)? != 0) {
                    (open.active, open.done) = (true, true);
                }
            }
            ".endif" => {
                self.conditions.pop().ok_or("`.endif` without `.if`")?;
            }
            ".macro" => self.define(arguments)?,
            ".altmacro" => self.alternate = true,
            ".noaltmacro" => self.alternate = false,
            ".purgem" => {
                self.macros.remove(&arguments.to_ascii_lowercase()).ok_or("no such macro")?;
            }
            ".exitm" => {
                let Expansion { number, conditions } =
                    self.expansions.pop().ok_or("`.exitm` outside of a macro")?;
                while self.pending.front().is_some_and(|s| s.expansion >= number) {
                    self.pending.pop_front();
                }
                self.conditions.truncate(conditions);
            }
            ".rept" | ".rep" => {
                let count = asked.number(arguments)?;
                let body = self.block(".rept")?;
                for _ in 0..count.max(0) {
                    self.expanded += body.len() + 1;
                    self.check_size()?;
                }
                let copies = (0..count.max(0)).flat_map(|_| body.iter().cloned());
                self.push(copies.collect(), statement.expansion);
            }
            ".include" => {
                let statements = asked.included(arguments)?;
                self.expanded += statements.len();
                self.check_size()?;
                self.push(statements, statement.expansion);
            }
            ".irp" | ".irpc" => {
                let (name, values) = arguments.split_once(',').unwrap_or_else(|| split_word(arguments));
                let (name, values) = (name.trim().trim_start_matches('\\'), values.trim());
                let body = self.block(".irp")?;
                let values: Vec<String> = match word {
                    ".irp" => arguments_of(values).into_iter().map(|(_, v)| unquoted(&v)).collect(),
                    _ => unquoted(values).chars().filter(|c| !c.is_whitespace()).map(String::from).collect(),
                };
                let mut all = Vec::new();
                for value in values {
                    self.expanded += body.len() + 1;
                    self.check_size()?;
                    all.extend(self.substituted(&body, &[(name, &value)])?);
                }
                self.push(all, statement.expansion);
            }
            ".endm" | ".endmacro" | ".endr" => return Err(format!("`{word}` without a start")),
            _ => return self.call(word, arguments, asked),
        }
        Ok(Asked::Done)
    }

    fn check_size(&self) -> Result<(), String> {
        if self.expanded > MAX_STATEMENTS { Err("too many statements".into()) } else { Ok(()) }
    }

    fn push(&mut self, mut statements: Vec<Statement>, expansion: u32) {
        statements.iter_mut().for_each(|s| s.expansion = expansion);
        for statement in statements.into_iter().rev() {
            self.pending.push_front(statement);
        }
    }

    /// Returns the statements up to the end of the current block.
    fn block(&mut self, kind: &str) -> Result<Vec<Statement>, String> {
        let (mut body, mut open) = (Vec::new(), 1);
        while let Some(statement) = self.pending.pop_front() {
            let (word, _) = split_word(without_labels(&statement.text));
            let (starts, ends): (&[&str], &[&str]) = match kind {
                ".macro" => (&[".macro"], &[".endm", ".endmacro"]),
                _ => (&[".rept", ".rep", ".irp", ".irpc"], &[".endr"]),
            };
            open += i32::from(starts.contains(&word)) - i32::from(ends.contains(&word));
            if open == 0 {
                return Ok(body);
            }
            body.push(statement);
        }
        Err(format!("`{kind}` without an end"))
    }

    fn define(&mut self, arguments: &str) -> Result<(), String> {
        let end = arguments.find(|c: char| !is_symbol_char(c)).unwrap_or(arguments.len());
        let (name, list) = (&arguments[..end], arguments[end..].trim().trim_start_matches(','));
        if name.is_empty() {
            return Err("a macro without a name".into());
        }
        let mut parameters: Vec<Parameter> = Vec::new();
        for item in parameter_list(list) {
            let (item, default) = match item.split_once('=') {
                Some((item, default)) => (item.trim().to_owned(), Some(unquoted(default.trim()))),
                None => (item, None),
            };
            let (name, kind) = item.split_once(':').unwrap_or((&item, ""));
            let (required, rest) = match kind.trim() {
                "" => (false, false),
                "req" => (true, false),
                "vararg" => (false, true),
                kind => return Err(format!("`{kind}` is no kind of parameter")),
            };
            let name = name.trim().to_owned();
            if name.is_empty() || !name.chars().all(is_symbol_char) {
                return Err(format!("`{name}` is no name of a parameter"));
            }
            parameters.push(Parameter { name, default, required, rest });
        }
        let body = self.block(".macro")?;
        let made = Rc::new(Macro { parameters, body });
        match self.macros.insert(name.to_ascii_lowercase(), made) {
            Some(_) => Err(format!("macro `{name}` is defined twice")),
            None => Ok(()),
        }
    }

    /// Expands the macro called `word`, if there is one.
    fn call(&mut self, word: &str, arguments: &str, asked: &mut dyn Conditions) -> Result<Asked, String> {
        if self.macros.is_empty() {
            return Ok(Asked::No);
        }
        let Some(called) = self.macros.get(&word.to_ascii_lowercase()).cloned() else { return Ok(Asked::No) };
        if self.expansions.len() >= MAX_NESTING {
            return Err("macros are nested too deeply".into());
        }
        let mut values = bind(&called.parameters, arguments)?;
        if self.alternate {
            values = values.into_iter().map(|v| alternate_value(v, asked)).collect::<Result<_, _>>()?;
        }
        let pairs: Vec<(&str, &str)> =
            called.parameters.iter().zip(&values).map(|(p, v)| (p.name.as_str(), v.as_str())).collect();
        self.expanded += called.body.len() + 1;
        self.check_size()?;
        let body = self.substituted(&called.body, &pairs)?;
        self.calls += 1;
        let number = self.expansions.last().map_or(0, |e| e.number) + 1;
        self.expansions.push(Expansion { number, conditions: self.conditions.len() });
        self.push(body, number);
        Ok(Asked::Done)
    }

    /// Returns `body` with values for its parameters.
    fn substituted(&self, body: &[Statement], values: &[(&str, &str)]) -> Result<Vec<Statement>, String> {
        let mut out = Vec::with_capacity(body.len());
        for statement in body {
            if !statement.text.contains('\\') && !self.alternate {
                out.push(statement.clone());
                continue;
            }
            let mut text = self.substitute(&statement.text, values);
            if self.alternate {
                text = substitute_bare(&text, values);
            }
            // A value may contain several statements.
            let parts = statements(&text, self.comment).map_err(|(_, message)| message)?;
            out.extend(parts.into_iter().map(|part| Statement { text: part.text, ..statement.clone() }));
        }
        Ok(out)
    }

    fn substitute(&self, text: &str, values: &[(&str, &str)]) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find('\\') {
            out.push_str(&rest[..at]);
            let after = &rest[at + 1..];
            let end = after.find(|c: char| !is_symbol_char(c)).unwrap_or(after.len());
            let name = &after[..end];
            if let Some(next) = after.strip_prefix('@') {
                out.push_str(&self.calls.to_string());
                rest = next;
            } else if let Some(next) = after.strip_prefix("()") {
                rest = next;
            } else if let Some((_, value)) = values.iter().find(|(parameter, _)| *parameter == name) {
                out.push_str(value);
                rest = &after[end..];
            } else {
                out.push('\\');
                // Escaped characters are unchanged.
                let kept = after.chars().next().filter(|c| *c == '\\').map_or(0, char::len_utf8);
                out.push_str(&after[..kept]);
                rest = &after[kept..];
            }
        }
        out.push_str(rest);
        out
    }
}

/// Returns the value of an argument after `.altmacro`: `%` is followed by an expression, `<` and
/// `>` enclose text in which `!` escapes.
fn alternate_value(value: String, asked: &mut dyn Conditions) -> Result<String, String> {
    if let Some(expression) = value.strip_prefix('%') {
        return asked.number(expression).map(|number| number.to_string());
    }
    let Some(inner) = value.strip_prefix('<').and_then(|v| v.strip_suffix('>')) else { return Ok(value) };
    let mut escaped = false;
    let kept = |c: &char| {
        escaped = *c == '!' && !escaped;
        !escaped
    };
    Ok(inner.chars().filter(kept).collect())
}

/// Returns `text` with values for the parameters that it names without a backslash.
fn substitute_bare(text: &str, values: &[(&str, &str)]) -> String {
    words(text).map(|word| values.iter().find(|(name, _)| *name == word).map_or(word, |row| row.1)).collect()
}

/// Returns true if a statement opens, changes or ends a condition.
fn is_condition(statement: &str) -> bool {
    let (word, _) = split_word(without_labels(statement));
    word.starts_with(".if") || matches!(word, ".else" | ".elseif" | ".endif")
}

fn without_labels(mut statement: &str) -> &str {
    while let Some((_, rest)) = split_label(statement) {
        statement = rest;
    }
    statement
}

/// Returns true if the condition of an `.if…` holds.
fn holds(word: &str, arguments: &str, asked: &mut dyn Conditions) -> Result<bool, String> {
    let pair = || -> Result<(String, String), String> {
        let list = items(arguments);
        let [a, b] = list[..] else { return Err("two operands are compared".into()) };
        Ok((a.to_owned(), b.to_owned()))
    };
    Ok(match word {
        ".if" | ".ifne" => asked.number(arguments)? != 0,
        ".ifeq" => asked.number(arguments)? == 0,
        ".ifgt" => asked.number(arguments)? > 0,
        ".ifge" => asked.number(arguments)? >= 0,
        ".iflt" => asked.number(arguments)? < 0,
        ".ifle" => asked.number(arguments)? <= 0,
        ".ifdef" => asked.is_defined(arguments),
        ".ifndef" | ".ifnotdef" => !asked.is_defined(arguments),
        ".ifb" => arguments.is_empty(),
        ".ifnb" => !arguments.is_empty(),
        ".ifc" | ".ifnc" => {
            let (a, b) = pair()?;
            (a == b) == (word == ".ifc")
        }
        ".ifeqs" | ".ifnes" => {
            let (a, b) = pair()?;
            (unquoted(&a) == unquoted(&b)) == (word == ".ifeqs")
        }
        _ => return Err(format!("directive `{word}` is not supported")),
    })
}

/// Returns the values of `parameters` in a call.
fn bind(parameters: &[Parameter], arguments: &str) -> Result<Vec<String>, String> {
    let mut values: Vec<Option<String>> = vec![None; parameters.len()];
    let given = arguments_of(arguments);
    let mut next = 0;
    for (start, argument) in &given {
        let named = argument.split_once('=').and_then(|(name, value)| {
            let at = parameters.iter().position(|p| p.name == name.trim())?;
            Some((at, value.trim()))
        });
        if let Some((at, value)) = named {
            values[at] = Some(unquoted(value));
            next = at + 1;
            continue;
        }
        let Some(parameter) = parameters.get(next) else {
            if argument.is_empty() && given.len() == 1 {
                break;
            }
            return Err("too many arguments of a macro".into());
        };
        if parameter.rest {
            values[next] = Some(arguments[*start..].trim().to_owned());
            break;
        }
        values[next] = Some(unquoted(argument));
        next += 1;
    }
    let value = |(parameter, value): (&Parameter, Option<String>)| {
        let value = value.filter(|v| !v.is_empty());
        match value.or_else(|| parameter.default.clone()) {
            None if parameter.required => Err(format!("no value for the parameter `{}`", parameter.name)),
            value => Ok(value.unwrap_or_default()),
        }
    };
    parameters.iter().zip(values).map(value).collect()
}

/// Splits parameters at commas or blanks; `=` and `:` join.
fn parameter_list(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let joined = text.replace(" =", "=").replace("= ", "=").replace(" :", ":").replace(": ", ":");
    let (mut current, mut quoted, mut depth) = (String::new(), false, 0);
    for c in joined.chars() {
        quoted ^= c == '"';
        depth += i32::from(!quoted && c == '(') - i32::from(!quoted && c == ')');
        if !quoted && depth <= 0 && (c == ',' || c.is_whitespace()) {
            if !current.is_empty() {
                out.push(std::mem::take(&mut current));
            }
            continue;
        }
        current.push(c);
    }
    if !current.is_empty() {
        out.push(current);
    }
    out
}

/// Splits arguments at commas, or at blanks without an operator beside them, each with its
/// position.
fn arguments_of(text: &str) -> Vec<(usize, String)> {
    let mut out = Vec::new();
    for item in items(text) {
        let start = item.as_ptr() as usize - text.as_ptr() as usize;
        let (mut depth, mut quoted) = (0i32, false);
        let (mut current, mut current_start) = (String::new(), start);
        for (at, c) in item.char_indices() {
            quoted ^= c == '"';
            depth += i32::from(!quoted && c == '(') - i32::from(!quoted && c == ')');
            let operator = |c: Option<char>| c.is_some_and(|c| "+-*/%<>|&^!~=".contains(c));
            let next = item[at..].chars().find(|c| !c.is_whitespace());
            let last = current.chars().next_back();
            if c.is_whitespace() && !quoted && depth == 0 && !operator(next) && !operator(last) {
                if !current.is_empty() {
                    out.push((current_start, std::mem::take(&mut current)));
                }
                continue;
            }
            if current.is_empty() {
                current_start = start + at;
            }
            current.push(c);
        }
        out.push((current_start, current.trim().to_owned()));
    }
    out
}

/// Returns a string without its quotes.
fn unquoted(text: &str) -> String {
    let inner = text.strip_prefix('"').and_then(|t| t.strip_suffix('"')).filter(|_| text.len() > 1);
    inner.unwrap_or(text).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Plain;

    impl Conditions for Plain {
        fn number(&mut self, text: &str) -> Result<i64, String> {
            text.parse().map_err(|_| format!("`{text}` is no number"))
        }

        fn is_defined(&mut self, name: &str) -> bool {
            name == "known"
        }

        fn included(&mut self, name: &str) -> Result<Vec<Statement>, String> {
            Err(format!("there is no file {name}"))
        }
    }

    fn expand(text: &str) -> Result<Vec<String>, String> {
        let mut expander = Expander::new(statements(text, "#").unwrap(), "#");
        let mut out = Vec::new();
        while let Some(statement) = expander.next_statement() {
            let (word, arguments) = split_word(&statement.text);
            if let Asked::No = expander.directive(word, arguments, &statement, &mut Plain)? {
                out.push(statement.text.to_string());
            }
        }
        expander.end().map(|()| out)
    }

    #[test]
    fn macros_take_arguments() {
        let text = ".macro m a, b=2, c:req, d:vararg\n x \\a \\b\\()3 \\c \\d \\@\n.endm\n m 1, , 5, 6, 7\n m c=9, d=1\nm 1 4 (1 + 2)";
        assert_eq!(
            expand(".macro m a, b:vararg\n \\b\n.endm\n m 1, add x0, x1 2").unwrap(),
            ["add x0, x1 2"]
        );
        assert_eq!(expand(text).unwrap(), ["x 1 23 5 6, 7 0", "x  23 9 1 1", "x 1 43 (1 + 2)  2"]);
        for wrong in
            [".macro m a:req\n.endm\nm", ".macro m\n.endm\nm 1", ".macro m\nm\n.endm\nm", ".macro m", ".endm"]
        {
            assert!(expand(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn alternate_macros_evaluate_arguments() {
        let text = ".altmacro\n.macro m a, b\n x a \\b ab\n.endm\n m %5, <1!>2>\n.noaltmacro\n m 1, 2";
        assert_eq!(expand(text).unwrap(), ["x 5 1>2 ab", "x a 2 ab"]);
        assert_eq!(expand(".macro m a=(1 << 6), b\n x \\a \\b\n.endm\n m , 2").unwrap(), ["x (1 << 6) 2"]);
    }

    #[test]
    fn blocks_are_repeated() {
        let text =
            ".rept 2\n.rept 2\na\n.endr\nb\n.endr\n.irp r, 1, 2\nx\\r\n.endr\n.irpc r, ab\ny\\r\n.endr";
        assert_eq!(expand(text).unwrap(), ["a", "a", "b", "a", "a", "b", "x1", "x2", "ya", "yb"]);
        assert!(expand(".rept 99999999999\n.endr").is_err());
    }

    #[test]
    fn conditions_choose() {
        let text = ".if 0\n.if 1\na\n.else\nb\n.endif\n.elseif 1\nc\n.else\nd\n.endif\n.ifdef known\ne\n.endif\n.ifndef known\nf\n.endif\n.ifc x, x\ng\n.endif\n.ifb\nh\n.endif";
        assert_eq!(expand(text).unwrap(), ["c", "e", "g", "h"]);
        assert_eq!(expand(".macro m\n.if 1\na\n.exitm\n.endif\nb\n.endm\nm\nc").unwrap(), ["a", "c"]);
        assert!(expand(".if 1").is_err() && expand(".endif").is_err());
    }
}
