//! Layout of constants as bytes and relocations.
//!
//! Cost: linear in the initializer, but not in the size of its zeros.

use gisel_codegen::ir::entity::SymbolId;
use gisel_codegen::ir::module::{DataReloc, DataValue, Initializer, MAX_CONTENT, PointerSchema};

use super::error::{Result, Stop};
use super::signed_pointers;
use super::translator::Translator;
use crate::ir::{ConstantExpr, Opcode, Type, TypeKind, Value, ValueKind};

/// A base that the linker resolves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Base {
    Symbol(SymbolId),
    /// A block of a function, by its number in the function.
    Block(SymbolId, u32),
    /// Code in this linkage unit that is equivalent to the function.
    DsoLocalEquivalent(SymbolId),
}

/// A sum of symbols, blocks and a number.
#[derive(Clone, Debug, Default)]
pub(crate) struct SymbolicValue {
    pub plus: Vec<Base>,
    pub minus: Vec<Base>,
    pub addend: i128,
    /// The signing schema of a signed pointer.
    pub schema: Option<PointerSchema>,
}

impl SymbolicValue {
    fn at(base: Base) -> SymbolicValue {
        SymbolicValue { plus: vec![base], ..SymbolicValue::default() }
    }

    fn number(addend: i128) -> SymbolicValue {
        SymbolicValue { addend, ..SymbolicValue::default() }
    }

    fn add(mut self, other: SymbolicValue) -> SymbolicValue {
        self.plus.extend(other.plus);
        self.minus.extend(other.minus);
        self.addend = self.addend.wrapping_add(other.addend);
        self
    }

    fn negate(self) -> SymbolicValue {
        SymbolicValue { plus: self.minus, minus: self.plus, addend: self.addend.wrapping_neg(), ..self }
    }

    /// Cancels bases that are both added and subtracted.
    fn cancel(mut self) -> SymbolicValue {
        self.plus.retain(|base| match self.minus.iter().position(|other| other == base) {
            Some(index) => {
                self.minus.swap_remove(index);
                false
            }
            None => true,
        });
        self
    }
}

fn write(out: &mut Initializer, offset: u64, bytes: &[u8]) -> Result<()> {
    let used = bytes.len() - bytes.iter().rev().take_while(|&&byte| byte == 0).count();
    if used == 0 {
        return Ok(());
    }
    let start = usize::try_from(offset).map_err(|_| Stop::new("initialiser too large"))?;
    let end = start.checked_add(used).filter(|&end| end as u64 <= MAX_CONTENT);
    let end = end.ok_or_else(|| Stop::new("initialiser too large"))?;
    if out.bytes.len() < end {
        out.bytes.resize(end, 0);
    }
    out.bytes[start..end].copy_from_slice(&bytes[..used]);
    Ok(())
}

fn little_endian(words: &[u64], size: usize) -> Vec<u8> {
    let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    bytes.resize(size, 0);
    bytes
}

impl<'m> Translator<'m> {
    /// Lays out the initializer of a symbol.
    pub(super) fn initializer(&mut self, value: Value<'m>) -> Result<Initializer> {
        let mut out = Initializer::default();
        self.lay_out(value, 0, &mut out)?;
        out.relocs.sort_by_key(|reloc| reloc.offset);
        Ok(out)
    }

    /// Adds the layout of a constant at `offset` to that of its symbol.
    pub(super) fn lay_out(&mut self, value: Value<'m>, offset: u64, out: &mut Initializer) -> Result<()> {
        let ty = value.ty();
        match value.kind() {
            ValueKind::Zero | ValueKind::Null | ValueKind::Undef | ValueKind::Poison => Ok(()),
            ValueKind::Int(int) => write(out, offset, &little_endian(int.words, self.store_size(ty)?)),
            ValueKind::Fp(fp) => {
                let words = [fp.bits as u64, (fp.bits >> 64) as u64];
                write(out, offset, &little_endian(&words, self.store_size(ty)?))
            }
            ValueKind::Data(bytes) => write(out, offset, bytes),
            ValueKind::Aggregate => self.lay_out_elements(value, ty, offset, out),
            _ => {
                let symbolic = self.evaluate(value)?;
                self.relocate(&symbolic, ty, offset, out)
            }
        }
    }

    fn store_size(&self, ty: Type<'m>) -> Result<usize> {
        let size = self.types.layout.store_size(ty).ok_or_else(|| Stop::ty(ty))?;
        usize::try_from(size).map_err(|_| Stop::ty(ty))
    }

    fn lay_out_elements(
        &mut self,
        value: Value<'m>,
        ty: Type<'m>,
        offset: u64,
        out: &mut Initializer,
    ) -> Result<()> {
        let layout = self.types.layout;
        let element =
            |i: u32| value.constant_element(i).ok_or_else(|| Stop::new("constant without elements"));
        match ty.kind() {
            TypeKind::Struct { fields, .. } => {
                for i in 0..fields {
                    let at = layout.struct_offset(ty, i).ok_or_else(|| Stop::ty(ty))?;
                    self.lay_out(element(i)?, offset.wrapping_add(at), out)?;
                }
                Ok(())
            }
            TypeKind::Array(count) => {
                let size = ty.element(0).and_then(|ty| layout.alloc_size(ty)).ok_or_else(|| Stop::ty(ty))?;
                let count = u32::try_from(count).map_err(|_| Stop::ty(ty))?;
                for i in 0..count {
                    let at = offset.wrapping_add(size.wrapping_mul(i.into()));
                    self.lay_out(element(i)?, at, out)?;
                }
                Ok(())
            }
            TypeKind::FixedVector(count) => {
                // A vector's elements have no padding between them; each occupies its size in bits.
                let bits =
                    ty.element(0).and_then(|ty| layout.size_in_bits(ty)).ok_or_else(|| Stop::ty(ty))?;
                if bits % 8 != 0 {
                    return self.lay_out_bits(value, count, bits, offset, out);
                }
                for i in 0..count {
                    self.lay_out(element(i)?, offset.wrapping_add(bits / 8 * u64::from(i)), out)?;
                }
                Ok(())
            }
            _ => Err(Stop::ty(ty)),
        }
    }

    /// Lays out a vector of integers that are not whole bytes: element 0 in the lowest bits.
    fn lay_out_bits(
        &mut self,
        value: Value<'m>,
        count: u32,
        bits: u64,
        offset: u64,
        out: &mut Initializer,
    ) -> Result<()> {
        let mut bytes = vec![0u8; (u64::from(count) * bits).div_ceil(8) as usize];
        for i in 0..count {
            let element = value.constant_element(i).ok_or_else(|| Stop::ty(value.ty()))?;
            let int = match element.kind() {
                ValueKind::Int(int) => int,
                ValueKind::Zero | ValueKind::Undef | ValueKind::Poison => continue,
                _ => return Err(Stop::new(format!("element {element} that is no whole bytes"))),
            };
            for bit in 0..bits {
                let set = int.words.get(bit as usize / 64).is_some_and(|word| word >> (bit % 64) & 1 != 0);
                let at = u64::from(i) * bits + bit;
                bytes[at as usize / 8] |= u8::from(set) << (at % 8);
            }
        }
        write(out, offset, &bytes)
    }

    /// Emits a number, or a relocation for a symbolic value.
    fn relocate(
        &mut self,
        symbolic: &SymbolicValue,
        ty: Type<'m>,
        offset: u64,
        out: &mut Initializer,
    ) -> Result<()> {
        let size = self.store_size(ty)?;
        let addend = symbolic.addend as i64;
        let value = match (&symbolic.plus[..], &symbolic.minus[..]) {
            ([], []) if symbolic.schema.is_some() => {
                return Err(Stop::new("a signed pointer to no symbol in data"));
            }
            ([], []) => return write(out, offset, &little_endian(&number_words(symbolic.addend), size)),
            (&[Base::Symbol(a)], []) => DataValue::Symbol(a, addend),
            (&[Base::Symbol(a)], &[Base::Symbol(b)]) => DataValue::Difference(a, b, addend),
            (&[Base::Block(f, n)], []) => DataValue::BlockAddress(f, n, addend),
            (&[Base::Block(f, n)], &[Base::Block(g, m)]) => {
                DataValue::BlockDifference((f, n), (g, m), addend)
            }
            (&[Base::DsoLocalEquivalent(a)], &[Base::Symbol(b)]) => {
                DataValue::DsoLocalEquivalent(a, b, addend)
            }
            (&[Base::DsoLocalEquivalent(a)], []) => DataValue::Symbol(a, addend),
            _ => return Err(Stop::new("initialiser that no relocation expresses")),
        };
        if !matches!(size, 1 | 2 | 4 | 8) {
            return Err(Stop::new(format!("address in a value of type {ty}")));
        }
        let schema =
            symbolic.schema.filter(|_| matches!(value, DataValue::Symbol(..) | DataValue::BlockAddress(..)));
        if schema != symbolic.schema {
            return Err(Stop::new("a signed pointer in a calculation"));
        }
        out.relocs.push(DataReloc { offset, size: size as u8, value, schema });
        Ok(())
    }

    /// Evaluates a constant of integer or pointer type to symbols and a number.
    pub(super) fn evaluate(&mut self, value: Value<'m>) -> Result<SymbolicValue> {
        match value.kind() {
            ValueKind::Int(int) => {
                let number = int.as_i128().ok_or_else(|| Stop::ty(value.ty()))?;
                Ok(SymbolicValue::number(number))
            }
            ValueKind::Null | ValueKind::Zero | ValueKind::Undef | ValueKind::Poison => {
                Ok(SymbolicValue::default())
            }
            ValueKind::Function(_) | ValueKind::Global(_) => {
                Ok(SymbolicValue::at(Base::Symbol(self.symbol(value)?)))
            }
            ValueKind::BlockAddress { function, block } => {
                let number = self.block_number(function, block)?;
                let symbolic = SymbolicValue::at(Base::Block(self.symbol(function.value())?, number));
                Ok(SymbolicValue { schema: signed_pointers::block_schema(function), ..symbolic })
            }
            ValueKind::DsoLocalEquivalent(global) => {
                Ok(SymbolicValue::at(Base::DsoLocalEquivalent(self.symbol(global)?)))
            }
            ValueKind::NoCfi(global) => Ok(SymbolicValue::at(Base::Symbol(self.symbol(global)?))),
            ValueKind::Signed(pointer) => self.evaluate_signed(pointer),
            ValueKind::Expr(expr) => self.evaluate_expr(expr),
            _ => Err(Stop::new(format!("constant {value}"))),
        }
    }

    fn evaluate_expr(&mut self, expr: ConstantExpr<'m>) -> Result<SymbolicValue> {
        let operand = |i: u32| expr.operand(i).ok_or_else(|| Stop::new("constant without operands"));
        match expr.opcode {
            Opcode::GetElementPtr => {
                let offset = self.ir.gep_offset(expr.value);
                let offset = offset.ok_or_else(|| Stop::new(format!("constant {}", expr.value)))?;
                Ok(self.unsigned(operand(0)?, offset == 0)?.add(SymbolicValue::number(offset.into())))
            }
            // The relocation determines the width; the linker reports a value that does not fit.
            Opcode::PtrToInt
            | Opcode::PtrToAddr
            | Opcode::IntToPtr
            | Opcode::BitCast
            | Opcode::Trunc
            | Opcode::AddrSpaceCast => self.evaluate(operand(0)?),
            Opcode::Add => {
                let right = self.unsigned(operand(1)?, false)?;
                Ok(self.unsigned(operand(0)?, false)?.add(right).cancel())
            }
            Opcode::Sub => {
                let right = self.unsigned(operand(1)?, false)?.negate();
                Ok(self.unsigned(operand(0)?, false)?.add(right).cancel())
            }
            _ => Err(Stop::new(format!("constant expression {}", expr.value))),
        }
    }
}

impl<'m> Translator<'m> {
    /// Evaluates an operand of a calculation. A signed pointer is rejected, unless the calculation
    /// leaves it as it is (`stays`).
    fn unsigned(&mut self, value: Value<'m>, stays: bool) -> Result<SymbolicValue> {
        let symbolic = self.evaluate(value)?;
        match symbolic.schema {
            Some(_) if !stays => Err(Stop::new("a signed pointer in a calculation")),
            _ => Ok(symbolic),
        }
    }
}

fn number_words(number: i128) -> [u64; 2] {
    [number as u64, (number >> 64) as u64]
}
