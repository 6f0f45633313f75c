//! IR of a function that loads, shuffles and stores vectors.

use crate::random::Random;
use std::collections::BTreeSet;
use std::fmt::Write;

/// An element type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Element {
    /// Its name.
    pub ir: &'static str,
    /// Its name in intrinsics.
    pub suffix: &'static str,
    /// Its size in bytes.
    pub size: usize,
    /// True if it is an integer.
    pub is_int: bool,
}

const fn element(ir: &'static str, suffix: &'static str, size: usize, is_int: bool) -> Element {
    Element { ir, suffix, size, is_int }
}

/// The element types.
pub const ELEMENTS: [Element; 8] = [
    element("i8", "i8", 1, true),
    element("i16", "i16", 2, true),
    element("i32", "i32", 4, true),
    element("i64", "i64", 8, true),
    element("half", "f16", 2, false),
    element("float", "f32", 4, false),
    element("double", "f64", 8, false),
    element("ptr", "p0", 8, false),
];

/// A vector value.
#[derive(Debug, Clone)]
pub struct Vector {
    /// Its name, or a constant.
    pub name: String,
    /// Its element type.
    pub element: Element,
    /// For each lane, true if it is defined.
    pub lanes: Vec<bool>,
}

impl Vector {
    /// Returns the number of lanes.
    pub fn count(&self) -> usize {
        self.lanes.len()
    }

    /// Returns the type.
    pub fn ty(&self) -> String {
        type_of(self.element, self.count())
    }

    /// Returns a vector without defined lanes.
    pub fn poison(element: Element, count: usize) -> Vector {
        Vector { name: "poison".to_owned(), element, lanes: vec![false; count] }
    }
}

/// Returns the type of a vector.
pub fn type_of(element: Element, count: usize) -> String {
    format!("<{count} x {}>", element.ir)
}

/// A function under construction.
pub struct Writer<'a> {
    /// The source of all choices.
    pub random: &'a mut Random,
    /// The function's body.
    pub text: String,
    /// The declarations of intrinsics.
    pub declares: BTreeSet<String>,
    /// True if intrinsics separate and interleave elements; else shuffles do.
    pub intrinsics: bool,
    /// True if accesses have their natural alignment.
    aligned: bool,
    values: usize,
    read: usize,
    written: usize,
}

impl Writer<'_> {
    /// Starts a function.
    pub fn new(random: &mut Random, intrinsics: bool) -> Writer<'_> {
        let aligned = random.one_in(2);
        Writer {
            random,
            text: String::new(),
            declares: BTreeSet::new(),
            intrinsics,
            aligned,
            values: 0,
            read: 0,
            written: 0,
        }
    }

    /// Returns the sizes of the memory that is read and written.
    pub fn sizes(&self) -> (usize, usize) {
        let round = |size: usize| if self.aligned { size.next_multiple_of(16) } else { size };
        (round(self.read), round(self.written))
    }

    /// Adds an instruction without a result.
    pub fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "  {text}");
    }

    /// Adds an instruction and returns the name of its result.
    pub fn value(&mut self, instruction: &str) -> String {
        self.values += 1;
        let name = format!("%v{}", self.values);
        self.line(&format!("{name} = {instruction}"));
        name
    }

    /// Returns a new address below `base`, after `used` bytes, and its alignment.
    fn address(&mut self, base: &str, used: usize, element: Element) -> (String, usize, usize) {
        let gap = if self.random.one_in(4) { self.random.below(9) } else { 0 };
        let align = if self.aligned { element.size } else { 1 };
        let offset = (used + gap).next_multiple_of(align);
        (self.value(&format!("getelementptr i8, ptr {base}, i64 {offset}")), offset, align)
    }

    /// Returns `volatile ` for some accesses.
    fn volatile(&mut self) -> &'static str {
        if self.random.one_in(16) { "volatile " } else { "" }
    }

    /// Loads a vector.
    pub fn load(&mut self, element: Element, count: usize) -> Vector {
        let (address, offset, align) = self.address("%in", self.read, element);
        self.read = offset + count * element.size;
        let (volatile, ty) = (self.volatile(), type_of(element, count));
        let name = self.value(&format!("load {volatile}{ty}, ptr {address}, align {align}"));
        Vector { name, element, lanes: vec![true; count] }
    }

    /// Returns the address of `count` new elements in the result.
    pub fn output(&mut self, element: Element, count: usize) -> String {
        let (address, offset, _) = self.address("%out", self.written, element);
        self.written = offset + count * element.size;
        address
    }

    /// Stores a vector, and then zero to its undefined lanes in memory.
    pub fn store(&mut self, vector: &Vector) {
        let Vector { name, element, lanes } = vector;
        let (address, offset, align) = self.address("%out", self.written, *element);
        self.written = offset + lanes.len() * element.size;
        let (volatile, ty) = (self.volatile(), vector.ty());
        self.line(&format!("store {volatile}{ty} {name}, ptr {address}, align {align}"));
        for n in (0..lanes.len()).filter(|&n| !lanes[n]) {
            let lane = self.value(&format!("getelementptr i8, ptr {address}, i64 {}", n * element.size));
            self.line(&format!("store {} zeroinitializer, ptr {lane}, align 1", element.ir));
        }
    }

    /// Stores a result: a vector whose undefined lanes are zero.
    pub fn result(&mut self, vector: &Vector) {
        let mut vector = vector.clone();
        if vector.element.is_int && self.random.one_in(4) {
            let splat = vec![format!("{} 3", vector.element.ir); vector.count()].join(", ");
            vector.name = self.value(&format!("add {} {}, <{splat}>", vector.ty(), vector.name));
        }
        if !vector.lanes.iter().all(|&defined| defined) {
            let ty = vector.ty();
            let mask: Vec<String> = vector.lanes.iter().map(|&defined| format!("i1 {defined}")).collect();
            let (count, mask) = (vector.count(), mask.join(", "));
            vector.name = self.value(&format!(
                "select <{count} x i1> <{mask}>, {ty} {}, {ty} zeroinitializer",
                vector.name
            ));
            vector.lanes.fill(true);
        }
        self.store(&vector);
    }

    /// Extracts a defined lane and stores it.
    pub fn lane_result(&mut self, vector: &Vector, lane: usize) {
        let Vector { name, element, .. } = vector;
        let value = self.value(&format!("extractelement {} {name}, i64 {lane}", vector.ty()));
        let (address, offset, align) = self.address("%out", self.written, *element);
        self.written = offset + element.size;
        self.line(&format!("store {} {value}, ptr {address}, align {align}", element.ir));
    }

    /// Shuffles two vectors of a type.
    pub fn shuffle(&mut self, a: &Vector, b: &Vector, mask: &[Option<usize>]) -> Vector {
        let lane = |from: &Option<usize>| from.map_or("i32 poison".to_owned(), |n| format!("i32 {n}"));
        let numbers: Vec<String> = mask.iter().map(lane).collect();
        let (ty, count) = (a.ty(), mask.len());
        let name = self.value(&format!(
            "shufflevector {ty} {}, {ty} {}, <{count} x i32> <{}>",
            a.name,
            b.name,
            numbers.join(", ")
        ));
        let both = [&a.lanes[..], &b.lanes[..]].concat();
        let lanes = mask.iter().map(|from| from.is_some_and(|n| both[n])).collect();
        Vector { name, element: a.element, lanes }
    }

    /// Makes each lane of a mask undefined in one of `n` cases.
    pub fn forget(&mut self, mask: &mut [Option<usize>], n: usize) {
        mask.iter_mut().filter(|_| self.random.one_in(n)).for_each(|lane| *lane = None);
    }
}
