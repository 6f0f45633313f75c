//! Panics caught and passed on, thread-locals with destructors, channels, and crates from the
//! registry.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::io::{BufRead, Cursor, Read, Seek, SeekFrom, Write};
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{channel, sync_channel};
use std::sync::{Arc, Barrier, Condvar, Mutex, Once, OnceLock, RwLock};
use std::thread;
use std::time::Duration;

struct Traced(&'static str);

impl Drop for Traced {
    fn drop(&mut self) {
        println!("drop {}{}", self.0, if thread::panicking() { " while panicking" } else { "" });
    }
}

thread_local! {
    static COUNT: Cell<u32> = const { Cell::new(1) };
    static NAMES: RefCell<Vec<String>> = RefCell::new(vec!["first".into()]);
    static LAST: Traced = const { Traced("thread-local") };
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| text.to_string());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "other".into())
}

fn deep(depth: u32, limit: u32, guards: &mut Vec<u32>) -> u32 {
    let _guard = Guard(guards as *mut _, depth);
    if depth == limit {
        panic!("at depth {depth}");
    }
    let words: Vec<String> = (0..depth % 4).map(|n| format!("{n}-{depth}")).collect();
    let result = panic::catch_unwind(AssertUnwindSafe(|| deep(depth + 1, limit, unsafe { &mut *(guards as *mut _) })));
    match result {
        Err(payload) if depth % 3 == 0 => {
            panic::resume_unwind(Box::new(format!("{} from {depth}", message(&*payload))))
        }
        Err(payload) => panic::resume_unwind(payload),
        Ok(value) => value + words.iter().map(String::len).sum::<usize>() as u32,
    }
}

struct Guard(*mut Vec<u32>, u32);

impl Drop for Guard {
    fn drop(&mut self) {
        unsafe { (*self.0).push(self.1) }
    }
}

fn panics() {
    let caught = panic::catch_unwind(|| {
        let _a = Traced("a");
        let _b = Traced("b");
        let index = std::env::args().count() + 6;
        let values = [1, 2, 3];
        values[index]
    });
    println!("{}", message(&*caught.unwrap_err()));
    let mut guards = Vec::new();
    let caught = panic::catch_unwind(AssertUnwindSafe(|| deep(0, 8, &mut guards)));
    println!("{} {guards:?}", message(&*caught.unwrap_err()));
    struct Panics;
    impl Drop for Panics {
        fn drop(&mut self) {
            if !thread::panicking() {
                panic!("in a destructor");
            }
            println!("no second panic");
        }
    }
    let caught = panic::catch_unwind(|| {
        let _after = Traced("after");
        let _panics = Panics;
        println!("before");
    });
    println!("{}", message(&*caught.unwrap_err()));
    let caught = panic::catch_unwind(|| {
        let _panics = Panics;
        None::<u32>.expect("there is one")
    });
    println!("{}", message(&*caught.unwrap_err()));
    for (a, b) in [(i32::MIN, -1), (5, 0), (7, 2)] {
        let result = panic::catch_unwind(|| std::hint::black_box(a) / std::hint::black_box(b));
        println!("{:?}", result.map_err(|payload| message(&*payload)));
    }
    let result: Result<Vec<u32>, String> = panic::catch_unwind(|| {
        (0..10).map(|n| if n == 7 { panic::panic_any(n) } else { n }).collect::<Vec<u32>>()
    })
    .map_err(|payload| format!("{:?}", payload.downcast_ref::<u32>()));
    println!("{result:?}");
}

fn threads() {
    let (send, receive) = channel();
    let shared = Arc::new((Mutex::new(0u64), Condvar::new()));
    let total = Arc::new(AtomicU64::new(0));
    let barrier = Arc::new(Barrier::new(4));
    let workers: Vec<_> = (0..4u64)
        .map(|n| {
            let (send, shared, total, barrier) = (send.clone(), shared.clone(), total.clone(), barrier.clone());
            thread::Builder::new()
                .name(format!("worker {n}"))
                .spawn(move || {
                    barrier.wait();
                    for k in 0..100 {
                        COUNT.set(COUNT.get() + k);
                        total.fetch_add(n * u64::from(k), Ordering::Relaxed);
                    }
                    NAMES.with_borrow_mut(|names| names.push(format!("{n}")));
                    let mut turn = shared.0.lock().unwrap();
                    while *turn != n {
                        turn = shared.1.wait(turn).unwrap();
                    }
                    LAST.with(|_| ());
                    let names = NAMES.with_borrow(|names| names.join("+"));
                    send.send((n, COUNT.get(), names)).unwrap();
                    if n == 2 {
                        drop(turn);
                        panic!("worker {n} gives up");
                    }
                    n * 10
                })
                .unwrap()
        })
        .collect();
    drop(send);
    let mut results = Vec::new();
    for worker in workers {
        // Once it has ended, its thread-locals are dropped.
        results.push(worker.join().map_err(|payload| message(&*payload)));
        println!("{:?}", receive.recv().unwrap());
        *shared.0.lock().unwrap() += 1;
        shared.1.notify_all();
    }
    println!("{results:?} {} {}", total.load(Ordering::SeqCst), COUNT.get());
    let poisoned = Arc::new(RwLock::new(vec![1]));
    let other = poisoned.clone();
    let ended = thread::spawn(move || {
        let mut values = other.write().unwrap();
        values.push(2);
        panic!("while writing");
    })
    .join();
    let read = poisoned.read().map(|values| values.len()).map_err(|error| error.into_inner().len());
    println!("{} {:?}", ended.is_err(), read);
    let (send, receive) = sync_channel::<Box<dyn FnOnce() -> u64 + Send>>(1);
    let runner = thread::spawn(move || receive.iter().map(|work| work()).sum::<u64>());
    for n in 0..20u64 {
        send.send(Box::new(move || n * n)).unwrap();
    }
    drop(send);
    println!("{}", runner.join().unwrap());
    let (never, receive) = channel::<u32>();
    println!("{:?}", receive.recv_timeout(Duration::from_millis(5)));
    drop(never);
    println!("{:?}", receive.try_recv());
    let mut numbers = [5, 3, 9, 1, 7, 2];
    thread::scope(|scope| {
        let (low, high) = numbers.split_at_mut(3);
        scope.spawn(|| low.sort());
        scope.spawn(|| high.sort());
    });
    println!("{numbers:?}");
    static ONCE: Once = Once::new();
    static CELL: OnceLock<String> = OnceLock::new();
    for n in 0..3 {
        ONCE.call_once(|| println!("once {n}"));
        CELL.get_or_init(|| format!("made by {n}"));
    }
    println!("{:?}", CELL.get());
}

fn library() {
    type Hasher = std::hash::BuildHasherDefault<std::hash::DefaultHasher>;
    let mut map: HashMap<String, Vec<usize>, Hasher> = HashMap::default();
    let text = "it was the best of times it was the worst of times it was the age of wisdom";
    for (n, word) in text.split_whitespace().enumerate() {
        map.entry(word.to_owned()).or_default().push(n);
    }
    let sorted: BTreeMap<_, _> =
        map.iter().map(|(word, places)| (places.len() * 100 + word.len(), word.clone())).collect();
    println!("{sorted:?}");
    let mut out = String::new();
    let least = f64::MIN_POSITIVE;
    write!(out, "{:>8.3}|{:<6}|{:^+9}|{:#010b}|{:e}|{:?}", 3.14159, "ab", 42, 5, 123456.0f32, least).unwrap();
    println!("{out} {:?} {}", "1e-7".parse::<f64>(), u128::MAX / 12345);
    println!("{:?} {:?}", "x9".parse::<i32>(), "300".parse::<u8>().map_err(|error| error.to_string()));
    let mut file = Cursor::new(Vec::new());
    for n in 0..50 {
        writeln!(file, "line {n} {}", "é∑".repeat(n % 3)).unwrap();
    }
    file.seek(SeekFrom::Start(100)).unwrap();
    let mut rest = String::new();
    file.read_to_string(&mut rest).unwrap();
    println!("{} {:?}", rest.chars().count(), Cursor::new(rest).lines().nth(2));
    let mut values: Vec<f64> = (1..200).map(|n| ((n * 7919) % 1009) as f64 / 7.0).collect();
    values.sort_by(|a, b| b.partial_cmp(a).unwrap());
    println!("{:.6} {:?}", values.iter().map(|v| v.sin() * v.sqrt()).sum::<f64>(), &values[..3]);
    let mix = |value: u128, n| value.wrapping_mul(0x1_0000_01b3).rotate_left(n) ^ u128::from(n) << 90;
    let wide = (0..60u32).fold(1u128, mix);
    println!("{wide:x} {} {:?}", wide.leading_zeros(), (wide as i128).checked_mul(3));
    println!("{:?}", i64::MAX.overflowing_add(5).0.checked_rem_euclid(97));
}

fn crates() {
    let regex = regex::Regex::new(r"(?i)\b(\p{L}+)-(\d{2,4})\b").unwrap();
    let captures = regex.captures_iter("Apollo-11 and Ωmega-2024, x-1");
    let found: Vec<_> = captures.map(|c| format!("{}/{}", &c[2], &c[1])).collect();
    println!("{found:?} {}", regex.replace_all("gemini-12", "$2th $1"));
    let value: serde_json::Value = serde_json::from_str(r#"{"a": [1, 2.5, -3e10, "t\u00e9xt"], "b": {"c": null, "d": true}}"#).unwrap();
    let malformed = serde_json::from_str::<serde_json::Value>("[1, }").map_err(|e| e.to_string());
    println!("{} {:?}", serde_json::to_string(&value).unwrap(), malformed);
    use sha2::Digest;
    println!("{:x}", sha2::Sha256::digest(value.to_string().repeat(50)));
    println!("{:x}", sha2::Sha512::digest(b"abc"));
    let factorial = (1u32..80).fold(num_bigint::BigUint::from(1u32), |product, n| product * n);
    println!("{factorial} {}", &factorial % 1_000_000_007u32);
    let power = num_bigint::BigInt::from(-3).pow(150) / num_bigint::BigInt::from(12345678901234567i64);
    println!("{power}");
    let mut index: indexmap::IndexMap<u32, &str> = (0..100).map(|n| (n * 37 % 101, "x")).collect();
    index.swap_remove(&37);
    index.sort_by(|a, _, b, _| b.cmp(a));
    println!("{:?} {}", index.first(), index.len());
}

fn main() {
    panic::set_hook(Box::new(|info| println!("hook: {}", message(info.payload()))));
    panics();
    threads();
    library();
    crates();
    let result = panic::catch_unwind(crates_that_panic);
    println!("{}", message(&*result.unwrap_err()));
    std::process::exit(3);
}

fn crates_that_panic() {
    let value: serde_json::Value = serde_json::json!([1]);
    let _traced = Traced("json");
    println!("{}", value.as_object().unwrap().len());
}
