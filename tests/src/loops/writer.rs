//! The text of random loops, in C.

use crate::c_programs::Body;
use crate::random::Random;

/// The types of counters.
const COUNTERS: [&str; 6] = ["int", "unsigned", "long", "unsigned long", "int", "long"];

/// The arrays, and their element types.
const ARRAYS: [(&str, &str); 8] = [
    ("array8", "uint8_t"),
    ("array16", "uint16_t"),
    ("array32", "uint32_t"),
    ("array64", "uint64_t"),
    ("other8", "uint8_t"),
    ("other16", "uint16_t"),
    ("other32", "uint32_t"),
    ("other64", "uint64_t"),
];

/// Writes one function.
pub struct Writer<'r> {
    random: &'r mut Random,
    body: Body,
}

impl<'r> Writer<'r> {
    /// Returns the writer of a function, which is empty.
    pub fn new(random: &'r mut Random) -> Writer<'r> {
        Writer { random, body: Body::default() }
    }

    /// Returns the body of a function with one to three loops, one after the other.
    pub fn function(mut self) -> String {
        self.body.line("uint64_t sum = m, last = n;");
        for _ in 0..=self.random.below(3) {
            match self.random.below(16) {
                14 | 15 => self.stencil(),
                10 | 11 => self.rotated(),
                12 | 13 => self.words(),
                0 => self.pointers(),
                1 => self.search(),
                2 | 3 => self.tested_last(),
                4 => self.repeated(),
                _ => self.counted(),
            }
        }
        self.body.line("return sum + last;");
        self.body.text
    }

    /// Returns the name of an array and its element type.
    fn array(&mut self) -> (&'static str, &'static str) {
        self.random.pick(&ARRAYS)
    }

    /// Writes a loop with one or two counters.
    fn counted(&mut self) {
        let (i, k) = (format!("i{}", self.body.depth), format!("k{}", self.body.depth));
        let ty = self.random.pick(&COUNTERS);
        let step = 1 + self.random.below(4);
        let start = self.random.below(3) * step;
        let has_other = self.random.one_in(3);
        let other = if has_other { format!(", {k} = m") } else { String::new() };
        // An unsigned counter does not wrap: it is extended to an index.
        let is_signed = !ty.starts_with("unsigned");
        let by = self.random.pick(if is_signed { &["++", "--", " += 3", " -= 2"] } else { &["++", " += 3"] });
        let also = if has_other { format!(", {k}{by}") } else { String::new() };
        let head = match self.random.below(6) {
            0 => format!("for ({ty} {i} = {start}{other}; {i} < ({ty})n; {i} += {step}{also})"),
            1 if is_signed => format!("for ({ty} {i} = n{other}; {i} > {start}; {i} -= {step}{also})"),
            2 => format!("for ({ty} {i} = n{other}; {i}-- > 0;{})", also.replacen(',', "", 1)),
            3 => format!(
                "for ({ty} {i} = {start}{other}; {i} != ({ty})({start} + n * {step}); {i} += {step}{also})"
            ),
            4 => format!("for ({ty} {i} = n{other}; {i} != 0; {i}--{also})"),
            5 if is_signed => format!("for ({ty} {i} = n - 1{other}; {i} >= 0; {i}--{also})"),
            _ => format!("for ({ty} {i} = 0{other}; {i} < ({ty})(n + m); {i}++{also})"),
        };
        self.body.open(&format!("{head} {{"));
        let indices = if has_other { vec![i.clone(), k] } else { vec![i.clone()] };
        for _ in 0..=self.random.below(4) {
            self.statement(&indices);
        }
        if self.body.depth == 1 && self.random.one_in(4) {
            self.counted();
        }
        if self.random.one_in(4) {
            self.body.line(&format!("last = {i};"));
        }
        self.body.close();
    }

    /// Writes a loop that steps two pointers.
    fn pointers(&mut self) {
        let ((a, ty), (b, other)) = (self.array(), self.array());
        let is_down = self.random.one_in(2);
        let (step, ahead, offset) = (1 + self.random.below(3), self.random.below(9), self.random.below(4));
        let (start, test, end, by) = if is_down {
            (format!("n * {step}"), ">", "0".to_owned(), format!("p -= {step};"))
        } else {
            ("0".to_owned(), "<", format!("n * {step}"), format!("p += {step};"))
        };
        self.body.open("{");
        self.body.line(&format!("{ty} *p = {a} + HALF + {start};"));
        self.body.line(&format!("{other} *q = {b} + HALF + {ahead};"));
        self.body.open(&format!("while (p {test} {a} + HALF + {end}) {{"));
        let line = self.random.pick(&[
            "*p += *q;",
            "sum = sum * 5 + *p;",
            "if (*p & 1) *p = sum, sum += *q;",
            "if (*q == 17) break;",
            "*q = p[1] ^ *p;",
        ]);
        self.body.line(line);
        self.body.line(&format!("sum += q[{offset}];"));
        let steps = if self.random.one_in(2) { [by.as_str(), "q++;"] } else { ["q++;", by.as_str()] };
        steps.iter().for_each(|line| self.body.line(line));
        self.body.close();
        self.body.line(&format!("last += (uint64_t)(p - {a}) + *p + (uint64_t)(q - {b});"));
        self.body.close();
    }

    /// Writes a search, whose result is read afterwards.
    fn search(&mut self) {
        let (a, _) = self.array();
        let ty = self.random.pick(&["int", "long", "unsigned long"]);
        let (scale, offset) = (1 + self.random.below(3), self.random.below(9));
        let wanted = self.random.pick(&["% 8 == 3", "% 32 == 5", "== 255", "< 4"]);
        let at = format!("{a}[HALF + at * {scale} + {offset}]");
        self.body.open("{");
        self.body.line(&format!("{ty} at = 0;"));
        if self.random.one_in(2) {
            self.body.line(&format!("while (at < ({ty})n && !({at} {wanted})) at++;"));
        } else {
            self.body
                .line(&format!("for (; at < ({ty})n; at++) {{ if ({at} {wanted}) break; sum ^= {at}; }}"));
        }
        self.body.line(&format!("last += at * 7 + {at};"));
        self.body.close();
    }

    /// Writes a loop that counts down and is tested last. It is entered above its bound or below it,
    /// perhaps after a test that tells which.
    fn tested_last(&mut self) {
        let ty = self.random.pick(&["int", "long", "unsigned long"]);
        let is_signed = ty != "unsigned long";
        let bound = self.random.below(3) + usize::from(!is_signed);
        let start = match self.random.below(4) {
            0 => format!("n - {}", self.random.below(4)),
            1 => format!("{}", 1 + self.random.below(6)),
            2 => "(unsigned)n".to_owned(),
            _ => "n".to_owned(),
        };
        self.body.open("{");
        self.body.line(&format!("{ty} i = {start};"));
        let guard = match self.random.below(6) {
            0 if is_signed => String::new(),
            1 => format!("if (n - {} > {} && (long)i > 0) ", self.random.below(3), self.random.below(3)),
            2 => format!("if ({} < (long)i) ", self.random.below(4)),
            3 if is_signed => format!("if (n >= {}) ", self.random.below(4)),
            4 => format!("if ((long)i > 0 && (unsigned)n > {}) ", self.random.below(3)),
            _ => format!("if ((long)i >= {}) ", 1 + self.random.below(3)),
        };
        self.body.open(&format!("{guard}do {{"));
        for _ in 0..=self.random.below(3) {
            self.statement(&["i".to_owned()]);
        }
        self.body.close();
        let tests: &[&str] = &["--i >", "i-- >", "--i >=", "i-- >=", "(i -= 2) >"];
        let test = self.random.pick(&tests[..if is_signed { 5 } else { 4 }]);
        self.body.line(&format!("while ({test} {bound});"));
        self.body.line("last += i;");
        self.body.close();
    }

    /// Writes a search that counts up to an extended word, perhaps past it: from zero or from a start
    /// near the largest word, perhaps after a test that tells that the bound is above it.
    fn words(&mut self) {
        const LARGE: usize = 0xffff_fff0;
        let near = |random: &mut Random| random.below(20);
        let start = near(self.random) / 4 + if self.random.one_in(2) { LARGE } else { 0 };
        let bound = self.random.pick(&["n", "m", "n", "m", "n - 8", "8 - n"]);
        let least = near(self.random) / 4 + if self.random.one_in(2) { LARGE } else { 0 };
        let guard = match self.random.below(8) {
            5..8 => String::new(),
            1 => format!("if (bound > {least}u) "),
            2 => format!("if (bound >= {start}u) "),
            3 => format!("if ((int)bound {} 0) ", self.random.pick(&[">", ">=", "!="])),
            4 => format!("if (!(bound {} {least}u)) ", self.random.pick(&["<", "<=", "=="])),
            _ => format!("if (bound > {start}u) "),
        };
        self.body.open("{");
        self.body.line(&format!("unsigned bound = {bound}, rounds = 0;"));
        self.body.line(&format!("array8[HALF + {}] = 255;", (start + 60 + near(self.random) * 3) % 128));
        self.body.line(&format!("unsigned long i = {start}u;"));
        self.body.open(&format!("{guard}do {{"));
        // The counter may be read by its test only. The bound is not read after the loop, where it
        // would be the counter's last value.
        let is_read = !self.random.one_in(3);
        let at = if is_read { "i % 128" } else { "rounds" };
        self.body.line(&format!("if (array8[HALF + {at}] == 255) break;"));
        self.body.line("rounds++;");
        let lines = [
            "sum = sum * 3 + other8[HALF + AT];",
            "array32[HALF + AT * 3] += sum;",
            "sum += call(AT);",
            "sum++;",
        ];
        self.body.line(&self.random.pick(&lines).replace("AT", at));
        self.body.close();
        let test = self.random.pick(&["++i != bound", "i++ != bound"]);
        self.body.line(&format!("while ({test});"));
        self.body.close();
    }

    /// Writes a loop that another one repeats from the same start.
    fn repeated(&mut self) {
        let ((a, _), (b, _)) = (self.array(), self.array());
        let (offset, number) = (self.random.below(9), self.random.below(40));
        let outer = self.random.pick(&["r < 3", "r != 4 && sum % 16 != 5", "r < n % 5"]);
        let inner = self.random.pick(&[
            "int i = n - 1; i >= 0; i--",
            "long i = n; i > m; i--",
            "int i = m; i < n; i++",
            "unsigned long i = 0; i < (unsigned long)n; i++",
        ]);
        let (x, y) = (format!("{a}[HALF + i]"), format!("{b}[HALF + i + {offset}]"));
        let line = match self.random.below(5) {
            0 => format!("if ({x} % 16 != {y} % 16) break;"),
            1 => format!("if ({x} & 1) {y} += sum;"),
            2 => format!("if ({x} % 4) {{ if ({y} % 32 == 9) break; sum += i; }}"),
            3 => format!("{y} = {x} > {y} ? {x} : {y};"),
            _ => format!("sum += {x} * (uint64_t){y};"),
        };
        self.body.open(&format!("for (int r = 0; {outer}; r++) {{"));
        if self.random.one_in(3) {
            self.body.line(&format!("last ^= {a}[HALF + {number}];"));
        }
        self.body.open(&format!("for ({inner}) {{"));
        self.body.line(&line);
        self.body.close();
        let after = self.random.pick(&["sum += r;", "last += sum;", "sum = call(sum);"]);
        self.body.line(after);
        self.body.close();
    }

    /// Writes a loop in which two to four variables get each other's previous values.
    fn rotated(&mut self) {
        let ty = self.random.pick(&["uint64_t", "uint32_t", "uint8_t", "double", "long"]);
        let ((a, _), number) = (self.array(), 2 + self.random.below(3));
        let names = &["x", "y", "z", "w"][..number];
        let mut old = || self.random.pick(names);
        let [first, second, third] = [(); 3].map(|()| old());
        self.body.open("{");
        for (n, name) in names.iter().enumerate() {
            self.body.line(&format!("{ty} {name} = {a}[HALF + {n}] % 64;"));
        }
        let head =
            self.random.pick(&["int i = 0; i < n; i++", "long i = n; i > m; i--", "int i = n; i-- > 0;"]);
        self.body.open(&format!("for ({head}) {{"));
        let load = format!("{a}[HALF + i + {}] % 32", self.random.below(9));
        let next = match self.random.below(3) {
            0 => format!("{first} - {second} + {load}"),
            1 => load,
            _ => format!("{load} + ({first} > {second} ? {third} : {second})"),
        };
        // A variable may be read before its next value is computed, or after.
        if self.random.one_in(2) {
            self.body.line(&format!("sum += {first} > {third};"));
        }
        if self.random.one_in(4) {
            self.body.line(&format!("if ({second} == 3) {};", self.random.pick(&["break", "sum++"])));
        }
        self.body.line(&format!("{ty} next = {next};"));
        if self.random.one_in(3) {
            self.body.line(&format!("sum ^= {third} > next;"));
        }
        for pair in names.windows(2) {
            self.body.line(&format!("{} = {};", pair[0], pair[1]));
        }
        self.body.line(&format!("{} = next;", names[number - 1]));
        // Values of doubles remain small.
        if ty == "double" {
            self.body.line(&format!("if ({0} > 9999 || {0} < -9999) {0} = 1;", names[number - 1]));
        }
        self.body.close();
        let all: Vec<String> = names.iter().map(|name| format!("(uint64_t)(long){name}")).collect();
        self.body.line(&format!("last ^= {};", all.join(" * 3 ^ ")));
        self.body.close();
    }

    /// Writes a loop with more rows than pointers fit in registers, which reads neighbors in each.
    fn stencil(&mut self) {
        let number = 4 + self.random.below(12);
        self.body.open("{");
        for row in 0..number {
            let (a, ty) = self.array();
            let (by, start) = (self.random.below(7), self.random.below(200));
            self.body.line(&format!("{ty} *row{row} = {a} + HALF + m * {by} + {start};"));
        }
        let head = self.random.pick(&[
            "long i = 1; i < n; i++",
            "int i = n; i > 0; i--",
            "unsigned i = 2; i < (unsigned)n; i++",
            "long i = m; i != n + m; i++",
        ]);
        self.body.open(&format!("for ({head}) {{"));
        let scale = self.random.pick(&["i", "i", "i * 2", "(long)i * 3"]);
        let mut place = || {
            let (row, distance) = (self.random.below(number), self.random.below(5));
            format!("row{row}[{scale} + {distance} - 2]")
        };
        let terms: Vec<String> = (0..number * 2).map(|_| place()).collect();
        let (read, written) = terms.split_at(number * 2 - 2);
        let (first, second) = read.split_at(read.len() / 2);
        self.body.line(&format!("sum += {};", first.join(" ^ ")));
        match self.random.below(3) {
            0 => self.body.line(&format!("if (sum & 1) {} = {};", written[0], second.join(" + "))),
            1 => self.body.line(&format!("{} = sum; sum ^= {};", written[1], second.join(" - "))),
            _ => self.body.line(&format!("{} += {};", written[0], second.join(" + "))),
        }
        if self.random.one_in(3) {
            let address = written[1].replacen("row", "&row", 1);
            self.body.line(&format!("where = (uint8_t *){address}; last += *where;"));
        }
        self.body.close();
        self.body.close();
    }

    /// Returns a statement that accesses several rows of an array at one index.
    fn rows(&mut self, x: &str) -> String {
        let (a, (k, l)) =
            (self.random.pick(&["planes", "wide"]), (self.random.below(4), self.random.below(4)));
        let row = |k: usize| format!("{a}[{k}][1040 + {x}]");
        match self.random.below(3) {
            0 => format!("{} += {}; sum ^= {};", row(k), row(l), row(3 - k)),
            1 => format!("{} = {}; {} = sum;", row(0), row(k), row(2)),
            _ => format!("if ({} & 1) sum += {} * (uint64_t){};", row(k), row(l), row(1)),
        }
    }

    /// Returns a statement with far offsets from one address, or with a copy of a variable.
    fn far(&mut self, x: &str) -> String {
        let [a, b, c] = [(); 3].map(|()| self.random.below(300));
        match self.random.below(8) {
            6 | 7 => self.quads(x),
            4 => {
                let [at, also] = [(); 2].map(|()| self.large());
                format!(
                    "where = large + {at}; sum += where - large; *where += {x}; where = large + {also} + ({x});"
                )
            }
            5 => {
                let (sign, number) = (self.random.pick(&["+", "-"]), self.large());
                let ty = self.random.pick(&["uint32_t", "uint64_t"]);
                format!("sum = ({ty})(sum {sign} {number}) ^ {x};")
            }
            0 => format!("far[m & 1].tail[{a}] += far[m & 1].tail[{b}] + far[1].head[{c}];"),
            1 => format!(
                "{{ struct far *p = &far[n & 1]; p->tail[{a}] = p->head[{c}]; p->tail[{b}] ^= sum; }}"
            ),
            2 => format!("sum += far[0].tail[{a}] * 3 + far[0].head[{b}]; far[0].tail[{c}] = sum;"),
            _ => {
                let number = self.random.below(9);
                format!(
                    "{{ struct nine c = nines[HALF / 9 + ({x}) % 30]; c.words[sum % 9] = m; sum += nine(&c) + c.words[{number}]; }}"
                )
            }
        }
    }

    /// Returns a statement with floats of 128 bits, which remain small.
    fn quads(&mut self, x: &str) -> String {
        let [a, b, c, d] = [(); 4].map(|()| self.random.below(32));
        let other = self.random.pick(&["1.5L", "0", "-q", "q - 3", "n", "quads[(i_) & 31]"]);
        let other = other.replace("i_", x);
        let last = self.random.pick(&[
            "quads[D] = q",
            "last = q > quads[D]",
            "quads[D] = ((XX) & 4) ? quads[C] : q",
        ]);
        let text = "{ long double q = quads[A]; if ((XX) & 1) q = quads[B] * q; else if ((XX) & 2) q = OTHER; \
                    if (!(q < 1e9L && q > -1e9L)) q = 1; LAST; sum += (uint64_t)(long)q; }";
        let text = text.replace("LAST", last).replace("XX", x).replace("OTHER", &other);
        [("[A]", a), ("[B]", b), ("[C]", c), ("[D]", d)]
            .iter()
            .fold(text, |text, (name, number)| text.replace(name, &format!("[{number}]")))
    }

    /// Returns a number of up to 21 bits, near a power of two or not.
    fn large(&mut self) -> usize {
        let power = 1 << (8 + self.random.below(13));
        if self.random.one_in(2) {
            power - 4 + self.random.below(9)
        } else {
            power + self.random.below(power)
        }
    }

    /// Writes a statement with indices that are affine in a counter.
    fn statement(&mut self, counters: &[String]) {
        let (a, _) = self.array();
        let (x, y) = (self.index(counters), self.index(counters));
        let place = format!("{a}[HALF + {x}]");
        let (b, _) = self.array();
        let other = format!("{b}[HALF + {y}]");
        let line = match self.random.below(11) {
            10 => self.rows(&x),
            0 => format!("{place} = {other};"),
            1 => format!("{place} += {other};"),
            2 => format!("sum += {place} * (uint64_t){other};"),
            3 => format!("if ({other} & 4) {place} = sum;"),
            4 => {
                format!("if ({other} > {place}) {{ uint64_t t = {place}; {place} = {other}; {other} = t; }}")
            }
            5 => format!("{place} = (uint64_t)({x});"),
            6 => format!("records[HALF + {x}].b += records[HALF + {y}].a; sum += records[HALF + {x}].c;"),
            7 => format!("if ({other} % 64 == 7) break;"),
            8 => self.far(&x),
            _ => format!("sum += call({place});"),
        };
        self.body.line(&line);
    }

    /// Returns an index between -1000 and 1000, as an expression.
    fn index(&mut self, counters: &[String]) -> String {
        let i = format!("(long)({})", counters[self.random.below(counters.len())]);
        let (factor, offset) = (1 + self.random.below(5), self.random.below(40));
        match self.random.below(11) {
            0 | 1 => i,
            9 => format!("{i} - m + {offset}"),
            10 => format!("({i} - m) * {factor}"),
            2 => format!("{i} + {offset}"),
            3 => format!("({i}) * {factor} + {offset}"),
            4 => format!("n - ({i})"),
            5 => format!("(~({i}) + n)"),
            6 => format!("(({i}) * 4 | {})", self.random.below(4)),
            7 => format!("({i}) * m + {offset}"),
            _ => format!("({i}) * 2 - {offset}"),
        }
    }
}
