//! Numbers of variable length, as DWARF has them: seven bits a byte, the lowest first.

/// Appends an unsigned number.
pub fn push_unsigned(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Appends a signed number.
pub fn push_signed(mut value: i64, out: &mut Vec<u8>) {
    while !(-0x40..0x40).contains(&value) {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8 & 0x7f);
}

/// The bytes of an unsigned number.
pub fn unsigned(value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    push_unsigned(value, &mut bytes);
    bytes
}
