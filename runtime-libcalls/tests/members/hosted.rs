//! The members for hosted ABIs, linked with `caller.c` and the C library and run under qemu,
//! compared with the host's operations.

use crate::compiled::{Machine, objects, run};
use crate::reach;
use gisel_runtime_libcalls::{Family, members};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const MACHINES: [(Machine, &str); 2] = [
    (Machine::new("riscv64-linux-gnu", "rv64gc", "+m,+a,+f,+d,+c", "lp64d"), "riscv64"),
    (Machine::new("aarch64-linux-gnu", "", "", ""), "aarch64"),
];

/// A case: function, four words, four expected words.
struct Case(&'static str, [u64; 4], [u64; 4]);

fn halves(x: u128) -> [u64; 2] {
    [(x >> 64) as u64, x as u64]
}

fn four(a: u128, b: u128) -> [u64; 4] {
    let ([ah, al], [bh, bl]) = (halves(a), halves(b));
    [ah, al, bh, bl]
}

/// Random numbers, equal on every machine.
struct Random(SplitMix64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a number of random length, sometimes complemented.
    fn wide(&mut self) -> u128 {
        let x = u128::from(self.next()) << 64 | u128::from(self.next());
        let x = x >> (self.next() % 128);
        if self.next().is_multiple_of(4) { !x } else { x }
    }
}

const CORNERS: [u128; 22] = [
    0,
    1,
    2,
    3,
    10,
    0x7fff_ffff,
    0xffff_ffff,
    1 << 32,
    (1 << 63) - 1,
    1 << 63,
    (1 << 64) - 1,
    1 << 64,
    (1 << 64) + 1,
    0xffff_ffff_0000_0000_ffff_ffff,
    1 << 96,
    (1 << 127) - 1,
    1 << 127,
    (1 << 127) + 1,
    u128::MAX,
    u128::MAX - 1,
    u128::MAX << 64,
    0xffff_ffff_0000_0000_0000_0000_ffff_ffff,
];

fn pairs() -> Vec<(u128, u128)> {
    let mut random = Random(SplitMix64::seed_from_u64(1));
    let mut all: Vec<(u128, u128)> = CORNERS.iter().flat_map(|a| CORNERS.iter().map(|b| (*a, *b))).collect();
    all.extend((0..3000).map(|_| (random.wide(), random.wide())));
    all
}

fn integer_cases(cases: &mut Vec<Case>) {
    for (a, b) in pairs() {
        let (x, y) = (a as i128, b as i128);
        let words = four(a, b);
        let mut add = |name, r: u128, more: u128| cases.push(Case(name, words, four(r, more)));
        add("__multi3", a.wrapping_mul(b), 0);
        let (product, lost) = x.overflowing_mul(y);
        add("__muloti4", product as u128, u128::from(lost));
        if let Some(quotient) = a.checked_div(b) {
            let (q, r) = (x.wrapping_div(y) as u128, x.wrapping_rem(y) as u128);
            let rest = a - quotient * b;
            add("__udivti3", quotient, 0);
            add("__umodti3", rest, 0);
            add("__udivmodti4", quotient, rest);
            add("__divti3", q, 0);
            add("__modti3", r, 0);
            add("__divmodti4", q, r);
        }
    }
    for a in CORNERS.into_iter().chain(pairs().into_iter().map(|p| p.0).take(600)) {
        for n in [0, 1, 31, 32, 63, 64, 65, 100, 127] {
            let words = four(a, n);
            cases.push(Case("__ashlti3", words, four(a << n, 0)));
            cases.push(Case("__lshrti3", words, four(a >> n, 0)));
            cases.push(Case("__ashrti3", words, four((a as i128 >> n) as u128, 0)));
        }
        let words = four(a, 0);
        cases.push(Case("__popcountti2", words, four(a.count_ones().into(), 0)));
        if a != 0 {
            cases.push(Case("__clzti2", words, four(a.leading_zeros().into(), 0)));
            cases.push(Case("__ctzti2", words, four(a.trailing_zeros().into(), 0)));
        }
    }
}

fn float_cases(cases: &mut Vec<Case>) {
    let mut random = Random(SplitMix64::seed_from_u64(2));
    for (a, near) in pairs() {
        // Includes numbers whose leading bits end in a tie.
        for a in [a, a << (near % 128), (1 << 127) | (near & 0xff) << 72 | 1 << 71, near >> 3 | 1 << 100] {
            let words = four(a, 0);
            let mut add = |name, bits: u64| cases.push(Case(name, words, [0, bits, 0, 0]));
            add("__floattidf", (a as i128 as f64).to_bits());
            add("__floatuntidf", (a as f64).to_bits());
            add("__floattisf", (a as i128 as f32).to_bits().into());
            add("__floatuntisf", (a as f32).to_bits().into());
        }
    }
    for i in 0..4000 {
        let exponent = 1023 - 3 + i % 136;
        let d = f64::from_bits(random.next() & 0x800f_ffff_ffff_ffff | exponent << 52);
        let f = d as f32;
        for d in [d, -0.0, 0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 5e-324] {
            let words = [0, d.to_bits(), 0, 0];
            cases.push(Case("__fixdfti", words, four(d as i128 as u128, 0)));
            cases.push(Case("__fixunsdfti", words, four(d as u128, 0)));
        }
        for f in [f, f32::NAN, f32::INFINITY, f32::MAX, f32::MIN, 1e-45] {
            let words = [0, f.to_bits().into(), 0, 0];
            cases.push(Case("__fixsfti", words, four(f as i128 as u128, 0)));
            cases.push(Case("__fixunssfti", words, four(f as u128, 0)));
        }
    }
    // Powers that are exact in any order of multiplication.
    for (x, n, r) in [(2.0, 10, 1024.0), (2.0, -3, 0.125), (-3.0, 3, -27.0), (7.0, 0, 1.0), (0.5, -4, 16.0)] {
        let n = [0, n as u64];
        cases.push(Case("__powidf2", [0, f64::to_bits(x), n[0], n[1]], [0, f64::to_bits(r), 0, 0]));
        let (x, r) = (f32::to_bits(x as f32), f32::to_bits(r as f32));
        cases.push(Case("__powisf2", [0, x.into(), n[0], n[1]], [0, r.into(), 0, 0]));
    }
}

/// Returns the value of a half with these bits, not a NaN.
fn half_value(bits: u16) -> f64 {
    let (biased, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 0x3ff));
    let size = match biased {
        0 => fraction * 2f64.powi(-24),
        31 => f64::INFINITY,
        _ => (1024.0 + fraction) * 2f64.powi(biased - 25),
    };
    if bits >> 15 != 0 { -size } else { size }
}

/// Returns the bits of the 128-bit float with the value of `d`, which is zero, normal or infinite.
fn quad_bits(d: f64) -> u128 {
    let bits = d.to_bits();
    let exponent = match bits >> 52 & 0x7ff {
        0 => 0,
        0x7ff => 0x7fff,
        biased => biased + 15360,
    };
    u128::from(bits >> 63) << 127 | u128::from(exponent) << 112 | u128::from(bits & 0xf_ffff_ffff_ffff) << 60
}

/// Returns the bits of the half nearest to `d`, or to a number slightly further from zero than `d`;
/// found by search.
fn nearest_half(d: f64, more: bool) -> u16 {
    let (sign, size) = ((d.is_sign_negative() as u16) << 15, d.abs());
    let below = (0..0x7c00u16).collect::<Vec<_>>().partition_point(|&h| half_value(h) <= size) as u16 - 1;
    // The next number is where infinity begins.
    let above = if below == 0x7bff { 65536.0 } else { half_value(below + 1) };
    let middle = (half_value(below) + above) / 2.0;
    let up = size > middle || (size == middle && (more || below & 1 == 1));
    sign | (below + u16::from(up))
}

fn half_cases(cases: &mut Vec<Case>) {
    let mut random = Random(SplitMix64::seed_from_u64(4));
    for bits in (0..=u16::MAX).step_by(7).chain([0x7c00, 0xfc00, 1, 0x8001, 0x3ff, 0x400]) {
        // A NaN becomes quiet and preserves its fraction at the top.
        let nan =
            (bits & 0x7fff > 0x7c00).then_some((u64::from(bits >> 15), u64::from(bits & 0x3ff | 0x200)));
        let value = half_value(bits);
        let single = nan.map_or((value as f32).to_bits(), |(s, f)| (s << 31 | 0xff << 23 | f << 13) as u32);
        let quad = nan.map_or(quad_bits(value), |(s, f)| u128::from(s << 63 | 0x7fff << 48 | f << 38) << 64);
        let words = [0, bits.into(), 0, 0];
        cases.push(Case("__extendhfsf2", words, [0, single.into(), 0, 0]));
        cases.push(Case("__extendhftf2", words, four(quad, 0)));
    }
    let mut add = |name, words: [u64; 2], half: u16| {
        cases.push(Case(name, [words[0], words[1], 0, 0], [0, half.into(), 0, 0]))
    };
    for i in 0..3000 {
        let near = half_value(random.next() as u16 & 0xfbff);
        let step = 2f64.powi(near.abs().log2().max(-14.0).floor() as i32 - 11);
        // Numbers of any size, ties, and numbers close to a tie.
        let any = f64::from_bits(random.next() & 0x800f_ffff_ffff_ffff | (1023 - 30 + i % 50) << 52);
        for d in [
            any,
            near + step,
            near + step * (1.0 + 2f64.powi(-20)),
            near + step * (1.0 - 2f64.powi(-20)),
            f64::INFINITY,
            -0.0,
        ] {
            add("__truncdfhf2", [0, d.to_bits()], nearest_half(d, false));
            let f = d as f32;
            add("__truncsfhf2", [0, f.to_bits().into()], nearest_half(f.into(), false));
            if d.is_finite() {
                let wide = quad_bits(d);
                add("__trunctfhf2", halves(wide), nearest_half(d, false));
                add("__trunctfhf2", halves(wide | 1), nearest_half(d, true));
            }
        }
    }
    add("__truncsfhf2", [0, 0x7f80_2001], 0x7e01);
    add("__truncdfhf2", [0, 0xfff0_0400_0000_0001], 0xfe01);
    add("__trunctfhf2", [0x7fff_0040_0000_0000, 1], 0x7e01);
}

/// Returns the bits of the bfloat nearest to a float.
fn bfloat_bits(f: f32) -> u16 {
    let bits = f.to_bits();
    ((bits + 0x7fff + (bits >> 16 & 1)) >> 16) as u16
}

fn bfloat_cases(cases: &mut Vec<Case>) {
    let mut random = Random(SplitMix64::seed_from_u64(5));
    let mut add =
        |name, words: [u64; 2], r: u64| cases.push(Case(name, [words[0], words[1], 0, 0], [0, r, 0, 0]));
    for i in 0..3000 {
        let f = f32::from_bits(random.next() as u32 & 0x807f_ffff | (i % 250 + 3) << 23);
        let tie = f32::from_bits(f.to_bits() & 0xffff_0000 | 0x8000);
        for f in [f, tie, 0.0, f32::NEG_INFINITY] {
            let near = f64::from_bits(f64::from(f).to_bits() + u64::from(f.is_normal()));
            let single = f32::from_bits(f.to_bits() + u32::from(f.is_normal()));
            add("__extendbfsf2", [0, u64::from(f.to_bits() >> 16)], u64::from(f.to_bits() >> 16 << 16));
            add("__truncsfbf2", [0, f.to_bits().into()], bfloat_bits(f).into());
            add("__truncdfbf2", [0, f64::from(f).to_bits()], bfloat_bits(f).into());
            add("__trunctfbf2", halves(quad_bits(f.into())), bfloat_bits(f).into());
            // A slightly larger double rounds as the next float does.
            add("__truncdfbf2", [0, near.to_bits()], bfloat_bits(single).into());
            add("__trunctfbf2", halves(quad_bits(near)), bfloat_bits(single).into());
        }
    }
}

fn area() -> Vec<u8> {
    (0..256).map(|i| (i * 7 + 1) as u8).collect()
}

fn digest(area: &[u8]) -> u64 {
    area.iter().fold(0, |sum: u64, b| sum.wrapping_mul(31).wrapping_add((*b).into()))
}

fn memory_cases(cases: &mut Vec<Case>) {
    let mut random = Random(SplitMix64::seed_from_u64(3));
    for _ in 0..4000 {
        let length = (random.next() % 60) as usize;
        let (to, from) = ((random.next() % 90) as usize, (random.next() % 90) as usize);
        let byte = random.next() & 0xffff;
        let words = [to as u64, from as u64, length as u64, byte];
        let mut moved = area();
        moved.copy_within(from..from + length, to);
        cases.push(Case("memmove", words, [0, 1, 0, digest(&moved)]));
        let apart = [to as u64, 150 + from as u64 / 2, length as u64, byte];
        let mut copied = area();
        copied.copy_within(150 + from / 2..150 + from / 2 + length, to);
        cases.push(Case("memcpy", apart, [0, 1, 0, digest(&copied)]));
        let mut set = area();
        set[to..to + length].fill(byte as u8);
        cases.push(Case("memset", words, [0, 1, 0, digest(&set)]));
        let mut left = area();
        left.copy_within(150 + from / 2..150 + from / 2 + length, to);
        if length != 0 {
            left[to + byte as usize % length] ^= (byte >> 8) as u8;
        }
        let right = &left[150 + from / 2..150 + from / 2 + length];
        let order = left[to..to + length].cmp(right) as i8;
        let expected = if order < 0 { 1 } else { 2 * order as u64 };
        cases.push(Case("memcmp", apart, [0, expected, 0, 0]));
    }
}

/// Links all members, under one prefix, with the caller.
fn link(machine: &Machine, name: &str, folder: &Path) -> PathBuf {
    let caller = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/members/caller.c");
    let program = folder.join("caller");
    let objects = objects(machine, folder);
    reach::check(&objects, name);
    let mut gcc = Command::new(format!("{name}-linux-gnu-gcc"));
    gcc.args(["-static", "-O1", "-w"]).arg(caller).arg("-o").arg(&program);
    let symbols: Vec<String> = objects
        .iter()
        .flat_map(|(member, _)| member.symbols)
        .map(|symbol| format!("--redefine-sym={symbol}=gisel_{symbol}"))
        .collect();
    for (_, object) in objects {
        run(Command::new("llvm-objcopy-22").args(&symbols).arg(&object));
        gcc.arg(object);
    }
    run(&mut gcc);
    program
}

fn results(name: &str, program: &Path, input: String) -> String {
    let mut child = Command::new(format!("qemu-{name}"))
        .arg(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn results_are_those_of_the_host() {
    let mut cases = Vec::new();
    integer_cases(&mut cases);
    float_cases(&mut cases);
    half_cases(&mut cases);
    bfloat_cases(&mut cases);
    memory_cases(&mut cases);
    let input: String = cases
        .iter()
        .map(|c| format!("{} {:x} {:x} {:x} {:x}\n", c.0, c.1[0], c.1[1], c.1[2], c.1[3]))
        .collect();
    for (machine, name) in MACHINES {
        let called: HashSet<&str> = cases.iter().map(|c| c.0).collect();
        let common = members(machine.target()).filter(|member| member.family == Family::Common);
        for symbol in common.flat_map(|m| m.symbols) {
            assert!(called.contains(symbol), "{symbol} is not tested");
        }
        let folder = tempfile::tempdir().unwrap();
        let program = link(&machine, name, folder.path());
        let output = results(name, &program, input.clone());
        assert_eq!(output.lines().count(), cases.len());
        for (Case(function, words, expected), line) in cases.iter().zip(output.lines()) {
            let [a, b, c, d] = expected;
            let expected = format!("{a:016x} {b:016x} {c:016x} {d:016x}");
            assert_eq!(line, expected, "{name}: {function} of {words:x?}");
        }
    }
}
