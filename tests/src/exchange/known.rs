//! Functions that do not count, and differences that stay.

use super::{Direction, Maker};
use crate::platform::Platform;
use crate::target::Target;

/// A difference that stays: in which direction, for which platform, words of the message, and why.
pub struct Known {
    /// Who writes and who reads.
    pub direction: Direction,
    /// The platform.
    pub platform: Platform,
    /// In the message.
    pub words: &'static str,
    /// The reason.
    pub why: &'static str,
}

/// All of them.
pub const KNOWN: &[Known] = &[];

/// A bug of LLVM's that shows in functions whose IR has these words.
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

/// The bug of LLVM's that a function with this IR shows, if there is one.
#[must_use]
pub fn llvm_bug(platform: Platform, ir: &str) -> Option<&'static str> {
    let holds = |bug: &&Bug| bug.platform.is_none_or(|p| p == platform) && ir.contains(bug.words);
    BUGS.iter().find(holds).map(|bug| bug.why)
}

/// What is lost in the dump of a function after a stage, if anything is: it cannot continue from there.
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
    // Selection notes them beside the function; where jump tables are compressed, that does so once more.
    let sizes = platform.is_aarch64() && level == 0 && stage == "instruction-select";
    let lost = sizes && direction.reader == Maker::Llc && dump.contains("\njumpTable:");
    lost.then_some("llc does not write the sizes of jump tables' entries")
}

/// Why a difference stays, if it does.
#[must_use]
pub fn stays(direction: Direction, platform: Platform, message: &str) -> Option<&'static str> {
    let holds = |known: &&Known| {
        known.direction == direction && known.platform == platform && message.contains(known.words)
    };
    KNOWN.iter().find(holds).map(|known| known.why)
}
