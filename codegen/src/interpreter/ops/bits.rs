//! Counting, reversing, rotating and extracting bits.

use crate::interpreter::int::Int;
use crate::interpreter::operation::{Environment, Fault, Operation, Results};
use crate::ir::opcodes::*;

/// Evaluates these opcodes; see [`super::evaluate`].
pub(crate) fn evaluate(op: &Operation, _: &mut Environment) -> Result<Results, Fault> {
    let bits = op.ty(0)?.scalar_bits();
    let count = |n: u32| Some(Int::new(bits, n.into()));
    match op.opcode {
        G_AND => bitwise(op, Int::and),
        G_OR => bitwise(op, Int::or),
        G_XOR => bitwise(op, Int::xor),
        G_CTPOP => op.lanes(0, |[a]| count(a.count_ones())),
        G_CTLZ => op.lanes(0, |[a]| count(a.leading_zeros())),
        G_CTTZ => op.lanes(0, |[a]| count(a.trailing_zeros())),
        G_CTLZ_ZERO_UNDEF => op.lanes(0, |[a]| count(a.leading_zeros()).filter(|_| !a.is_zero())),
        G_CTTZ_ZERO_UNDEF => op.lanes(0, |[a]| count(a.trailing_zeros()).filter(|_| !a.is_zero())),
        G_BSWAP => op.lanes(0, |[a]| Some(a.reverse(8))),
        G_BITREVERSE => op.lanes(0, |[a]| Some(a.reverse(1))),
        G_ROTL => op.lanes(0, |[a, by]| Some(a.rotl(modulo(by, bits)))),
        G_ROTR => op.lanes(0, |[a, by]| Some(a.rotl((bits - modulo(by, bits)) % bits))),
        G_FSHL => op.lanes(0, |[a, b, by]| match modulo(by, bits) {
            0 => Some(a.clone()),
            by => Some(a.shl(by).or(&b.lshr(bits - by))),
        }),
        G_FSHR => op.lanes(0, |[a, b, by]| match modulo(by, bits) {
            0 => Some(b.clone()),
            by => Some(a.shl(bits - by).or(&b.lshr(by))),
        }),
        G_SBFX | G_UBFX => op.lanes(0, |[a, from, width]| {
            let (from, width) = (from.saturated(), width.saturated());
            let end = from.checked_add(width).filter(|&end| end <= bits.into() && width > 0)?;
            let top = bits - end as u32;
            let left = a.shl(top);
            let by = top + from as u32;
            Some(if op.opcode == G_SBFX { left.ashr(by) } else { left.lshr(by) })
        }),
        _ => Err(Fault::Unknown),
    }
}

fn modulo(by: &Int, bits: u32) -> u32 {
    let wide = by.bits().max(64);
    by.zext(wide).divide(&Int::new(wide, bits.into())).1.low() as u32
}

/// Evaluates a bitwise operation. Poison bits make the result's bits poison, unless the other
/// operand decides them.
fn bitwise(op: &Operation, each: impl Fn(&Int, &Int) -> Int) -> Result<Results, Fault> {
    use crate::interpreter::value::Lane;
    let (a, b) = (op.value(0)?, op.value(1)?);
    let lane = |(a, b): (&Lane, &Lane)| {
        let int = each(&a.int, &b.int);
        if a.poison.is_none() && b.poison.is_none() {
            return Lane::from(int);
        }
        let none = Int::zero(int.bits());
        let (p, q) = (a.poison.as_ref().unwrap_or(&none), b.poison.as_ref().unwrap_or(&none));
        // The bits of the result that change when these bits are flipped.
        let turned = |a: &Int, b: &Int| each(a, b).xor(&int);
        let (x, y) = (a.int.or(p), b.int.or(q));
        let open = turned(&x, &b.int).or(&turned(&a.int, &y)).or(&turned(&x, &y));
        Lane::with_poison(int, open)
    };
    Ok(smallvec::smallvec![a.lanes.iter().zip(&b.lanes).map(lane).collect()])
}
