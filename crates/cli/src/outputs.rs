//! The files that a command was asked to write: each once, and after a failure those that are missing.

use crate::failure::Failure;
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use wayfront::world::files::followed;

/// The files that a command was asked to write.
pub struct Outputs {
    asked: Vec<PathBuf>,
    written: RefCell<Vec<PathBuf>>,
}

impl Outputs {
    /// The files of some options; refused if two of them name the same one.
    pub fn of(options: &[(&str, &Option<PathBuf>)]) -> Result<Self, Failure> {
        let asked: Vec<(&str, &PathBuf)> =
            options.iter().filter_map(|(option, file)| Some((*option, file.as_ref()?))).collect();
        for (k, (option, file)) in asked.iter().enumerate() {
            if let Some((first, _)) = asked[..k].iter().find(|(_, other)| is_same(other, file)) {
                return Err(Failure::Usage(format!(
                    "{first} and {option} both write `{}`; give each a file of its own",
                    file.display()
                )));
            }
        }
        Ok(Self { asked: asked.into_iter().map(|(_, file)| file.clone()).collect(), written: RefCell::default() })
    }

    /// These files as well.
    pub fn and(mut self, more: impl IntoIterator<Item = PathBuf>) -> Self {
        self.asked.extend(more);
        self
    }

    /// A file is whole, or could not be written: then the failure says which files are missing because of it.
    pub fn wrote<T>(&self, file: &Path, result: Result<T, impl Into<Failure>>) -> Result<T, Failure> {
        match result {
            Ok(result) => {
                self.written.borrow_mut().push(file.to_owned());
                Ok(result)
            }
            Err(failure) => Err(self.explained(failure.into())),
        }
    }

    /// A failure to write, with all files that are missing because of it; one alone is named by the failure itself.
    pub fn explained(&self, failure: Failure) -> Failure {
        let written = self.written.borrow();
        let missing: Vec<String> = self
            .asked
            .iter()
            .filter(|file| !written.contains(file))
            .map(|file| format!("`{}`", file.display()))
            .collect();
        match failure {
            Failure::File { what, advice } if missing.len() > 1 => {
                Failure::File { what: format!("{what}\n    not written: {}", missing.join(", ")), advice }
            }
            other => other,
        }
    }
}

/// Two names of one file, by way of links and folders; a numbered name stands for all of its frames.
fn is_same(one: &Path, other: &Path) -> bool {
    let [one, other] = [one, other].map(|path| {
        let path = followed(path).unwrap_or_else(|_| path.to_owned());
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        (folder.canonicalize().unwrap_or_else(|_| folder.to_owned()), name)
    });
    one.0 == other.0 && (one.1 == other.1 || is_frame(&one.1, &other.1) || is_frame(&other.1, &one.1))
}

/// A name that a numbered one, such as `f-###.png`, gives to one of its frames.
fn is_frame(numbered: &str, name: &str) -> bool {
    let Some(start) = numbered.find('#') else { return false };
    let end = numbered[start..].find(|c| c != '#').map_or(numbered.len(), |length| start + length);
    let rest = name.strip_prefix(&numbered[..start]).and_then(|rest| rest.strip_suffix(&numbered[end..]));
    rest.is_some_and(|digits| digits.len() >= end - start && digits.bytes().all(|b| b.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_file_has_many_names() {
        let is_same = |one: &str, other: &str| is_same(Path::new(one), Path::new(other));
        assert!(is_same("a.png", "./a.png") && is_same("src/../a.png", "a.png"));
        assert!(!is_same("a.png", "b.png") && !is_same("src/a.png", "a.png"));
        assert!(is_same("f-##.png", "f-07.png") && is_same("f-1234.png", "f-##.png"));
        assert!(!is_same("f-##.png", "f-7.png") && !is_same("f-##.png", "f-ab.png"));
    }
}
