//! Generates the opcode constants and their descriptions from `src/ir/opcodes.txt`. Tells the
//! file's path to the build scripts of packages that depend on this one.

use std::fmt::Write as _;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=src/ir/opcodes.txt");
    let folder = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    println!("cargo::metadata=opcodes={}", Path::new(&folder).join("src/ir/opcodes.txt").display());
    let text = std::fs::read_to_string("src/ir/opcodes.txt").expect("src/ir/opcodes.txt is readable");
    let out = std::env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    std::fs::write(Path::new(&out).join("opcodes.rs"), generate(&text)).expect("OUT_DIR is writable");
}

fn generate(text: &str) -> String {
    let mut consts = String::new();
    let mut descs = String::from(
        "/// Descriptions of all opcodes that are not a target's.\npub static DESCS: &[InstrDesc] = &[\n",
    );
    let (mut generic, mut number) = (false, 0);
    for (line_number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("").trim();
        match line {
            "" => continue,
            "[generic]" => {
                generic = true;
                let _ = writeln!(
                    consts,
                    "/// The first generic opcode.\npub const FIRST_GENERIC: Opcode = Opcode({number});"
                );
                continue;
            }
            "[target-independent]" => continue,
            _ => {}
        }
        let (name, desc) = instruction(line, generic)
            .unwrap_or_else(|| panic!("src/ir/opcodes.txt:{}: malformed line", line_number + 1));
        let _ = writeln!(consts, "/// `{name}`.\npub const {name}: Opcode = Opcode({number});");
        descs.push_str(&desc);
        number += 1;
    }
    descs.push_str("];\n");
    consts + &descs
}

fn instruction(line: &str, generic: bool) -> Option<(String, String)> {
    let (signature, flags) = line.split_once('|')?;
    let (name, signature) = signature.trim().split_once(char::is_whitespace)?;
    let (defs, uses) = signature.split_once("<-")?;
    let (defs, more_defs) = operands(defs, "dst")?;
    let (uses, more_uses) = operands(uses, "src")?;
    let variadic = match (more_defs, more_uses) {
        (true, _) => "Defs",
        (false, true) => "Uses",
        (false, false) => "No",
    };
    let mut flag_text = String::from("InstrFlags::empty()");
    let generic = if generic { Some("GENERIC") } else { None };
    for flag in flags.split_whitespace().map(flag).chain(generic.map(Some)) {
        let _ = write!(flag_text, ".union(InstrFlags::{})", flag?);
    }
    let desc = format!(
        "InstrDesc {{ name: \"{name}\", operands: &[{list}], num_defs: {count}, variadic: Variadic::{variadic}, flags: {flag_text}, implicit_defs: &[], implicit_uses: &[], size: 0, sched_class: 0, constrained: constrained(&[{list}]), type_places: type_places(&[{list}], {count}, Variadic::{variadic}) }},\n",
        list = defs.iter().chain(&uses).cloned().collect::<String>(),
        count = defs.len()
    );
    Some((name.to_string(), desc))
}

fn operands(list: &str, name: &str) -> Option<(Vec<String>, bool)> {
    let mut out = Vec::new();
    let mut more = false;
    for (i, word) in list.split_whitespace().enumerate() {
        if word == "…" {
            more = true;
            continue;
        }
        let kind = operand_kind(word)?;
        out.push(format!(
            "OperandDesc {{ name: \"{name}{i}\", kind: {kind}, tied_to: None, early_clobber: false }},"
        ));
    }
    Some((out, more))
}

fn operand_kind(word: &str) -> Option<String> {
    if let Some(index) = word.strip_prefix('t').and_then(|n| n.parse::<u8>().ok()) {
        return Some(format!("OperandKind::Type({index})"));
    }
    let kind = match word {
        "reg" => "AnyReg",
        "imm" => "Imm(0)",
        "cimm" => "ConstantInt",
        "fpimm" => "ConstantFp",
        "pred" => "Predicate",
        "block" => "Block",
        "fi" => "FrameIndex",
        "global" => "GlobalValue",
        "cp" => "ConstantPool",
        "jt" => "JumpTable",
        "ext" => "ExternalSymbol",
        "ba" => "BlockAddress",
        "intrin" => "Intrinsic",
        "mask" => "ShuffleMask",
        "cfi" => "Cfi",
        "any" => "Any",
        _ => return None,
    };
    Some(format!("OperandKind::{kind}"))
}

fn flag(word: &str) -> Option<&'static str> {
    Some(match word {
        "comm" => "COMMUTABLE",
        "load" => "MAY_LOAD",
        "store" => "MAY_STORE",
        "side" => "SIDE_EFFECTS",
        "term" => "TERMINATOR",
        "branch" => "BRANCH",
        "indirect" => "INDIRECT_BRANCH",
        "barrier" => "BARRIER",
        "call" => "CALL",
        "artifact" => "ARTIFACT",
        "fpenv" => "FP_ENVIRONMENT",
        "pseudo" => "PSEUDO",
        "remat" => "REMATERIALIZABLE",
        "cheap" => "CHEAP",
        "float" => "FLOAT",
        "lanes" => "ELEMENTWISE",
        _ => return None,
    })
}
