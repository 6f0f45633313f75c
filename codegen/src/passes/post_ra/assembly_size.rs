//! An upper bound for the size of inline assembly in bytes, by its text. `branch-relaxation` uses
//! it.

/// The bound is capped at this number of bytes, so sums do not overflow.
const MAX_SIZE: u64 = 1 << 40;

/// Returns an upper bound of the bytes of `text`. A statement has at least half as many characters
/// as bytes, except directives with a size or repetition count. Counts that are no literals are
/// assumed to be small.
pub(crate) fn most_bytes(text: &str) -> u64 {
    let (mut bytes, mut times) = (0_u64, 1);
    for statement in text.split(['\n', ';']) {
        let mut words = statement.split([' ', '\t', ',']).filter(|word| !word.is_empty());
        let directive = words.find(|word| !word.ends_with(':')).unwrap_or_default();
        let mut number = |default| words.next().map_or(default, |word| literal(word).unwrap_or(0));
        match directive {
            ".rept" => times = number(1),
            ".endr" => times = 1,
            _ => {
                let filled = match directive {
                    ".space" | ".skip" | ".zero" => number(0),
                    ".fill" => number(0).saturating_mul(number(1).min(8)),
                    _ => 0,
                };
                let written = 2 * statement.len() as u64 + 8;
                bytes = bytes.saturating_add(filled.saturating_add(written).saturating_mul(times));
            }
        }
    }
    bytes.min(MAX_SIZE)
}

fn literal(word: &str) -> Option<u64> {
    match word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => word.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::most_bytes;

    #[test]
    fn directives_say_how_many_bytes_they_make() {
        assert!(most_bytes("nop\n\tnop; nop") < 100);
        for (text, least) in [
            (".space 1048576", 1 << 20),
            ("here: .zero 0x100000 ; nop", 1 << 20),
            ("nop\n\t.skip 1000, 0", 1000),
            (".fill 1000, 4, 0", 4000),
            (".rept 1000\nnop\n.endr\nnop", 4000),
        ] {
            let most = most_bytes(text);
            assert!((least..least * 5 + 200).contains(&most), "{text}: {most}");
        }
        assert!(most_bytes(".org . - (2b - 1b) + (4b - 3b)\n.skip -(1b - 2b)") < 200);
    }
}
