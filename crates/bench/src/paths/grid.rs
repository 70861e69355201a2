//! Text in columns: the first to the left, the others to the right, each as wide as its widest entry.

use std::fmt;

pub struct Grid {
    columns: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

impl Grid {
    /// Column heads may have two lines.
    pub fn new(columns: impl Into<Vec<&'static str>>) -> Self {
        Self { columns: columns.into(), rows: Vec::new() }
    }

    pub fn push(&mut self, row: impl Into<Vec<String>>) {
        self.rows.push(row.into());
    }

    fn widths(&self) -> Vec<usize> {
        let widest = |(k, head): (usize, &&'static str)| {
            let entries = self.rows.iter().filter_map(|row| row.get(k).map(String::as_str));
            entries.chain(head.lines()).map(|entry| entry.chars().count()).max().unwrap_or(0)
        };
        self.columns.iter().enumerate().map(widest).collect()
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let widths = self.widths();
        let head = |line: usize| self.columns.iter().map(move |head| head.lines().nth(line).unwrap_or("").to_owned());
        let heads = (0..2).map(|line| head(line).collect::<Vec<_>>()).filter(|line| line.iter().any(|e| !e.is_empty()));
        for row in heads.chain(self.rows.iter().cloned()) {
            let mut line = String::new();
            for (k, (entry, &width)) in row.iter().zip(&widths).enumerate() {
                line += &if k == 0 { format!("  {entry:width$}") } else { format!("  {entry:>width$}") };
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let mut grid = Grid::new(["", "time\nms"]);
        grid.push(["long name".to_owned(), "1.5".to_owned()]);
        grid.push(["x".to_owned(), "12.25".to_owned()]);
        assert_eq!(
            grid.to_string(),
            "              time\n                ms\n  long name    1.5\n  x          12.25\n"
        );
    }
}
