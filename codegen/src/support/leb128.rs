//! LEB128 numbers, as in DWARF: seven bits per byte, the lowest first.

/// Appends an unsigned number.
pub fn push_unsigned(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Appends a signed number.
pub(crate) fn push_signed(mut value: i64, out: &mut Vec<u8>) {
    while !(-0x40..0x40).contains(&value) {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8 & 0x7f);
}

/// Extends the number in `bytes` to `size` bytes without changing its value.
pub(crate) fn extend(bytes: &mut Vec<u8>, size: usize, negative: bool) {
    let fill = if negative { 0x7f } else { 0 };
    while bytes.len() < size {
        if let Some(last) = bytes.last_mut() {
            *last |= 0x80;
        }
        bytes.push(fill);
    }
}

/// Returns the bytes of a signed number.
pub(crate) fn signed(value: i64) -> Vec<u8> {
    let mut bytes = Vec::new();
    push_signed(value, &mut bytes);
    bytes
}

/// Returns the bytes of an unsigned number.
pub(crate) fn unsigned(value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    push_unsigned(value, &mut bytes);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_any_length() {
        assert_eq!((unsigned(624485), signed(-123456)), (vec![0xe5, 0x8e, 0x26], vec![0xc0, 0xbb, 0x78]));
        assert_eq!((unsigned(0), signed(64), unsigned(u64::MAX).len()), (vec![0], vec![0xc0, 0], 10));
        assert_eq!((signed(-64), signed(63), signed(i64::MIN).len()), (vec![0x40], vec![0x3f], 10));
    }

    #[test]
    fn lengthened_numbers_keep_their_value() {
        let lengthened = |mut bytes: Vec<u8>, negative| {
            extend(&mut bytes, 3, negative);
            bytes
        };
        assert_eq!(lengthened(vec![5], false), [0x85, 0x80, 0]);
        assert_eq!(lengthened(vec![0x40], true), [0xc0, 0xff, 0x7f]);
        assert_eq!(lengthened(vec![0xe5, 0x8e, 0x26], false), [0xe5, 0x8e, 0x26]);
    }
}
