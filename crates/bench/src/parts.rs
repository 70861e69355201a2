//! Parts of a table that are asked for by name.

use clap::ValueEnum;
use std::io;

/// The parts with these names, in the order of the table; all of them without names.
///
/// # Errors
/// If there is no part of a name: those that there are.
pub fn asked<P: ValueEnum + PartialEq>(names: &[String]) -> io::Result<Vec<P>> {
    let all = P::value_variants();
    let found = |name: &String| P::from_str(name, true).map_err(|_| unknown(name, &listed(all)));
    let wanted: Vec<P> = names.iter().map(found).collect::<io::Result<_>>()?;
    Ok(all.iter().filter(|part| names.is_empty() || wanted.contains(part)).cloned().collect())
}

/// For tables without parts.
///
/// # Errors
/// If any is asked for.
pub fn none(names: &[String]) -> io::Result<()> {
    names.first().map_or(Ok(()), |name| Err(unknown(name, "none in this table")))
}

fn listed<P: ValueEnum>(all: &[P]) -> String {
    let names = all.iter().filter_map(|part| Some(part.to_possible_value()?.get_name().to_owned()));
    names.collect::<Vec<_>>().join(", ")
}

fn unknown(name: &str, there: &str) -> io::Error {
    io::Error::other(format!("no part is called '{name}': there is {there}"))
}

#[cfg(test)]
mod tests {
    use super::{asked, none};
    use crate::clearance::Part;

    #[test]
    fn parts_are_named_or_all() {
        let names = |list: &[&str]| list.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(asked::<Part>(&names(&["growth", "Pairs"])).unwrap(), [Part::Pairs, Part::Growth]);
        assert_eq!(asked::<Part>(&[]).unwrap().len(), 11);
        let error = asked::<Part>(&names(&["pears"])).unwrap_err().to_string();
        assert!(error.starts_with("no part is called 'pears': there is pairs, half, "), "{error}");
        assert!(none(&[]).is_ok() && none(&names(&["pairs"])).is_err());
    }
}
