//! Writes the firmware that it carries to a file and runs it under an emulator.

use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::process::Command;

static FIRMWARE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/firmware.elf"));

fn main() -> std::io::Result<()> {
    let path = std::env::temp_dir().join(format!("firmware-{}.elf", std::process::id()));
    let mut file = std::fs::OpenOptions::new().create_new(true).write(true).mode(0o700).open(&path)?;
    file.write_all(FIRMWARE)?;
    drop(file);
    println!("running a program for riscv32");
    let ran = Command::new("qemu-riscv32").arg(&path).status();
    std::fs::remove_file(&path)?;
    ran.map(|status| assert!(status.success(), "{status}"))
}
