//! AArch64's prologues and epilogues: changes of the stack pointer.

mod after_pass;

use after_pass::after_pass;
use gisel_codegen::passes;
use gisel_targets::aarch64::target::AArch64Target;

/// Returns the instructions of a function that writes `saved` callee-saved registers, with a local
/// variable of `local` bytes.
fn framed(saved: u32, local: u32) -> Vec<String> {
    let target = AArch64Target::new("", "").expect("armv8-a");
    let object = format!("stack:\n  - {{ id: 0, size: {local}, alignment: 8 }}\n");
    let header = format!("tracksRegLiveness: true\n{}", if local == 0 { "" } else { &object });
    let writes = (19..19 + saved).fold(String::new(), |all, n| all + &format!("    $x{n} = MOVZXi 1, 0\n"));
    let body = format!("  bb.0:\n    liveins: $lr\n{writes}    RET_ReallyLR\n");
    let blocks =
        after_pass(&target, &header, &body, |mf| passes::prologepilog(mf, &target).expect("a frame"));
    let code = |line: &String| !line.contains("CFI_INSTRUCTION") && !line.contains("MOVZXi");
    blocks[0].1.iter().filter(|line| code(line)).cloned().collect()
}

/// Returns the opcode and offset of each line.
fn shapes(lines: &[String]) -> Vec<String> {
    let shape = |line: &String| {
        let words: Vec<&str> = line.split([' ', ',']).collect();
        let opcode = words.iter().find(|w| w.starts_with(|c: char| c.is_uppercase()));
        format!("{} {}", opcode.unwrap_or(&""), words.last().unwrap_or(&""))
    };
    lines[..lines.len() - 1].iter().map(shape).collect()
}

#[test]
fn the_lowest_saved_registers_move_the_stack_pointer() {
    assert_eq!(shapes(&framed(1, 0)), ["STRXpre -16", "LDRXpost 16"]);
    assert_eq!(shapes(&framed(2, 0)), ["STPXpre -2", "LDPXpost 2"]);
    // Pairs are above the unpaired register.
    assert_eq!(shapes(&framed(3, 0)), ["STRXpre -32", "STPXi 2", "LDPXi 2", "LDRXpost 32"]);
    assert_eq!(
        shapes(&framed(5, 0)),
        ["STRXpre -48", "STPXi 2", "STPXi 4", "LDPXi 4", "LDPXi 2", "LDRXpost 48"]
    );
    // With a variable below them, the lowest register is next to the others, not at the bottom.
    assert_eq!(shapes(&framed(3, 8)), ["SUBXri 0", "STRXui 1", "STPXi 2", "LDPXi 2", "LDRXui 1", "ADDXri 0"]);
}
