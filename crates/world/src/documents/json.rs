//! JSON into [`Node`]s that know their place. Linear in the text; nesting is limited, so that no input can exhaust
//! the stack.

use super::points::{Gaps, scan_points, skip_gap};
use std::borrow::Cow;

use super::{Entry, Node, SyntaxError, Tree, scan_number};

/// Deeper than any scene or GeoJSON file nests.
const DEPTH_MAX: usize = 100;

/// Reads a whole JSON text.
pub(crate) fn parse(text: &str) -> Result<Node<'_>, SyntaxError> {
    let mut parser = Parser { bytes: text.as_bytes(), text, at: 0 };
    let node = parser.value(0)?;
    parser.skip();
    match parser.peek() {
        None => Ok(node),
        Some(_) => Err(parser.error("expected the end of the file")),
    }
}

struct Parser<'t> {
    bytes: &'t [u8],
    text: &'t str,
    at: usize,
}

impl<'t> Parser<'t> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip(&mut self) {
        self.at = skip_gap(self.bytes, self.at, Gaps::Json);
    }

    /// `expected …, found …` at the current byte.
    fn error(&self, expected: &str) -> SyntaxError {
        let found = match self.text.get(self.at..).and_then(|rest| rest.chars().next()) {
            Some(c) => format!("found `{}`", c.escape_debug()),
            None => "the text ends".into(),
        };
        SyntaxError::new(self.at, format!("{expected}, {found}"))
    }

    fn value(&mut self, depth: usize) -> Result<Node<'t>, SyntaxError> {
        self.skip();
        let at = self.at;
        let value = match self.peek() {
            Some(b'{' | b'[') if depth >= DEPTH_MAX => {
                return Err(SyntaxError::new(at, format!("nested deeper than {DEPTH_MAX} levels")));
            }
            Some(b'{') => self.table(depth)?,
            Some(b'[') => self.list(depth)?,
            Some(b'"') => Tree::Text(self.string()?),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            _ => self.word()?,
        };
        Ok(Node { at, value })
    }

    fn number(&mut self) -> Result<Tree<'t>, SyntaxError> {
        let start = self.at;
        let (value, end, integer) = scan_number(self.bytes, start).ok_or_else(|| self.no_value("expected a number"))?;
        self.at = end;
        // `-0` is a number: as an integer it would lose its sign.
        let whole =
            if integer { self.text[start..end].parse().ok().filter(|&i| i != 0 || end == start + 1) } else { None };
        Ok(whole.map_or(Tree::Number(value), Tree::Integer))
    }

    fn word(&mut self) -> Result<Tree<'t>, SyntaxError> {
        let rest = &self.bytes[self.at.min(self.bytes.len())..];
        let words = [("true", Tree::Bool(true)), ("false", Tree::Bool(false)), ("null", Tree::Null)];
        for (word, value) in words {
            if rest.starts_with(word.as_bytes()) {
                self.at += word.len();
                return Ok(value);
            }
        }
        Err(self.no_value("expected a value"))
    }

    /// Programs write numbers that JSON has no words for.
    fn no_value(&self, expected: &str) -> SyntaxError {
        let rest = &self.bytes[self.at.min(self.bytes.len())..];
        let is_next =
            |word: &&str| rest.get(..word.len()).is_some_and(|next| next.eq_ignore_ascii_case(word.as_bytes()));
        let is_unwritable = ["nan", "inf", "-nan", "-inf"].iter().any(is_next);
        self.error(if is_unwritable { "JSON has finite numbers only; expected one or `null`" } else { expected })
    }

    fn list(&mut self, depth: usize) -> Result<Tree<'t>, SyntaxError> {
        if let Some((points, end)) = scan_points(self.bytes, self.at, Gaps::Json) {
            self.at = end;
            return Ok(Tree::Points(points));
        }
        self.at += 1;
        let mut items = Vec::new();
        while self.more(b']', items.is_empty())? {
            items.push(self.value(depth + 1)?);
        }
        Ok(Tree::List(items))
    }

    fn table(&mut self, depth: usize) -> Result<Tree<'t>, SyntaxError> {
        self.at += 1;
        let mut entries: Vec<Entry<'t>> = Vec::new();
        while self.more(b'}', entries.is_empty())? {
            let at = self.at;
            if self.peek() != Some(b'"') {
                return Err(self.error("expected a field name in quotes"));
            }
            let key = self.string()?;
            self.skip();
            if self.peek() != Some(b':') {
                return Err(self.error("expected `:`"));
            }
            self.at += 1;
            entries.push(Entry { key, at, node: self.value(depth + 1)? });
        }
        refuse_repeated(&entries)?;
        Ok(Tree::Table(entries))
    }

    /// Steps over the separator before the next item; false behind the closing bracket.
    fn more(&mut self, close: u8, first: bool) -> Result<bool, SyntaxError> {
        self.skip();
        match self.peek() {
            Some(b) if b == close => {
                self.at += 1;
                Ok(false)
            }
            Some(b',') if !first => {
                self.at += 1;
                self.skip();
                if self.peek() == Some(close) { Err(self.error("expected a value behind the comma")) } else { Ok(true) }
            }
            Some(_) if first => Ok(true),
            _ => Err(self.error(if close == b']' { "expected `,` or `]`" } else { "expected `,` or `}`" })),
        }
    }

    fn string(&mut self) -> Result<Cow<'t, str>, SyntaxError> {
        let start = self.at;
        self.at += 1;
        let mut unescaped = String::new();
        loop {
            let plain = self.bytes[self.at..].iter().position(|&b| b == b'"' || b == b'\\' || b < 0x20);
            let end = self.at + plain.ok_or_else(|| SyntaxError::new(start, "the text in quotes never ends"))?;
            let piece = &self.text[self.at..end];
            self.at = end;
            match self.bytes[end] {
                b'"' => {
                    self.at += 1;
                    return Ok(if unescaped.is_empty() { piece.into() } else { (unescaped + piece).into() });
                }
                b'\\' => {
                    unescaped.push_str(piece);
                    unescaped.push(self.escape()?);
                }
                _ => return Err(SyntaxError::new(end, "a line break or control character in quotes")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, SyntaxError> {
        let start = self.at;
        self.at += 2;
        Ok(match self.bytes.get(start + 1) {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode(start),
            _ => return Err(SyntaxError::new(start, "an unknown escape in quotes")),
        })
    }

    /// `\uXXXX`, or two of them that form a surrogate pair.
    fn unicode(&mut self, start: usize) -> Result<char, SyntaxError> {
        let unit = self.hex4();
        let code = match unit {
            Some(high @ 0xd800..=0xdbff) if self.bytes[self.at..].starts_with(b"\\u") => {
                self.at += 2;
                let low = self.hex4().filter(|low| (0xdc00..=0xdfff).contains(low));
                low.map(|low| 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00))
            }
            other => other,
        };
        code.and_then(char::from_u32).ok_or_else(|| SyntaxError::new(start, "an unknown escape in quotes"))
    }

    fn hex4(&mut self) -> Option<u32> {
        let digits = self.bytes.get(self.at..self.at + 4)?;
        let hex = digits.iter().all(u8::is_ascii_hexdigit);
        self.at += 4;
        let text = std::str::from_utf8(digits).ok().filter(|_| hex)?;
        u32::from_str_radix(text, 16).ok()
    }
}

/// A field that is there twice would silently hide one of the two.
fn refuse_repeated(entries: &[Entry<'_>]) -> Result<(), SyntaxError> {
    let repeated = if entries.len() <= 12 {
        let earlier = |i: usize| entries[..i].iter().any(|e| e.key == entries[i].key);
        (0..entries.len()).find(|&i| earlier(i)).map(|i| &entries[i])
    } else {
        // Sorted, so that a table of very many fields stays cheap.
        let mut sorted: Vec<&Entry<'_>> = entries.iter().collect();
        sorted.sort_by_key(|e| (e.key.as_ref(), e.at));
        sorted.windows(2).find(|pair| pair[0].key == pair[1].key).map(|pair| pair[1])
    };
    match repeated {
        Some(entry) => Err(SyntaxError::new(entry.at, format!("the field `{}` is there twice", entry.key))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::documents::Value;

    fn value(text: &str) -> Value {
        parse(text).unwrap().into_value()
    }

    fn error(text: &str) -> String {
        parse(text).unwrap_err().what
    }

    #[test]
    fn reads_every_kind_of_value() {
        let read = value(r#" {"a": [1, -2.5, true, null, "x\n\u00e9\ud83d\ude00"], "b": [[1, 2], [3, 4]], "c": {}} "#);
        let list = |items: &[f64]| Value::List(items.iter().map(|&x| Value::from(x)).collect());
        let a =
            vec![Value::Integer(1), Value::Number(-2.5), Value::Bool(true), Value::Null, Value::Text("x\né😀".into())];
        let expected = Value::Table(vec![
            ("a".into(), Value::List(a)),
            ("b".into(), Value::List(vec![list(&[1.0, 2.0]), list(&[3.0, 4.0])])),
            ("c".into(), Value::Table(vec![])),
        ]);
        assert_eq!(read, expected);
    }

    #[test]
    fn says_what_it_expected() {
        assert_eq!(error("{\"a\" 1}"), "expected `:`, found `1`");
        assert_eq!(error("[1, 2"), "expected `,` or `]`, the text ends");
        assert_eq!(error("[1, 2,]"), "expected a value behind the comma, found `]`");
        assert_eq!(error("[1] 2"), "expected the end of the file, found `2`");
        assert_eq!(error("{\"a\": 1, \"a\": 2}"), "the field `a` is there twice");
        assert_eq!(error("\"abc"), "the text in quotes never ends");
        assert_eq!(error("\"\\ud800x\""), "an unknown escape in quotes");
        assert_eq!(error(""), "expected a value, the text ends");
        assert_eq!(error("[nan]"), "JSON has finite numbers only; expected one or `null`, found `n`");
        assert_eq!(error("[1, -Infinity]"), "JSON has finite numbers only; expected one or `null`, found `-`");
        assert_eq!(error("[nil]"), "expected a value, found `n`");
    }

    #[test]
    fn deep_nesting_is_refused_and_not_followed() {
        assert_eq!(error(&"[".repeat(1_000_000)), "nested deeper than 100 levels");
        assert_eq!(error(&"{\"a\":".repeat(1_000_000)), "nested deeper than 100 levels");
    }
}
