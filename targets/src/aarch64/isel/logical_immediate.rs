//! Logical immediates: bit patterns that `and`, `orr` and `eor` encode.
//!
//! Such a value repeats an element of 2, 4, 8, 16, 32 or 64 bits, which is a rotated run of ones.
//! The encoding is N:immr:imms (13 bits). Source: Arm ARM, `DecodeBitMasks`.

/// Returns the encoding of `value` as a `bits`-wide (32 or 64) logical immediate, if there is one.
pub(crate) fn encode(value: u64, bits: u32) -> Option<u64> {
    let value = if bits == 32 { (value & 0xffff_ffff) | (value << 32) } else { value };
    if value == 0 || value == u64::MAX {
        return None;
    }
    let size = element_size(value);
    let mask = u64::MAX >> (64 - size);
    let element = value & mask;
    let ones = element.count_ones();
    let rotation = rotation_to_low_ones(element, size)?;
    let immr = (size - rotation) % size;
    let imms = (!(size * 2 - 1) & 0x3f) | (ones - 1);
    let n = u64::from(size == 64);
    Some((n << 12) | (u64::from(immr) << 6) | u64::from(imms))
}

/// Returns the value of an encoding, if it is valid for a `bits`-wide immediate.
pub(crate) fn decode(encoding: u64, bits: u32) -> Option<u64> {
    let n = (encoding >> 12) & 1;
    let (immr, imms) = ((encoding >> 6) & 0x3f, encoding & 0x3f);
    if n == 1 && bits == 32 {
        return None;
    }
    let combined = (n << 6) | (!imms & 0x3f);
    let log = combined.checked_ilog2().filter(|&l| l >= 1)?;
    let size = 1u64 << log;
    let (rotation, ones) = (immr & (size - 1), (imms & (size - 1)) + 1);
    if ones == size {
        return None;
    }
    let mask = u64::MAX >> (64 - size);
    let run = (1u64 << ones) - 1;
    let element = if rotation == 0 { run } else { ((run >> rotation) | (run << (size - rotation))) & mask };
    let value = (0..64 / size).fold(0, |v, i| v | (element << (i * size)));
    Some(if bits == 32 { value & 0xffff_ffff } else { value })
}

/// Returns the size in bits of the smallest element that the value repeats.
fn element_size(value: u64) -> u32 {
    let mut size = 64;
    while size > 2 {
        let half = size / 2;
        let mask = u64::MAX >> (64 - half);
        if value & mask != (value >> half) & mask {
            break;
        }
        size = half;
    }
    size
}

/// Returns the left rotation of `element` from a run of ones at bit 0; `None` if it is no single
/// run.
fn rotation_to_low_ones(element: u64, size: u32) -> Option<u32> {
    let mask = u64::MAX >> (64 - size);
    let rotation = if element & 1 == 0 {
        element.trailing_zeros()
    } else {
        let zeros = !element & mask;
        let top_ones = size - (64 - zeros.leading_zeros());
        (size - top_ones) % size
    };
    let turned =
        if rotation == 0 { element } else { (element >> rotation | element << (size - rotation)) & mask };
    ((turned + 1).is_power_of_two() || turned == u64::MAX).then_some(rotation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_is_found_again() {
        for bits in [32, 64] {
            let mut seen = 0;
            for encoding in 0..1 << 13 {
                let Some(value) = decode(encoding, bits) else { continue };
                let canonical = encode(value, bits).expect("a decoded value has an encoding");
                assert_eq!(decode(canonical, bits), Some(value), "{encoding:#x}");
                seen += usize::from(canonical == encoding);
            }
            // Elements of size s have s * (s - 1) patterns.
            let expected: usize =
                [2, 4, 8, 16, 32, 64].iter().filter(|&&s| s <= bits).map(|&s| (s * (s - 1)) as usize).sum();
            assert_eq!(seen, expected);
        }
    }

    #[test]
    fn other_numbers_are_no_patterns() {
        for value in [0, u64::MAX, 5, 0x1234, 0xf0f0_f0f1] {
            assert_eq!(encode(value, 64), None, "{value:#x}");
        }
        assert_eq!(encode(0xff, 64), Some(0x1007));
        assert_eq!(encode(0xffff_ffff, 32), None);
    }
}
