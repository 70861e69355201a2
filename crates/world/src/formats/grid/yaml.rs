//! The flat part of YAML that map_server files use: `key: value` lines, lists in brackets or as lines with dashes,
//! comments and quotes.

/// A value and its line, from 1.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Item {
    pub key: String,
    pub line: usize,
    /// One text, or the items of a list.
    pub values: Vec<String>,
}

/// All items, and the lines that are none.
pub(crate) fn parse(text: &str) -> (Vec<Item>, Vec<usize>) {
    let (mut items, mut strange) = (Vec::<Item>::new(), Vec::new());
    for (i, raw) in text.lines().enumerate() {
        let line = without_comment(raw);
        let trimmed = line.trim();
        if matches!(trimmed, "" | "---" | "...") || trimmed.starts_with('%') {
            continue;
        }
        if let (Some(value), Some(item)) = (trimmed.strip_prefix("- "), items.last_mut()) {
            item.values.push(unquoted(value));
            continue;
        }
        match trimmed.split_once(':') {
            Some((key, value)) if !line.starts_with([' ', '\t']) && (value.is_empty() || value.starts_with(' ')) => {
                items.push(Item { key: unquoted(key), line: i + 1, values: values(value.trim()) });
            }
            _ => strange.push(i + 1),
        }
    }
    (items, strange)
}

/// A `#` begins a comment at the start of a line or behind white space, outside quotes.
fn without_comment(line: &str) -> &str {
    let (mut quote, mut before) = (None, ' ');
    for (i, c) in line.char_indices() {
        match quote {
            Some(q) if c == q => quote = None,
            None if c == '"' || c == '\'' => quote = Some(c),
            None if c == '#' && before.is_whitespace() => return &line[..i],
            _ => {}
        }
        before = c;
    }
    line
}

fn values(text: &str) -> Vec<String> {
    match text.strip_prefix('[').and_then(|t| t.strip_suffix(']')) {
        Some(list) => list.split(',').map(unquoted).collect(),
        None if text.is_empty() => Vec::new(),
        None => vec![unquoted(text)],
    }
}

fn unquoted(text: &str) -> String {
    let text = text.trim();
    let inner = |q: char| text.strip_prefix(q).and_then(|t| t.strip_suffix(q));
    inner('"').or_else(|| inner('\'')).unwrap_or(text).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_flat_part_of_yaml() {
        let text =
            "---\n# a map\nimage: \"a # b.pgm\" # name\norigin: [1.0, -2, 0]\nother:\n  - 1\n  - 2\n nested: 3\n??\n";
        let (items, strange) = parse(text);
        let values: Vec<_> = items.iter().map(|i| (i.key.as_str(), i.line, i.values.join("|"))).collect();
        let expected =
            [("image", 3, "a # b.pgm".to_owned()), ("origin", 4, "1.0|-2|0".into()), ("other", 5, "1|2".into())];
        assert_eq!(values, expected);
        assert_eq!(strange, [8, 9]);
    }
}
