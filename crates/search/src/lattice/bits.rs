//! Blocked cells as bits, line by line: with a border of blocked cells all around, so that no bounds are asked for.

/// Bits in lines. Everything outside of the lines is set.
#[derive(Clone, Debug)]
pub struct Bits {
    words: Vec<u64>,
    /// Words of a line, one at each end for the border.
    stride: usize,
}

/// Free cells of a word, and of those one place before and after each.
pub struct Around {
    /// The place itself is free.
    pub middle: u64,
    /// The place before is free.
    pub before: u64,
    /// The place after is free.
    pub after: u64,
}

impl Bits {
    pub fn of(lines: usize, places: usize, is_set: impl Fn(usize, usize) -> bool) -> Self {
        let stride = places.div_ceil(64) + 2;
        let mut words = vec![u64::MAX; stride * (lines + 2)];
        for line in 0..lines {
            for (word, first) in (0..places).step_by(64).enumerate() {
                let mut bits = u64::MAX;
                for place in first..(first + 64).min(places) {
                    bits ^= u64::from(!is_set(line, place)) << (place - first);
                }
                words[(line + 1) * stride + word + 1] = bits;
            }
        }
        Self { words, stride }
    }

    #[inline]
    const fn word_of(&self, line: isize, place: isize) -> (usize, u32) {
        let place = (place + 64) as usize;
        ((line + 1) as usize * self.stride + place / 64, (place % 64) as u32)
    }

    /// Whether a place is set. One place beyond the lines may be asked for.
    #[inline]
    pub fn get(&self, line: isize, place: isize) -> bool {
        let (word, bit) = self.word_of(line, place);
        self.words[word] >> bit & 1 == 1
    }

    pub fn set(&mut self, line: usize, place: usize, value: bool) {
        let (word, bit) = self.word_of(line as isize, place as isize);
        self.words[word] = self.words[word] & !(1 << bit) | u64::from(value) << bit;
    }

    /// The places of the line's `word`-th sixty-four that are not set, and their neighbours along the line.
    pub fn free_around(&self, line: isize, word: usize) -> Around {
        let k = (line + 1) as usize * self.stride + word + 1;
        let [low, middle, high] = [k - 1, k, k + 1].map(|k| !self.words[k]);
        Around { middle, before: middle << 1 | low >> 63, after: middle >> 1 | high << 63 }
    }

    /// Three lines next to each other, from the word of a place on.
    #[inline]
    pub(super) fn window(&self, line: isize, place: isize) -> Window<'_> {
        let (word, bit) = self.word_of(line, place);
        Window { words: &self.words, stride: self.stride, word, bit }
    }
}

/// Where a scan is: a word of a line, and the bit of the place in it.
pub(super) struct Window<'a> {
    words: &'a [u64],
    stride: usize,
    word: usize,
    pub bit: u32,
}

impl Window<'_> {
    /// The line's word.
    #[inline]
    pub fn own(&self) -> u64 {
        self.words[self.word]
    }

    /// The words beside it: of the line before and of the line after.
    #[inline]
    pub fn beside(&self) -> [u64; 2] {
        [self.words[self.word - self.stride], self.words[self.word + self.stride]]
    }

    /// The words beside the next word.
    #[inline]
    pub fn beside_next(&self) -> [u64; 2] {
        [self.words[self.word - self.stride + 1], self.words.get(self.word + self.stride + 1).copied().unwrap_or(!0)]
    }

    /// The words beside the previous word.
    #[inline]
    pub fn beside_previous(&self) -> [u64; 2] {
        [self.word.checked_sub(self.stride + 1).map_or(!0, |k| self.words[k]), self.words[self.word + self.stride - 1]]
    }

    #[inline]
    pub fn forward(&mut self) {
        self.word += 1;
    }

    #[inline]
    pub fn back(&mut self) {
        self.word -= 1;
    }
}

/// Eight words of bits as bytes: byte i holds the i-th bits of all eight, the first word lowest.
pub fn bytes_of_bits(words: [u64; 8], bytes: &mut [u8]) {
    for (k, chunk) in bytes.chunks_mut(8).enumerate() {
        let rows = words.map(|word| (word >> (8 * k)) as u8);
        let columns = transposed(u64::from_le_bytes(rows)).to_le_bytes();
        chunk.copy_from_slice(&columns[..chunk.len()]);
    }
}

/// A matrix of 8 x 8 bits, transposed (Warren, Hacker's Delight, 7-3).
const fn transposed(mut x: u64) -> u64 {
    let mut t = (x ^ (x >> 7)) & 0x00aa_00aa_00aa_00aa;
    x = x ^ t ^ (t << 7);
    t = (x ^ (x >> 14)) & 0x0000_cccc_0000_cccc;
    x = x ^ t ^ (t << 14);
    t = (x ^ (x >> 28)) & 0x0000_0000_f0f0_f0f0;
    x ^ t ^ (t << 28)
}
