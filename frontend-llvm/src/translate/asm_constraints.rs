//! The constraints of inline assembly, as the string of IR lists them.
//!
//! Source: the LLVM language reference, "Inline Asm Constraint String".

/// What a constraint is for.
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
    /// Whether the argument is the address of the operand.
    pub indirect: bool,
    /// What it may be, in order: letters, `{register}`, or an output's number.
    pub codes: Vec<&'a str>,
}

/// The constraints of an assembly string; an error names one that is not understood.
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
    let mut codes = Vec::new();
    // Of several alternatives the first is taken.
    while !rest.is_empty() && !rest.starts_with('|') {
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
        // `@3Uci` is `Uci`: the digit says how long it is.
        codes.push(if code.starts_with('@') { &code[2..] } else { code });
        rest = &rest[length..];
    }
    (!codes.is_empty()).then_some(Constraint { role, indirect, codes })
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
        assert_eq!(read("!i"), Ok(vec![(Role::Label, false, vec!["i"])]));
        assert_eq!(read("={a0"), Err("={a0"));
        assert_eq!(read("@3Uc"), Err("@3Uc"));
    }
}
