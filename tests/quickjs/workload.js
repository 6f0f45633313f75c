// What a JavaScript engine does: numbers, strings, closures, classes, generators, regular expressions, JSON, maps, typed arrays, big integers, promises.
"use strict";

function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
print("fib", fib(18));

print(0.1 + 0.2, 1e21, 123456789012345680000, 5e-324, -0, 1 / -0, NaN, 2 ** 53 + 1, (25).toString(36), (0.5).toString(2), (1e-7).toFixed(10), (1234.5678).toExponential(2), 3.14159.toPrecision(3));
print(7 % -3, -7 % 3, 5 / 2 | 0, -1 >>> 28, 1 << 31, ~~-5.7, Math.round(-2.5), Math.hypot(3, 4), Math.sin(1), Math.exp(1), Math.atan2(1, 2), Math.fround(5.05), Math.clz32(77), Math.imul(0xffffffff, 5), Math.cbrt(27));
print(parseInt("0x1f"), parseFloat("3.14abc"), Number("  12 "), Number(""), Number("1e1000"), isNaN("x"));

print(2n ** 200n, -7n / 2n, 123456789012345678901234567890n * 987654321n % 1000000007n, BigInt.asIntN(8, 255n), 0xffn ^ 0x0fn, 1n << 70n);

class Shape { constructor(name) { this.name = name; } area() { return 0; } toString() { return `${this.name}:${this.area().toFixed(2)}`; } }
class Circle extends Shape { #r; constructor(r) { super("circle"); this.#r = r; } area() { return Math.PI * this.#r ** 2; } get radius() { return this.#r; } static unit = new Circle(1); }
class Box extends Shape { constructor(w, h) { super("box"); Object.assign(this, { w, h }); } area() { return this.w * this.h; } }
print([new Circle(2), new Box(3, 4.5), Circle.unit].map(String).sort().join(" "), Circle.unit.radius);

function* primes() { const seen = []; for (let n = 2; ; n++) if (seen.every(p => n % p)) { seen.push(n); yield n; } }
const first = []; for (const p of primes()) { if (p > 60) break; first.push(p); }
print(first);

const words = "the quick brown fox jumps over the lazy dog the end".split(" ");
const count = new Map(); for (const w of words) count.set(w, (count.get(w) ?? 0) + 1);
print([...count].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([w, n]) => w + "=" + n).join());

print("2024-02-29T12:34".replace(/(\d+)-(\d+)-(\d+)T(.*)/, "$3.$2.$1 $4"), "aBc".match(/(?<low>[a-z])(?=[A-Z])/).groups.low, "x1y22z333".replace(/\d+/g, d => `<${d.length}>`), /^(a+)+$/.test("aaaaaaaab"), "über".normalize("NFD").length, /\p{Lu}/u.test("É"), "a,b;c".split(/[,;]/));
print("héllo".toUpperCase(), "ß".toUpperCase(), "abc".at(-1), "😀".length, [..."😀é"].length, "abc".padStart(6, "*-"), escape("ü"), encodeURIComponent("a b&ü"), "b".localeCompare("a"));

const data = { a: [1, 2.5, { b: null, c: "q\"\n" }], d: true, e: undefined, f: new Date(0) };
print(JSON.stringify(data), JSON.stringify(JSON.parse('{"z":[1,{"y":"\\u00e9"}]}'), null, 1).length);
print(new Date(Date.UTC(2024, 1, 29, 12)).toISOString(), new Date("2000-01-01T00:00:00Z").getTime());

const sorted = Array.from({ length: 2000 }, (_, i) => (i * 7919) % 2003).sort((a, b) => a - b);
print(sorted[0], sorted[999], sorted.at(-1), sorted.reduce((a, b) => a + b), sorted.findLast(x => x % 97 == 5), sorted.slice(10, 15), [3, [1, [2]]].flat(Infinity));

const floats = new Float64Array(64).map((_, i) => Math.sqrt(i)); const bytes = new Uint8Array(floats.buffer, 8, 8); const view = new DataView(floats.buffer);
print(bytes, view.getInt32(16, true), view.getFloat32(500), new Uint8ClampedArray([300, -5, 1.5]), new BigInt64Array([-1n])[0], floats.subarray(2, 5).join(" "));

const matrix = (n, f) => Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => f(i, j)));
const a = matrix(20, (i, j) => (i + 1) / (j + 1)), b = matrix(20, (i, j) => i - j), c = matrix(20, (i, j) => a[i].reduce((s, x, k) => s + x * b[k][j], 0));
print(c[0][0], c[7][13], c.flat().reduce((x, y) => x + y));

try { null.x; } catch (e) { print(e instanceof TypeError, e.message); }
try { eval("let 1"); } catch (e) { print(e.name); }
try { (function deep() { deep(); })(); } catch (e) { print(e instanceof RangeError || e instanceof InternalError); }
label: for (let i = 0; i < 5; i++) { for (let j = 0; j < 5; j++) { if (j == 3) continue label; if (i == 2) break label; } }
const proxy = new Proxy({}, { get: (_, k) => "got " + String(k), has: () => true });
print(proxy.anything, "x" in proxy, Reflect.ownKeys({ b: 1, a: 2, 1: 3 }), Symbol("s").toString(), typeof function () {}, [1, 2, 3].includes(2), Object.entries({ x: 1 }));
const { p: [q, ...rest], r = 5 } = { p: [1, 2, 3] }; print(q, rest, r, (() => { try { return "try"; } finally { print("finally"); } })());

let hash = 0; for (let i = 0; i < 60000; i++) { hash = Math.imul(hash ^ i, 16777619) >>> 0; if (i % 3) hash ^= hash >>> 15; }
print(hash);

const later = async n => { let s = 0; for (let i = 0; i < n; i++) s += await Promise.resolve(i); return s; };
later(10).then(v => print("later", v)); Promise.allSettled([later(3), Promise.reject(new Error("no"))]).then(r => print(r.map(x => x.status).join()));
print("end");
