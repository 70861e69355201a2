//! How much memory there is, and how much we have: as far as the system tells.

/// Bytes that are free for us; `None` where the system does not tell.
pub fn available() -> Option<u64> {
    field(&std::fs::read_to_string("/proc/meminfo").ok()?, "MemAvailable:")
}

/// Bytes that we have.
pub fn used() -> Option<u64> {
    field(&std::fs::read_to_string("/proc/self/status").ok()?, "VmRSS:")
}

/// The value of a field in kB, as bytes.
fn field(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().trim_end_matches("kB").trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
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
    }
}
