//! The constraints of inline assembly, parsed from the IR's constraint string.
//!
//! Source: the LLVM language reference, "Inline Asm Constraint String".

/// The role of a constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    Output {
        early: bool,
    },
    Input,
    Clobber,
    /// A block of the function to which the assembly may jump.
    Label,
}

/// One constraint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Constraint<'a> {
    pub role: Role,
    /// True if the argument is the address of the operand.
    pub indirect: bool,
    /// The accepted codes, in order: letters, `{register}`, or an output's number.
    pub codes: Vec<&'a str>,
    /// The codes of the other alternatives. All operands use the alternative of the same index.
    others: Vec<Vec<&'a str>>,
}

impl<'a> Constraint<'a> {
    /// Returns the codes of alternative `n`, or the first one's if the constraint has fewer
    /// alternatives.
    fn alternative(&self, n: usize) -> &[&'a str] {
        n.checked_sub(1).and_then(|n| self.others.get(n)).unwrap_or(&self.codes)
    }
}

/// Parses the constraints of an assembly string; the error is the constraint that cannot be parsed.
pub(super) fn constraints(text: &str) -> std::result::Result<Vec<Constraint<'_>>, &str> {
    text.split(',').filter(|part| !part.is_empty()).map(|part| constraint(part).ok_or(part)).collect()
}

fn constraint(part: &str) -> Option<Constraint<'_>> {
    let mut role = Role::Input;
    let mut rest = part;
    if let Some(clobbered) = rest.strip_prefix('~') {
        (role, rest) = (Role::Clobber, clobbered);
    } else if let Some(output) = rest.strip_prefix('=') {
        (role, rest) = (Role::Output { early: false }, output);
    } else if let Some(label) = rest.strip_prefix('!') {
        (role, rest) = (Role::Label, label);
    }
    let mut indirect = false;
    loop {
        if let Some(early) = rest.strip_prefix('&') {
            (role, rest) = (Role::Output { early: true }, early);
        } else if let Some(pointer) = rest.strip_prefix('*') {
            (indirect, rest) = (true, pointer);
        } else if let Some(commutative) = rest.strip_prefix('%') {
            rest = commutative;
        } else {
            break;
        }
    }
    let mut alternatives = rest.split('|').map(codes).collect::<Option<Vec<_>>>()?.into_iter();
    Some(Constraint { role, indirect, codes: alternatives.next()?, others: alternatives.collect() })
}

/// Parses the codes of one alternative.
fn codes(mut rest: &str) -> Option<Vec<&str>> {
    let mut codes = Vec::new();
    while !rest.is_empty() {
        let length = match rest.as_bytes()[0] {
            b'{' => rest.find('}')? + 1,
            b'^' => 3,
            b'@' => usize::from(rest.as_bytes().get(1)?.checked_sub(b'0').filter(|n| *n < 10)?) + 2,
            b'0'..=b'9' => rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()),
            b'U' => 2,
            c if c.is_ascii_alphabetic() => 1,
            _ => return None,
        };
        let code = rest.get(..length)?;
        // `@3Uci` is `Uci`: the digit is the length of the code.
        codes.push(if code.starts_with('@') { &code[2..] } else { code });
        rest = &rest[length..];
    }
    (!codes.is_empty()).then_some(codes)
}

/// The properties of an operand that decide the choice of an alternative.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OperandKind {
    Number,
    Integer,
    Symbol,
    FloatingPointNumber,
    VectorOrFloat,
    Other,
}

/// Returns the weight with which a code fits an operand, as in LLVM, or none if it does not fit. An
/// output that is not an argument fits all codes equally.
fn weight(code: &str, operand: Option<OperandKind>) -> Option<u32> {
    let Some(operand) = operand else { return Some(0) };
    let fits = |fits: bool, weight| fits.then_some(weight);
    match code {
        "i" | "n" => fits(operand == OperandKind::Number, 3),
        "s" => fits(operand == OperandKind::Symbol, 3),
        "E" | "F" => fits(operand == OperandKind::FloatingPointNumber, 3),
        "m" | "o" | "V" => Some(2),
        "r" | "g" => fits(matches!(operand, OperandKind::Number | OperandKind::Integer), 1),
        "w" | "x" | "y" => {
            fits(matches!(operand, OperandKind::FloatingPointNumber | OperandKind::VectorOrFloat), 1)
        }
        _ => Some(0),
    }
}

/// Assigns each constraint the codes of the alternative that fits all operands best. The first one
/// is chosen among equals, or if none fits.
pub(super) fn choose_alternatives(
    constraints: &mut [Constraint<'_>],
    arguments: impl Iterator<Item = OperandKind>,
) {
    let most = constraints.iter().map(|constraint| constraint.others.len()).max().unwrap_or(0);
    if most == 0 {
        return;
    }
    let mut arguments = arguments;
    let operands: Vec<Option<OperandKind>> = constraints
        .iter()
        .map(|c| if c.role == Role::Input || c.indirect { arguments.next() } else { None })
        .collect();
    let weigh = |n: usize| -> Option<u32> {
        let operands = constraints.iter().zip(&operands);
        let weights = operands
            .filter(|(c, _)| !matches!(c.role, Role::Clobber))
            .map(|(c, operand)| c.alternative(n).iter().filter_map(|code| weight(code, *operand)).max());
        weights.sum()
    };
    let mut best = (0, None);
    for n in 0..=most {
        let weight = weigh(n);
        if weight > best.1 {
            best = (n, weight);
        }
    }
    for constraint in constraints {
        constraint.codes = constraint.alternative(best.0).to_vec();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_constraints() {
        let read = |text| {
            constraints(text)
                .map(|c| c.into_iter().map(|c| (c.role, c.indirect, c.codes)).collect::<Vec<_>>())
        };
        assert_eq!(read("~{memory}"), Ok(vec![(Role::Clobber, false, vec!["{memory}"])]));
        assert_eq!(
            read("=&r,=*m,0,rJ,^cr,{a0},10,@3Ucir"),
            Ok(vec![
                (Role::Output { early: true }, false, vec!["r"]),
                (Role::Output { early: false }, true, vec!["m"]),
                (Role::Input, false, vec!["0"]),
                (Role::Input, false, vec!["r", "J"]),
                (Role::Input, false, vec!["^cr"]),
                (Role::Input, false, vec!["{a0}"]),
                (Role::Input, false, vec!["10"]),
                (Role::Input, false, vec!["Uci", "r"]),
            ])
        );
        let chosen = |text, arguments: &[OperandKind]| {
            let mut list = constraints(text).unwrap();
            choose_alternatives(&mut list, arguments.iter().copied());
            list.into_iter().map(|c| c.codes.concat()).collect::<Vec<_>>()
        };
        assert_eq!(chosen("=r|r,i|r", &[OperandKind::Integer]), ["r", "r"]);
        assert_eq!(chosen("=r|r,r|i", &[OperandKind::Number]), ["r", "i"]);
        assert_eq!(chosen("=*m|r,r|m", &[OperandKind::Other, OperandKind::Integer]), ["m", "r"]);
        assert_eq!(
            chosen("=*r|m,r|r,~{memory}", &[OperandKind::Other, OperandKind::Integer]),
            ["m", "r", "{memory}"]
        );
        assert_eq!(read("!i"), Ok(vec![(Role::Label, false, vec!["i"])]));
        assert_eq!(read("={a0"), Err("={a0"));
        assert_eq!(read("@3Uc"), Err("@3Uc"));
    }
}
