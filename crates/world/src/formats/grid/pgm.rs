//! Grey images in PGM: `P5` (bytes, or pairs of bytes) and `P2` (decimal numbers).

/// A grey image.
pub(crate) struct Image {
    pub width: usize,
    pub height: usize,
    /// The value that means white.
    pub white: u32,
    /// Row by row from the top.
    pub pixels: Vec<u32>,
}

/// Reads an image, or says what is wrong with it.
pub(crate) fn parse(bytes: &[u8]) -> Result<Image, String> {
    let binary = match bytes.get(..2) {
        Some(b"P5") => true,
        Some(b"P2") => false,
        _ => return Err("it does not start with `P5` or `P2`".into()),
    };
    let mut tokens = Tokens { bytes, at: 2 };
    let mut number = |name: &str, max: u64| match tokens.number() {
        Some(n) if n >= 1 && n <= max => Ok(n as usize),
        Some(n) => Err(format!("its {name} is {n}, not between 1 and {max}")),
        None => Err(format!("its {name} is missing")),
    };
    let (width, height) = (number("width", 1 << 20)?, number("height", 1 << 20)?);
    let white = number("greatest value", 65_535)? as u32;
    let pixels = if binary {
        // One white space ends the header.
        binary_pixels(bytes.get(tokens.at + 1..).unwrap_or_default(), width * height, white)
    } else {
        tokens.rest(width * height)
    }?;
    Ok(Image { width, height, white, pixels })
}

fn binary_pixels(bytes: &[u8], count: usize, white: u32) -> Result<Vec<u32>, String> {
    let size = if white > 255 { 2 } else { 1 };
    if bytes.len() < count * size {
        return Err(format!("it ends after {} of {count} pixels", bytes.len() / size));
    }
    let pixels = bytes.chunks_exact(size).take(count);
    Ok(pixels.map(|pixel| pixel.iter().fold(0, |value, &b| value << 8 | u32::from(b))).collect())
}

struct Tokens<'t> {
    bytes: &'t [u8],
    at: usize,
}

impl Tokens<'_> {
    /// The next decimal number behind white space and comments.
    fn number(&mut self) -> Option<u64> {
        loop {
            match self.bytes.get(self.at)? {
                b if b.is_ascii_whitespace() => self.at += 1,
                b'#' => self.at = crate::documents::points::end_of_line(self.bytes, self.at),
                _ => break,
            }
        }
        let start = self.at;
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
        std::str::from_utf8(&self.bytes[start..self.at]).ok()?.parse().ok()
    }

    fn rest(&mut self, count: usize) -> Result<Vec<u32>, String> {
        // A pixel takes two characters, so a header that promises too much is found out before memory is taken.
        let mut pixels = Vec::with_capacity(count.min(self.bytes.len() / 2 + 1));
        while pixels.len() < count {
            match self.number() {
                Some(value) => pixels.push(value.min(u64::from(u32::MAX)) as u32),
                None => return Err(format!("it ends after {} of {count} pixels", pixels.len())),
            }
        }
        Ok(pixels)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_kinds_hold_the_same() {
        let text = parse(b"P2\n# made by hand\n3 2\n255\n0 1 2\n253 254 255\n").unwrap();
        let bytes = parse(b"P5 3 2 255\n\x00\x01\x02\xfd\xfe\xff").unwrap();
        let wide = parse(b"P5 3 1 65535\n\x00\x00\x01\x02\xff\xff").unwrap();
        assert_eq!(text.pixels, [0, 1, 2, 253, 254, 255]);
        assert_eq!(text.pixels, bytes.pixels);
        assert_eq!(wide.pixels, [0, 258, 65_535]);
    }

    #[test]
    fn says_what_is_wrong() {
        let error = |bytes: &[u8]| parse(bytes).err().unwrap();
        assert_eq!(error(b"\x89PNG"), "it does not start with `P5` or `P2`");
        assert_eq!(error(b"P5 3"), "its height is missing");
        assert_eq!(error(b"P5 0 3 255 "), "its width is 0, not between 1 and 1048576");
        assert_eq!(error(b"P5 1000000 1000000 255\nabc"), "it ends after 3 of 1000000000000 pixels");
        assert_eq!(error(b"P2 1000000 1000000 255\n1 2"), "it ends after 2 of 1000000000000 pixels");
    }
}
