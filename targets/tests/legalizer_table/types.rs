//! The types of the table: for each opcode, the combinations of its type indices to check.

use gisel_codegen::ir::llt::Llt;
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::machine::desc::instructions::Opcode;

const WIDTHS: [u32; 24] =
    [1, 2, 3, 7, 8, 9, 13, 16, 17, 24, 31, 32, 33, 48, 63, 64, 65, 96, 127, 128, 129, 192, 255, 256];

const SHAPES: [(u32, u32); 21] = [
    (2, 1),
    (4, 1),
    (8, 1),
    (2, 8),
    (3, 8),
    (4, 8),
    (8, 8),
    (16, 8),
    (2, 16),
    (3, 16),
    (4, 16),
    (8, 16),
    (2, 32),
    (3, 32),
    (4, 32),
    (8, 32),
    (2, 64),
    (3, 64),
    (4, 64),
    (16, 64),
    (2, 128),
];

fn scalar(bits: u32) -> Llt {
    Llt::scalar(bits)
}

/// Returns integers of all widths.
pub fn scalars() -> Vec<Llt> {
    WIDTHS.iter().map(|&bits| scalar(bits)).collect()
}

/// Returns vectors of integers.
pub fn vectors() -> Vec<Llt> {
    SHAPES.iter().map(|&(n, bits)| Llt::vector(n, scalar(bits))).collect()
}

/// Returns integers and vectors of integers.
pub fn integers() -> Vec<Llt> {
    scalars().into_iter().chain(vectors()).collect()
}

/// Returns floats and vectors of floats.
pub fn floats() -> Vec<Llt> {
    let shapes = [(2, 16), (4, 16), (8, 16), (2, 32), (3, 32), (4, 32), (8, 32), (2, 64), (4, 64), (2, 128)];
    let vectors = shapes.map(|(n, bits)| Llt::vector(n, scalar(bits)));
    [16, 32, 64, 128].map(scalar).into_iter().chain(vectors).collect()
}

/// Returns all types, with this type for addresses.
pub fn all(pointer: Llt) -> Vec<Llt> {
    integers().into_iter().chain([pointer, Llt::vector(2, pointer)]).collect()
}

/// Returns each type for all type indices.
fn same(types: Vec<Llt>, count: usize) -> Vec<Vec<Llt>> {
    types.into_iter().map(|ty| vec![ty; count]).collect()
}

/// Returns each of `types` with each of `others`, as elements of one shape.
fn pairs(types: Vec<Llt>, others: &[u32], fits: impl Fn(u32, u32) -> bool) -> Vec<Vec<Llt>> {
    let mut lists = Vec::new();
    for ty in types {
        for &bits in others.iter().filter(|&&bits| fits(ty.scalar_bits(), bits)) {
            lists.push(vec![ty, ty.with_scalar_bits(bits)]);
        }
    }
    lists
}

const SOME_WIDTHS: [u32; 11] = [1, 3, 8, 16, 17, 32, 33, 64, 65, 128, 256];
const FLOAT_WIDTHS: [u32; 4] = [16, 32, 64, 128];

/// Returns the combinations of types for an opcode with this address type; none if it is not an
/// opcode on values.
pub fn lists(opcode: Opcode, pointer: Llt) -> Vec<Vec<Llt>> {
    let (all, word) = (|| all(pointer), scalar(pointer.bits()));
    match opcode {
        G_SHL | G_LSHR | G_ASHR | G_USHLSAT | G_SSHLSAT | G_ROTL | G_ROTR | G_FSHL | G_FSHR => {
            let mut lists = same(integers(), 2);
            lists.extend(pairs(scalars(), &[8, 32, 64], |value, amount| value != amount && amount >= 8));
            lists
        }
        G_ZEXT | G_SEXT | G_ANYEXT => pairs(integers(), &SOME_WIDTHS, |to, from| from < to),
        G_TRUNC | G_TRUNC_SSAT_S | G_TRUNC_SSAT_U | G_TRUNC_USAT_U => {
            pairs(integers(), &SOME_WIDTHS, |to, from| from > to)
        }
        G_ICMP => all().into_iter().map(|ty| vec![truth(ty), ty]).collect(),
        G_SCMP | G_UCMP => pairs(integers(), &SOME_WIDTHS, |to, _| (2..=64).contains(&to)),
        G_UADDO | G_USUBO | G_SADDO | G_SSUBO | G_UMULO | G_SMULO | G_UADDE | G_USUBE | G_SADDE | G_SSUBE => {
            integers().into_iter().map(|ty| vec![ty, ty.with_scalar_bits(1)]).collect()
        }
        G_SELECT => {
            let scalar_conditions = all().into_iter().map(|ty| vec![ty, scalar(1)]);
            let vector_conditions = vectors()
                .into_iter()
                .chain([Llt::vector(2, pointer)])
                .map(|ty| vec![ty, ty.with_scalar_bits(1)]);
            scalar_conditions.chain(vector_conditions).collect()
        }
        G_CTLZ | G_CTTZ | G_CTPOP | G_CTLZ_ZERO_UNDEF | G_CTTZ_ZERO_UNDEF => {
            let wide = integers().into_iter().filter(|ty| ty.scalar_bits() >= 8).collect();
            let mut lists = same(wide, 2);
            lists.extend(
                [(32, 64), (64, 32), (32, 8), (8, 64), (64, 128)].map(|(a, b)| vec![scalar(a), scalar(b)]),
            );
            lists
        }
        G_BSWAP => same(integers().into_iter().filter(|t| t.scalar_bits().is_multiple_of(16)).collect(), 1),
        G_SBFX | G_UBFX => [8, 16, 32, 64].map(|bits| vec![scalar(bits), scalar(bits)]).to_vec(),
        G_PTR_ADD => vec![vec![pointer, word], vec![Llt::vector(2, pointer), Llt::vector(2, word)]],
        G_PTRMASK => vec![vec![pointer, word], vec![Llt::vector(2, pointer), Llt::vector(2, word)]],
        G_PTRTOINT | G_INTTOPTR => {
            let widths = [8, 16, 32, 33, 64, 128];
            let pair = |int: Llt, pointer: Llt| {
                if opcode == G_PTRTOINT { vec![int, pointer] } else { vec![pointer, int] }
            };
            let one = widths.into_iter().map(|bits| pair(scalar(bits), pointer));
            let two =
                widths.into_iter().map(|bits| pair(Llt::vector(2, scalar(bits)), Llt::vector(2, pointer)));
            one.chain(two).collect()
        }
        G_BITCAST => {
            let of_size =
                |bits| all().into_iter().filter(move |t| t.bits() == bits && !t.has_pointer_elements());
            [16, 32, 64, 128, 256]
                .into_iter()
                .flat_map(|bits| of_size(bits).flat_map(move |a| of_size(bits).map(move |b| vec![a, b])))
                .filter(|list| list[0] != list[1])
                .collect()
        }
        G_MERGE_VALUES | G_UNMERGE_VALUES => {
            let mut lists = Vec::new();
            for whole in all() {
                for part in all().into_iter().chain([scalar(4)]) {
                    let parts = whole.is_vector() == part.is_vector() && whole.element() == part.element()
                        || !whole.is_vector() && part.is_scalar() && !whole.is_pointer();
                    let elements = whole.is_vector() && part == whole.element() && opcode == G_UNMERGE_VALUES;
                    let divides = whole.bits() > part.bits() && whole.bits().is_multiple_of(part.bits());
                    let vector_merge = opcode == G_MERGE_VALUES && whole.is_vector();
                    if (parts || elements) && divides && !vector_merge {
                        let (a, b) = if opcode == G_MERGE_VALUES { (whole, part) } else { (part, whole) };
                        lists.push(vec![a, b]);
                    }
                }
            }
            lists
        }
        G_BUILD_VECTOR | G_SPLAT_VECTOR => {
            all().into_iter().filter(|t| t.is_vector()).map(|t| vec![t, t.element()]).collect()
        }
        G_BUILD_VECTOR_TRUNC => vectors()
            .into_iter()
            .filter(|t| t.scalar_bits() < 64)
            .map(|t| vec![t, scalar(t.scalar_bits().max(16) * 2)])
            .collect(),
        G_CONCAT_VECTORS => all()
            .into_iter()
            .filter(|t| t.is_vector() && t.elements() <= 8)
            .map(|t| vec![t.with_elements(2 * t.elements()), t])
            .collect(),
        G_EXTRACT_VECTOR_ELT => {
            all().into_iter().filter(|t| t.is_vector()).map(|t| vec![t.element(), t, word]).collect()
        }
        G_INSERT_VECTOR_ELT => {
            all().into_iter().filter(|t| t.is_vector()).map(|t| vec![t, t.element(), word]).collect()
        }
        G_SHUFFLE_VECTOR => all().into_iter().filter(|t| t.is_vector()).map(|t| vec![t, t]).collect(),
        G_VECREDUCE_ADD | G_VECREDUCE_MUL | G_VECREDUCE_AND | G_VECREDUCE_OR | G_VECREDUCE_XOR
        | G_VECREDUCE_SMAX | G_VECREDUCE_SMIN | G_VECREDUCE_UMAX | G_VECREDUCE_UMIN => {
            vectors().into_iter().map(|t| vec![t.element(), t]).collect()
        }
        G_VECREDUCE_FADD | G_VECREDUCE_FMUL | G_VECREDUCE_FMAX | G_VECREDUCE_FMIN | G_VECREDUCE_FMAXIMUM
        | G_VECREDUCE_FMINIMUM => float_vectors().map(|t| vec![t.element(), t]).collect(),
        G_VECREDUCE_SEQ_FADD | G_VECREDUCE_SEQ_FMUL => {
            float_vectors().map(|t| vec![t.element(), t.element(), t]).collect()
        }
        G_FPEXT => pairs(floats(), &FLOAT_WIDTHS, |to, from| from < to),
        G_FPTRUNC => pairs(floats(), &FLOAT_WIDTHS, |to, from| from > to),
        G_FPTOSI | G_FPTOUI | G_FPTOSI_SAT | G_FPTOUI_SAT => floats()
            .into_iter()
            .flat_map(|f| {
                [1, 7, 8, 16, 17, 32, 33, 64, 96, 128].map(|bits| vec![f.with_scalar_bits(bits), f])
            })
            .collect(),
        G_SITOFP | G_UITOFP => pairs(floats(), &[1, 7, 8, 16, 17, 32, 33, 64, 96, 128], |_, _| true),
        G_INTRINSIC_LRINT | G_INTRINSIC_LLRINT | G_LROUND | G_LLROUND => {
            floats().into_iter().map(|f| vec![f.with_scalar_bits(64), f]).collect()
        }
        G_FCMP => floats().into_iter().map(|ty| vec![truth(ty), ty]).collect(),
        G_IS_FPCLASS => floats().into_iter().map(|ty| vec![ty.with_scalar_bits(1), ty]).collect(),
        G_FCOPYSIGN => same(floats(), 2),
        G_FPOWI | G_FLDEXP | G_STRICT_FLDEXP => floats()
            .into_iter()
            .map(|ty| vec![ty, ty.with_scalar_bits(32).element()])
            .filter(|l| !l[0].is_vector())
            .collect(),
        G_FFREXP => floats().into_iter().map(|ty| vec![ty, ty.with_scalar_bits(32)]).collect(),
        G_FCONSTANT => FLOAT_WIDTHS.map(|bits| vec![scalar(bits)]).to_vec(),
        G_CONSTANT => scalars().into_iter().map(|ty| vec![ty]).collect(),
        G_IMPLICIT_DEF | G_FREEZE | G_CONSTANT_FOLD_BARRIER | G_LOAD | G_STORE => same(all(), 1),
        G_SEXTLOAD | G_ZEXTLOAD => pairs(scalars(), &[8, 16, 24, 32, 64], |to, from| from < to),
        G_EXTRACT | G_INSERT => pairs(scalars(), &SOME_WIDTHS, |whole, part| part < whole)
            .into_iter()
            .map(|l| if opcode == G_EXTRACT { vec![l[1], l[0]] } else { l })
            .collect(),
        G_ASSERT_ALIGN => vec![vec![pointer]],
        G_SEXT_INREG | G_ASSERT_SEXT | G_ASSERT_ZEXT => {
            same(integers().into_iter().filter(|t| t.scalar_bits() > 1).collect(), 1)
        }
        G_PHI => same(all(), 1),
        _ if is_integer_operation(opcode) => same(integers(), 1),
        _ if is_float_operation(opcode) => same(floats(), 1),
        _ if is_atomic(opcode) => [8, 16, 32, 64, 128].map(|bits| vec![scalar(bits)]).to_vec(),
        _ => Vec::new(),
    }
}

fn float_vectors() -> impl Iterator<Item = Llt> {
    floats().into_iter().filter(|t| t.is_vector())
}

/// Returns the type of a comparison's result.
fn truth(ty: Llt) -> Llt {
    ty.with_scalar_bits(1)
}

/// Returns true if all operands are integers of one type.
fn is_integer_operation(opcode: Opcode) -> bool {
    let rows = [(G_ADD, G_SAVGCEIL), (G_UMULH, G_SSUBSAT), (G_SMULFIX, G_UDIVFIXSAT), (G_SMIN, G_ABS)];
    let more = [G_BITREVERSE];
    rows.iter().any(|(from, to)| (from.0..=to.0).contains(&opcode.0)) || more.contains(&opcode)
}

/// Returns true if all operands are floats of one type.
pub fn is_float_operation(opcode: Opcode) -> bool {
    let rows = [
        (G_FADD, G_FPOW),
        (G_FEXP, G_FLOG10),
        (G_FMINNUM, G_FMAXIMUMNUM),
        (G_FCEIL, G_FTANH),
        (G_FSQRT, G_FNEARBYINT),
        (G_STRICT_FADD, G_STRICT_FSQRT),
    ];
    let more = [G_FNEG, G_FABS, G_FCANONICALIZE, G_INTRINSIC_TRUNC, G_INTRINSIC_ROUND, G_INTRINSIC_ROUNDEVEN];
    rows.iter().any(|(from, to)| (from.0..=to.0).contains(&opcode.0)) || more.contains(&opcode)
}

/// Returns true for atomic read-modify-write operations.
pub fn is_atomic(opcode: Opcode) -> bool {
    (G_ATOMIC_CMPXCHG_WITH_SUCCESS.0..=G_ATOMICRMW_USUB_SAT.0).contains(&opcode.0)
}
