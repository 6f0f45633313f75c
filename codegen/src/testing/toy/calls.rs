//! The toy's calls: only routines without arguments.

use super::Toy;
use super::instructions::{CALL_TO, DESTROY, RET, SETUP, TAIL_TO};
use super::registers::{SP, r};
use crate::ir::builder::Builder;
use crate::ir::entity::VReg;
use crate::ir::llt::Llt;
use crate::ir::mir::FrameInfo;
use crate::ir::value_type::ValueType;
use crate::machine::arg_locations::{ArgFlags, ArgInfo, Assignment};
use crate::machine::calling_convention::{C, CallOpcodes, CallingConvention, ConventionInfo, FrameRecord};
use crate::machine::desc::registers::PhysReg;
use crate::machine::variadic_arguments::{VaField, VariadicArguments};
use smallvec::SmallVec;

impl CallingConvention for Toy {
    fn opcodes(&self) -> &'static CallOpcodes {
        static OPCODES: CallOpcodes = CallOpcodes {
            call: CALL_TO,
            call_indirect: CALL_TO,
            tail: TAIL_TO,
            tail_indirect: TAIL_TO,
            tail_has_adjustment: false,
            ret: RET,
            eh_return: RET,
            eh_return_registers: [r(2), r(3)],
            frame_escape: None,
            adjust_down: SETUP,
            adjust_up: DESTROY,
            sp: SP,
        };
        &OPCODES
    }

    fn stack_alignment(&self) -> u32 {
        16
    }

    fn info(&self, number: u32) -> Option<&'static ConventionInfo> {
        static ONLY: ConventionInfo = ConventionInfo {
            number: C,
            definable: true,
            variadic: false,
            reg_mask: 0,
            callee_saved: &[],
            tail_calls: false,
            guaranteed_tail_calls: false,
            tail_register: None,
        };
        (number == C).then_some(&ONLY)
    }

    fn assign_arguments(&self, args: &[ArgInfo], _: u32, _: bool) -> std::result::Result<Assignment, String> {
        if args.is_empty() { Ok(Assignment::default()) } else { Err("the toy passes no arguments".into()) }
    }

    fn assign_result(&self, types: &[ValueType], _: ArgFlags, _: u32) -> Option<Assignment> {
        types.is_empty().then(Assignment::default)
    }

    fn exception_registers(&self) -> [PhysReg; 2] {
        [r(0), r(1)]
    }

    fn frame_record(&self) -> FrameRecord {
        unreachable!("the toy has no frame record")
    }

    fn thread_pointer(&self, _: &mut Builder<'_>, _: VReg) {}
}

impl VariadicArguments for Toy {
    fn forwarded_registers(&self, _: &Assignment) -> Vec<(PhysReg, Llt)> {
        Vec::new()
    }

    fn save_variadic_registers(&self, _: &mut Builder<'_>, _: &Assignment) {}

    fn va_list_bytes(&self) -> i64 {
        0
    }

    fn va_list(&self, _: &FrameInfo) -> Option<SmallVec<[VaField; 5]>> {
        None
    }

    fn take_variadic(&self, _: &mut [u64], _: ValueType) -> Option<u64> {
        None
    }
}
