//! Compares the instruction table with LLVM's assembler.

use crate::riscv::mc::assemble::amount_is_in_range;
use crate::riscv::mc::instructions::TABLE;
use crate::table::check::Check;

const CHECK: Check<'static> = Check {
    table: &TABLE,
    triple: "riscv64",
    attributes: "\
        +m,+a,+f,+d,+c,+zcb,+zicsr,+zifencei,+zba,+zbb,+zbs,+zimop,+zihintpause,+svinval,+h,\
        +zawrs,+zicbom,+zicboz,+zicbop,+zbc,+zbkb,+zbkx,+zknd,+zkne,+zknh,+zksed,+zksh,+zicond,\
        +zacas,+zabha,+zfh,+zfbfmin,+zfa,+zcmop,+experimental-zicfiss,+zihintntl,+zalasr,+q,\
        +smctr,+smrnmi,+experimental-zibi,+experimental-zicfilp,+xtheadba,+xtheadbb,+xtheadbs,\
        +xtheadcmo,+xtheadcondmov,+xtheadfmemidx,+xtheadmac,+xtheadmemidx,+xtheadmempair,\
        +xtheadsync,+xventanacondops,+xmipscmov,+xmipscbop,+xmipslsp,+xmipsexectl,+xandesperf,\
        +xcvalu,+xcvbitmanip,+xcvmac,+xcvelw",
    has: |name| !matches!(name, "32bit" | "xqciint") && !is_in_general_registers(name),
    accepts: |_| true,
    mode: |size| if size == 2 { ".option arch, +c, +zcb, +zcmop" } else { ".option norvc" },
    distinct_registers: false,
    compressed: false,
    prints_otherwise: &[
        ("c.", "LLVM prints the form that was compressed"),
        ("csr", "LLVM names more registers"),
        ("fence\tw, 0", "`pause` is this fence"),
        ("auipc\tzero", "`lpad` is this instruction"),
    ],
};

const CHECK_RV32: Check<'static> = Check {
    triple: "riscv32",
    has: |name| !matches!(name, "64bit" | "xqciint") && !is_in_general_registers(name),
    accepts: |inst| amount_is_in_range(inst, 32),
    ..CHECK
};

/// Returns true if an extension has floats in general registers, which excludes floating-point
/// registers.
fn is_in_general_registers(name: &str) -> bool {
    matches!(name, "zfinx" | "zdinx" | "zhinx" | "zhinxmin")
}

const CHECK_IN_GENERAL_REGISTERS: Check<'static> = Check {
    attributes: "+zhinx,+zdinx,+zifencei",
    has: |name| name == "64bit" || is_in_general_registers(name),
    ..CHECK
};

#[test]
fn every_line_is_encoded_and_printed_as_llvm_does() {
    CHECK.run();
    CHECK_RV32.run();
    CHECK_IN_GENERAL_REGISTERS.run();
    Check {
        attributes: "+xqciint,+f,+d,+c,+zcb,+zcmop,+zicsr,+zifencei",
        has: |name| matches!(name, "32bit" | "zca" | "xqciint"),
        mode: |size| if size == 2 { ".option arch, +c, +zcb, +zcmop, +xqciint" } else { ".option norvc" },
        ..CHECK_RV32
    }
    .run();
    Check {
        triple: "riscv32",
        has: |name| name == "32bit" || is_in_general_registers(name),
        accepts: CHECK_RV32.accepts,
        ..CHECK_IN_GENERAL_REGISTERS
    }
    .run();
}

/// A triple, its attributes, and a function that returns true for its features.
type Machine = (&'static str, &'static str, fn(&str) -> bool);

/// Machines with different compressed forms.
const COMPRESSED: [Machine; 7] = [
    ("riscv64", "+c,+d,+zbb,+zba,+m", |name| {
        !matches!(name, "experimental-zicfiss" | "32bit" | "zcb" | "zcf")
    }),
    ("riscv64", "+zcb,+zbb,+zba,+m,+f,+d", |name| {
        !matches!(name, "experimental-zicfiss" | "32bit" | "c" | "zcd" | "zcf")
    }),
    ("riscv64", "+zcb,+zmmul,+zcd", |name| {
        matches!(name, "64bit" | "f" | "d" | "zca" | "zcb" | "zcd" | "zmmul")
    }),
    ("riscv32", "+c,+f,+d,+zcb,+zbb,+m", |name| !matches!(name, "experimental-zicfiss" | "64bit")),
    ("riscv32", "+zcf,+d", |name| matches!(name, "32bit" | "f" | "d" | "zca" | "zcf")),
    ("riscv32", "+zcd", |name| matches!(name, "32bit" | "f" | "d" | "zca" | "zcd")),
    ("riscv32", "+zca,+f", |name| matches!(name, "32bit" | "f" | "zca")),
];

#[test]
fn instructions_are_compressed_as_llvm_does() {
    for (triple, attributes, has) in COMPRESSED {
        let base = if triple == "riscv32" { &CHECK_RV32 } else { &CHECK };
        Check { triple, attributes, has, compressed: true, mode: |_| "", ..*base }.run();
    }
}

#[test]
fn broken_text_is_refused() {
    let aliases = [
        "li a0, 0x123456789abcdef",
        "la a0, label",
        "lla fp, label+8",
        "la.tls.ie a0, label",
        "call label@plt",
        "tail label",
        "lw a0, label",
        "amoadd.w a0, a1, 0(a2)",
        "lr.d a0, 0(a1)",
        "mv a0, fp",
        "ret",
        "nop",
        "beqz a0, label",
        "j label",
    ];
    let request = crate::features::Request {
        features: "\
            +b,+zcb,+relax,+zimop,+zihintpause,+svinval,+h,+zawrs,+zicbom,+zicboz,+zicbop,+zbc,\
            +zbkb,+zbkx,+zknd,+zkne,+zknh,+zksed,+zksh,+zicond,+zacas,+zabha,+zfh,+zfbfmin,+zfa,\
            +zcmop,+experimental-zicfiss,+zihintntl,+zalasr,+q,+smctr,+smrnmi,+experimental-zibi,\
            +experimental-zicfilp,+xtheadba,+xtheadbb,+xtheadbs,+xtheadcmo,+xtheadcondmov,\
            +xtheadfmemidx,+xtheadmac,+xtheadmemidx,+xtheadmempair,+xtheadsync,+xventanacondops,\
            +xmipscmov,+xmipscbop,+xmipslsp,+xmipsexectl,+xandesperf",
        ..Default::default()
    };
    let subtarget = crate::riscv::features::Subtarget::new(64, &request, &mut Vec::new()).unwrap();
    let mc = crate::riscv::mc::RiscvMc { subtarget };
    crate::table::broken_text::assemble_variants(&TABLE, &mc, &aliases);
}
