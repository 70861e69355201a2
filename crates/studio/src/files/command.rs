//! The line of the command that gives the same as an export.

use super::FileState;

/// The line, and whether there is such an export.
pub fn command_line(file: &FileState, kind: &str, time: Option<f64>, seed: Option<u64>) -> (String, bool) {
    let scene = match (&file.path, &file.name) {
        (Some(path), _) => path.display().to_string(),
        (None, Some(name)) => name.clone(),
        (None, None) => "plan.toml".to_owned(),
    };
    let stem = scene.rsplit(['/', '\\']).next().unwrap_or("plan").split('.').next().unwrap_or("plan").to_owned();
    let moment = time.map_or_else(String::new, |time| format!(" --time {time}"));
    let seed_option = seed.map_or_else(String::new, |seed| format!(" --seed {seed}"));
    let scene = quoted(&scene);
    let out = |ending: &str| quoted(&format!("{stem}.{ending}"));
    let line = match kind {
        "toml" | "json" | "geojson" | "wkt" => format!("wayfront convert {scene} {}", out(kind)),
        "svg" | "png" => format!("wayfront map {scene}{moment} --picture {}", out(kind)),
        "film" => format!("wayfront map {scene} --animate {}", out("png")),
        "apng" => format!("wayfront simulate {scene}{seed_option} --animate {}", out("png")),
        "sqlite" => format!("wayfront simulate {scene}{seed_option} --out {}", out("sqlite")),
        "trajectories" => format!("wayfront simulate {scene}{seed_option} --out {}", out("txt")),
        "summary" => format!("wayfront simulate {scene}{seed_option} --format json"),
        "query" => format!("wayfront query {scene}{moment} --points -"),
        _ => return (String::new(), false),
    };
    (line, true)
}

/// A word of a shell.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "._-/+=@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) && !word.starts_with('-') {
        return word.to_owned();
    }
    let prefix = if word.starts_with('-') { "./" } else { "" };
    format!("'{prefix}{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words_of_a_shell() {
        let file = FileState { path: Some("a b/it's.toml".into()), ..FileState::default() };
        let (line, _) = command_line(&file, "svg", Some(2.5), None);
        assert_eq!(line, r"wayfront map 'a b/it'\''s.toml' --time 2.5 --picture 'it'\''s.svg'");
        assert!(!command_line(&file, "doc", None, None).1);
    }
}
