//! The text of random functions, in C.

use crate::c_programs::Body;
use crate::random::Random;

/// The maximum depth of statements.
const MAX_DEPTH: usize = 3;

/// Returns the body of a function of `n`, `u`, `i` and `d`, which returns an integer of 64 bits.
pub fn function(random: &mut Random) -> String {
    let mut writer = Writer { random, body: Body::default(), loops: 0 };
    if writer.random.one_in(2) {
        writer.early_return();
    }
    if writer.random.one_in(3) {
        writer.loop_at_entry();
    }
    writer.body.line("uint64_t x = n * 3 + u, y = n ^ i, z = 1;");
    writer.body.line("uint32_t a = u, b = n;");
    writer.body.line("int32_t s = i, t = (int32_t)n;");
    writer.body.line("double p = d, q = doubles[n % SIZE];");
    for _ in 0..2 + writer.random.below(4) {
        writer.statement();
    }
    writer.body.line("return x + y * 3 + z + a + b + s + t + (p > q) + (p != p);");
    writer.body.text
}

/// Writes one function.
struct Writer<'r> {
    random: &'r mut Random,
    body: Body,
    loops: usize,
}

impl Writer<'_> {
    fn pick(&mut self, list: &[&str]) -> String {
        self.random.pick(list).to_owned()
    }

    /// Returns an integer of any type.
    fn integer(&mut self) -> String {
        let number = self.random.below(70);
        match self.random.below(8) {
            0 => format!("{number}"),
            1 => format!("longs[(x + {number}) % SIZE]"),
            2 => format!("ints[(y + {number}) % SIZE]"),
            3 => format!("words[(a + {number}u) % SIZE]"),
            _ => self.pick(&["x", "y", "z", "a", "b", "s", "t", "n", "u", "i"]),
        }
    }

    fn condition(&mut self) -> String {
        let numbers = ["p", "q", "d", "0.0", "doubles[a % SIZE]"];
        let (x, y) = (self.pick(&numbers), self.pick(&numbers));
        let comparison = self.pick(&["<", "<=", ">", ">=", "==", "!="]);
        match self.random.below(6) {
            0 | 1 => format!("{x} {comparison} {y}"),
            2 => format!("!({x} {comparison} {y})"),
            3 => {
                // The same comparison is repeated.
                let other = self.pick(&["<", "<=", ">", ">=", "=="]);
                let join = self.pick(&["&&", "||", "&", "|", "^"]);
                format!("({x} {comparison} {y}) {join} ({x} {other} {y})")
            }
            _ => {
                let (x, y) = (self.integer(), self.integer());
                format!("{x} {comparison} {y}")
            }
        }
    }

    /// Returns without a frame in some cases, which may be decided by a computation or a load.
    fn early_return(&mut self) {
        let condition = self.pick(&[
            "n < 2",
            "!n",
            "i <= 0",
            "d != d",
            "u % 4 == 0",
            "n == 3 || i == 7",
            "longs[n % SIZE] & 1",
            "d > 1.0",
        ]);
        let result = self.pick(&["n", "0", "n + 1", "(uint64_t)i", "u * 3u", "words[u % SIZE]"]);
        match self.random.below(3) {
            0 => self.body.line(&format!("if ({condition}) return call({result}, n, u, i);")),
            1 => self.body.line(&format!("if (rare({condition})) return {result};")),
            _ => self.body.line(&format!("if ({condition}) return {result};")),
        }
    }

    /// Writes a loop with a call, which a test of an argument skips or ends.
    fn loop_at_entry(&mut self) {
        let test = self.pick(&["n", "n > 2", "i > 0 && n", "n % 8 != 7"]);
        let by = self.pick(&["n /= 2", "n--, n %= 32", "n = n / 3 + (u & 1)"]);
        let call = self.pick(&["u += call(n, u, i, 3);", "i -= call(1, n, 2, u) % 4;", "call(u, u, i, 1);"]);
        let leave =
            self.pick(&["if (words[u % SIZE] % 16 == 3) return u;", "", "if (i < -20) return n + 1;"]);
        let limit = format!("turns{}", self.loops);
        self.loops += 1;
        self.body.line(&format!("int {limit} = 0;"));
        match self.random.below(3) {
            0 => self
                .body
                .line(&format!("while ({test}) {{ {call} {leave} {by}; if (++{limit} > 9) break; }}")),
            1 => self.body.line(&format!(
                "if (!({test})) return u; do {{ {leave} {call} {by}; }} while (({test}) && ++{limit} < 9);"
            )),
            _ => self.body.line(&format!(
                "for (; {test}; {by}) {{ {leave} {call} if (++{limit} > 9) return i; }} if (!n) return 5;"
            )),
        }
    }

    /// Writes selects of one condition, of values that only they read.
    fn computed_selects(&mut self) {
        let condition = self.condition();
        let flag = format!("c{}", self.loops);
        self.loops += 1;
        self.body.open("{");
        self.body.line(&format!("int {flag} = {condition};"));
        for _ in 0..=self.random.below(3) {
            let words = ["a", "b", "s", "t", "u", "(uint32_t)x", "3", "ints[u % SIZE]"];
            let doubles = ["p", "q", "d", "0.5", "doubles[a % SIZE]"];
            let is_number = self.random.one_in(2);
            let [k, l, m] = [(); 3].map(|()| self.pick(if is_number { &doubles } else { &words }));
            let to = self.pick(if is_number { &["p", "q"] } else { &["a", "b", "s", "t", "x", "y"] });
            let operators: &[&str] = if is_number { &["+", "-", "*", "/"] } else { &["+", "-", "*", "^"] };
            let [first, second] = [(); 2].map(|()| self.pick(operators));
            let unsigned = if is_number { "" } else { "(uint64_t)" };
            let value = format!("{unsigned}{k} {first} {unsigned}{l}");
            let line = match self.random.below(4) {
                0 => format!("{to} = {flag} ? {value} : {to};"),
                1 => format!("{to} = {flag} ? {to} : {value};"),
                2 => format!("{to} = {flag} ? {value} : {unsigned}{l} {second} {unsigned}{m};"),
                _ => format!("{to} = {flag} ? {m} : {to};"),
            };
            self.body.line(&line);
        }
        self.body.close();
    }

    /// Writes a branch on a comparison and a condition that paths have set.
    fn flag(&mut self) {
        let flag = format!("c{}", self.loops);
        self.loops += 1;
        let [set, other, then] = [(); 3].map(|()| self.condition());
        let join = self.pick(&["&&", "||", "&", "|"]);
        let value = self.pick(&["1", "0", "(b & 1)", "!(a % 3)"]);
        self.body.line(&format!("_Bool {flag} = {value};"));
        self.body.line(&format!("if ({other}) {{ y += 3; {flag} = {set}; words[y % SIZE] = a; }}"));
        let (first, second) = if self.random.one_in(2) { (flag.clone(), then) } else { (then, flag.clone()) };
        self.body.open(&format!("if (({first}) {join} ({second})) {{"));
        self.statement();
        self.body.close();
    }

    fn statement(&mut self) {
        let is_deep = self.body.depth >= MAX_DEPTH;
        match self.random.below(if is_deep { 9 } else { 17 }) {
            0 => self.assign(),
            1 => self.call(),
            2 | 3 => self.select(),
            4 => self.numbers(),
            5 => self.store(),
            6 => self.masks(),
            7 => self.neighbours(),
            8 => self.computed_selects(),
            9 | 10 => self.looped(),
            11 | 12 => self.branch(),
            13 => self.equal_ends(),
            14 => self.search(),
            15 => self.flag(),
            _ => {
                let (condition, result) = (self.condition(), self.integer());
                self.body.line(&format!("if ({condition}) return {result};"));
            }
        }
    }

    fn assign(&mut self) {
        let (x, y) = (self.integer(), self.integer());
        let to = self.pick(&["x", "y", "z", "a", "b"]);
        let operator = self.pick(&["+", "-", "*", "^", "&", "|"]);
        self.body.line(&format!("{to} = (uint64_t){x} {operator} (uint64_t){y};"));
    }

    /// Writes a call whose arguments are in the registers of others.
    fn call(&mut self) {
        let arguments = [(); 4].map(|()| self.pick(&["x", "y", "z", "n", "a", "u", "1", "b"]));
        match self.random.below(4) {
            0 => {
                let [x, y, ..] = arguments;
                self.body.line(&format!("{{ struct pair r = pair({x}, {y}); x = r.b, y = r.a; }}"));
            }
            1 => {
                let [p, q] = [(); 2].map(|()| self.pick(&["p", "q", "d", "2.0"]));
                let to = self.pick(&["p", "q"]);
                self.body.line(&format!("{to} = number({p}, {q}, {});", arguments[0]));
            }
            _ => {
                let to = self.pick(&["x", "y", "z", "a"]);
                self.body.line(&format!("{to} = call({});", arguments.join(", ")));
            }
        }
    }

    /// Writes selects of words, which are extended later.
    fn select(&mut self) {
        let (first, second) = (self.condition(), self.condition());
        let words = ["a", "b", "s", "t", "u", "(uint32_t)x", "(int32_t)y", "ints[u % SIZE]", "7"];
        let [k, l, m] = [(); 3].map(|()| self.pick(&words));
        let to = self.pick(&["a", "b", "s", "t"]);
        match self.random.below(4) {
            0 => self.body.line(&format!("{to} = {first} ? {k} : {l};")),
            1 => self.body.line(&format!("{to} = {first} ? {k} : {second} ? {l} : {m};")),
            2 => self.body.line(&format!("{to} = ({first} ? {k} : {l}) + ({second} ? {l} : {m});")),
            _ => {
                let cast = self.pick(&["(uint64_t)(uint32_t)", "(int64_t)(int32_t)", "(uint64_t)"]);
                self.body.line(&format!("x += {cast}({first} ? {k} : {l}); {to} ^= x;"));
            }
        }
    }

    /// Selects constants that one instruction computes from each other, by the bits of a mask.
    fn masks(&mut self) {
        let (x, k) = (self.integer(), self.random.below(40) as i64 - 20);
        let mask = self.pick(&["0xff00", "0xff", "7", "3", "0xff000000", "0x1234", "(uint64_t)u", "1"]);
        let comparison = self.pick(&["==", "!="]);
        let other = match self.random.below(5) {
            0 => k + 1,
            1 => k - 1,
            2 => -k,
            3 => !k,
            _ => 2,
        };
        let cast = self.pick(&["uint64_t", "uint32_t"]);
        let condition = format!("(({cast}){x} & ({cast}){mask}) {comparison} ({cast}){mask}");
        let to = self.pick(&["x", "y", "z", "a", "s"]);
        match self.random.below(3) {
            0 => self.body.line(&format!("if ({condition}) {to} += {k};")),
            _ => self.body.line(&format!("{to} += {condition} ? {k} : {other};")),
        }
    }

    /// Reads and writes elements of an array near each other.
    fn neighbours(&mut self) {
        let (array, ty) = self.random.pick(&[
            ("longs", "uint64_t"),
            ("words", "uint32_t"),
            ("ints", "int32_t"),
            ("doubles", "double"),
        ]);
        let start = self.integer();
        self.body.line(&format!("{{ {ty} *m = {array} + (uint64_t){start} % (SIZE - 8);"));
        for _ in 0..3 + self.random.below(6) {
            let [to, from, other] = [(); 3].map(|()| self.random.below(5));
            let operator = self.pick(&["+", "-"]);
            match self.random.below(4) {
                0 if ty != "double" => self.body.line(&format!("x += (uint64_t)m[{from}];")),
                1 => self.body.line(&format!("m[{to}] = m[{from}];")),
                2 => self.body.line(&format!("m[{to}] = ({ty})y;")),
                _ if ty == "double" => self.body.line(&format!("m[{to}] = m[{from}] {operator} p;")),
                _ => self.body.line(&format!("m[{to}] = m[{from}] {operator} m[{other}];")),
            }
        }
        self.body.line("}");
    }

    fn numbers(&mut self) {
        let condition = self.condition();
        let [p, q] = [(); 2].map(|()| self.pick(&["p", "q", "d", "-p", "doubles[b % SIZE]", "1.0"]));
        let to = self.pick(&["p", "q"]);
        match self.random.below(4) {
            0 => self.body.line(&format!("{to} = {condition} ? {p} : {q};")),
            1 => self.body.line(&format!("{to} = {p} < {q} ? {p} : {q}; z += {p} < {q};")),
            2 => self.body.line(&format!("{to} = {p} > {q} ? {p} : {q}; z += {p} <= {q}; z ^= {p} == {q};")),
            _ => self.body.line(&format!("{to} = {p} + {q};")),
        }
    }

    fn store(&mut self) {
        let (at, value) = (self.integer(), self.integer());
        let array = self.pick(&["words", "ints", "longs"]);
        let volatile = if self.random.one_in(5) { "*(volatile uint32_t *)&words[1] = u; " } else { "" };
        self.body.line(&format!("{volatile}{array}[(uint64_t){at} % SIZE] = {value};"));
    }

    /// Writes a loop that counts up or down, with rare calls and early exits.
    fn looped(&mut self) {
        let k = format!("k{}", self.loops);
        self.loops += 1;
        let end = self.pick(&["n % 8", "9", "u % 5", "16", "(uint64_t)(unsigned)i % 7"]);
        let head = match self.random.below(5) {
            0 => format!("for (uint64_t {k} = 0; {k} < {end}; {k}++) {{"),
            1 => format!("for (int64_t {k} = {end}; {k} > 0; {k}--) {{"),
            2 => format!("for (int {k} = (int)({end}); {k} >= 0; {k} -= 2) {{"),
            3 => format!("for (unsigned {k} = 0; {k} != {end}; {k}++) {{"),
            _ => format!("for (int {k} = 1; {k} < (int)({end}); {k} += 3) {{"),
        };
        self.body.open(&head);
        for _ in 0..=self.random.below(3) {
            match self.random.below(7) {
                0 => self.body.line(&format!("x += longs[{k} % SIZE] * 0x123456789abcdefu;")),
                1 => self.body.line(&format!(
                    "if (rare(words[{k} % SIZE] % 16 == 3)) y = call(x, {k}, a, 0x12345678);"
                )),
                2 => self.body.line(&format!("p += doubles[{k} % SIZE] * 1.25; q = p < 17.5 ? q : 0.375;")),
                3 => self.body.line(&format!("s = ints[{k} % SIZE] > s ? ints[{k} % SIZE] : s;")),
                4 => self.body.line(&format!("if (ints[{k} % SIZE] == 2) break;")),
                5 => self.body.line(&format!("a = words[{k} % SIZE] & 1 ? a + 3 : (uint32_t)(b ^ {k});")),
                _ => self.statement(),
            }
        }
        self.body.close();
    }

    fn branch(&mut self) {
        let condition = self.condition();
        let condition = if self.random.one_in(3) { format!("rare({condition})") } else { condition };
        self.body.open(&format!("if ({condition}) {{"));
        self.statement();
        self.body.close();
        if self.random.one_in(2) {
            self.body.open("else {");
            self.statement();
            self.body.close();
        }
    }

    /// Writes branches whose ends are equal, or equal but for a few lines.
    fn equal_ends(&mut self) {
        let ends = [
            "x += longs[3]; words[x % SIZE] = a; y ^= x;",
            "y = call(y, x, b, n); x -= y;",
            "z = z * 5 + words[y % SIZE]; longs[z % SIZE] += x;",
            "return x + call(x, y, a, z);",
            "a = a * 3 + 1; b ^= a;",
        ];
        let (first, second) = (self.pick(&ends), self.pick(&ends));
        let value = self.pick(&["u % 6", "n % 7", "(unsigned)i % 5", "a & 3"]);
        self.body.open(&format!("switch ({value}) {{"));
        for case in 0..2 + self.random.below(5) {
            let before = self.integer();
            let end = if self.random.one_in(3) { &second } else { &first };
            let middle = if self.random.one_in(3) { "b += 11;" } else { "" };
            self.body.line(&format!("case {case}: x += {before}; {middle} {end} break;"));
        }
        if self.random.one_in(2) {
            self.body.line(&format!("default: {first} break;"));
        }
        self.body.close();
    }

    /// Writes a search whose exits know more than its start: jumps may be threaded.
    fn search(&mut self) {
        let k = format!("k{}", self.loops);
        self.loops += 1;
        let wanted = self.pick(&["words[k] % 8 == 3", "ints[k] < -3", "doubles[k] > 2.0", "longs[k] == x"]);
        let wanted = wanted.replace("[k]", &format!("[{k}]"));
        self.body.line(&format!("int {k} = 0, found{k} = 0;"));
        self.body
            .line(&format!("while ({k} < 40 && !found{k}) {{ if ({wanted}) found{k} = 1; else {k}++; }}"));
        self.body.line(&format!("if (found{k}) x += {k}; else if ({k} == 40) y -= 5;"));
    }
}
