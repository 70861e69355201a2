//! Values to be written to a file.

/// A value of TOML or JSON.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
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

#[cfg(test)]
impl From<f64> for Value {
    /// Whole numbers become integers, as a person would write them.
    fn from(x: f64) -> Self {
        let whole = x as i64;
        let same = (whole as f64).to_bits() == x.to_bits() && whole.abs() < 1 << 53;
        if same { Self::Integer(whole) } else { Self::Number(x) }
    }
}
