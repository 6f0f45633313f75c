//! `interleaved-access` on AArch64, and copies to and from tuples.

use super::{PHYSICAL, after_pass};
use gisel_codegen::passes::post_ra::machine_copy_propagation::{backward, forward};
use gisel_codegen::passes::pre_ra::interleaved_access;
use gisel_targets::aarch64::target::AArch64Target;

/// Returns the instructions of these lines after the pass; `%0` and `%1` are addresses.
fn interleaved(features: &str, lines: &[&str]) -> Vec<String> {
    let target = AArch64Target::new("", features).expect("armv8-a");
    let mut body =
        "  bb.0:\n    liveins: $x0, $x1\n    %0:_(p0) = COPY $x0\n    %1:_(p0) = COPY $x1\n".to_owned();
    lines.iter().for_each(|line| body += &format!("    {line}\n"));
    let header = "isSSA: true\ntracksRegLiveness: true\n";
    after_pass(&target, header, &body, |mf| interleaved_access::run(mf, &target)).remove(0).1.split_off(2)
}

/// Returns true if the pass changes nothing.
fn is_unchanged(features: &str, lines: &[&str]) -> bool {
    let tails = |lines: &[String]| lines.iter().map(|l| l.replace(' ', "")).collect::<Vec<_>>();
    let before: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
    let after = interleaved(features, lines);
    tails(&after) == tails(&before)
}

const LOAD: &str = "%2:_(<12 x s32>) = G_LOAD %0(p0) :: (load (<12 x s32>), align 4)";
const UNDEFINED: &str = "%3:_(<12 x s32>) = G_IMPLICIT_DEF";
const THIRD: &str = "%5:_(<4 x s32>) = G_SHUFFLE_VECTOR %2(<12 x s32>), %3, shufflemask(2, 5, 8, 11)";
const STORE: &str = "G_STORE %5(<4 x s32>), %1(p0) :: (store (<4 x s32>))";

#[test]
fn members_are_loaded() {
    let lines = [
        LOAD,
        UNDEFINED,
        "%4:_(<4 x s32>) = G_SHUFFLE_VECTOR %2(<12 x s32>), %3, shufflemask(0, undef, 6, 9)",
        THIRD,
        "%6:_(s64) = G_CONSTANT i64 7",
        "%7:_(s32) = G_EXTRACT_VECTOR_ELT %2(<12 x s32>), %6(s64)",
        STORE,
        "G_STORE %4(<4 x s32>), %1(p0) :: (store (<4 x s32>))",
        "G_STORE %7(s32), %1(p0) :: (store (s32))",
    ];
    let after = interleaved("", &lines);
    let load = "intrinsic(@llvm.aarch64.neon.ld3), %0(p0) :: (load (<12 x s32>), align 4)";
    assert!(after[0].ends_with(load) && after[0].matches("(<4 x s32>)").count() == 3, "{after:?}");
    assert!(after.iter().any(|line| line.starts_with("%4:_(<4 x s32>) = COPY")), "{after:?}");
    assert!(after.iter().any(|line| line.starts_with("%7:_(s32) = G_EXTRACT_VECTOR_ELT")), "{after:?}");
    assert!(
        !after.iter().any(|line| line.contains("G_SHUFFLE_VECTOR") || line.contains("G_LOAD")),
        "{after:?}"
    );
}

#[test]
fn rows_of_members_are_shuffled() {
    let lines = [
        LOAD,
        UNDEFINED,
        "%4:_(<4 x s32>) = G_SHUFFLE_VECTOR %3(<12 x s32>), %2, shufflemask(21, 18, 15, 12)",
        THIRD,
        STORE,
        "G_STORE %4(<4 x s32>), %1(p0) :: (store (<4 x s32>))",
    ];
    let after = interleaved("", &lines);
    let reversed = after.iter().find(|line| line.starts_with("%4:")).expect("it stays");
    assert!(reversed.ends_with("shufflemask(3, 2, 1, 0)"), "{after:?}");
}

#[test]
fn long_members_take_several_accesses() {
    let lines = [
        "%2:_(<32 x s16>) = G_LOAD %0(p0) :: (load (<32 x s16>), align 16)",
        "%3:_(<32 x s16>) = G_IMPLICIT_DEF",
        "%4:_(<16 x s16>) = G_SHUFFLE_VECTOR %2(<32 x s16>), %3, shufflemask(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31)",
        "G_STORE %4(<16 x s16>), %1(p0) :: (store (<16 x s16>))",
    ];
    let after = interleaved("", &lines);
    let accesses: Vec<&String> = after.iter().filter(|line| line.contains("neon.ld2")).collect();
    assert_eq!(accesses.len(), 2, "{after:?}");
    assert!(accesses.iter().all(|line| line.contains("(load (<16 x s16>), align 16")), "{after:?}");
}

#[test]
fn other_loads_stay() {
    let others = [
        "%2:_(<12 x s32>) = G_LOAD %0(p0) :: (volatile load (<12 x s32>), align 4)",
        "%2:_(<12 x s32>) = G_LOAD %0(p0) :: (non-temporal load (<12 x s32>), align 4)",
    ];
    for load in others {
        assert!(is_unchanged("", &[load, UNDEFINED, THIRD, STORE]), "{load}");
    }
    let whole = "G_STORE %2(<12 x s32>), %1(p0) :: (store (<12 x s32>), align 4)";
    assert!(is_unchanged("", &[LOAD, UNDEFINED, THIRD, STORE, whole]));
    let unaligned = LOAD.replace("align 4", "align 1");
    assert!(is_unchanged("+strict-align", &[&unaligned, UNDEFINED, THIRD, STORE]));
    assert!(!is_unchanged("+strict-align", &[LOAD, UNDEFINED, THIRD, STORE]));
    assert!(is_unchanged("-neon", &[LOAD, UNDEFINED, THIRD, STORE]));
    // The last structure lacks the member that is read.
    let lines = LAST_INCOMPLETE.map(|line| line.replace("0, 4, 8, 12", "1, 5, 9, undef"));
    assert!(is_unchanged("", &lines.each_ref().map(String::as_str)));
}

/// Three structures of four elements, and the first element of another one.
const LAST_INCOMPLETE: [&str; 4] = [
    "%2:_(<13 x s32>) = G_LOAD %0(p0) :: (load (<13 x s32>), align 4)",
    "%3:_(<13 x s32>) = G_IMPLICIT_DEF",
    "%5:_(<4 x s32>) = G_SHUFFLE_VECTOR %2(<13 x s32>), %3, shufflemask(0, 4, 8, 12)",
    STORE,
];

#[test]
fn no_byte_after_an_incomplete_structure_is_loaded() {
    let after = interleaved("", &LAST_INCOMPLETE);
    let accesses = after.iter().filter(|line| line.contains("neon.ld4")).count();
    assert_eq!(accesses, 2, "{after:?}");
    assert!(after.iter().any(|line| line.contains("G_CONSTANT i64 20")), "{after:?}");
}

/// The shuffle is erased with the first load, so the second one has no use left.
#[test]
fn a_shuffle_of_two_loads_may_read_one_only() {
    let lines = [
        "%2:_(<4 x s32>) = G_LOAD %0(p0) :: (load (<4 x s32>))",
        "%3:_(<4 x s32>) = G_LOAD %1(p0) :: (load (<4 x s32>))",
        "%4:_(<2 x s32>) = G_SHUFFLE_VECTOR %2(<4 x s32>), %3, shufflemask(0, 2)",
        "G_STORE %4(<2 x s32>), %1(p0) :: (store (<2 x s32>))",
    ];
    let after = interleaved("", &lines);
    assert!(after[0].contains("neon.ld2") && after[1].contains("G_LOAD %1(p0)"), "{after:?}");
}

#[test]
fn interleaved_members_are_stored() {
    let vectors = [
        "%2:_(<4 x s16>) = G_LOAD %0(p0) :: (load (<4 x s16>))",
        "%3:_(<4 x s16>) = G_LOAD %1(p0) :: (load (<4 x s16>))",
        "%4:_(<8 x s16>) = G_CONCAT_VECTORS %2(<4 x s16>), %3(<4 x s16>)",
        "%5:_(<8 x s16>) = G_IMPLICIT_DEF",
    ];
    let shuffles = [
        "%6:_(<12 x s16>) = G_SHUFFLE_VECTOR %4(<8 x s16>), %5, shufflemask(4, 0, undef, 5, 1, undef, 6, undef, undef, 7, 3, undef)",
        "G_STORE %6(<12 x s16>), %0(p0) :: (store (<12 x s16>), align 2)",
    ];
    let after = interleaved("", &[&vectors[..], &shuffles].concat());
    let store = after.last().expect("a store");
    let start =
        "G_INTRINSIC_W_SIDE_EFFECTS intrinsic(@llvm.aarch64.neon.st3), %3(<4 x s16>), %2(<4 x s16>), %";
    assert!(store.starts_with(start) && store.ends_with("(store (<12 x s16>), align 2)"), "{after:?}");
    let elements = [
        "%7:_(s16), %8:_(s16), %9:_(s16), %10:_(s16) = G_UNMERGE_VALUES %2(<4 x s16>)",
        "%11:_(s16), %12:_(s16), %13:_(s16), %14:_(s16) = G_UNMERGE_VALUES %3(<4 x s16>)",
        "%6:_(<8 x s16>) = G_BUILD_VECTOR %7(s16), %11(s16), %8(s16), %12(s16), %9(s16), %13(s16), %10(s16), %14(s16)",
        "G_STORE %6(<8 x s16>), %0(p0) :: (store (<8 x s16>), align 2)",
    ];
    let after = interleaved("", &[&vectors[..2], &elements].concat());
    assert!(after[2].contains("neon.st2), %2(<4 x s16>), %3(<4 x s16>)") && after.len() == 3, "{after:?}");
}

#[test]
fn other_stores_stay() {
    let lines = [
        "%2:_(<4 x s32>) = G_LOAD %0(p0) :: (load (<4 x s32>))",
        "%3:_(<4 x s32>) = G_LOAD %1(p0) :: (load (<4 x s32>))",
    ];
    let stored = |mask: &str, access: &str| {
        let shuffle = format!("%4:_(<8 x s32>) = G_SHUFFLE_VECTOR %2(<4 x s32>), %3, shufflemask({mask})");
        let store = format!("G_STORE %4(<8 x s32>), %1(p0) :: ({access} (<8 x s32>))");
        is_unchanged("", &[lines[0], lines[1], &shuffle, &store])
    };
    assert!(!stored("0, 4, 1, 5, 2, 6, 3, 7", "store"));
    assert!(stored("0, 4, 1, 5, 2, 6, 3, 7", "volatile store"));
    assert!(stored("0, 1, 2, 3, 4, 5, 6, 7", "store"));
    assert!(stored("0, 4, 1, 5, 2, 6, 7, 3", "store"));
    assert!(stored("0, 0, 0, 0, 0, 0, 0, 0", "store"));
    assert!(stored("0, undef, 1, undef, 2, undef, 3, undef", "store"));
}

#[test]
fn values_are_computed_where_a_tuple_has_them() {
    let target = AArch64Target::new("", "").expect("armv8-a");
    let after = |lines: &str| {
        let body = format!("  bb.0:\n    liveins: $x0, $q1, $q5\n{lines}    RET_ReallyLR\n");
        after_pass(&target, PHYSICAL, &body, |mf| backward::run(mf, &target, &mf.layout.clone())).remove(0).1
    };
    let after_two = after(
        "    $q0 = LDRQui $x0, 0 :: (load (s128))
    $q2 = ADDv4i32 $q0, $q1
    $q4 = COPY $q0
    $q5 = COPY $q2
    ST2Twov4s $q4_q5, $x0 :: (store (s256))\n",
    );
    let expected = [
        "$q4 = LDRQui $x0, 0 :: (load (s128))",
        "$q5 = ADDv4i32 $q4, $q1",
        "ST2Twov4s $q4_q5, $x0 :: (store (s256))",
        "RET_ReallyLR",
    ];
    assert_eq!(after_two, expected);
    // The destination is read between them, the source is read later, or the result is tied.
    for lines in [
        "    $q0 = ADDv4i32 $q1, $q1
    STRQui $q5, $x0, 0 :: (store (s128))
    $q5 = COPY $q0
    STRQui $q5, $x0, 1 :: (store (s128))\n",
        "    $q0 = ADDv4i32 $q1, $q1
    $q5 = COPY $q0
    ST2Twov4s $q0_q1, $x0 :: (store (s256))
    STRQui $q5, $x0, 1 :: (store (s128))\n",
        "    $q1 = MLAv4i32 $q1, $q5, $q5
    $q0 = COPY $q1
    STRQui $q0, $x0, 0 :: (store (s128))\n",
    ] {
        let kept = after(lines);
        assert!(kept.iter().any(|line| line.contains("COPY")), "{kept:?}");
    }
}

#[test]
fn copies_of_a_tuple_are_read_where_it_is() {
    let target = AArch64Target::new("", "").expect("armv8-a");
    let after = |lines: &str| {
        let body = format!("  bb.0:\n    liveins: $x0, $q1, $q5\n{lines}    RET_ReallyLR\n");
        after_pass(&target, PHYSICAL, &body, |mf| forward::run(mf, &target, &mf.layout.clone())).remove(0).1
    };
    let forwarded = after(
        "    $q3_q4 = LD2Twov16b $x0 :: (load (s256))
    $q0 = COPY $q4
    $q2 = ADDv4i32 $q0, $q1
    $q6 = USHLLv8i8_shift killed $d0, 0
    ST2Twov16b $q3_q4, $x0 :: (store (s256))
    $q0 = ADDv4i32 $q2, $q6
    STRQui $q0, $x0, 0 :: (store (s128))\n",
    );
    assert_eq!(forwarded[1..3], ["$q2 = ADDv4i32 $q4, $q1", "$q6 = USHLLv8i8_shift $d4, 0"]);
    // The source is overwritten, the result is read as an operand of a tuple, or tied.
    for lines in [
        "    $q0 = COPY $q1
    $q1 = ADDv4i32 $q5, $q5
    $q2 = ADDv4i32 $q0, $q1
    STRQui $q2, $x0, 0 :: (store (s128))\n",
        "    $q0 = COPY $q5
    ST2Twov4s $q0_q1, $x0 :: (store (s256))\n",
        "    $q0 = COPY $q5
    $q0 = MLAv4i32 $q0, $q1, $q1
    STRQui $q0, $x0, 0 :: (store (s128))\n",
    ] {
        let kept = after(lines);
        assert!(kept.iter().any(|line| line.contains("COPY")), "{kept:?}");
    }
}
