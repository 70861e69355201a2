//! TOML into [`Node`]s that know their place.
//!
//! The crate `toml` reads the document, all its errors at once. Before it does, the lists of points are lifted out of
//! the text (they are nearly all of a large scene, and a general parser spends thirty times as long on them as their
//! digits take): a pass over the text, which knows just enough of TOML to skip strings and comments, reads every list
//! of points behind `=` in the fast lane and leaves `[]` in its place. Linear in the text.

use super::points::{Gaps, end_of_line, scan_points, skip_gap};
use super::{Entry, Node, SyntaxError, Tree};
use ::toml::Spanned;
use ::toml::de::{DeTable, DeValue};

/// Lists of lists of lists of points: nothing in a scene nests deeper.
const DEPTH_MAX: usize = 4;

/// Reads a whole TOML text, or says everything that is wrong with its syntax.
pub(crate) fn parse(text: &str) -> Result<Node<'static>, Vec<SyntaxError>> {
    let mut lifted = Lifted::of(text);
    let rest = std::mem::take(&mut lifted.rest);
    let (table, errors) = DeTable::parse_recoverable(&rest);
    if errors.is_empty() {
        return Ok(lifted.table(0, table.into_inner()));
    }
    let place = |e: &::toml::de::Error| lifted.original(e.span().map_or(0, |span| span.start));
    Err(errors.iter().map(|e| SyntaxError::new(place(e), e.message())).collect())
}

/// The text without its lists of points, and those lists.
#[derive(Default)]
struct Lifted {
    rest: String,
    /// In the order of the text.
    lists: Vec<Hole>,
}

/// A list that was lifted out.
struct Hole {
    /// Where its `[]` stands in the rest.
    at: usize,
    /// Where the list ended in the original text.
    end: usize,
    /// The list, until it is put back.
    node: Option<Node<'static>>,
}

impl Lifted {
    fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut lifted = Self::default();
        let (mut at, mut copied, mut after_equals) = (0, 0, false);
        while at < bytes.len() {
            if after_equals && let Some((node, end)) = scan_lists(bytes, at, DEPTH_MAX) {
                lifted.rest.push_str(&text[copied..at]);
                lifted.lists.push(Hole { at: lifted.rest.len(), end, node: Some(node) });
                lifted.rest.push_str("[]");
                (at, copied, after_equals) = (end, end, false);
                continue;
            }
            let byte = bytes[at];
            after_equals = byte == b'=' || after_equals && matches!(byte, b' ' | b'\t');
            at = match byte {
                b'#' => end_of_line(bytes, at),
                b'"' | b'\'' => end_of_string(bytes, at),
                _ => at + 1,
            };
        }
        lifted.rest.push_str(&text[copied..]);
        lifted
    }

    /// Where a byte of the rest stood in the original text.
    fn original(&self, at: usize) -> usize {
        match self.lists.partition_point(|hole| hole.at < at).checked_sub(1) {
            None => at,
            Some(last) => (self.lists[last].end + at).saturating_sub(self.lists[last].at + 2),
        }
    }

    fn table(&mut self, at: usize, table: DeTable<'_>) -> Node<'static> {
        let mut entries: Vec<Entry<'static>> = Vec::with_capacity(table.len());
        for (key, value) in table {
            let at = self.original(key.span().start);
            entries.push(Entry { key: key.into_inner().into_owned().into(), at, node: self.node(value) });
        }
        // The crate sorts by name; people expect their own order back.
        entries.sort_by_key(|e| e.at);
        Node { at, value: Tree::Table(entries) }
    }

    fn node(&mut self, value: Spanned<DeValue<'_>>) -> Node<'static> {
        let start = value.span().start;
        let at = self.original(start);
        let value = match value.into_inner() {
            DeValue::String(text) => Tree::Text(text.into_owned().into()),
            DeValue::Boolean(b) => Tree::Bool(b),
            DeValue::Datetime(date) => Tree::Text(date.to_string().into()),
            DeValue::Float(float) => number(float.as_str()),
            DeValue::Integer(integer) => match i64::from_str_radix(integer.as_str(), integer.radix()) {
                Ok(i) => Tree::Integer(i),
                Err(_) => number(integer.as_str()),
            },
            DeValue::Array(items) => {
                let hole = self.lists.binary_search_by_key(&start, |hole| hole.at);
                if let Some(node) = hole.ok().and_then(|i| self.lists[i].node.take()) {
                    return node;
                }
                Tree::List(items.into_iter().map(|item| self.node(item)).collect())
            }
            DeValue::Table(table) => return self.table(at, table),
        };
        Node { at, value }
    }
}

/// The crate has checked the grammar; what `f64` cannot hold becomes NaN, which the reader refuses with its place.
fn number(text: &str) -> Tree<'static> {
    Tree::Number(text.parse().unwrap_or(f64::NAN))
}

/// A list of points, or a list of such lists, at `start`; and the byte behind it.
fn scan_lists(bytes: &[u8], start: usize, depth: usize) -> Option<(Node<'static>, usize)> {
    if let Some((points, end)) = scan_points(bytes, start, Gaps::Toml) {
        return Some((Node { at: start, value: Tree::Points(points) }, end));
    }
    if bytes.get(start) != Some(&b'[') {
        return None;
    }
    let mut at = skip_gap(bytes, start + 1, Gaps::Toml);
    let mut items = Vec::new();
    loop {
        if depth == 0 || bytes.get(at) != Some(&b'[') {
            return None;
        }
        let (item, end) = scan_lists(bytes, at, depth - 1)?;
        items.push(item);
        at = skip_gap(bytes, end, Gaps::Toml);
        if bytes.get(at) == Some(&b',') {
            at = skip_gap(bytes, at + 1, Gaps::Toml);
        } else if bytes.get(at) != Some(&b']') {
            return None;
        }
        if bytes.get(at) == Some(&b']') {
            return Some((Node { at: start, value: Tree::List(items) }, at + 1));
        }
    }
}

/// The byte behind the string whose quote is at `start`: `"…"` with escapes, `'…'` without, or three quotes around
/// several lines. A string that never ends leaves the rest to the crate, which says so.
fn end_of_string(bytes: &[u8], start: usize) -> usize {
    let quote = bytes[start];
    let long = bytes[start..].starts_with(&[quote; 3]);
    let mut at = start + if long { 3 } else { 1 };
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if quote == b'"' => at += 1,
            b'\n' if !long => return at,
            b if b == quote && !long => return at + 1,
            b if b == quote && bytes[at..].starts_with(&[quote; 3]) => return at + 3,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::documents::Value;

    /// What the crate says without any lifting.
    fn plainly(text: &str) -> Result<Value, usize> {
        let mut nothing = Lifted::default();
        let (table, errors) = DeTable::parse_recoverable(text);
        if errors.is_empty() { Ok(nothing.table(0, table.into_inner()).into_value()) } else { Err(errors.len()) }
    }

    #[test]
    fn lifting_changes_nothing() {
        let documents = [
            "a = [[1, 2], [3, 4]]\nb = \"x = [[1, 2]]\" # = [[5, 6]]\nc = [[[1,2],[3,4],],[[5,6]] # end\n]\n",
            "s = '''\nk = [[1, 2]]\n''' \nt = \"\"\"a \\\" = [[3, 4]] \"\"\"\nu = [[1_000, 2], [0x10, 3]]\n",
            "[t]\nx = {outline = [[1, 2], [3, 4]], holes = [[[5, 6]]]}\n[[list]]\np=[1.5, 2]\n[[list]]\nq = []\n",
            "d = 1979-05-27\ne = [inf, -nan]\nf = [[1, 2], \"x\"]\n\"quoted = [[1, 2]]\" = [[7, 8]]\n",
        ];
        for text in documents {
            let lifted = parse(text).map(Node::into_value).map_err(|e| e.len());
            assert_eq!(format!("{lifted:?}"), format!("{:?}", plainly(text)), "{text}");
        }
    }

    #[test]
    fn places_are_those_of_the_original() {
        let text = "a = [[1, 2], [3, 4]]\nb = 5\nc = [[6, 7]]\nd = \"x\"\n";
        let Tree::Table(entries) = parse(text).unwrap().value else { panic!("a table") };
        for entry in &entries {
            assert_eq!(&text[entry.at..entry.at + 1], entry.key);
            assert_eq!(entry.node.at, entry.at + 4, "{}", entry.key);
        }
    }

    #[test]
    fn all_syntax_errors_are_reported_with_their_places() {
        let text = "a = [[1, 2], [3, 4]]\nb = = 3\nc = [[1, 2]]\nd = oops\n";
        let errors = parse(text).unwrap_err();
        let lines: Vec<usize> = errors.iter().map(|e| 1 + text[..e.at].matches('\n').count()).collect();
        assert!(lines.contains(&2) && lines.contains(&4), "{errors:?}");
    }

    #[test]
    fn deep_nesting_is_refused_and_not_followed() {
        assert!(parse(&format!("a = {}", "[".repeat(1_000_000))).is_err());
    }
}
