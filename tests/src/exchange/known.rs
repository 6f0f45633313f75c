//! Functions that do not count, and accepted differences.

use super::{Direction, Maker};
use crate::platform::Platform;
use crate::target::Target;

/// An accepted difference: direction, platform, words of the message, and the reason.
pub struct Known {
    /// The writer and the reader.
    pub direction: Direction,
    /// The platform.
    pub platform: Platform,
    /// Words in the message.
    pub words: &'static str,
    /// The reason.
    pub why: &'static str,
}

/// All accepted differences.
pub const KNOWN: &[Known] = &[];

/// An LLVM bug that affects functions whose IR has these words.
struct Bug {
    platform: Option<Platform>,
    words: &'static str,
    why: &'static str,
}

const BUGS: &[Bug] = &[
    Bug { platform: Some(Platform::Linux(Target::Riscv64)), words: "@llvm.bswap.i64(", why: "bswap.i64" },
    Bug { platform: None, words: "@llvm.prefetch", why: "prefetch" },
    Bug { platform: None, words: " asm ", why: "inline assembly" },
];

/// Returns the LLVM bug that a function with this IR triggers, if any.
#[must_use]
pub fn llvm_bug(platform: Platform, ir: &str) -> Option<&'static str> {
    let holds = |bug: &&Bug| bug.platform.is_none_or(|p| p == platform) && ir.contains(bug.words);
    BUGS.iter().find(holds).map(|bug| bug.why)
}

/// Returns the information that a function's dump after a stage lacks, if any: the function cannot
/// continue from there.
#[must_use]
pub fn lost(
    (platform, level): (Platform, u8),
    stage: &str,
    direction: Direction,
    dump: &str,
) -> Option<&'static str> {
    if dump.contains("failedISel:      true") {
        return Some("GlobalISel of llc gives up");
    }
    if direction.reader == Maker::Llc && dump.contains("G_FCVT_L_RV64") {
        return Some("GlobalISel of llc calls a routine where this is a conversion with a rounding mode");
    }
    if platform.is_aarch64() && dump.contains("G_VASTART") {
        return Some("what va_start needs of the frame is in no dump");
    }
    // Selection records them outside the function; jump table compression does so again.
    let sizes = platform.is_aarch64() && level == 0 && stage == "instruction-select";
    let lost = sizes && direction.reader == Maker::Llc && dump.contains("\njumpTable:");
    lost.then_some("llc does not write the sizes of jump tables' entries")
}

/// Returns the reason why a difference is accepted, if it is.
#[must_use]
pub fn stays(direction: Direction, platform: Platform, message: &str) -> Option<&'static str> {
    let holds = |known: &&Known| {
        known.direction == direction && known.platform == platform && message.contains(known.words)
    };
    KNOWN.iter().find(holds).map(|known| known.why)
}
