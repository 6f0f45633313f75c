//! Damage to inputs: bytes of bitcode, lines and tokens of text, and changes that LLVM's verifier
//! often accepts.

use crate::random::Random;

/// Boundary values.
const NUMBERS: [&str; 18] = [
    "0",
    "1",
    "-1",
    "2",
    "3",
    "7",
    "8",
    "31",
    "63",
    "64",
    "127",
    "255",
    "65536",
    "2147483647",
    "-2147483648",
    "4294967295",
    "9223372036854775807",
    "18446744073709551616",
];

/// Interchangeable words, in groups.
const GROUPS: &[&[&str]] = &[
    &["add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor"],
    &["fadd", "fsub", "fmul", "fdiv", "frem"],
    &["eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"],
    &["oeq", "ogt", "oge", "olt", "ole", "one", "ord", "uno", "ueq", "une", "true", "false"],
    &["zext", "sext"],
    &["sitofp", "uitofp"],
    &["fptosi", "fptoui"],
    &["xchg", "umax", "umin", "max", "min", "nand"],
    &["unordered", "monotonic", "acquire", "release", "acq_rel", "seq_cst"],
    &["internal", "private", "weak", "linkonce_odr", "dso_local", "available_externally"],
    &["default", "hidden", "protected"],
    &["nsw", "nuw", "exact", "disjoint", "nneg", "fast", "nnan", "volatile", "inbounds", "samesign"],
    &["zeroinitializer", "undef", "poison", "null"],
    &["ccc", "fastcc", "coldcc", "tailcc", "preserve_mostcc", "preserve_allcc"],
    &["noundef", "signext", "zeroext", "inreg", "returned", "byval", "sret"],
    &["tail", "musttail", "notail"],
    &["switch", "br", "ret", "indirectbr", "unreachable"],
];

/// Types that may replace each other throughout a module.
const TYPES: &[&[&str]] = &[
    &[
        "i1", "i2", "i7", "i8", "i16", "i17", "i24", "i31", "i32", "i33", "i48", "i63", "i64", "i65", "i96",
        "i127", "i128", "i129", "i192", "i256", "i512",
    ],
    &["half", "bfloat", "float", "double", "fp128"],
];

/// Intrinsics with the same signature.
const INTRINSICS: &[&[&str]] = &[
    &["smax", "smin", "umax", "umin", "sadd.sat", "uadd.sat", "ssub.sat", "usub.sat", "sshl.sat", "ushl.sat"],
    &["ctpop", "bitreverse", "bswap"],
    &["ctlz", "cttz", "abs"],
    &["fshl", "fshr"],
    &[
        "sadd.with.overflow",
        "uadd.with.overflow",
        "ssub.with.overflow",
        "usub.with.overflow",
        "smul.with.overflow",
        "umul.with.overflow",
    ],
    &[
        "smul.fix",
        "umul.fix",
        "smul.fix.sat",
        "umul.fix.sat",
        "sdiv.fix",
        "udiv.fix",
        "sdiv.fix.sat",
        "udiv.fix.sat",
    ],
    &["fptosi.sat", "fptoui.sat"],
    &[
        "sqrt",
        "fabs",
        "floor",
        "ceil",
        "trunc",
        "rint",
        "nearbyint",
        "round",
        "roundeven",
        "canonicalize",
        "sin",
        "exp",
        "log2",
    ],
    &["minnum", "maxnum", "minimum", "maximum", "minimumnum", "maximumnum", "copysign", "pow"],
    &["fma", "fmuladd"],
    &["lrint", "llrint", "lround", "llround"],
    &[
        "vector.reduce.add",
        "vector.reduce.mul",
        "vector.reduce.and",
        "vector.reduce.or",
        "vector.reduce.xor",
        "vector.reduce.smax",
        "vector.reduce.umin",
    ],
    &["vector.reduce.fmax", "vector.reduce.fmin", "vector.reduce.fmaximum", "vector.reduce.fminimum"],
    &["memcpy", "memmove"],
];

/// Element counts.
const COUNTS: [&str; 13] = ["1", "2", "3", "4", "5", "7", "8", "9", "15", "16", "17", "32", "33"];

/// Damages bytes at one to eight positions.
pub fn bytes(random: &mut Random, bytes: &mut Vec<u8>) {
    for _ in 0..=random.below(8) {
        if bytes.is_empty() {
            return;
        }
        let at = random.below(bytes.len());
        let len = random.below(16).min(bytes.len() - at);
        match random.below(8) {
            0 | 1 => bytes[at] ^= 1 << random.below(8),
            2 => bytes[at] = random.bits() as u8,
            3 => {
                let word = random.pick(&[0, u32::MAX, 1 << 31, 0x7fff_ffff, 0xffff]).to_le_bytes();
                bytes.iter_mut().skip(at).zip(word).for_each(|(byte, new)| *byte = new);
            }
            4 => drop(bytes.drain(at..at + len)),
            5 => bytes.insert(at, random.bits() as u8),
            6 => {
                let from = random.below(bytes.len() - len + 1);
                bytes.copy_within(from..from + len, at);
            }
            _ if random.one_in(8) => bytes.truncate(at),
            _ => {
                let next = (at + 1) % bytes.len();
                bytes.swap(at, next);
            }
        }
    }
}

/// Damages text at one to six positions: deletes, duplicates, moves or replaces lines or tokens.
pub fn text(random: &mut Random, text: &str) -> String {
    // Some attempts find nothing to change.
    (0..8).map(|_| damaged(random, text)).find(|damaged| damaged != text).unwrap_or_default()
}

fn damaged(random: &mut Random, text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let most = random.pick(&[1, 1, 2, 6]);
    for _ in 0..=random.below(most) {
        if lines.is_empty() {
            break;
        }
        let at = random.below(lines.len());
        let other = random.below(lines.len());
        match random.below(12) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[other].clone()),
            2 => lines.swap(at, other),
            3 if random.one_in(10) => lines.truncate(at),
            4 => split(random, &mut lines[at]),
            _ => tokens(random, &mut lines, at, other),
        }
    }
    lines.join("\n") + "\n"
}

/// Truncates a line within a character sequence, or inserts an unusual one.
fn split(random: &mut Random, line: &mut String) {
    let place = random.below(line.len() + 1);
    let at = (0..=place).rev().find(|&at| line.is_char_boundary(at)).unwrap_or(0);
    match random.below(3) {
        0 => line.truncate(at),
        1 => line.insert_str(
            at,
            random.pick(&["(", ")", "{", "}", "<", "\"", "'", ":", "%", "@", "\u{e9}", "\0", "\t", "|"]),
        ),
        _ => line.insert_str(at, random.pick(&NUMBERS)),
    }
}

/// Changes a token of line `at`, perhaps to one of line `other`.
fn tokens(random: &mut Random, lines: &mut [String], at: usize, other: usize) {
    let mut tokens = tokenized(&lines[at]);
    let replacements = tokenized(&lines[other]);
    let (Some(place), Some(new)) = (some_word(random, &tokens), some_word(random, &replacements)) else {
        return;
    };
    match random.below(6) {
        0 => drop(tokens.remove(place)),
        1 => tokens.insert(place, tokens[place].clone()),
        2 => tokens[place] = replacements[new].clone(),
        _ => tokens[place] = alike(random, &tokens[place], &replacements),
    }
    lines[at] = tokens.concat();
}

/// Returns a token similar to `token`: a number for a number, a register or symbol for another, a
/// word of its group.
fn alike(random: &mut Random, token: &str, others: &[String]) -> String {
    let kind = |token: &str| token.chars().next().filter(|c| "%@$!#".contains(*c));
    if token.parse::<i128>().is_ok() {
        return random.pick(&NUMBERS).to_owned();
    }
    if let Some(group) = GROUPS.iter().chain(TYPES).find(|group| group.contains(&token)) {
        return random.pick(group).to_owned();
    }
    let same: Vec<&String> = others.iter().filter(|o| kind(o) == kind(token) && is_word(o)).collect();
    if same.is_empty() { token.to_owned() } else { random.pick(&same).clone() }
}

/// Splits a line into words and the characters between them.
fn tokenized(line: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    for c in line.chars() {
        let continues =
            is_part(c) || (c.is_whitespace() && tokens.last().is_some_and(|t| t.trim().is_empty()));
        match tokens.last_mut() {
            Some(last) if continues && last.chars().next_back().is_some_and(|l| is_part(l) == is_part(c)) => {
                last.push(c)
            }
            // A sigil belongs to the following name.
            Some(last) if is_part(c) && matches!(last.as_str(), "%" | "@" | "$" | "!" | "#" | "-") => {
                last.push(c)
            }
            _ => tokens.push(c.into()),
        }
    }
    tokens
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '.'
}

fn is_word(token: &str) -> bool {
    token.chars().any(is_part)
}

fn some_word(random: &mut Random, tokens: &[String]) -> Option<usize> {
    let words: Vec<usize> = (0..tokens.len()).filter(|&n| is_word(&tokens[n])).collect();
    if words.is_empty() { None } else { Some(random.pick(&words)) }
}

/// Changes a textual module so that it often remains valid: keeps a few of its functions, replaces
/// tokens by similar ones, and replaces types throughout.
pub fn module(random: &mut Random, text: &str) -> String {
    let keep = 1 + random.below(3);
    let text = some_functions(random, text, keep);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let inside = places_in_functions(&lines);
    for _ in 0..random.below(5) {
        if inside.is_empty() {
            break;
        }
        let (at, other) = (random.pick(&inside), random.pick(&inside));
        let mut tokens = tokenized(&lines[at]);
        let near = tokenized(&lines[at.saturating_sub(random.below(8))]);
        let far = tokenized(&lines[other]);
        if let Some(place) = some_word(random, &tokens) {
            let others = if random.one_in(3) { far } else { near };
            tokens[place] = alike(random, &tokens[place], &others);
            lines[at] = tokens.concat();
        }
    }
    let mut text = lines.join("\n") + "\n";
    for _ in 0..random.below(3) {
        text = retyped(random, &text);
    }
    text
}

/// Returns the indices of lines within function bodies.
fn places_in_functions(lines: &[String]) -> Vec<usize> {
    let mut inside = false;
    let mut places = Vec::new();
    for (n, line) in lines.iter().enumerate() {
        inside = (inside || line.starts_with("define")) && !line.starts_with('}');
        if inside {
            places.push(n);
        }
    }
    places
}

/// Returns the module with `count` of its functions; the others become declarations.
fn some_functions(random: &mut Random, text: &str, count: usize) -> String {
    let total = text.lines().filter(|line| line.starts_with("define")).count();
    let kept: Vec<usize> = (0..count).map(|_| random.below(total.max(1))).collect();
    let (mut out, mut number, mut dropping) = (String::new(), 0, false);
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("define") {
            dropping = !kept.contains(&number);
            number += 1;
            if dropping {
                out += &declaration(rest);
                continue;
            }
        }
        if !dropping {
            out += line;
            out.push('\n');
        }
        dropping &= line != "}";
    }
    out
}

/// Returns a declaration for the text after `define`.
fn declaration(rest: &str) -> String {
    let local = ["internal", "private", "weak", "linkonce", "linkonce_odr", "weak_odr", "dso_local"];
    let words: Vec<&str> = rest.trim_end().trim_end_matches('{').split(' ').collect();
    let kept: Vec<&str> = words.into_iter().filter(|word| !local.contains(word)).collect();
    format!("declare{}\n", kept.join(" "))
}

/// Replaces a type, an element count or an intrinsic throughout the text, except in global
/// variables, whose types need not agree.
fn retyped(random: &mut Random, text: &str) -> String {
    let used = |group: &[&'static str], prefix: &str, suffix: &str| -> Vec<&'static str> {
        group.iter().copied().filter(|word| text.contains(&format!("{prefix}{word}{suffix}"))).collect()
    };
    let (group, prefix, suffix) = match random.below(4) {
        0 => (&COUNTS[..], "<", " x "),
        1 => (random.pick(INTRINSICS), "@llvm.", "."),
        _ => (random.pick(TYPES), "", ""),
    };
    let present = used(group, prefix, suffix);
    if present.is_empty() {
        return text.to_owned();
    }
    let (old, new) = (random.pick(&present), random.pick(group));
    let replaced = |line: &str| -> String {
        match prefix {
            "" => {
                tokenized(line).iter().map(|token| if token == old { new } else { token.as_str() }).collect()
            }
            _ => line.replace(&format!("{prefix}{old}{suffix}"), &format!("{prefix}{new}{suffix}")),
        }
    };
    let changed = |line: &str| if line.starts_with('@') { line.to_owned() } else { replaced(line) };
    text.lines().map(|line| changed(line) + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "@g = global i32 7\n\ndefine internal i32 @f(i32 %a) {\n  %b = add nsw i32 %a, -5\n  ret i32 \
                        %b\n}\n\ndefine i32 @h() {\n  ret i32 0\n}\n";

    #[test]
    fn tokens_are_words_and_what_is_between() {
        let tokens = tokenized("  %b.1 = add nsw <4 x i32> %a, -5");
        let words: Vec<&String> = tokens.iter().filter(|t| is_word(t)).collect();
        assert_eq!(words, ["%b.1", "add", "nsw", "4", "x", "i32", "%a", "-5"]);
        assert_eq!(tokens.concat(), "  %b.1 = add nsw <4 x i32> %a, -5");
    }

    #[test]
    fn functions_that_are_left_out_are_declared() {
        let one: Vec<String> = (0..8).map(|seed| some_functions(&mut Random::new(seed), TEXT, 1)).collect();
        let first = "@g = global i32 7\n\ndefine internal i32 @f(i32 %a) {\n  %b = add nsw i32 %a, -5\n  ret i32 %b\n}\n\n\
                     declare i32 @h() \n";
        let second = "@g = global i32 7\n\ndeclare i32 @f(i32 %a) \n\ndefine i32 @h() {\n  ret i32 0\n}\n";
        assert!(one.iter().all(|text| text == first || text == second), "{one:?}");
        assert!(one.iter().any(|text| text == first) && one.iter().any(|text| text == second));
    }

    #[test]
    fn the_same_seed_damages_in_the_same_way() {
        for seed in 0..500 {
            let damaged = |seed| text(&mut Random::new(seed), TEXT);
            assert_eq!(damaged(seed), damaged(seed));
            assert_eq!(module(&mut Random::new(seed), TEXT), module(&mut Random::new(seed), TEXT));
            let mut data = TEXT.as_bytes().to_vec();
            bytes(&mut Random::new(seed), &mut data);
        }
        let different = (0..100).filter(|&seed| text(&mut Random::new(seed), TEXT) != TEXT).count();
        assert!(different > 95, "{different} of 100 are damaged");
    }

    #[test]
    fn types_change_throughout() {
        let texts: Vec<String> = (0..200).map(|seed| retyped(&mut Random::new(seed), TEXT)).collect();
        let changed: Vec<&String> = texts.iter().filter(|text| *text != TEXT).collect();
        let functions = |text: &str| text.split_once("define").is_some_and(|(_, rest)| rest.contains("i32"));
        assert!(
            !changed.is_empty()
                && changed.iter().all(|text| text.starts_with("@g = global i32 7\n") && !functions(text))
        );
    }
}
