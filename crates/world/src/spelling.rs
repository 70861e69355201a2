//! "Did you mean …?"

/// The candidate that `word` was probably meant to be.
pub(crate) fn nearest<'a>(word: &str, candidates: &[&'a str]) -> Option<&'a str> {
    // Comparing very long words would be slow, and they are no misspellings.
    if word.len() > 40 {
        return None;
    }
    let word = word.to_lowercase();
    let near = |&c: &&'a str| (strsim::damerau_levenshtein(&word, &c.to_lowercase()), c);
    let (distance, best) = candidates.iter().map(near).min()?;
    (distance <= 1 + best.len() / 4).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_slips_and_not_strangers() {
        let fields = ["boundary", "obstacles", "walls", "file"];
        assert_eq!(nearest("obstacels", &fields), Some("obstacles"));
        assert_eq!(nearest("Boundry", &fields), Some("boundary"));
        assert_eq!(nearest("wall", &fields), Some("walls"));
        assert_eq!(nearest("temperature", &fields), None);
        assert_eq!(nearest(&"x".repeat(100_000), &fields), None);
    }
}
