//! Selection rules: compiles `src/isle/prelude.isle` and a target's `select.isle` and
//! `select_float.isle` to Rust.
//!
//! The rules' declarations are generated from the tables: one variant of `InstView` for each
//! generic opcode (results first), an extractor of the opcode's name, and a constant for each
//! instruction, class and register. Every rule gets a number, by which it can be disabled (the
//! build adds a condition) and is counted (the build inserts a call before its result). It also
//! gets a name: its own, or file and line.

use crate::in_place::select_in_place;
use crate::instructions::{Instructions, Kind};
use crate::registers::Registers;
use crate::source::{Result, TableError};
use cranelift_isle::ast::{Def, Expr, Ident, IfLet, Pattern};
use cranelift_isle::error::{Error, Errors};
use cranelift_isle::files::Files;
use cranelift_isle::{codegen::CodegenOptions, compile, lexer::Lexer, parser};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

/// The environment variable with the path of the list of generic opcodes, set by `codegen`'s build
/// script.
const OPCODES: &str = "DEP_GISEL_CODEGEN_OPCODES";
/// The prefix of opcode extractors at the root of a rule. They use a separate extractor, which is
/// inlined into the rules.
const ROOT: &str = "root_";
const PRELUDE: &str = "src/isle/prelude.isle";

/// A target's rules.
const RULES: [&str; 2] = ["select.isle", "select_float.isle"];

/// The kind of an operand in rules.
#[derive(Clone, Copy, PartialEq)]
enum Field {
    Reg,
    Imm,
    Float,
    IntPredicate,
    FloatPredicate,
    Intrinsic,
    Raw,
}

/// One generic opcode: the positions of its fields among the operands.
struct View {
    name: String,
    /// Field and operand position; `None` for the last operand.
    fields: Vec<(Field, Option<usize>)>,
    is_target: bool,
}

/// Compiles the rules of `target`, if it has any. Returns the file names and texts for `OUT_DIR`.
pub fn compile_rules(
    target: &str,
    registers: &Registers,
    instructions: &Instructions,
) -> Result<Vec<(String, String)>> {
    let opcodes = std::env::var(OPCODES).map_err(|e| TableError(format!("{OPCODES}: {e}")))?;
    println!("cargo::rerun-if-changed={opcodes}");
    println!("cargo::rerun-if-changed={PRELUDE}");
    let folder = Path::new("src").join(target).join("isel");
    if !folder.join(RULES[0]).exists() {
        return Ok(Vec::new());
    }
    let views = views(&read(Path::new(&opcodes))?, instructions)?;
    let mut sources = vec![
        ("isle/tables.isle".to_string(), tables(&views, registers, instructions)?),
        ("isle/prelude.isle".to_string(), read(Path::new(PRELUDE))?),
    ];
    for name in RULES {
        sources.push((format!("{target}/{name}"), read(&folder.join(name))?));
    }
    let rust = rules_to_rust(sources)?;
    let names = format!("{target}_isle_view.rs");
    Ok(vec![(format!("{target}_isle.rs"), rust), (names, view_source(&views) + &constants_source(registers))])
}

fn read(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).map_err(|e| TableError(format!("{}: {e}", path.display())))
}

/// Returns the views of all generic opcodes, and of `COPY`.
fn views(opcodes: &str, instructions: &Instructions) -> Result<Vec<View>> {
    let mut views = Vec::new();
    for line in opcodes.lines() {
        let line = line.split('#').next().unwrap_or_default();
        let Some((signature, _)) = line.split_once('|') else { continue };
        let name = signature.split_whitespace().next().unwrap_or_default();
        if !(name.starts_with("G_") || name == "COPY") {
            continue;
        }
        let Some((defs, uses)) = signature[name.len()..].split_once("<-") else {
            return Err(TableError(format!("opcodes.txt: {name}: no `<-`")));
        };
        views.push(common_view(name, defs, uses));
    }
    for instr in instructions.instrs.iter().filter(|i| i.flags.contains(&"GENERIC")) {
        let fields = instr.operands.iter().enumerate().map(|(at, o)| {
            let field = match o.kind {
                Kind::Type(_) => Field::Reg,
                Kind::Other("Any") => Field::Raw,
                _ => Field::Imm,
            };
            (field, Some(at))
        });
        views.push(View { name: instr.name.clone(), fields: fields.collect(), is_target: true });
    }
    Ok(views)
}

fn common_view(name: &str, defs: &str, uses: &str) -> View {
    let mut fields = Vec::new();
    let many_defs = defs.contains('…');
    let words = defs.split_whitespace().chain(uses.split_whitespace());
    for (at, word) in words.filter(|w| *w != "…").enumerate() {
        let field = match word {
            "reg" => Field::Reg,
            "imm" | "cimm" => Field::Imm,
            "fpimm" => Field::Float,
            "pred" if name.contains("FCMP") => Field::FloatPredicate,
            "pred" => Field::IntPredicate,
            "intrin" => Field::Intrinsic,
            "any" => continue,
            _ if word.starts_with('t') && word[1..].parse::<u8>().is_ok() => Field::Reg,
            _ => Field::Raw,
        };
        let last = many_defs && field == Field::Reg && at > 0;
        fields.push((field, if last { None } else { Some(at) }));
    }
    View { name: name.to_string(), fields, is_target: false }
}

impl Field {
    fn isle_type(self) -> &'static str {
        match self {
            Field::Reg => "VReg",
            Field::Imm => "i64",
            Field::Float => "u128",
            Field::IntPredicate => "IntPredicate",
            Field::FloatPredicate => "FloatPredicate",
            Field::Intrinsic => "u32",
            Field::Raw => "Operand",
        }
    }

    fn rust(self, operand: &str) -> String {
        match self {
            Field::Reg => format!("{operand}.vreg()?"),
            Field::Imm => format!("mf.imm_value({operand})?"),
            Field::Float => format!("mf.fp_value({operand})?"),
            Field::IntPredicate => format!("{operand}.as_int_predicate()?"),
            Field::FloatPredicate => format!("{operand}.as_float_predicate()?"),
            Field::Intrinsic => "super::prelude::intrinsic(ops)?".to_string(),
            Field::Raw => operand.to_string(),
        }
    }
}

/// Returns the ISLE declarations that are generated from the tables.
fn tables(views: &[View], registers: &Registers, instructions: &Instructions) -> Result<String> {
    let mut out = String::from("(type InstView extern (enum (Other)\n");
    let mut extractors = String::new();
    for view in views {
        let (mut declared, mut types, mut names) = (String::new(), String::new(), String::new());
        for (n, (field, _)) in view.fields.iter().enumerate() {
            let _ = write!(declared, " (f{n} {})", field.isle_type());
            let _ = write!(types, "{} ", field.isle_type());
            let _ = write!(names, " f{n}");
        }
        let name = &view.name;
        let _ = writeln!(out, "({name}{declared})");
        for (prefix, view) in [("", "view"), (ROOT, "root_view")] {
            let _ = writeln!(
                extractors,
                "(decl {prefix}{name} ({types}) Inst)\n(extractor ({prefix}{name}{names}) ({view} (InstView.{name}{names})))"
            );
        }
    }
    out += "))\n";
    for view in ["view", "root_view"] {
        let _ = writeln!(out, "(decl {view} (InstView) Inst)\n(extern extractor infallible {view} {view})");
    }
    out += &extractors;
    let mut seen = HashSet::new();
    let mut constants = |names: &mut dyn Iterator<Item = String>, ty: &str| -> Result<()> {
        for name in names {
            if !seen.insert(name.clone()) {
                return Err(TableError(format!("{name} names two things: rules could not tell them apart")));
            }
            let _ = writeln!(out, "(extern const ${name} {ty})");
        }
        Ok(())
    };
    let own = instructions.instrs.iter().filter(|i| !i.flags.contains(&"GENERIC"));
    constants(&mut own.map(|i| i.name.clone()), "Opcode")?;
    constants(&mut registers.classes.iter().map(|c| format!("C_{}", c.name.to_uppercase())), "RegClass")?;
    constants(&mut registers.regs.iter().map(|r| format!("R_{}", r.name.to_uppercase())), "PhysReg")?;
    constants(&mut registers.subs.iter().map(|s| format!("S_{}", s.to_uppercase())), "SubReg")?;
    constants(&mut registers.banks.iter().map(|b| format!("B_{}", b.to_uppercase())), "Bank")?;
    Ok(out)
}

/// Returns the Rust source of `InstView` and of the function that builds it.
fn view_source(views: &[View]) -> String {
    let mut variants = String::from(
        "/// One instruction as rules see it: results first; `Other` if there is nothing to see.\n#[derive(Clone, Copy)]\npub enum InstView {\nOther,\n",
    );
    let mut arms = String::from(
        "/// How rules see `inst`.\npub fn view(mf: &MachineFunction, inst: InstId) -> InstView {\n    view_if_known(mf, inst).unwrap_or(InstView::Other)\n}\n\n/// How rules see the root.\n#[inline(always)]\npub fn root_view(mf: &MachineFunction, inst: InstId) -> InstView {\n    view_if_known(mf, inst).unwrap_or(InstView::Other)\n}\n\n#[inline(always)]\nfn view_if_known(mf: &MachineFunction, inst: InstId) -> Option<InstView> {\n    let ops = mf.operands(inst);\n    Some(match mf.opcode(inst) {\n",
    );
    for view in views {
        let (mut declared, mut values) = (String::new(), String::new());
        for (n, (field, at)) in view.fields.iter().enumerate() {
            let ty = if *field == Field::Intrinsic { "u32" } else { field.isle_type() };
            let operand = at.map_or("ops.last()?".to_string(), |at| format!("o{at}"));
            let _ = write!(declared, " f{n}: {ty},");
            let _ = write!(values, " f{n}: {},", field.rust(&operand));
        }
        // A single check of the minimum number of operands.
        let named = view.fields.iter().filter(|(field, _)| *field != Field::Intrinsic);
        let count = named.filter_map(|(_, at)| *at).max().map_or(0, |last| last + 1);
        let operands: String = (0..count).map(|n| format!("o{n}, ")).collect();
        let has = if count == 0 {
            String::new()
        } else {
            format!("let &[{operands}..] = ops else {{ return None }};")
        };
        let path = if view.is_target { "op" } else { "gisel_codegen::ir::opcodes" };
        let (declared, values) = match view.fields.is_empty() {
            true => (String::new(), String::new()),
            false => (format!(" {{{declared} }}"), format!(" {{{values} }}")),
        };
        let name = &view.name;
        let _ = writeln!(variants, "{name}{declared},");
        let _ = writeln!(arms, "        {path}::{name} => {{ {has} InstView::{name}{values} }}");
    }
    variants + "}\n\n" + &arms + "        _ => return None,\n    })\n}\n"
}

/// Returns the Rust constants in rules: `C_` classes, `R_` registers, `S_` sub-registers, `B_`
/// banks.
fn constants_source(registers: &Registers) -> String {
    let mut out = String::new();
    let mut list = |prefix: &str, ty: &str, names: &mut dyn Iterator<Item = &String>, from: usize| {
        for (index, name) in names.enumerate() {
            let (name, number) = (name.to_uppercase(), index + from);
            let _ = writeln!(out, "pub const {prefix}_{name}: {ty} = {ty}({number});");
        }
    };
    list("C", "RegClassId", &mut registers.classes.iter().map(|c| &c.name), 0);
    list("R", "PhysReg", &mut registers.regs.iter().map(|r| &r.name), 1);
    list("S", "SubReg", &mut registers.subs.iter(), 1);
    list("B", "BankId", &mut registers.banks.iter(), 0);
    out
}

/// Compiles ISLE sources (name and text) to Rust, with rules numbered, named, counted and guarded.
fn rules_to_rust(sources: Vec<(String, String)>) -> Result<String> {
    let files = Arc::new(Files::from_names_and_contents(sources));
    let error = |errors: Errors| TableError(describe(&errors, &files));
    let mut defs = Vec::new();
    for (file, text) in files.file_texts.iter().enumerate() {
        let one = |e| error(Errors::new(vec![e], files.clone()));
        defs.extend(parser::parse(Lexer::new(file, text).map_err(one)?).map_err(one)?);
    }
    numbers_to_operands(&mut defs);
    check_roots(&mut defs);
    select_in_place(&mut defs);
    let options = CodegenOptions { exclude_global_allow_pragmas: true, ..CodegenOptions::default() };
    // Compile once without the guards: with them, a rule that can never match would not be
    // detected.
    compile::compile(files.clone(), &defs, &options).map_err(error)?;
    let (mut names, mut texts, mut numbers) = (Vec::new(), Vec::new(), HashMap::new());
    // A term that must have a result requires its rules.
    let partial: HashSet<String> = defs.iter().filter_map(partial_term).collect();
    for def in &mut defs {
        let Def::Rule(rule) = def else { continue };
        let place = rule.pos.pretty_print_line(&files);
        // A rule and its copies share one number.
        let number = *numbers.entry(place.clone()).or_insert_with(|| {
            names.push(rule.name.as_ref().map_or_else(|| place.replace(" line ", ":"), |n| n.0.clone()));
            texts
                .push(files.file_text(rule.pos.file).map_or("", |text| expression(&text[rule.pos.offset..])));
            names.len() - 1
        });
        if !matches!(&rule.pattern, Pattern::Term { sym, .. } if partial.contains(&sym.0)) {
            continue;
        }
        let id = Expr::ConstInt { val: number as i128, pos: rule.pos };
        let sym = Ident("rule_enabled".into(), rule.pos);
        rule.iflets.push(IfLet {
            pattern: Pattern::Wildcard { pos: rule.pos },
            expr: Expr::Term { sym, args: vec![id], pos: rule.pos },
            pos: rule.pos,
        });
    }
    let rust = compile::compile(files.clone(), &defs, &options).map_err(error)?;
    Ok(count_rules(&rust, &numbers) + &rule_lists(&names, &texts))
}

/// Formats the errors with file and line of each.
fn describe(errors: &Errors, files: &Files) -> String {
    let mut out = String::new();
    for e in &errors.errors {
        let (message, places) = match e {
            Error::OverlapError { msg, rules } => (msg.as_str(), rules.clone()),
            Error::ShadowedError { shadowed, mask } => {
                ("the last rule hides the others", shadowed.iter().chain([mask]).cloned().collect())
            }
            Error::TypeError { msg, span }
            | Error::ParseError { msg, span }
            | Error::UnreachableError { msg, span }
            | Error::RecursionError { msg, span } => (msg.as_str(), vec![span.clone()]),
            _ => ("error", Vec::new()),
        };
        let places: Vec<String> = places.iter().map(|p| p.from.pretty_print_line(files)).collect();
        let _ = writeln!(out, "{}: {message}", places.join(", "));
    }
    out
}

/// Replaces the extractors at the roots of rules.
fn check_roots(defs: &mut [Def]) {
    let roots: HashSet<String> = defs
        .iter()
        .filter_map(|def| match def {
            Def::Extractor(extractor) => extractor.term.0.strip_prefix(ROOT).map(String::from),
            _ => None,
        })
        .collect();
    for def in defs {
        if let Def::Rule(rule) = def
            && let Pattern::Term { sym, args, .. } = &mut rule.pattern
            && sym.0 == "select"
        {
            args.iter_mut().for_each(|root| look_at_root(root, &roots));
        }
    }
}

fn look_at_root(pattern: &mut Pattern, roots: &HashSet<String>) {
    match pattern {
        Pattern::Term { sym, .. } if roots.contains(&sym.0) => sym.0.insert_str(0, ROOT),
        Pattern::And { subpats, .. } => subpats.iter_mut().for_each(|one| look_at_root(one, roots)),
        _ => {}
    }
}

/// Converts numbers to immediate operands, where a term has an operand.
fn numbers_to_operands(defs: &mut [Def]) {
    let decls: HashMap<String, Vec<bool>> = defs
        .iter()
        .filter_map(|def| match def {
            Def::Decl(d) => Some((d.term.0.clone(), d.arg_tys.iter().map(|t| t.0 == "Operand").collect())),
            _ => None,
        })
        .collect();
    for def in defs {
        if let Def::Rule(rule) = def {
            wrap_numbers(&mut rule.expr, &decls);
        }
    }
}

fn wrap_numbers(expr: &mut Expr, decls: &HashMap<String, Vec<bool>>) {
    match expr {
        Expr::Term { sym, args, .. } => {
            let operands = decls.get(&sym.0);
            for (n, arg) in args.iter_mut().enumerate() {
                let wrapped = operands.and_then(|o| o.get(n)) == Some(&true);
                if let (true, Expr::ConstInt { pos, .. }) = (wrapped, &*arg) {
                    let pos = *pos;
                    *arg = Expr::Term { sym: Ident("imm".into(), pos), args: vec![arg.clone()], pos };
                } else {
                    wrap_numbers(arg, decls);
                }
            }
        }
        Expr::Let { defs, body, .. } => {
            defs.iter_mut().for_each(|d| wrap_numbers(&mut d.val, decls));
            wrap_numbers(body, decls);
        }
        _ => {}
    }
}

/// Returns the name of the term that `def` declares, if it may have no result.
fn partial_term(def: &Def) -> Option<String> {
    match def {
        Def::Decl(decl) if decl.partial => Some(decl.term.0.clone()),
        _ => None,
    }
}

/// Inserts a call of `rule_hit` before each rule's result.
fn count_rules(rust: &str, numbers: &HashMap<String, usize>) -> String {
    let mut out = String::with_capacity(rust.len());
    // The iterator helpers are for rules with several results, which do not exist here.
    let start = rust.find("pub trait ContextIter {").unwrap_or(rust.len());
    let end = rust[start..].find("// Generated as internal constructor").map_or(rust.len(), |e| start + e);
    for line in rust[..start].lines().chain(rust[end..].lines()) {
        let place = line.trim().strip_prefix("// Rule at ").map(|p| p.trim_end_matches('.'));
        match place.and_then(|p| numbers.get(p)) {
            Some(number) => {
                let _ = writeln!(out, "{line}\nC::rule_hit(ctx, {number});");
            }
            None => {
                let _ = writeln!(out, "{line}");
            }
        }
    }
    out
}

fn rule_lists(names: &[String], texts: &[&str]) -> String {
    let names = format!("/// The rules' names by number.\npub static RULES: &[&str] = &{names:?};\n");
    names + &format!("/// The rules themselves.\npub static RULE_TEXTS: &[&str] = &{texts:?};\n")
}

/// Returns the expression in parentheses at the start of `text`.
fn expression(text: &str) -> &str {
    let mut depth = 0;
    let mut in_comment = false;
    for (n, c) in text.char_indices() {
        match c {
            ';' => in_comment = true,
            '\n' => in_comment = false,
            '(' if !in_comment => depth += 1,
            ')' if !in_comment => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &text[..n + c.len_utf8()];
        }
    }
    text
}
