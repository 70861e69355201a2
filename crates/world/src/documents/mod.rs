//! A document as a tree of values that know where they stand: what TOML and JSON have in common.
//!
//! Both are read into [`Node`]s, and one decoder per kind of content reads those. Lists of points, which are nearly all
//! of a large scene, never become nodes: [`points`] reads them straight into the vector that the world will own.

pub(crate) mod json;
mod lines;
mod number;
pub(crate) mod points;
pub(crate) mod reader;
pub(crate) mod toml;
mod value;
pub(crate) mod write;

pub(crate) use lines::Lines;
pub(crate) use number::scan_number;
pub(crate) use value::Value;

use std::borrow::Cow;
use wayfront_geometry::Point;

/// A value and the byte at which it starts. Its texts are borrowed from the document where that is possible.
#[derive(Debug)]
pub(crate) struct Node<'t> {
    pub at: usize,
    pub value: Tree<'t>,
}

/// A value of TOML or JSON.
#[derive(Debug)]
pub(crate) enum Tree<'t> {
    Null,
    Bool(bool),
    Integer(i64),
    Number(f64),
    Text(Cow<'t, str>),
    List(Vec<Node<'t>>),
    /// A list of pairs of numbers, which is by far the most frequent list.
    Points(Vec<Point>),
    Table(Vec<Entry<'t>>),
}

/// A field of a table.
#[derive(Debug)]
pub(crate) struct Entry<'t> {
    pub key: Cow<'t, str>,
    /// Where the key stands.
    pub at: usize,
    pub node: Node<'t>,
}

/// A document that is not even TOML or JSON.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SyntaxError {
    pub at: usize,
    pub what: String,
}

impl SyntaxError {
    pub(crate) fn new(at: usize, what: impl Into<String>) -> Self {
        Self { at, what: what.into() }
    }
}

impl<'t> Node<'t> {
    /// What kind of value this is, for people.
    pub(crate) fn kind(&self) -> &'static str {
        match self.value {
            Tree::Null => "null",
            Tree::Bool(_) => "true or false",
            Tree::Integer(_) | Tree::Number(_) => "a number",
            Tree::Text(_) => "text",
            Tree::List(_) | Tree::Points(_) => "a list",
            Tree::Table(_) => "a table",
        }
    }

    /// The number, if it is one.
    pub(crate) fn number(&self) -> Option<f64> {
        match self.value {
            Tree::Integer(i) => Some(i as f64),
            Tree::Number(x) => Some(x),
            _ => None,
        }
    }

    /// The text, if it is some.
    pub(crate) fn text(&self) -> Option<&str> {
        match &self.value {
            Tree::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The field `key` of a table.
    pub(crate) fn field(&self, key: &str) -> Option<&Node<'t>> {
        match &self.value {
            Tree::Table(entries) => entries.iter().find(|e| e.key == key).map(|e| &e.node),
            _ => None,
        }
    }

    /// The value without its places.
    #[cfg(test)]
    pub(crate) fn into_value(self) -> Value {
        let pair = |p: Point| Value::List(vec![Value::from(p.x), Value::from(p.y)]);
        match self.value {
            Tree::Null => Value::Null,
            Tree::Bool(b) => Value::Bool(b),
            Tree::Integer(i) => Value::Integer(i),
            Tree::Number(x) => Value::Number(x),
            Tree::Text(text) => Value::Text(text.into_owned()),
            Tree::List(items) => Value::List(items.into_iter().map(Node::into_value).collect()),
            Tree::Points(points) => Value::List(points.into_iter().map(pair).collect()),
            Tree::Table(entries) => {
                Value::Table(entries.into_iter().map(|e| (e.key.into_owned(), e.node.into_value())).collect())
            }
        }
    }
}
