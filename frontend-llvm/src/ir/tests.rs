//! Results of the handles for small modules.

use super::*;
use crate::ir::function::{intrinsic_by_name, intrinsic_name};
use crate::ir::global::{ComdatKind, GlobalKind};
use crate::reader::{ModuleFile, ReadOptions, read};

fn module(text: &str) -> ModuleFile<'_> {
    read(text.as_bytes(), "test.ll", ReadOptions::default(), &|_, _| None).unwrap_or_else(|e| panic!("{e}"))
}

/// Returns the instructions of the only defined function.
fn insts<'m>(file: &'m ModuleFile<'_>) -> Vec<Inst<'m>> {
    let function = file.module().functions().find(|f| !f.is_declaration());
    function.unwrap().blocks().flat_map(|b| b.insts().collect::<Vec<_>>()).collect()
}

#[test]
fn flags_and_predicates() {
    let file = module(
        "define i1 @f(i32 %a, i32 %b, float %x) {
           %1 = add nuw nsw i32 %a, %b
           %2 = or disjoint i32 %1, %b
           %3 = udiv exact i32 %2, %b
           %4 = fadd nnan ninf float %x, %x
           %5 = zext nneg i32 %3 to i64
           %6 = trunc nuw i64 %5 to i8
           %7 = icmp samesign slt i32 %a, %b
           ret i1 %7
         }",
    );
    let flags: Vec<InstFlags> = insts(&file).iter().map(|i| i.flags()).collect();
    assert_eq!(flags[0], InstFlags::NUW | InstFlags::NSW);
    assert_eq!(flags[1], InstFlags::DISJOINT);
    assert_eq!(flags[2], InstFlags::EXACT);
    assert_eq!(flags[3], InstFlags::NNAN | InstFlags::NINF);
    assert_eq!(flags[4], InstFlags::NNEG);
    assert_eq!(flags[5], InstFlags::NUW);
    assert_eq!(flags[6], InstFlags::SAMESIGN);
    assert_eq!(insts(&file)[6].predicate(), Some(Predicate::IcmpSlt));
    assert_eq!(insts(&file)[0].predicate(), None);
}

#[test]
fn memory() {
    let file = module(
        "target datalayout = \"e-i64:64\"
         define void @f(ptr %p) {
           %a = alloca { i8, i64 }, align 32
           %g = getelementptr inbounds { i8, i64 }, ptr %a, i64 0, i32 1
           %l = load volatile i64, ptr %g, align 4
           store atomic i64 %l, ptr %p release, align 8
           %x = cmpxchg weak ptr %p, i64 0, i64 1 acq_rel monotonic
           %r = atomicrmw umax ptr %p, i64 7 syncscope(\"singlethread\") seq_cst
           ret void
         }",
    );
    let i = insts(&file);
    assert_eq!((i[0].align(), i[0].flags()), (32, InstFlags::STATIC_ALLOCA));
    let layout = file.module().layout();
    let ty = i[0].element_type().unwrap();
    assert_eq!((layout.alloc_size(ty), layout.abi_align(ty)), (Some(16), 8));
    assert_eq!(layout.struct_offset(ty, 1), Some(8));
    assert_eq!(layout.struct_offset(ty, 2), None);
    assert_eq!(file.module().gep_offset(i[1].value()), Some(8));
    assert!(i[1].flags().contains(InstFlags::INBOUNDS));
    assert_eq!((i[2].align(), i[2].flags()), (4, InstFlags::VOLATILE));
    assert_eq!(i[3].ordering(), Ordering::Release);
    assert_eq!(i[4].ordering(), Ordering::AcquireRelease);
    assert_eq!(i[4].failure_ordering(), Ordering::Monotonic);
    assert!(i[4].flags().contains(InstFlags::WEAK));
    assert_eq!(i[5].atomic_op(), Some(AtomicOp::UMax));
    assert!(i[5].is_single_thread() && !i[4].is_single_thread());
}

#[test]
fn control_flow() {
    let file = module(
        "define i32 @f(i32 %a) {
         entry:
           switch i32 %a, label %d [ i32 1, label %x
                                     i32 -2, label %d ], !prof !0
         x:
           br label %d
         d:
           %p = phi i32 [ 7, %entry ], [ 7, %entry ], [ %a, %x ]
           ret i32 %p
         }
         !0 = !{!\"branch_weights\", i32 10, i32 20, i32 30}",
    );
    let i = insts(&file);
    let cases: Vec<_> = i[0].switch_cases().map(|(v, b)| (v.as_i64(), b.name())).collect();
    assert_eq!(cases, [(Some(1), "x"), (Some(-2), "d")]);
    assert_eq!(i[0].successor(0).unwrap().name(), "d");
    assert_eq!(i[0].branch_weights(), [10, 20, 30]);
    assert_eq!(i[1].condition().map(|v| v.key()), None);
    let incoming: Vec<_> = i[2].phi_incoming().map(|(_, b)| b.name()).collect();
    assert_eq!(incoming, ["entry", "entry", "x"]);
    assert!(i[3].opcode().is_terminator() && !i[2].opcode().is_terminator());
}

#[test]
fn calls_and_attributes() {
    let file = module(
        "declare zeroext i8 @g(ptr byval({ i64, i64 }) align 8, i8 signext, ...)
         declare i32 @llvm.umax.i32(i32, i32)
         define void @f(ptr %p, ptr sret(i64) %r) \"frame-pointer\"=\"all\" nounwind {
           %1 = tail call zeroext i8 (ptr, i8, ...) @g(ptr byval({ i64, i64 }) %p, i8 3, i32 4)
           %2 = call i32 @llvm.umax.i32(i32 1, i32 2) [ \"tag\"(i32 0) ]
           %3 = call i32 asm sideeffect \"mv $0, $1\", \"=r,r\"(i32 %2)
           ret void
         }",
    );
    let i = insts(&file);
    let call = i[0].as_call().unwrap();
    assert_eq!((call.num_args(), call.tail_kind()), (3, TailKind::Tail));
    assert_eq!(call.callee_function().unwrap().name(), "g");
    let byval = call.attribute(AttrIndex::Param(0), AttrKind::ByVal).unwrap();
    assert_eq!(byval.ty.unwrap().to_string(), "{ i64, i64 }");
    assert!(call.own_attribute(AttrIndex::Param(1), AttrKind::SignExt).is_none());
    assert!(call.attribute(AttrIndex::Param(1), AttrKind::SignExt).is_some());
    assert!(call.attribute(AttrIndex::Return, AttrKind::ZeroExt).is_some());
    assert_eq!(call.function_type().unwrap().kind(), TypeKind::Function { params: 2, variadic: true });
    let umax = i[1].as_call().unwrap();
    assert_eq!(intrinsic_name(umax.intrinsic_id()), Some("llvm.umax"));
    assert_eq!(intrinsic_by_name("llvm.umax"), Some(umax.intrinsic_id()));
    assert_eq!(umax.bundles().collect::<Vec<_>>(), ["tag"]);
    let Some(ValueKind::InlineAsm(asm)) = i[2].as_call().unwrap().callee().map(Value::kind) else {
        panic!("not inline assembly");
    };
    assert_eq!((asm.text(), asm.constraints()), (Some("mv $0, $1"), Some("=r,r")));
    assert!(asm.has_side_effects());
    let f = i[0].block().unwrap().function().unwrap();
    assert_eq!(f.string_attribute("frame-pointer"), Some("all"));
    assert_eq!(f.string_attribute("none"), None);
    assert!(f.has(AttrKind::NoUnwind) && !f.has(AttrKind::Naked));
    assert!(f.attribute(AttrIndex::Param(1), AttrKind::StructRet).is_some());
    assert!(f.attribute(AttrIndex::Param(9), AttrKind::StructRet).is_none());
    assert!(f.arg(2).is_none());
}

#[test]
fn constants() {
    let file = module(
        "@a = global [3 x i16] [i16 1, i16 2, i16 -1]
         @b = global { i8, ptr } { i8 5, ptr getelementptr (i8, ptr @a, i64 2) }
         @c = global i100 -1
         @d = global fp128 0xL00000000000000017FFF800000000000
         @e = global <2 x i32> zeroinitializer
         @f = global ptr @fn
         @g = global ptr blockaddress(@fn, %bb)
         define void @fn() {
           br label %bb
         bb:
           ret void
         }",
    );
    let module = file.module();
    let init = |name: &str| module.named(name).unwrap().as_global().unwrap().initializer().unwrap();
    let ValueKind::Data(bytes) = init("a").kind() else { panic!() };
    assert_eq!(bytes, [1, 0, 2, 0, 0xff, 0xff]);
    assert_eq!(init("a").constant_element(2).unwrap().as_int().unwrap().as_i64(), Some(-1));
    assert!(init("a").constant_element(3).is_none());
    let pointer = init("b").constant_element(1).unwrap();
    let ValueKind::Expr(gep) = pointer.kind() else { panic!() };
    assert_eq!((gep.opcode, module.gep_offset(gep.value)), (Opcode::GetElementPtr, Some(2)));
    let c = init("c").as_int().unwrap();
    assert_eq!((c.bits, c.as_u128(), c.as_i64()), (100, Some((1 << 100) - 1), Some(-1)));
    let ValueKind::Fp(d) = init("d").kind() else { panic!() };
    assert_eq!(d, FpConstant { width: 128, bits: 0x7fff_8000_0000_0000 << 64 | 1 });
    assert!(init("e").is_null() && matches!(init("e").kind(), ValueKind::Zero));
    assert!(matches!(init("f").kind(), ValueKind::Function(f) if f.name() == "fn"));
    let ValueKind::BlockAddress { function, block } = init("g").kind() else { panic!() };
    assert_eq!((function.name(), block.name(), block.address_taken()), ("fn", "bb", true));
}

#[test]
fn globals() {
    let file = module(
        "source_filename = \"x.c\"
         target triple = \"riscv64-unknown-linux-gnu\"
         module asm \".globl q\"
         $k = comdat nodeduplicate
         @v = dso_local hidden local_unnamed_addr constant i32 1, section \".s\", comdat($k), align 16
         @t = internal thread_local(initialexec) global i32 0
         @w = extern_weak global i8
         @al = alias i32, ptr @v
         !llvm.module.flags = !{!0, !1}
         !llvm.ident = !{!2}
         !0 = !{i32 8, !\"PIC Level\", i32 2}
         !1 = !{i32 1, !\"target-abi\", !\"lp64d\"}
         !2 = !{!\"clang\"}",
    );
    let module = file.module();
    let global = |name: &str| module.named(name).unwrap().as_global().unwrap();
    let v = global("v");
    let info = v.info();
    assert!(info.dso_local && info.is_constant && !info.is_declaration);
    assert_eq!((info.visibility, info.unnamed_addr), (Visibility::Hidden, UnnamedAddr::Local));
    assert_eq!((v.section(), v.align()), (Some(".s"), 16));
    assert_eq!(v.comdat(), Some(("k", ComdatKind::NoDeduplicate)));
    assert_eq!(global("t").info().thread_local, ThreadLocal::InitialExec);
    assert_eq!(global("t").info().linkage, Linkage::Internal);
    assert_eq!(global("w").info().linkage, Linkage::ExternWeak);
    assert!(global("w").info().is_declaration && global("w").comdat().is_none());
    assert_eq!(global("al").kind(), GlobalKind::Alias);
    assert_eq!(global("al").initializer(), Some(v.value()));
    assert_eq!(module.aliases().count(), 1);
    assert_eq!(module.triple(), "riscv64-unknown-linux-gnu");
    assert_eq!(module.source_file(), "x.c");
    assert_eq!(module.inline_asm().trim(), ".globl q");
    assert_eq!(module.flag_int("PIC Level"), Some(2));
    assert_eq!(module.flag_str("target-abi"), Some("lp64d"));
    assert_eq!(module.flag_int("nothing"), None);
    assert_eq!(module.idents().collect::<Vec<_>>(), ["clang"]);
}

/// Every accessor accepts every kind of value without a crash, whatever it returns.
#[test]
fn accessors_are_total() {
    let file = module(
        "@g = global [2 x i8] c\"ab\"
         declare void @llvm.write_register.i64(metadata, i64)
         define i32 @f(i32 %a, <4 x i32> %v, { i32, i8 } %s) {
           %1 = shufflevector <4 x i32> %v, <4 x i32> poison, <2 x i32> <i32 3, i32 poison>
           %2 = extractvalue { i32, i8 } %s, 0
           call void @llvm.write_register.i64(metadata !0, i64 1)
           br label %b
         b:
           ret i32 %2
         }
         !0 = !{!\"sp\"}",
    );
    let module = file.module();
    let mut values: Vec<Value> = vec![module.named("g").unwrap(), module.named("f").unwrap()];
    for inst in insts(&file) {
        values.push(inst.value());
        values.extend(inst.operands());
    }
    let block = values[1].as_function().unwrap().entry().unwrap();
    values.push(block.value());
    let mut masks = 0;
    for value in values {
        let (kind, _, _) = (value.kind(), value.ty().kind(), value.name());
        let _ = (value.operand(99), value.constant_element(99), value.is_null(), value.to_string());
        let _ = value.as_global().map(|g| (g.info(), g.section(), g.comdat(), g.initializer()));
        let _ = (module.layout().alloc_size(value.ty()), module.layout().abi_align(value.ty()));
        let inst = Inst::new(value);
        let Some(i) = inst else { continue };
        assert!(matches!(kind, ValueKind::Inst(_)) || matches!(kind, ValueKind::Expr(_)));
        let _ = (i.flags(), i.predicate(), i.align(), i.ordering(), i.atomic_op(), i.element_type());
        let _ = (i.successor(9), i.switch_cases().count(), i.phi_incoming().count(), i.branch_weights());
        let _ = (i.location(), i.condition(), module.gep_offset(i.value()), i.indices());
        masks += i.shuffle_mask().len();
        if let Some(call) = i.as_call() {
            assert_eq!(call.arg(0).unwrap().metadata_string(), Some("sp"));
            assert!(call.arg(2).is_none());
        }
    }
    assert_eq!(masks, 2);
}

#[test]
fn lazy_bodies() {
    let text = "define i32 @f() { ret i32 7 }";
    let file = module(text);
    // Textual IR is read whole, lazily or not.
    let function = file.module().functions().next().unwrap();
    assert!(!function.is_materializable() && function.materialize(true).is_ok());
}

#[test]
fn dropped_bodies() {
    let text = "@p = global ptr blockaddress(@g, %there)\n\
        define i32 @f(i32 %x) { %y = call i32 @g(i32 %x) ret i32 %y }\n\
        define i32 @g(i32 %x) { br label %there\nthere: %y = call i32 @f(i32 %x) ret i32 %y }";
    let file = module(text);
    let functions: Vec<_> = file.module().functions().collect();
    functions.iter().for_each(|f| f.drop_body());
    assert!(functions[0].entry().is_none() && functions[0].num_args() == 1);
    assert_eq!(functions[0].global().info().linkage, Linkage::External);
    assert_eq!(functions[1].blocks().count(), 2, "a block's address is known elsewhere");
    assert!(file.to_text().contains("declare i32 @f(i32"));
}

/// Bodies with all recorded properties, and with ones that records omit.
const BODIES: &str = "
    target datalayout = \"e-i64:64\"
    @g = global i32 0
    declare i32 @callee(i32, ptr, ...)
    define i32 @first(i32 %a, ptr %p, i64 %n, ptr addrspace(1) %q) {
    entry:
      %s = alloca { i8, i64 }, align 32
      %f = getelementptr inbounds nuw { i8, i64 }, ptr %s, i64 2, i32 1
      %v = getelementptr i64, ptr %p, i64 %n
      %w = getelementptr [8 x i8], ptr %p, i64 1073741824
      %l = load volatile i64, ptr %f, align 4
      %i = load i32, ptr addrspace(1) %q, align 2, !invariant.load !0
      store i64 %l, ptr %v, align 16, !nontemporal !1
      store i32 7, ptr @g
      %x = load atomic i32, ptr %p acquire, align 4
      %c = icmp samesign ult i32 %a, %i
      br i1 %c, label %left, label %right, !prof !2
    left:
      %t = trunc nuw i64 %l to i32
      %r = call i32 (i32, ptr, ...) @callee(i32 %t, ptr @g, i64 %l)
      br label %right
    right:
      %m = phi i32 [ %r, %left ], [ undef, %entry ]
      %d = sdiv exact i32 %m, 3
      %o = or disjoint i32 %d, %x
      %y = fadd nnan float 1.0, 2.0
      %z = fptosi float %y to i32
      %e = select i1 %c, i32 %o, i32 %z
      ret i32 %e
    }
    define void @second(i8 %b) {
      %w = sext i8 %b to i64
      ret void
    }
    !0 = !{}
    !1 = !{i32 1}
    !2 = !{!\"branch_weights\", i32 1, i32 2}";

#[test]
fn records_say_what_handles_say() {
    let file = module(BODIES);
    let (mut reader, mut body) = (BodyReader::default(), Body::default());
    let mut listed = 0;
    for function in file.module().functions().filter(|f| !f.is_declaration()) {
        reader.read(function.value(), &mut body);
        let insts: Vec<Inst> = function.blocks().flat_map(|b| b.insts().collect::<Vec<_>>()).collect();
        assert_eq!(body.insts.len(), insts.len());
        for (number, arg) in (0..).zip(function.args()) {
            assert_eq!(arg.local_number(), Some(number));
        }
        for (place, (record, &inst)) in (0..).zip(body.insts.iter().zip(&insts)) {
            assert!(Inst::of_record(record) == Some(inst));
            assert_eq!(inst.value().local_number(), Some(function.num_args() + place));
            listed += u32::from(record.is_listed());
            assert_record(&file, &body, record, inst);
        }
        for (record, block) in body.blocks.iter().zip(function.blocks()) {
            assert!(Block::of_record(record) == block);
            assert_eq!(record.number as usize, block.number());
            assert!(
                body.insts[record.first as usize].value == block.insts().next().expect("terminated").value()
            );
        }
    }
    // All but two `getelementptr`s, the phi, the selection and the returns.
    assert_eq!(listed, 17);
}

/// Compares a record with its instruction.
fn assert_record(file: &ModuleFile<'_>, body: &Body<'_>, record: &InstRecord<'_>, inst: Inst<'_>) {
    let of_type =
        if inst.opcode() == Opcode::Store { inst.operand(0).expect("stored").ty() } else { inst.ty() };
    assert!(body.types[record.ty as usize] == of_type, "{:?}", inst.value());
    let operands: Vec<OperandRef> = (0..).map_while(|n| body.operand(record, n)).collect();
    assert_eq!(operands.len() as u32, body.num_operands(record));
    if !record.is_listed() {
        return assert!(operands.is_empty());
    }
    let expected: Vec<OperandRef> = match inst.opcode() {
        Opcode::Alloca => Vec::new(),
        Opcode::Br => {
            let targets = inst.successors().map(|block| OperandRef::Block(block.number() as u32));
            inst.condition().map(operand_of).into_iter().chain(targets).collect()
        }
        Opcode::Call => inst.as_call().expect("a call").args().map(operand_of).collect(),
        Opcode::GetElementPtr => inst.operand(0).map(operand_of).into_iter().collect(),
        _ => inst.operands().map(operand_of).collect(),
    };
    assert!(operands == expected, "{:?}", inst.value());
    if !matches!(inst.opcode(), Opcode::Br | Opcode::Call) {
        assert_eq!(InstFlags::from_bits_retain(record.flags), inst.flags(), "{:?}", inst.value());
    }
    assert_eq!(record.has_profile(), !inst.branch_weights().is_empty(), "{:?}", inst.value());
    match inst.opcode() {
        Opcode::Load | Opcode::Store => {
            assert_eq!(1 << record.detail, inst.align(), "{:?}", inst.value());
            let address = inst.operand(inst.num_operands() - 1).expect("an address").ty().kind();
            assert_eq!(address, TypeKind::Pointer(record.extra as u32), "{:?}", inst.value());
        }
        Opcode::ICmp => assert_eq!(Predicate::from_number(record.detail.into()), inst.predicate()),
        Opcode::GetElementPtr => {
            assert!(record.has_offset());
            assert_eq!(Some(record.extra.into()), file.module().gep_offset(inst.value()));
        }
        _ => {}
    }
}

fn operand_of(value: Value<'_>) -> OperandRef<'_> {
    value.local_number().map_or(OperandRef::Other(value), OperandRef::Local)
}
