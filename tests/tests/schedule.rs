//! The scheduling models of CPUs: the figures equal `llvm-mca`'s, and the order of code depends on
//! the CPU.

use gisel_tests::target::Target;
use gisel_tests::{Result, build, parallel, process, sources};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A class of instructions in `schedule.txt`.
struct Class {
    name: String,
    unit: String,
    /// Instructions, each dependent on the previous one.
    sample: String,
}

/// A target's `schedule.txt`, with the lines of its models.
struct Table {
    target: Target,
    classes: Vec<Class>,
    models: Vec<Vec<String>>,
    /// The CPUs with 32-bit registers.
    narrow: Vec<String>,
}

fn table(target: Target) -> Table {
    let folder = match target {
        Target::Riscv64 => "riscv",
        Target::Aarch64 => "aarch64",
    };
    let read = |file: &str| {
        let path = sources::package_folder().join("../targets/src").join(folder).join(file);
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let lines = text.lines().filter(|line| !line.starts_with("//") && !line.is_empty());
        lines.map(|line| line.split_whitespace().map(str::to_owned).collect()).collect::<Vec<Vec<String>>>()
    };
    let (classes, models): (Vec<_>, Vec<_>) =
        read("schedule.txt").into_iter().partition(|words| words[0] == "class");
    let class = |words: Vec<String>| Class {
        name: words[1].clone(),
        unit: words[2].clone(),
        sample: words[4..].join(" "),
    };
    let narrow = read("cpus.txt").into_iter().filter(|words| words[2].split(',').any(|f| f == "32bit"));
    Table {
        target,
        classes: classes.into_iter().map(class).collect(),
        models,
        narrow: narrow.map(|words| words[0].clone()).collect(),
    }
}

/// `llvm-mca` for a CPU, with its own files.
struct Mca<'a> {
    table: &'a Table,
    cpu: &'a str,
    file: PathBuf,
}

impl Mca<'_> {
    /// Runs it on some instructions and returns its output; an error if the CPU lacks one of them.
    fn run(&self, instructions: &str, options: &[&str]) -> Result<String> {
        fs::write(&self.file, instructions).map_err(|e| e.to_string())?;
        let (triple, features) = match self.table.target {
            Target::Aarch64 => ("aarch64", "+neon,+fullfp16"),
            Target::Riscv64 if self.table.narrow.iter().any(|cpu| cpu == self.cpu) => {
                ("riscv32", "+m,+a,+f,+d,+c")
            }
            Target::Riscv64 => ("riscv64", "+m,+a,+f,+d,+c"),
        };
        let mut mca = Command::new("llvm-mca-22");
        mca.args([format!("-mtriple={triple}"), format!("-mcpu={}", self.cpu), format!("-mattr={features}")]);
        process::run(mca.args(options).arg(&self.file))
    }

    /// Returns latency and reciprocal throughput of each instruction.
    fn listed(&self, instructions: &str) -> Option<Vec<(u32, f64)>> {
        let printed = self.run(instructions, &["-instruction-tables"]).ok()?;
        let (_, lines) = printed.split_once("Instructions:\n")?;
        let line = |line: &str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            Some((words.get(1)?.parse().ok()?, words.get(2)?.parse().unwrap_or(0.0)))
        };
        lines.split("\n\n").next()?.lines().map(line).collect()
    }

    /// Returns the cycles of one of many iterations in which each instruction depends on the
    /// previous one; and the dispatch width.
    fn round(&self, instructions: &str) -> Option<(i64, u32)> {
        let options = ["-iterations=100", "-instruction-info=0", "-resource-pressure=0"];
        let printed = self.run(instructions, &options).ok()?;
        let number = |key: &str| {
            let line = printed.lines().find_map(|line| line.strip_prefix(key))?;
            line.trim().parse::<f64>().ok()
        };
        let rounds = number("Total Cycles:")? / 100.0;
        Some(((rounds + 0.5) as i64, number("Dispatch Width:")? as u32))
    }
}

/// Returns the figures of a model as they must be in its line.
fn figures(mca: &Mca) -> Result<Vec<String>> {
    let classes = &mca.table.classes;
    let listed = |class: &Class| mca.listed(&class.sample.replace("; ", "\n"));
    let all: Vec<Option<Vec<(u32, f64)>>> = classes.iter().map(listed).collect();
    let find = |name: &str| classes.iter().position(|class| class.name == name).expect("a class");
    let (alu, load) = (find("alu"), find("load"));
    let Some(addition) = all[alu].as_ref().map(|found| i64::from(found[0].0)) else {
        return Err(format!("llvm-mca knows nothing of {}", mca.cpu));
    };
    let chain = mca.round(&classes[alu].sample);
    let (forwarded, width) = chain.ok_or_else(|| format!("{} adds nothing", mca.cpu))?;
    // A load whose address is loaded, and one whose address is computed from that.
    let loads = classes[load].sample.replace("x1", "x0").replace("a1", "a0");
    let alone = mca.round(&loads);
    let after = mca.round(&format!("{}\n{loads}", classes[alu].sample));
    let delay = after.zip(alone).map_or(0, |(after, alone)| (after.0 - alone.0 - forwarded.max(1)).max(0));
    let forwarded = if alone.is_some() { forwarded.max(1) } else { addition };
    let units =
        [("alu", "alu"), ("memory", "load"), ("multiply", "mul"), ("float", "f")].map(|(unit, name)| {
            let is_example = |class: &&Class| class.unit == unit && class.name.starts_with(name);
            let of_double = |class: &&Class| class.sample.contains(".d ") || !class.sample.contains(".s ");
            let example =
                classes.iter().filter(|class| class.name != "fload").filter(is_example).find(of_double);
            let known = example.and_then(|class| all[find(&class.name)].as_ref());
            let cycles = known.map_or(0.0, |found| found.iter().map(|one| one.1).fold(0.0, f64::max));
            if cycles > 0.0 { ((1.0 / cycles + 0.5) as u32).max(1) } else { 1 }
        });
    let latency = |(class, found): (&Class, &Option<Vec<(u32, f64)>>)| match found {
        None => "-".to_owned(),
        Some(found) => {
            let sum: i64 = found.iter().map(|one| i64::from(one.0)).sum();
            let early = if class.unit == "alu" { addition - forwarded } else { 0 };
            (sum - early * found.len() as i64).max(0).to_string()
        }
    };
    let latencies = classes.iter().zip(&all).map(latency);
    let first = [width].into_iter().chain(units).map(|number| number.to_string());
    Ok(first.chain([delay.to_string()]).chain(latencies).collect())
}

fn check_figures(target: Target) {
    let table = table(target);
    let folder = sources::work_folder("schedule").expect("a folder");
    let wrong = parallel::map(&table.models, |words| {
        let file = folder.join(format!("{}.s", words[1]));
        let mca = Mca { table: &table, cpu: &words[1], file };
        match figures(&mca) {
            Ok(found) if found == words[3..] => None,
            Ok(found) => Some(format!("{} {} is to be {}", words[1], words[3..].join(" "), found.join(" "))),
            Err(message) => Some(message),
        }
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty() && table.models.len() > 15, "{}", wrong.join("\n"));
}

#[test]
fn figures_of_riscv_are_llvms() {
    check_figures(Target::Riscv64);
}

#[test]
fn figures_of_aarch64_are_llvms() {
    check_figures(Target::Aarch64);
}

/// Independent loads, products and floating-point sums.
const MIXED: &str = "
  %v = load i64, ptr %p
  %w = add i64 %v, %a
  %q = getelementptr i8, ptr %p, i64 8
  %u = load i64, ptr %q
  %m = mul i64 %u, %b
  %d = fadd double %x, %y
  %e = fmul double %d, %x
  %f = fptosi double %e to i64
  %s = add i64 %w, %m
  %g = getelementptr i64, ptr %p, i64 %a
  %h = load i64, ptr %g
  %r = add i64 %s, %f
  %z = xor i64 %r, %h
  ret i64 %z
}
";

/// Returns the mnemonics of each function of a module, in order.
fn orders(module: &Path, options: &[&str]) -> Vec<Vec<String>> {
    let mut gisel = Command::new(build::gisel());
    let text = process::run(gisel.args(options).arg(module).args(["-o", "-"])).expect("code");
    let function = |part: &str| {
        let body = part.split("-- End function").next().unwrap_or_default();
        let lines = body.lines().filter(|line| line.starts_with('\t') && !line.starts_with("\t."));
        lines.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
    };
    text.split("-- Begin function").skip(1).map(function).collect()
}

#[test]
fn code_is_in_another_order_for_another_cpu() {
    let folder = sources::work_folder("schedule").expect("a folder");
    for (triple, features, cpus) in [
        ("aarch64", "+neon", ["cortex-a53", "cortex-a72"]),
        ("riscv64", "+d,-zba,-zbb", ["sifive-u74", "sifive-p550"]),
    ] {
        let function = |name: &str, attributes: &str| {
            let signature = "(ptr %p, i64 %a, i64 %b, double %x, double %y)";
            format!("define i64 @{name}{signature} {attributes} {{{MIXED}")
        };
        let [first, second] = cpus.map(|cpu| format!("\"tune-cpu\"=\"{cpu}\""));
        let text = function("plain", "") + &function("first", &first) + &function("second", &second);
        let module = folder.join(format!("{triple}.ll"));
        fs::write(&module, text).expect("written");
        let triple = format!("-mtriple={triple}");
        let code = cpus
            .map(|cpu| orders(&module, &[&triple, &format!("-mcpu={cpu}"), &format!("-mattr={features}")]));
        let [in_order, out_of_order] = [&code[0][0], &code[1][0]];
        assert_ne!(in_order, out_of_order, "{triple}");
        for functions in &code {
            // A function's own CPU takes precedence.
            assert_eq!((&functions[1], &functions[2]), (in_order, out_of_order), "{triple}");
        }
        let sorted = |order: &[String]| {
            let mut order = order.to_vec();
            order.sort();
            order
        };
        assert_eq!(sorted(in_order), sorted(out_of_order), "{triple}");
    }
}
