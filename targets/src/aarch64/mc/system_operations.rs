//! System operations by name, with op1, CRn, CRm and op2 of `sys`, `sysl` and `sysp`.
//!
//! Source: Arm Architecture Reference Manual for A-profile, "A64 System instructions".

/// The operand of a system operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operand {
    /// None.
    None,
    /// Optional, with the extension `tlbid`.
    Optional,
    /// Required.
    Required,
    /// A register that it writes.
    Result,
}

use Operand::{None, Optional, Required, Result};
use std::borrow::Cow;

/// Operations of `dc`, `ic`, `at`, `tlbi` and similar instructions, sorted by name: op1, CRn, CRm
/// and op2, and the required features.
#[rustfmt::skip]
pub(crate) const SYSTEM_OPERATIONS: &[(&str, u16, Operand, &str)] = &[
    ("at s12e0r", 0x23c6, Required, ""), ("at s12e0w", 0x23c7, Required, ""),
    ("at s12e1r", 0x23c4, Required, ""), ("at s12e1w", 0x23c5, Required, ""), ("at s1e0r", 0x3c2, Required, ""),
    ("at s1e0w", 0x3c3, Required, ""), ("at s1e1a", 0x3ca, Required, ""), ("at s1e1r", 0x3c0, Required, ""),
    ("at s1e1rp", 0x3c8, Required, "pan-rwv"), ("at s1e1w", 0x3c1, Required, ""),
    ("at s1e1wp", 0x3c9, Required, "pan-rwv"), ("at s1e2a", 0x23ca, Required, ""),
    ("at s1e2r", 0x23c0, Required, ""), ("at s1e2w", 0x23c1, Required, ""), ("at s1e3a", 0x33ca, Required, ""),
    ("at s1e3r", 0x33c0, Required, ""), ("at s1e3w", 0x33c1, Required, ""), ("brb iall", 0xb94, None, "brbe"),
    ("brb inj", 0xb95, None, "brbe"), ("cfp rctx", 0x1b9c, Required, "predres"),
    ("cosp rctx", 0x1b9e, Required, "specres2"), ("cpp rctx", 0x1b9f, Required, "predres"),
    ("dc cgdsw", 0x3d6, Required, "mte"), ("dc cgdvac", 0x1bd5, Required, "mte"),
    ("dc cgdvadp", 0x1bed, Required, "mte"), ("dc cgdvaoc", 0x1bdf, Required, "mte+occmo"),
    ("dc cgdvap", 0x1be5, Required, "mte"), ("dc cgsw", 0x3d4, Required, "mte"),
    ("dc cgvac", 0x1bd3, Required, "mte"), ("dc cgvadp", 0x1beb, Required, "mte"),
    ("dc cgvap", 0x1be3, Required, "mte"), ("dc cigdpae", 0x23f7, Required, "mec"),
    ("dc cigdpapa", 0x33f5, Required, "rme"), ("dc cigdsw", 0x3f6, Required, "mte"),
    ("dc cigdvac", 0x1bf5, Required, "mte"), ("dc cigdvaoc", 0x1bff, Required, "mte+occmo"),
    ("dc cigdvaps", 0x3fd, Required, "mte+pops"), ("dc cigsw", 0x3f4, Required, "mte"),
    ("dc cigvac", 0x1bf3, Required, "mte"), ("dc cipae", 0x23f0, Required, "mec"),
    ("dc cipapa", 0x33f1, Required, "rme"), ("dc cisw", 0x3f2, Required, ""),
    ("dc civac", 0x1bf1, Required, ""), ("dc civaoc", 0x1bf8, Required, "occmo"),
    ("dc civaps", 0x3f9, Required, "pops"), ("dc csw", 0x3d2, Required, ""), ("dc cvac", 0x1bd1, Required, ""),
    ("dc cvadp", 0x1be9, Required, "ccdp"), ("dc cvaoc", 0x1bd8, Required, "occmo"),
    ("dc cvap", 0x1be1, Required, "ccpp"), ("dc cvau", 0x1bd9, Required, ""),
    ("dc gbva", 0x1ba7, Required, "mtetc"), ("dc gva", 0x1ba3, Required, "mte"),
    ("dc gzva", 0x1ba4, Required, "mte"), ("dc igdsw", 0x3b6, Required, "mte"),
    ("dc igdvac", 0x3b5, Required, "mte"), ("dc igsw", 0x3b4, Required, "mte"),
    ("dc igvac", 0x3b3, Required, "mte"), ("dc isw", 0x3b2, Required, ""), ("dc ivac", 0x3b1, Required, ""),
    ("dc zgbva", 0x1ba5, Required, "mtetc"), ("dc zva", 0x1ba1, Required, ""),
    ("dvp rctx", 0x1b9d, Required, "predres"), ("gic cdaff", 0x60b, Required, "gcie"),
    ("gic cddi", 0x610, Required, "gcie"), ("gic cddis", 0x608, Required, "gcie"),
    ("gic cden", 0x609, Required, "gcie"), ("gic cdeoi", 0x60f, None, "gcie"),
    ("gic cdhm", 0x611, Required, "gcie"), ("gic cdpend", 0x60c, Required, "gcie"),
    ("gic cdpri", 0x60a, Required, "gcie"), ("gic cdrcfg", 0x60d, Required, "gcie"),
    ("gic ldaff", 0x360b, Required, "gcie"), ("gic lddi", 0x3610, Required, "gcie"),
    ("gic lddis", 0x3608, Required, "gcie"), ("gic lden", 0x3609, Required, "gcie"),
    ("gic ldhm", 0x3611, Required, "gcie"), ("gic ldpend", 0x360c, Required, "gcie"),
    ("gic ldpri", 0x360a, Required, "gcie"), ("gic ldrcfg", 0x360d, Required, "gcie"),
    ("gic vdaff", 0x260b, Required, "gcie"), ("gic vddi", 0x2610, Required, "gcie"),
    ("gic vddis", 0x2608, Required, "gcie"), ("gic vden", 0x2609, Required, "gcie"),
    ("gic vdhm", 0x2611, Required, "gcie"), ("gic vdpend", 0x260c, Required, "gcie"),
    ("gic vdpri", 0x260a, Required, "gcie"), ("gic vdrcfg", 0x260d, Required, "gcie"),
    ("gicr cdia", 0x618, Result, "gcie"), ("gicr cdnmia", 0x619, Result, "gcie"),
    ("gsb ack", 0x601, None, "gcie"), ("gsb sys", 0x600, None, "gcie"), ("ic iallu", 0x3a8, None, ""),
    ("ic ialluis", 0x388, None, ""), ("ic ivau", 0x1ba9, Required, ""), ("mlbi alle1", 0x2384, None, "mpamv2"),
    ("mlbi vmalle1", 0x2385, None, "mpamv2"), ("mlbi vpide1", 0x2386, Required, "mpamv2"),
    ("mlbi vpmge1", 0x2387, Required, "mpamv2"), ("plbi alle1", 0x253c, None, "poe2"),
    ("plbi alle1is", 0x251c, Optional, "poe2"), ("plbi alle1os", 0x250c, Optional, "poe2"),
    ("plbi alle2", 0x2538, None, "poe2"), ("plbi alle2is", 0x2518, Optional, "poe2"),
    ("plbi alle2os", 0x2508, Optional, "poe2"), ("plbi alle3", 0x3538, None, "poe2"),
    ("plbi alle3is", 0x3518, None, "poe2"), ("plbi alle3os", 0x3508, None, "poe2"),
    ("plbi aside1", 0x53a, Required, "poe2"), ("plbi aside1is", 0x51a, Required, "poe2"),
    ("plbi aside1os", 0x50a, Required, "poe2"), ("plbi permae1", 0x53b, Required, "poe2"),
    ("plbi permae1is", 0x51b, Required, "poe2"), ("plbi permae1os", 0x50b, Required, "poe2"),
    ("plbi perme1", 0x539, Required, "poe2"), ("plbi perme1is", 0x519, Required, "poe2"),
    ("plbi perme1os", 0x509, Required, "poe2"), ("plbi perme2", 0x2539, Required, "poe2"),
    ("plbi perme2is", 0x2519, Required, "poe2"), ("plbi perme2os", 0x2509, Required, "poe2"),
    ("plbi perme3", 0x3539, Required, "poe2"), ("plbi perme3is", 0x3519, Required, "poe2"),
    ("plbi perme3os", 0x3509, Required, "poe2"), ("plbi vmalle1", 0x538, None, "poe2"),
    ("plbi vmalle1is", 0x518, Optional, "poe2"), ("plbi vmalle1os", 0x508, Optional, "poe2"),
    ("tlbi alle1", 0x243c, None, ""), ("tlbi alle1is", 0x241c, Optional, ""),
    ("tlbi alle1os", 0x240c, Optional, "tlb-rmi"), ("tlbi alle2", 0x2438, None, ""),
    ("tlbi alle2is", 0x2418, Optional, ""), ("tlbi alle2os", 0x2408, Optional, "tlb-rmi"),
    ("tlbi alle3", 0x3438, None, ""), ("tlbi alle3is", 0x3418, Optional, ""),
    ("tlbi alle3os", 0x3408, Optional, "tlb-rmi"), ("tlbi aside1", 0x43a, Required, ""),
    ("tlbi aside1is", 0x41a, Required, ""), ("tlbi aside1os", 0x40a, Required, "tlb-rmi"),
    ("tlbi ipas2e1", 0x2421, Required, ""), ("tlbi ipas2e1is", 0x2401, Required, ""),
    ("tlbi ipas2e1os", 0x2420, Required, "tlb-rmi"), ("tlbi ipas2le1", 0x2425, Required, ""),
    ("tlbi ipas2le1is", 0x2405, Required, ""), ("tlbi ipas2le1os", 0x2424, Required, "tlb-rmi"),
    ("tlbi paall", 0x343c, None, "rme"), ("tlbi paallos", 0x340c, None, "rme"),
    ("tlbi ripas2e1", 0x2422, Required, "tlb-rmi"), ("tlbi ripas2e1is", 0x2402, Required, "tlb-rmi"),
    ("tlbi ripas2e1os", 0x2423, Required, "tlb-rmi"), ("tlbi ripas2le1", 0x2426, Required, "tlb-rmi"),
    ("tlbi ripas2le1is", 0x2406, Required, "tlb-rmi"), ("tlbi ripas2le1os", 0x2427, Required, "tlb-rmi"),
    ("tlbi rpalos", 0x3427, Required, "rme"), ("tlbi rpaos", 0x3423, Required, "rme"),
    ("tlbi rvaae1", 0x433, Required, "tlb-rmi"), ("tlbi rvaae1is", 0x413, Required, "tlb-rmi"),
    ("tlbi rvaae1os", 0x42b, Required, "tlb-rmi"), ("tlbi rvaale1", 0x437, Required, "tlb-rmi"),
    ("tlbi rvaale1is", 0x417, Required, "tlb-rmi"), ("tlbi rvaale1os", 0x42f, Required, "tlb-rmi"),
    ("tlbi rvae1", 0x431, Required, "tlb-rmi"), ("tlbi rvae1is", 0x411, Required, "tlb-rmi"),
    ("tlbi rvae1os", 0x429, Required, "tlb-rmi"), ("tlbi rvae2", 0x2431, Required, "tlb-rmi"),
    ("tlbi rvae2is", 0x2411, Required, "tlb-rmi"), ("tlbi rvae2os", 0x2429, Required, "tlb-rmi"),
    ("tlbi rvae3", 0x3431, Required, "tlb-rmi"), ("tlbi rvae3is", 0x3411, Required, "tlb-rmi"),
    ("tlbi rvae3os", 0x3429, Required, "tlb-rmi"), ("tlbi rvale1", 0x435, Required, "tlb-rmi"),
    ("tlbi rvale1is", 0x415, Required, "tlb-rmi"), ("tlbi rvale1os", 0x42d, Required, "tlb-rmi"),
    ("tlbi rvale2", 0x2435, Required, "tlb-rmi"), ("tlbi rvale2is", 0x2415, Required, "tlb-rmi"),
    ("tlbi rvale2os", 0x242d, Required, "tlb-rmi"), ("tlbi rvale3", 0x3435, Required, "tlb-rmi"),
    ("tlbi rvale3is", 0x3415, Required, "tlb-rmi"), ("tlbi rvale3os", 0x342d, Required, "tlb-rmi"),
    ("tlbi vaae1", 0x43b, Required, ""), ("tlbi vaae1is", 0x41b, Required, ""),
    ("tlbi vaae1os", 0x40b, Required, "tlb-rmi"), ("tlbi vaale1", 0x43f, Required, ""),
    ("tlbi vaale1is", 0x41f, Required, ""), ("tlbi vaale1os", 0x40f, Required, "tlb-rmi"),
    ("tlbi vae1", 0x439, Required, ""), ("tlbi vae1is", 0x419, Required, ""),
    ("tlbi vae1os", 0x409, Required, "tlb-rmi"), ("tlbi vae2", 0x2439, Required, ""),
    ("tlbi vae2is", 0x2419, Required, ""), ("tlbi vae2os", 0x2409, Required, "tlb-rmi"),
    ("tlbi vae3", 0x3439, Required, ""), ("tlbi vae3is", 0x3419, Required, ""),
    ("tlbi vae3os", 0x3409, Required, "tlb-rmi"), ("tlbi vale1", 0x43d, Required, ""),
    ("tlbi vale1is", 0x41d, Required, ""), ("tlbi vale1os", 0x40d, Required, "tlb-rmi"),
    ("tlbi vale2", 0x243d, Required, ""), ("tlbi vale2is", 0x241d, Required, ""),
    ("tlbi vale2os", 0x240d, Required, "tlb-rmi"), ("tlbi vale3", 0x343d, Required, ""),
    ("tlbi vale3is", 0x341d, Required, ""), ("tlbi vale3os", 0x340d, Required, "tlb-rmi"),
    ("tlbi vmalle1", 0x438, None, ""), ("tlbi vmalle1is", 0x418, Optional, ""),
    ("tlbi vmalle1os", 0x408, Optional, "tlb-rmi"), ("tlbi vmalls12e1", 0x243e, None, ""),
    ("tlbi vmalls12e1is", 0x241e, Optional, ""), ("tlbi vmalls12e1os", 0x240e, Optional, "tlb-rmi"),
    ("tlbi vmallws2e1", 0x2432, None, "tlbiw"), ("tlbi vmallws2e1is", 0x2412, Optional, "tlbiw"),
    ("tlbi vmallws2e1os", 0x242a, Optional, "tlbiw"), ("tlbip ipas2e1", 0x2421, Required, "d128"),
    ("tlbip ipas2e1is", 0x2401, Required, "d128"), ("tlbip ipas2e1os", 0x2420, Required, "tlb-rmi+d128"),
    ("tlbip ipas2le1", 0x2425, Required, "d128"), ("tlbip ipas2le1is", 0x2405, Required, "d128"),
    ("tlbip ipas2le1os", 0x2424, Required, "tlb-rmi+d128"),
    ("tlbip ripas2e1", 0x2422, Required, "tlb-rmi+d128"),
    ("tlbip ripas2e1is", 0x2402, Required, "tlb-rmi+d128"),
    ("tlbip ripas2e1os", 0x2423, Required, "tlb-rmi+d128"),
    ("tlbip ripas2le1", 0x2426, Required, "tlb-rmi+d128"),
    ("tlbip ripas2le1is", 0x2406, Required, "tlb-rmi+d128"),
    ("tlbip ripas2le1os", 0x2427, Required, "tlb-rmi+d128"), ("tlbip rvaae1", 0x433, Required, "tlb-rmi+d128"),
    ("tlbip rvaae1is", 0x413, Required, "tlb-rmi+d128"), ("tlbip rvaae1os", 0x42b, Required, "tlb-rmi+d128"),
    ("tlbip rvaale1", 0x437, Required, "tlb-rmi+d128"), ("tlbip rvaale1is", 0x417, Required, "tlb-rmi+d128"),
    ("tlbip rvaale1os", 0x42f, Required, "tlb-rmi+d128"), ("tlbip rvae1", 0x431, Required, "tlb-rmi+d128"),
    ("tlbip rvae1is", 0x411, Required, "tlb-rmi+d128"), ("tlbip rvae1os", 0x429, Required, "tlb-rmi+d128"),
    ("tlbip rvae2", 0x2431, Required, "tlb-rmi+d128"), ("tlbip rvae2is", 0x2411, Required, "tlb-rmi+d128"),
    ("tlbip rvae2os", 0x2429, Required, "tlb-rmi+d128"), ("tlbip rvae3", 0x3431, Required, "tlb-rmi+d128"),
    ("tlbip rvae3is", 0x3411, Required, "tlb-rmi+d128"), ("tlbip rvae3os", 0x3429, Required, "tlb-rmi+d128"),
    ("tlbip rvale1", 0x435, Required, "tlb-rmi+d128"), ("tlbip rvale1is", 0x415, Required, "tlb-rmi+d128"),
    ("tlbip rvale1os", 0x42d, Required, "tlb-rmi+d128"), ("tlbip rvale2", 0x2435, Required, "tlb-rmi+d128"),
    ("tlbip rvale2is", 0x2415, Required, "tlb-rmi+d128"), ("tlbip rvale2os", 0x242d, Required, "tlb-rmi+d128"),
    ("tlbip rvale3", 0x3435, Required, "tlb-rmi+d128"), ("tlbip rvale3is", 0x3415, Required, "tlb-rmi+d128"),
    ("tlbip rvale3os", 0x342d, Required, "tlb-rmi+d128"), ("tlbip vaae1", 0x43b, Required, "d128"),
    ("tlbip vaae1is", 0x41b, Required, "d128"), ("tlbip vaae1os", 0x40b, Required, "tlb-rmi+d128"),
    ("tlbip vaale1", 0x43f, Required, "d128"), ("tlbip vaale1is", 0x41f, Required, "d128"),
    ("tlbip vaale1os", 0x40f, Required, "tlb-rmi+d128"), ("tlbip vae1", 0x439, Required, "d128"),
    ("tlbip vae1is", 0x419, Required, "d128"), ("tlbip vae1os", 0x409, Required, "tlb-rmi+d128"),
    ("tlbip vae2", 0x2439, Required, "d128"), ("tlbip vae2is", 0x2419, Required, "d128"),
    ("tlbip vae2os", 0x2409, Required, "tlb-rmi+d128"), ("tlbip vae3", 0x3439, Required, "d128"),
    ("tlbip vae3is", 0x3419, Required, "d128"), ("tlbip vae3os", 0x3409, Required, "tlb-rmi+d128"),
    ("tlbip vale1", 0x43d, Required, "d128"), ("tlbip vale1is", 0x41d, Required, "d128"),
    ("tlbip vale1os", 0x40d, Required, "tlb-rmi+d128"), ("tlbip vale2", 0x243d, Required, "d128"),
    ("tlbip vale2is", 0x241d, Required, "d128"), ("tlbip vale2os", 0x240d, Required, "tlb-rmi+d128"),
    ("tlbip vale3", 0x343d, Required, "d128"), ("tlbip vale3is", 0x341d, Required, "d128"),
    ("tlbip vale3os", 0x340d, Required, "tlb-rmi+d128"),
];

/// Returns the operation called `name`, such as `tlbi vmalle1`. For each invalidation, the form
/// with the suffix `nxs` does not wait for accesses with the attribute XS: its CRn is one more.
pub(crate) fn system_operation(name: &str) -> Option<(u16, Operand, Cow<'static, str>)> {
    let row = |name: &str| {
        let found = SYSTEM_OPERATIONS.binary_search_by(|row| row.0.cmp(name)).ok()?;
        Some(SYSTEM_OPERATIONS[found])
    };
    if let Some((_, fields, operand, needs)) = row(name) {
        return Some((fields, operand, needs.into()));
    }
    let waiting =
        name.strip_suffix("nxs").filter(|_| name.starts_with("tlbi") || name.starts_with("plbi"))?;
    let (_, fields, operand, needs) = row(waiting)?;
    let needs = match (name.starts_with("plbi"), needs.strip_prefix("tlb-rmi")) {
        (true, _) => needs.into(),
        (_, Some(others)) => format!("tlb-rmi+xs{others}").into(),
        _ if needs.is_empty() => "xs".into(),
        _ => format!("xs+{needs}").into(),
    };
    Some((fields | 1 << 7, operand, needs))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_ascend() {
        assert!(SYSTEM_OPERATIONS.is_sorted_by(|a, b| a.0 < b.0));
    }
}
