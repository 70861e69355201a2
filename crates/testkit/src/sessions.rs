//! Sessions: commands and what they printed when that was last reviewed, as files.
//!
//! A session consists of headings (`# …`), files (`@ name`, its lines, `@`) and commands (`$ …`), each followed by what it
//! printed. A session is played, and what comes out is compared with it. The variable `WAYFRONT_UPDATE` keeps it as it is
//! now instead: read the difference before it is committed.

use std::path::Path;

/// Plays a session: `write` takes the name and the text of each file, `run` gives what a command prints. Returns the
/// session with what was printed now.
pub fn played(session: &str, mut write: impl FnMut(&str, &str), mut run: impl FnMut(&str) -> String) -> String {
    let (mut log, mut file) = (String::new(), None::<(&str, String)>);
    for line in session.lines() {
        let gap = if log.is_empty() { "" } else { "\n" };
        match (&mut file, line.split_at_checked(2)) {
            (Some((name, text)), _) if line == "@" => {
                write(name, text);
                log += "@\n";
                file = None;
            }
            (Some((_, text)), _) => {
                *text += &format!("{line}\n");
                log += &format!("{line}\n");
            }
            (None, Some(("@ ", name))) => {
                log += &format!("{gap}{line}\n");
                file = Some((name, String::new()));
            }
            (None, Some(("# ", _))) => log += &format!("{gap}{line}\n"),
            (None, Some(("$ ", command))) => log += &format!("{gap}{line}\n{}", run(command)),
            // What was printed then.
            (None, _) => {}
        }
    }
    log
}

/// Where what was printed differs from the file that is kept, if it does.
///
/// # Panics
/// If there is no such file.
pub fn compared(path: &Path, printed: &str, difference: impl Fn(&str, &str) -> Option<String>) -> Option<String> {
    if std::env::var_os("WAYFRONT_UPDATE").is_some() {
        std::fs::write(path, printed).unwrap();
    }
    let kept = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    difference(&kept, printed).map(|what| format!("{}:\n{what}", path.display()))
}

/// The first line in which two texts differ, by a rule that says which lines are the same.
pub fn difference(kept: &str, printed: &str, is_same: impl Fn(&str, &str) -> bool) -> Option<String> {
    let mut lines = [kept, printed].map(str::lines);
    loop {
        let [old, new] = lines.each_mut().map(Iterator::next);
        match (old, new) {
            (None, None) => return None,
            (Some(old), Some(new)) if is_same(old, new) => {}
            _ => return Some(format!("- {}\n+ {}", old.unwrap_or("(the end)"), new.unwrap_or("(the end)"))),
        }
    }
}

/// Fails with what differs.
///
/// # Panics
/// If anything does.
pub fn report(wrong: &[String]) {
    assert!(wrong.is_empty(), "{}\nif that is what they should say: WAYFRONT_UPDATE=1\n", wrong.join("\n"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_keeps_all_but_what_was_printed() {
        let session = "# Two.\n\n@ a\n$ no command\n@\n\n$ one a\nformer\n\nlines\n\n$ two\n";
        let mut files = Vec::new();
        let log = played(
            session,
            |name, text| files.push([name, text].map(str::to_owned)),
            |command| format!("<{command}>\n"),
        );
        assert_eq!(log, "# Two.\n\n@ a\n$ no command\n@\n\n$ one a\n<one a>\n\n$ two\n<two>\n");
        assert_eq!(files, [["a", "$ no command\n"].map(str::to_owned)]);
        assert_eq!(difference(session, &log, |old, new| old == new).as_deref(), Some("- former\n+ <one a>"));
        assert_eq!(difference(&log, &log, |old, new| old == new), None);
    }
}
