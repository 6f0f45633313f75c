//! Initializers of variables in assembly: each element in the form of its type, as in llc's output.

use super::asm::{AsmStreamer, write_string_directive};
use crate::ir::content::{FloatFormat, Form};
use crate::mc::streamer::Streamer;
use crate::mc::streamer::data::DataStreamer;
use rustc_apfloat::Float;
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single};

impl AsmStreamer<'_> {
    /// Writes one element of an initializer.
    pub(super) fn write_element(&mut self, form: Form, bytes: &[u8]) {
        match form {
            Form::Int => {
                self.comment(format_args!("{:#x}", number(bytes)));
                self.int(bytes);
            }
            Form::WideInt => bytes.chunks(8).for_each(|word| self.int(word)),
            Form::Float(format) => {
                self.comment(format_args!("{} {}", format.name(), float_text(format, bytes)));
                for word in bytes.chunks(8) {
                    self.number(
                        word.len(),
                        &format!("{:#0width$x}", number(word), width = 2 + 2 * word.len()),
                    );
                }
            }
            Form::Text if bytes.len() == 1 => self.int(bytes),
            Form::Text => {
                write_string_directive(bytes, self.out());
                self.end_line();
            }
            Form::Fill => match (bytes.first(), bytes.len()) {
                (None | Some(0), count) => self.zeros(count as u64),
                (Some(byte), count) => self.statement(".zero", &format!("{count},{byte}")),
            },
            Form::Address => self.int(bytes),
        }
    }

    /// Writes an integer of at most eight bytes; one of an odd size as several words, the largest
    /// first.
    fn int(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while !rest.is_empty() {
            let size = 1 << rest.len().ilog2().min(3);
            let (word, others) = rest.split_at(size);
            match size {
                8 => self.number(size, &(number(word) as i64).to_string()),
                _ => self.number(size, &number(word).to_string()),
            }
            rest = others;
        }
    }
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte))
}

/// Returns the number as LLVM prints it in comments.
fn float_text(format: FloatFormat, bytes: &[u8]) -> String {
    let bits = bytes.iter().rev().fold(0, |value: u128, byte| value << 8 | u128::from(*byte));
    fn text<F: Float>(bits: u128) -> String {
        let value = F::from_bits(bits);
        // LLVM always prints the sign of infinities.
        if value.is_pos_infinity() { "+Inf".to_owned() } else { value.to_string() }
    }
    match format {
        FloatFormat::Half => text::<Half>(bits),
        FloatFormat::BFloat => text::<BFloat>(bits),
        FloatFormat::Float => text::<Single>(bits),
        FloatFormat::Double => text::<Double>(bits),
        FloatFormat::Fp128 => text::<Quad>(bits),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_printed_as_llvm_prints_them() {
        let double = |value: f64| float_text(FloatFormat::Double, &value.to_le_bytes());
        for (value, text) in [
            (std::f64::consts::PI, "3.1415926535897931"),
            (0.0, "0"),
            (-0.0, "-0"),
            (f64::INFINITY, "+Inf"),
            (f64::NEG_INFINITY, "-Inf"),
            (f64::NAN, "NaN"),
            (1e300, "1.0000000000000001E+300"),
            (1e-5, "1.0000000000000001E-5"),
            (0.001, "0.001"),
            (1000.0, "1000"),
            (1e6, "1.0E+6"),
            (-2.5, "-2.5"),
        ] {
            assert_eq!(double(value), text);
        }
        assert_eq!(float_text(FloatFormat::Float, &0.1f32.to_le_bytes()), "0.100000001");
        assert_eq!(float_text(FloatFormat::Half, &[0, 0x3c]), "1");
    }
}
