//! Answers as rows of text.

use super::points::Given;
use std::fmt::Write;
use wayfront::domain::NoPath;
use wayfront::geometry::computable;
use wayfront::pathmap::Answer;
use wayfront::{Point, SceneMap};

/// How answers are written: what comes at the start, before the first row, between rows, at the end, and how a row looks.
pub struct Form {
    pub start: &'static str,
    pub first: &'static str,
    pub between: &'static str,
    pub end: &'static str,
    row: fn(&mut String, &Given, Result<Answer, NoPath>),
}

/// A line for each point.
pub const CSV: Form =
    Form { start: "x,y,status,cost,parent_x,parent_y,source", first: "\n", between: "\n", end: "\n", row: csv };

/// One object.
pub const JSON: Form = Form { start: "{\"points\": [", first: "\n", between: ",\n", end: "\n]}\n", row: json };

/// A map that is asked. Points may miss its free space by rounding.
pub struct Asked<'a> {
    map: &'a SceneMap,
}

impl<'a> Asked<'a> {
    pub fn of(map: &'a SceneMap) -> Self {
        Self { map }
    }

    /// Rows for some points.
    pub fn fill(&self, points: &[Given], form: &Form, text: &mut String) {
        for (k, point) in points.iter().enumerate() {
            if k > 0 {
                text.push_str(form.between);
            }
            (form.row)(text, point, self.answer(point.at));
        }
    }

    /// Points that miss the free space by rounding are taken as meant, like sources.
    fn answer(&self, p: Point) -> Result<Answer, NoPath> {
        if !computable(p.x) || !computable(p.y) {
            return Err(NoPath::Blocked);
        }
        match self.map.answer(p) {
            Err(NoPath::Blocked) => self.map.answer(self.map.domain().free_within_rounding(p).ok_or(NoPath::Blocked)?),
            answer => answer,
        }
    }
}

const fn status(answer: Result<Answer, NoPath>) -> &'static str {
    match answer {
        Ok(_) => "ok",
        Err(NoPath::Unreachable) => "unreachable",
        Err(NoPath::Blocked) => "blocked",
    }
}

fn csv(text: &mut String, point: &Given, answer: Result<Answer, NoPath>) {
    let (x, y, status) = (point.x, point.y, status(answer));
    // Writing to a string cannot fail.
    let _ = match answer {
        Ok(Answer { cost, aim, source, .. }) => {
            write!(text, "{x},{y},{status},{},{},{},{source}", Number(cost), Number(aim.x), Number(aim.y))
        }
        Err(_) => write!(text, "{x},{y},{status},,,,"),
    };
}

fn json(text: &mut String, point: &Given, answer: Result<Answer, NoPath>) {
    let (x, y, status) = (Number(point.at.x), Number(point.at.y), status(answer));
    let _ = write!(text, "  {{\"x\": {x}, \"y\": {y}, \"status\": \"{status}\", ");
    let _ = match answer {
        Ok(Answer { cost, aim, source, .. }) => write!(
            text,
            "\"cost\": {}, \"parent_x\": {}, \"parent_y\": {}, \"source\": {source}}}",
            Number(cost),
            Number(aim.x),
            Number(aim.y)
        ),
        Err(_) => text.write_str("\"cost\": null, \"parent_x\": null, \"parent_y\": null, \"source\": null}"),
    };
}

/// The shortest text that reads back as the same number, in both formats.
struct Number(f64);

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let size = self.0.abs();
        if size == 0.0 || (1e-5..1e16).contains(&size) { write!(f, "{}", self.0) } else { write!(f, "{:e}", self.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::Number;

    #[test]
    fn numbers_read_back_bit_for_bit() {
        for x in [0.0, -0.0, 1.0, 0.1 + 0.2, 1e-300, -2.5e40, 123_456_789.125, f64::MIN_POSITIVE, 1e16, 9.9e-6] {
            let text = Number(x).to_string();
            assert_eq!(text.parse::<f64>().map(f64::to_bits), Ok(x.to_bits()), "{text}");
            let json: f64 = serde_json::from_str(&text).unwrap();
            assert_eq!(json, x, "{text}");
        }
    }
}
