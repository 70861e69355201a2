//! Numbers and names as texts.

use std::fmt::Write;

/// The shortest text that reads back to the same bits, without a needless `.0`.
pub(crate) fn number(x: f64) -> String {
    let text = format!("{x:?}");
    match text.strip_suffix(".0") {
        // `-0` would be read as an integer, which has no sign at zero.
        Some(whole) if whole != "-0" => whole.into(),
        _ => text,
    }
}

/// A string in quotes with escapes that both languages know.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
