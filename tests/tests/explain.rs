//! `gisel explain`: the page has the expected contents, and a browser displays it.

use gisel_tests::target::Target;
use gisel_tests::{browser, build, process, sources};
use serde_json::Value;
use std::collections::{BTreeSet, HashSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const TARGETS: [Target; 2] = [Target::Aarch64, Target::Riscv64];

fn bitcode(target: Target, program: &str, flags: &[&str]) -> PathBuf {
    build::program_bitcode("explain", program, (target, 2), flags).expect("clang runs")
}

/// Writes the page of a module.
fn page(input: &Path, arguments: &[&str]) -> PathBuf {
    let output = input.with_extension("html");
    let mut command = Command::new(build::gisel());
    process::run(command.arg("explain").args(arguments).arg("-o").arg(&output).arg(input))
        .expect("it is explained");
    output
}

/// Returns the data of a page.
fn report(page: &Path) -> Value {
    let text = fs::read_to_string(page).expect("the page");
    let (_, rest) = text.split_once(r#"<script id="report" type="application/json">"#).expect("the report");
    let (report, _) = rest.split_once("</script>").expect("its end");
    serde_json::from_str(report).expect("JSON")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Returns the numbers of IR instructions that lines come from.
fn origins(lines: &Value) -> BTreeSet<u64> {
    list(lines).iter().filter_map(|line| line[1].as_u64()).collect()
}

fn rule_names(target: Target) -> HashSet<String> {
    let mut command = Command::new(build::gisel());
    let text = process::run(command.args(["--list-rules", "-mtriple"]).arg(target.triple())).expect("rules");
    text.lines().map(str::to_owned).collect()
}

/// Every IR instruction that generates code has code in the assembly, all code comes from the IR,
/// and rules have names.
#[test]
fn instructions_are_followed_to_the_end() {
    for target in TARGETS {
        let rules = rule_names(target);
        for (level, flags) in [("-O0", &[][..]), ("-O2", &[]), ("-O2", &["-g"])] {
            let report = report(&page(&bitcode(target, "sha256", flags), &[level]));
            let functions = list(&report["functions"]);
            assert!(!functions.is_empty());
            for function in functions {
                let name = function["name"].as_str().expect("a name");
                let all = origins(&function["ir"]);
                assert_eq!(
                    all.iter().copied().collect::<Vec<_>>(),
                    (0..all.len() as u64).collect::<Vec<_>>()
                );
                let assembly = origins(&function["assembly"]);
                assert!(assembly.is_subset(&all) && !assembly.is_empty(), "{name}");
                let kept = assembly.len() as f64 / all.len() as f64;
                assert!(kept > 0.3, "{name}: {kept}");
                let stages = list(&function["stages"]);
                assert!(stages.iter().filter(|stage| stage["lines"].is_array()).count() >= 4, "{name}");
                let steps = stages.iter().flat_map(|stage| list(&stage["steps"]));
                let mut selected = 0;
                for step in steps {
                    let rule =
                        format!("{} {}", step[0].as_str().unwrap_or(""), step[1].as_str().unwrap_or(""));
                    assert!(rules.contains(&rule), "{name}: {rule}");
                    selected += usize::from(step[0] == "select" && step[4].is_string());
                }
                assert!(selected > 0, "{name}");
                let intervals = list(&function["allocation"]["intervals"]);
                assert!(!intervals.is_empty() && !list(&function["blocks"]).is_empty(), "{name}");
            }
        }
    }
}

/// The code equals that of an ordinary compilation.
#[test]
fn code_is_what_it_is_without_looking() {
    for target in TARGETS {
        for level in ["-O0", "-O2"] {
            let input = bitcode(target, "containers", &[]);
            let explained = report(&page(&input, &[level]));
            let mut command = Command::new(build::gisel());
            let plain = process::run(command.args([level, "-asm-verbose=0", "-o", "-"]).arg(&input))
                .expect("assembly");
            let is_code = |line: &str| line.starts_with('\t') && !line.starts_with("\t.");
            let plain: Vec<&str> = plain.lines().filter(|line| is_code(line)).map(str::trim).collect();
            let lines = list(&explained["functions"]).iter().flat_map(|function| list(&function["assembly"]));
            let shown: Vec<&str> = lines
                .filter_map(|line| line[0].as_str())
                .filter(|line| is_code(line))
                .map(str::trim)
                .collect();
            // Labels of functions compiled alone have other numbers.
            let opcode = |lines: &[&str]| -> Vec<String> {
                lines.iter().map(|line| line.split('\t').next().unwrap_or("").to_owned()).collect()
            };
            assert_eq!(opcode(&shown), opcode(&plain), "{target:?} {level}");
        }
    }
}

/// The start of a test's script: a check function, and the script's end.
const CHECKS: &str = r#"
const wrong = [];
const check = (is, what) => { if (!is && wrong.length < 8) wrong.push(what); };
const done = () => { document.title = wrong.length ? wrong.join("; ") : "right"; };
"#;

/// Clicks lead to the right targets, in all stages and views.
const CLICKS: &str = r##"
for (const fn of report.functions) {
  open(fn.name);
  check(document.querySelectorAll(".column").length >= 6, `${fn.name}: columns`);
  const rows = [...document.querySelectorAll(".row[data-o]")];
  const step = Math.ceil(rows.length / 60);
  for (let n = 0; n < rows.length; n += step) {
    rows[n].click();
    const origin = rows[n].dataset.o;
    const on = document.querySelectorAll(".row.on");
    check([...on].every((row) => row.dataset.o === origin), `${fn.name}: others are marked with ${origin}`);
    check(on.length === document.querySelectorAll(`.row[data-o="${origin}"]`).length, `${fn.name}: not all of ${origin}`);
    check(document.querySelectorAll("#stages .column:first-child .row.on").length >= 1, `${fn.name}: ${origin} is not in the IR`);
    check(document.querySelectorAll("#details li").length === document.querySelectorAll(".column").length - 1, `${fn.name}: stages in the details`);
    for (const column of document.querySelectorAll(".column")) {
      const first = column.querySelector(".row.on");
      if (!first) continue;
      const [box, at] = [column.getBoundingClientRect(), first.getBoundingClientRect()];
      const seen = [...column.querySelectorAll(".row.on")].some((row) => { const r = row.getBoundingClientRect(); return r.bottom > box.top && r.top < box.bottom; });
      check(seen, `${fn.name}: ${origin} is out of sight in ${column.getAttribute("aria-label")} ${at.top}`);
    }
  }
  const alone = document.querySelector(".column:not(:first-child) .row:not([data-o])");
  if (alone) { alone.click(); check(byId("details").textContent.includes("no single instruction"), "a line of no instruction"); }
  for (const view of ["allocation", "graph", "times"]) {
    document.querySelector(`nav [data-view="${view}"]`).click();
    check(!byId(view).hidden && byId("stages").hidden && byId(view).textContent.length > 40, `${fn.name}: ${view}`);
  }
  const block = document.querySelector("#graph [data-b]");
  block.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  check(!byId("stages").hidden, "a block leads to the stages");
  show("allocation");
  const interval = document.querySelector(".interval");
  if (interval) {
    interval.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    check(byId("details").textContent.startsWith("%"), "an interval says what it is");
  }
  show("stages");
}
open(report.functions[0].name);
const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
press("ArrowDown"); press("ArrowDown"); press("ArrowRight");
check(document.querySelectorAll(".row.at").length === 1, "keys choose a line");
press("3"); check(!byId("graph").hidden, "3 shows the graph");
press("1"); press("Escape"); check(!document.querySelector(".row.on"), "Escape lets go");
byId("all").click();
check(document.querySelectorAll(".column").length >= 6, "all passes");
const search = byId("search");
const last = report.functions[report.functions.length - 1];
search.value = last.name; search.dispatchEvent(new Event("input", { bubbles: true }));
check(state.fn === last, "the search finds a function");
done();
"##;

/// Nothing overlaps and no text is cut off.
const LAYOUT: &str = r##"
document.documentElement.dataset.theme = THEME;
// What is out of sight is laid out when it is scrolled to.
document.head.insertAdjacentHTML("beforeend", "<style>.block { content-visibility: visible !important; }</style>");
const cut = (element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== "auto" && element.clientWidth > 0;
const overlap = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
for (const view of Object.keys(DRAW)) {
  show(view);
  if (view === "stages") document.querySelector(".column:nth-child(2) .row[data-o]").click();
  for (const element of document.querySelectorAll("header *, aside *, .column h2, .row, .picture p, td")) {
    if (cut(element)) check(false, `${view}: ${element.tagName} "${element.textContent.slice(0, 30)}" is cut off`);
  }
  const parts = [...document.querySelectorAll("header > *:not(datalist)")].map((part) => part.getBoundingClientRect());
  parts.forEach((a, n) => parts.slice(n + 1).forEach((b) => check(!overlap(a, b), `${view}: parts of the head overlap`)));
  const areas = ["header", "main", "aside"].map((name) => document.querySelector(name).getBoundingClientRect());
  areas.forEach((a, n) => areas.slice(n + 1).forEach((b) => check(!overlap(a, b), `${view}: areas overlap`)));
  check(areas[1].height > 120, `${view}: ${areas[1].height} pixels are left`);
  check(document.documentElement.scrollWidth <= innerWidth + 1, `${view}: the page is wider than the window`);
}
const rgb = (text) => text.match(/[\d.]+/g).slice(0, 3).map(Number);
const light = (text) => { const [r, g, b] = rgb(text).map((c) => { c /= 255; return c <= 0.04 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
const style = getComputedStyle(document.body);
const [text, back] = [light(style.color), light(style.backgroundColor)];
check((Math.max(text, back) + 0.05) / (Math.min(text, back) + 0.05) > 7, "text is hard to read");
check(THEME === "dark" ? back < 0.05 : back > 0.9, `the background of ${THEME} is ${style.backgroundColor}`);
done();
"##;

#[test]
fn a_browser_shows_it() {
    for target in TARGETS {
        let page = page(&bitcode(target, "sha256", &[]), &["-O2"]);
        let result = browser::run(&page, &format!("{CHECKS}{CLICKS}"), (1500, 900)).expect("a browser");
        assert_eq!(result, "right", "{target:?}");
    }
    let page = page(&bitcode(Target::Riscv64, "bits", &[]), &["-O2"]);
    for size in [(1920, 1080), (1024, 700), (500, 800)] {
        for theme in ["light", "dark"] {
            let script = format!("const THEME = \"{theme}\";{CHECKS}{LAYOUT}");
            let result = browser::run(&page, &script, size).expect("a browser");
            assert_eq!(result, "right", "{size:?} {theme}");
        }
    }
}

/// A function of 5,000 instructions is displayed within two seconds, in the fastest of three runs.
#[test]
fn large_functions_are_shown_fast() {
    let folder = sources::work_folder("explain").expect("a folder");
    let input = folder.join("large.ll");
    let mut text =
        "target triple = \"riscv64-unknown-linux-gnu\"\ndefine i64 @large(ptr %p, i64 %x0) {\n".to_owned();
    for n in 0..1250 {
        let next = n + 1;
        write!(
            text,
            "  %a{n} = getelementptr i64, ptr %p, i64 {n}\n  %l{n} = load i64, ptr %a{n}\n  %m{n} = mul i64 %l{n}, %x{n}\n  %x{next} = xor i64 %m{n}, {n}\n"
        )
        .expect("a string");
    }
    text += "  ret i64 %x1250\n}\n";
    fs::write(&input, text).expect("a file");
    let script = r#"
const began = performance.now();
open("large");
document.body.offsetHeight;
const drawn = performance.now() - began;
document.querySelector('.column:nth-child(2) .row[data-o="2501"]').click();
document.body.offsetHeight;
const all = performance.now() - began;
check(document.querySelectorAll(".row.on").length >= 6, "marked in all stages");
check(all < 2000, `${drawn} ms, then ${all} ms`);
done();
"#;
    let (page, script) = (page(&input, &[]), format!("{CHECKS}{script}"));
    let mut results = (0..3).map(|_| browser::run(&page, &script, (1500, 900)).expect("a browser"));
    let first = results.next();
    let best = first.filter(|result| result == "right").or_else(|| results.max_by_key(|r| r == "right"));
    assert_eq!(best.as_deref(), Some("right"));
}

#[test]
fn wrong_uses_are_named() {
    let folder = sources::work_folder("explain").expect("a folder");
    let good = folder.join("good.ll");
    fs::write(&good, "target triple = \"riscv64\"\ndefine i32 @f(i32 %x) {\n  ret i32 %x\n}\n")
        .expect("a file");
    let mir = folder.join("good.mir");
    let mut command = Command::new(build::gisel());
    process::run(command.args(["-stop-after=legalizer", "-o"]).arg(&mir).arg(&good)).expect("MIR");
    let (good, mir) = (good.to_string_lossy(), mir.to_string_lossy());
    let cases: [(&[&str], &str); 6] = [
        (&["explain"], "one input is explained"),
        (&["explain", &good, &good], "one input is explained"),
        (&["explain", &good, "--function", "g"], "defines no function 'g'"),
        (&["explain", &mir], "LLVM IR is explained, not MIR"),
        (
            &["explain", &good, "-stop-after=legalizer"],
            "option -stop-after is for compiling, not for `gisel explain`",
        ),
        (&[&good, "--function", "f"], "option --function is for `gisel compare` and `gisel explain`"),
    ];
    for (arguments, message) in cases {
        let output =
            Command::new(build::gisel()).current_dir(&folder).args(arguments).output().expect("gisel runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(message) && output.status.code() == Some(1), "{arguments:?}: {said}");
    }
    assert!(!folder.join("report.html").exists());
}
