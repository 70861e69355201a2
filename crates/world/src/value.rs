//! Values that the world keeps for others without reading them.

/// A value of TOML or JSON.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// JSON's `null`. TOML has none: it leaves such a field out.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number written without fraction.
    Integer(i64),
    /// Any other number.
    Number(f64),
    /// Text; a TOML date too.
    Text(String),
    /// A list.
    List(Vec<Value>),
    /// Named values in the order in which they were written.
    Table(Vec<(String, Value)>),
}

impl Value {
    /// The field `key` of a table.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        match self {
            Self::Table(entries) => entries.iter().find(|(k, _)| k == key).map(|(_, v)| v),
            _ => None,
        }
    }

    /// The number, if it is one.
    #[must_use]
    pub fn as_number(&self) -> Option<f64> {
        match *self {
            Self::Integer(i) => Some(i as f64),
            Self::Number(x) => Some(x),
            _ => None,
        }
    }
}

impl From<i64> for Value {
    fn from(i: i64) -> Self {
        Self::Integer(i)
    }
}

impl From<f64> for Value {
    /// Whole numbers become integers, as a person would write them.
    fn from(x: f64) -> Self {
        let whole = x as i64;
        let same = (whole as f64).to_bits() == x.to_bits() && whole.abs() < 1 << 53;
        if same { Self::Integer(whole) } else { Self::Number(x) }
    }
}
