//! The elements of variables' contents, by type, for assembly output: in the order and form of
//! LLVM's AsmPrinter.
//!
//! Requires: contents have been laid out. A content that is not fully described is written as
//! bytes. Cost: linear in the constants, for assembly only.

use super::translator::Translator;
use crate::ir::{Type, TypeKind, Value, ValueKind};
use gisel_codegen::ir::content::{FloatFormat, Form, Fragment};

/// The known fragments of a content.
#[derive(Default)]
struct Fragments(Vec<Fragment>);

impl Fragments {
    fn add(&mut self, form: Form, size: u64, count: u64) {
        if size != 0 && count != 0 {
            self.0.push(Fragment { form, size, count });
        }
    }

    /// Adds zeros, as for padding.
    fn pad(&mut self, size: u64) {
        self.add(Form::Fill, size, 1);
    }
}

impl Translator<'_> {
    /// Records the fragments of all variables' contents.
    pub fn describe_contents(&mut self) {
        let globals = self.module.globals.iter().map(|global| global.symbol);
        let defined: std::collections::HashSet<_> = globals.collect();
        for global in self.ir.variables() {
            let symbol = self.symbols.get(&global.value().key()).copied();
            let Some(symbol) = symbol.filter(|symbol| defined.contains(symbol)) else { continue };
            let mut fragments = Fragments::default();
            let described =
                global.initializer().and_then(|value| self.describe_content(value, &mut fragments));
            if described.is_some() {
                self.module.contents.insert(symbol, fragments.0);
            }
        }
    }

    /// Describes a content; returns none if the type has no content.
    fn describe_content(&self, value: Value<'_>, out: &mut Fragments) -> Option<()> {
        let (ty, layout) = (value.ty(), self.types.layout);
        let (size, stored) = (layout.alloc_size(ty)?, layout.store_size(ty)?);
        match value.kind() {
            ValueKind::Zero | ValueKind::Undef | ValueKind::Poison => {
                out.pad(size);
                return Some(());
            }
            ValueKind::Int(_) => {
                out.add(if stored <= 8 { Form::Int } else { Form::WideInt }, stored, 1);
            }
            ValueKind::Fp(_) => out.add(Form::Float(float_format(ty)?), stored, 1),
            ValueKind::Data(bytes) => return self.describe_data(ty, bytes, size, out),
            ValueKind::Aggregate => return self.describe_elements(value, ty, size, out),
            _ => out.add(Form::Address, stored, 1),
        }
        out.pad(size - stored);
        Some(())
    }

    /// Describes an array or vector of numbers.
    fn describe_data(&self, ty: Type<'_>, bytes: &[u8], size: u64, out: &mut Fragments) -> Option<()> {
        let (element, given) = (ty.element(0)?, bytes.len() as u64);
        let is_repeated = bytes.windows(2).all(|pair| pair[0] == pair[1]);
        if is_repeated && given == size && size > 1 {
            out.add(Form::Fill, size, 1);
            return Some(());
        }
        let each = self.types.layout.store_size(element)?;
        match (ty.kind(), element.kind()) {
            (TypeKind::Array(_), TypeKind::Integer(8)) => out.add(Form::Text, given, 1),
            (_, TypeKind::Integer(_)) => out.add(Form::Int, each, given / each),
            _ => out.add(Form::Float(float_format(element)?), each, given / each),
        }
        out.pad(size - given);
        Some(())
    }

    fn describe_elements(
        &self,
        value: Value<'_>,
        ty: Type<'_>,
        size: u64,
        out: &mut Fragments,
    ) -> Option<()> {
        let layout = self.types.layout;
        match ty.kind() {
            TypeKind::Struct { fields, .. } => {
                for i in 0..fields {
                    let field = value.constant_element(i)?;
                    let end = if i + 1 == fields { size } else { layout.struct_offset(ty, i + 1)? };
                    let room = end.checked_sub(layout.struct_offset(ty, i)?)?;
                    self.describe_content(field, out)?;
                    out.pad(room.checked_sub(layout.alloc_size(field.ty())?)?);
                }
            }
            TypeKind::Array(count) => {
                if self.repeated_byte(value).is_some() {
                    out.add(Form::Fill, size, 1);
                    return Some(());
                }
                for i in 0..u32::try_from(count).ok()? {
                    self.describe_content(value.constant_element(i)?, out)?;
                }
            }
            TypeKind::FixedVector(count) => {
                let element = ty.element(0)?;
                let each = layout.alloc_size(element)?;
                if layout.size_in_bits(element)? != each * 8 {
                    out.add(Form::WideInt, layout.store_size(ty)?, 1);
                    out.pad(size - layout.store_size(ty)?);
                    return Some(());
                }
                for i in 0..count {
                    self.describe_content(value.constant_element(i)?, out)?;
                }
                out.pad(size.checked_sub(each * u64::from(count))?);
            }
            _ => return None,
        }
        Some(())
    }

    /// Returns the byte that a constant repeats, if it is an integer or an array of equal elements.
    fn repeated_byte(&self, value: Value<'_>) -> Option<u8> {
        let all_equal = |bytes: &[u8]| {
            let first = *bytes.first()?;
            bytes.iter().all(|&byte| byte == first).then_some(first)
        };
        match (value.kind(), value.ty().kind()) {
            (ValueKind::Int(int), _) => {
                let size = self.types.layout.alloc_size(value.ty())? as usize;
                let mut bytes: Vec<u8> = int.words.iter().flat_map(|word| word.to_le_bytes()).collect();
                bytes.resize(size, 0);
                all_equal(&bytes)
            }
            (ValueKind::Data(bytes), _) => all_equal(bytes),
            (ValueKind::Aggregate, TypeKind::Array(count)) => {
                let first = value.constant_element(0)?;
                let byte = self.repeated_byte(first)?;
                let is_first = |i| value.constant_element(i).is_some_and(|other| other.key() == first.key());
                (1..u32::try_from(count).ok()?).all(is_first).then_some(byte)
            }
            _ => None,
        }
    }
}

fn float_format(ty: Type<'_>) -> Option<FloatFormat> {
    match ty.kind() {
        TypeKind::Half => Some(FloatFormat::Half),
        TypeKind::BFloat => Some(FloatFormat::BFloat),
        TypeKind::Float => Some(FloatFormat::Float),
        TypeKind::Double => Some(FloatFormat::Double),
        TypeKind::Fp128 => Some(FloatFormat::Fp128),
        _ => None,
    }
}
