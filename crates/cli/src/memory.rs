//! How much memory there is, and how much we have: as far as the system tells.

use crate::failure::Failure;

/// Bytes that are free for us; `None` where the system does not tell. What was set by `ulimit -v` counts.
pub fn available() -> Option<u64> {
    let free = field(&std::fs::read_to_string("/proc/meminfo").ok()?, "MemAvailable:")?;
    Some(free.min(allowed().unwrap_or(u64::MAX)))
}

/// Bytes that we have.
pub fn used() -> Option<u64> {
    field(&status()?, "VmRSS:")
}

/// Bytes of addresses that are left of what we may have; `None` if there is no limit.
fn allowed() -> Option<u64> {
    let limit = limit(&std::fs::read_to_string("/proc/self/limits").ok()?)?;
    Some(limit.saturating_sub(field(&status()?, "VmSize:")?))
}

fn status() -> Option<String> {
    std::fs::read_to_string("/proc/self/status").ok()
}

/// The soft limit of addresses, in bytes.
fn limit(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The value of a field in kB, as bytes.
fn field(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().trim_end_matches("kB").trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

/// Refuses work that needs more memory than there is, before it begins.
pub fn check(label: &str, what: &str, needed: u64) -> Result<(), Failure> {
    match available() {
        Some(free) if needed > free => Err(Failure::File {
            what: format!("{label}: {what} needs about {} of memory, and {} are free", shown(needed), shown(free)),
            advice: "make the outlines simpler, take a part of them, or give the command more memory".into(),
        }),
        _ => Ok(()),
    }
}

/// `1.5 GB`, `20 MB`.
pub fn shown(bytes: u64) -> String {
    let megabytes = bytes as f64 / 1e6;
    if megabytes >= 1e3 { format!("{:.1} GB", megabytes / 1e3) } else { format!("{:.0} MB", megabytes.max(1.0)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read() {
        let text = "MemTotal:       100 kB\nMemAvailable:    20 kB\n";
        assert_eq!(field(text, "MemAvailable:"), Some(20_480));
        assert_eq!(field(text, "VmRSS:"), None);
        assert_eq!((shown(2_500_000_000), shown(20_000_000)), ("2.5 GB".into(), "20 MB".into()));
        assert_eq!(limit("Max address space         unlimited            unlimited            bytes"), None);
        assert_eq!(
            limit("Max cpu time  1 2 s\nMax address space         4096                 unlimited bytes"),
            Some(4096)
        );
    }
}
