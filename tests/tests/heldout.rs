//! `cargo xtask bench heldout` measures programs in C and IR, and names those that fail.

use gisel_tests::bench::Heldout;
use gisel_tests::build;
use std::fs;
use std::time::Duration;

const LOOP: &str = r#"#include <stdio.h>
__attribute__((noinline)) unsigned mix(unsigned n) {
  unsigned sum = 1;
  for (unsigned i = 0; i < n; i++) sum = sum * 31 + (sum >> 7 ^ i);
  return sum;
}
int main(void) {
  printf("%u\n", mix(50000));
  return 3;
}
"#;

const IR: &str = r#"@text = private constant [3 x i8] c"ir\00"
declare i32 @puts(ptr)
define i32 @main() {
  %r = call i32 @puts(ptr @text)
  ret i32 0
}
"#;

const BROKEN: &str = "int main(void) { return missing; }\n";

#[test]
fn programs_are_measured_or_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::create_dir(folder.path().join("below")).expect("a folder");
    for (name, text) in [("loop.c", LOOP), ("below/text.ll", IR), ("broken.c", BROKEN)] {
        fs::write(folder.path().join(name), text).expect("written");
    }
    let programs = Heldout {
        folder: folder.path().to_path_buf(),
        flags: vec!["-O2".to_owned()],
        limit: Duration::from_secs(60),
        hottest: 2,
    };
    let report = programs.measure(&build::gisel()).expect("it measures");
    let text = &report.text;
    assert_eq!(report.wrong, 0, "{text}");
    for arch in ["riscv64", "aarch64"] {
        assert!(text.contains(&format!("left out: broken.c ({arch}): clang: exit status: 1: ")), "{text}");
        assert!(text.contains(&format!("loop.c ({arch}), executed ")), "{text}");
    }
    for (line, number) in
        [("| loop.c | ", 2), ("| below/text.ll | ", 2), ("| worst | ", 2), ("gisel: mix: ", 2)]
    {
        assert_eq!(text.matches(line).count(), number, "{line}{text}");
    }
    // The loop's block is shown for both compilers, with its execution count.
    assert!(
        text.matches("executed 49999 times:").count() + text.matches("executed 50000 times:").count() >= 2
    );
}
