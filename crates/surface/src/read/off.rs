//! OFF: counts, vertices, faces. Comments begin with #, and colours behind a face are passed over.

use super::{MeshReadError, Soup, coordinate, in_line, lines, point, shortened};

pub fn read(bytes: &[u8]) -> Result<Soup, MeshReadError> {
    let content =
        lines(bytes).map(|(number, line)| (number, line.split('#').next().unwrap_or_default().trim().to_owned()));
    let mut content = content.filter(|(_, line)| !line.is_empty());
    let (number, first) = content.next().ok_or_else(|| in_line(1, "the file is empty"))?;
    let rest = first.trim_start_matches(['C', 'N', 'S', 'T']);
    let Some(rest) = rest.strip_prefix("OFF") else {
        return Err(in_line(number, format!("the file begins with `{}` instead of OFF", shortened(&first))));
    };
    let counts = if rest.trim().is_empty() { content.next() } else { Some((number, rest.to_owned())) };
    let (number, counts) = counts.ok_or_else(|| in_line(number, "the counts of vertices and faces are missing"))?;
    let mut words = counts.split_ascii_whitespace();
    let [vertices, faces] = [count(words.next(), number)?, count(words.next(), number)?];
    let mut soup = Soup::default();
    let mut last = number;
    let mut next = |what: &str, k: usize| {
        let found = content.next().ok_or_else(|| in_line(last, format!("the file ends before {what} {k}")));
        found.inspect(|(number, _)| last = *number)
    };
    for k in 0..vertices {
        let (number, line) = next("vertex", k)?;
        soup.points.push(point(&mut line.split_ascii_whitespace(), number)?);
    }
    for k in 0..faces {
        let (number, line) = next("face", k)?;
        let mut words = line.split_ascii_whitespace();
        let promised = count(words.next(), number)?;
        let corners: Vec<u32> = words.take(promised).map(|word| corner(word, number)).collect::<Result<_, _>>()?;
        if corners.len() < promised {
            let what = format!("face {k} should have {promised} corners, and has {}", corners.len());
            return Err(in_line(number, what));
        }
        if corners.len() < 3 {
            return Err(in_line(number, format!("face {k} needs three corners, not {}", corners.len())));
        }
        soup.push_face(&corners);
    }
    Ok(soup)
}

fn count(word: Option<&str>, line: usize) -> Result<usize, MeshReadError> {
    let word = word.unwrap_or_default();
    word.parse().map_err(|_| in_line(line, format!("`{}` is no count", shortened(word))))
}

fn corner(word: &str, line: usize) -> Result<u32, MeshReadError> {
    let value = coordinate(&mut std::iter::once(word), line)?;
    let is_index = value >= 0.0 && value.fract() == 0.0 && value < f64::from(u32::MAX);
    if is_index { Ok(value as u32) } else { Err(in_line(line, format!("`{}` is no vertex", shortened(word)))) }
}
