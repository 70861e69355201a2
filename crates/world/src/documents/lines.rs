//! Line numbers from byte offsets. Newlines are counted once per block; a query counts the rest of one block. Both
//! loops vectorise, so that ten thousand places in a file of megabytes cost less than a millisecond.

const BLOCK: usize = 512;

/// The line numbers of a text.
pub(crate) struct Lines<'t> {
    bytes: &'t [u8],
    /// Newlines before each block.
    before: Vec<u32>,
}

impl<'t> Lines<'t> {
    pub(crate) fn new(bytes: &'t [u8]) -> Self {
        let mut before = Vec::with_capacity(bytes.len() / BLOCK + 1);
        let mut count = 0;
        for block in bytes.chunks(BLOCK) {
            before.push(count);
            count += newlines(block);
        }
        Self { bytes, before }
    }

    /// The text itself.
    pub(crate) fn bytes(&self) -> &'t [u8] {
        self.bytes
    }

    /// The line, from 1, of the byte `at`.
    pub(crate) fn line(&self, at: usize) -> u32 {
        let at = at.min(self.bytes.len());
        let block = (at / BLOCK).min(self.before.len().saturating_sub(1));
        let before = self.before.get(block).copied().unwrap_or(0);
        1 + before + newlines(&self.bytes[block * BLOCK..at])
    }
}

fn newlines(bytes: &[u8]) -> u32 {
    bytes.iter().map(|&b| u32::from(b == b'\n')).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_lines_across_blocks() {
        let text: String = (0..5000).map(|i| if i % 7 == 0 { '\n' } else { 'x' }).collect();
        let lines = Lines::new(text.as_bytes());
        for at in 0..=text.len() {
            assert_eq!(lines.line(at), 1 + text[..at].matches('\n').count() as u32);
        }
        assert_eq!(Lines::new(b"").line(0), 1);
        assert_eq!(Lines::new(b"").line(9), 1);
    }
}
