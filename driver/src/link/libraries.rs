//! The libraries for undefined symbols: C++, mathematics, atomic operations, threads.

use gisel_frontend_llvm::reader::{self, ReadOptions};
use object::read::archive::ArchiveFile;
use object::{Object, ObjectSymbol};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Libraries and the symbols that they define. A name that ends in `*` is a prefix.
struct Library {
    options: &'static [&'static str],
    symbols: &'static str,
    /// The suffixes of each symbol.
    endings: &'static [&'static str],
}

/// Functions of `<math.h>` and `<complex.h>`, without the letter of their type.
const MATH: &str = "acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh drem erf erfc exp exp10 exp2 expm1 \
    fabs fdim floor fma fmax fmin fmaximum fminimum fmod frexp gamma hypot ilogb j0 j1 jn ldexp lgamma llrint llround log log10 \
    log1p log2 logb lrint lround modf nan nearbyint nextafter nexttoward pow pow10 remainder remquo rint round roundeven scalb \
    scalbln scalbn significand sin sincos sinh sqrt tan tanh tgamma trunc y0 y1 yn \
    cabs cacos cacosh carg casin casinh catan catanh ccos ccosh cexp cimag clog clog10 conj cpow cproj creal csin csinh \
    csqrt ctan ctanh";

const TABLE: &[Library] = &[
    Library {
        options: &["-lc++", "-lc++abi", "-lm"],
        symbols: "_ZNSt3__1* _ZNKSt3__1* _ZTVNSt3__1* _ZTINSt3__1* _ZTTNSt3__1* _ZStlsINSt3__1*",
        endings: &[""],
    },
    Library {
        options: &["-lstdc++", "-lm"],
        symbols: "_Z* __gxx_personality_v0 __once_proxy __cxa_allocate_exception __cxa_free_exception __cxa_throw \
            __cxa_init_primary_exception __cxa_begin_catch __cxa_end_catch __cxa_rethrow __cxa_get_exception_ptr \
            __cxa_current_exception_type __cxa_get_globals __cxa_get_globals_fast __cxa_call_unexpected \
            __cxa_call_terminate __cxa_pure_virtual __cxa_deleted_virtual __cxa_bad_cast __cxa_bad_typeid \
            __cxa_throw_bad_array_new_length __cxa_guard_acquire __cxa_guard_release __cxa_guard_abort \
            __cxa_vec_* __cxa_demangle __cxa_thread_atexit __dynamic_cast",
        endings: &[""],
    },
    Library {
        options: &["-lm"],
        symbols: MATH,
        endings: &["", "f", "l", "f32", "f64", "f128", "f32x", "f64x"],
    },
    Library {
        options: &["-lm"],
        symbols: "lgamma_r lgammaf_r lgammal_r gamma_r signgam fe*except* fegetenv fesetenv feholdexcept feupdateenv \
            fegetround fesetround _ZGVnN* _ZGVsM* _ZGVnM* __exp_finite __log_finite __pow_finite",
        endings: &[""],
    },
    Library {
        options: &["-latomic"],
        symbols: "__atomic_* atomic_thread_fence atomic_flag_*",
        endings: &[""],
    },
    Library {
        options: &["-lpthread"],
        symbols: "pthread_* sem_* thrd_* mtx_* cnd_* tss_* call_once",
        endings: &[""],
    },
    Library {
        options: &["-ldl"],
        symbols: "dlopen dlmopen dlsym dlvsym dlclose dlerror dladdr*",
        endings: &[""],
    },
    Library {
        options: &["-lrt"],
        symbols: "aio_* lio_listio* mq_* shm_open shm_unlink timer_*",
        endings: &[""],
    },
];

impl Library {
    fn defines(&self, symbol: &str) -> bool {
        let is_named = |symbol: &str| {
            self.symbols.split_ascii_whitespace().any(|name| match name.strip_suffix('*') {
                Some(start) => symbol.starts_with(start),
                None => symbol == name,
            })
        };
        !is_of_rust(symbol)
            && self.endings.iter().any(|ending| symbol.strip_suffix(ending).is_some_and(is_named))
    }
}

/// Returns true for a name in Rust's legacy mangling, which looks like C++ and ends with a hash.
fn is_of_rust(symbol: &str) -> bool {
    let hash = symbol.strip_suffix('E').and_then(|symbol| symbol.rsplit_once("17h"));
    hash.is_some_and(|(_, hash)| hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// Returns the options for the libraries that the inputs require. `others` only define symbols.
pub(super) fn of_inputs(inputs: &[PathBuf], others: &[PathBuf]) -> Vec<&'static str> {
    of_symbols(undefined(inputs, others).iter().map(String::as_str))
}

/// Returns the symbols that the inputs require and do not define. `others` only define symbols.
pub(super) fn undefined(inputs: &[PathBuf], others: &[PathBuf]) -> BTreeSet<String> {
    let mut symbols = Symbols::default();
    for input in inputs.iter().chain(others) {
        let is_other = others.contains(input);
        // The linker reports unreadable files.
        let Ok(data) = std::fs::read(input) else { continue };
        symbols.read(&data, is_other);
    }
    symbols.undefined.retain(|symbol| !symbols.defined.contains(symbol));
    symbols.undefined
}

/// Returns the options for the libraries that define `symbols`, in the order of the table.
fn of_symbols<'a>(symbols: impl Iterator<Item = &'a str>) -> Vec<&'static str> {
    let mut asked = [false; TABLE.len()];
    for symbol in symbols {
        if let Some(n) = TABLE.iter().position(|library| library.defines(symbol)) {
            asked[n] = true;
        }
    }
    // The runtime of libc++ replaces libstdc++.
    asked[1] &= !asked[0];
    let mut options = Vec::new();
    for option in TABLE.iter().zip(asked).filter(|(_, asked)| *asked).flat_map(|(library, _)| library.options)
    {
        options.retain(|other| other != option);
        options.push(*option);
    }
    options
}

/// The symbols of objects.
#[derive(Default)]
struct Symbols {
    defined: BTreeSet<String>,
    undefined: BTreeSet<String>,
}

impl Symbols {
    /// Reads an object, a shared library, or the members of an archive.
    fn read(&mut self, data: &[u8], is_other: bool) {
        if let Ok(archive) = ArchiveFile::parse(data) {
            let members = archive.members().flatten();
            members
                .filter_map(|member| member.data(data).ok())
                .for_each(|member| self.read_object(member, is_other));
        } else {
            self.read_object(data, is_other);
        }
    }

    /// Reads the names of a module. An intrinsic may become a call of the function of its name.
    fn read_module(&mut self, data: &[u8]) {
        let options = ReadOptions { verify: false, lazy: true, numbers: false };
        let Ok(file) = reader::read(data, "", options, &|_, _| None) else { return };
        let symbol = |name: &str| match name.strip_prefix("llvm.") {
            Some(intrinsic) => intrinsic.split('.').next().unwrap_or_default().to_owned(),
            None => name.to_owned(),
        };
        self.undefined.extend(file.module().undefined_symbols().map(symbol));
    }

    fn read_object(&mut self, data: &[u8], is_other: bool) {
        if reader::is_bitcode(data) {
            return self.read_module(data);
        }
        let Ok(object) = object::File::parse(data) else { return };
        for symbol in object.symbols().chain(object.dynamic_symbols()).filter(|symbol| !symbol.is_local()) {
            let Ok(name) = symbol.name() else { continue };
            let set = if symbol.is_undefined() { &mut self.undefined } else { &mut self.defined };
            // Weak undefined symbols require no library.
            if !symbol.is_undefined() || !(is_other || symbol.is_weak()) {
                set.insert(name.to_owned());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_ask_for_libraries() {
        for (symbols, expected) in [
            (&["printf", "main", "__cxa_atexit", "__cxa_finalize"][..], &[][..]),
            (&["__gxx_personality_v0"], &["-lstdc++", "-lm"]),
            (&["_ZSt4cout", "sinf"], &["-lstdc++", "-lm"]),
            (&["_ZNSt3__14coutE", "__cxa_throw", "_Znwm"], &["-lc++", "-lc++abi", "-lm"]),
            (&["pow", "pthread_create"], &["-lm", "-lpthread"]),
            (&["__atomic_is_lock_free", "dlsym", "timer_create"], &["-latomic", "-ldl", "-lrt"]),
            (&["_ZN4core9panicking5panic17h0123456789abcdefE"], &[]),
            (&["llrintl", "csqrtf"], &["-lm"]),
            (&["power", "sinful"], &[]),
        ] {
            assert_eq!(of_symbols(symbols.iter().copied()), expected, "{symbols:?}");
        }
    }
}
