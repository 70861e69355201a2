//! Writes out the sweeps of `strips.wgsl` for a window of a given width.
//!
//! A strip has an even number of columns, so that the colour of a cell does not depend on the thread.

use std::fmt::Write;

const TEMPLATE: &str = include_str!("strips.wgsl");

/// Columns of a strip if there are to be at most so many threads.
pub const fn strip(side: usize, threads: usize) -> usize {
    side.div_ceil(threads).next_multiple_of(2)
}

/// The text of the kernel, to be put after that of `local.wgsl`.
pub fn kernel(side: usize, strip: usize) -> String {
    let text = format!("const STRIP: u32 = {strip};\n{TEMPLATE}");
    let parts = [
        ("//@ declare", declare(side, strip)),
        ("//@ masks", masks(strip)),
        ("//@ even", sweep(side, strip, 0)),
        ("//@ odd", sweep(side, strip, 1)),
        ("//@ middle", middle(side, strip)),
    ];
    parts.iter().fold(text, |text, (mark, part)| text.replace(mark, part))
}

/// A line for each; writing into a string cannot fail.
fn lines(each: impl Iterator<Item = String>) -> String {
    each.fold(String::new(), |mut text, line| {
        let _ = writeln!(text, "{line}");
        text
    })
}

fn declare(side: usize, strip: usize) -> String {
    let masks = (0..strip).map(|c| format!("var m{c} = 0u;"));
    let cells = (0..strip).flat_map(|c| (0..side).map(move |r| (c, r)));
    // Columns beyond the window are nobody's.
    let values = cells.map(|(c, r)| {
        format!("var q{c}_{r} = select(0.0, q[min({r} * SIDE + first + {c}, 1088u)], first + {c} < SIDE);")
    });
    lines(masks.chain(values))
}

fn masks(strip: usize) -> String {
    lines((0..strip).map(|c| {
        format!("if first + {c} >= 1 && first + {c} < SIDE - 1 {{ m{c} |= (free >> (first + {c} - 1) & 1) << row; }}")
    }))
}

/// All cells of one colour.
fn sweep(side: usize, strip: usize, colour: usize) -> String {
    let cells = (0..strip).flat_map(|c| (1..side - 1).map(move |r| (c, r))).filter(|(c, r)| (c + r) % 2 == colour);
    lines(cells.map(|(c, r)| {
        let last = strip - 1;
        let left = if c == 0 { format!("q[{r} * SIDE + max(first, 1u) - 1]") } else { format!("q{}_{r}", c - 1) };
        let right = if c == last { format!("q[min({r} * SIDE + first + STRIP, 1088u)]") } else { format!("q{}_{r}", c + 1) };
        let mean = format!("s.x * {left} + s.y * {right} + s.z * q{c}_{} + s.w * q{c}_{}", r - 1, r + 1);
        let bit = 1_u32 << r;
        if c == 0 || c == last {
            format!(
                "if (m{c} & {bit}u) != 0 {{ q{c}_{r} += f * ({mean} - q{c}_{r}); q[{r} * SIDE + first + {c}] = q{c}_{r}; }}"
            )
        } else {
            format!("q{c}_{r} += select(0.0, f * ({mean} - q{c}_{r}), (m{c} & {bit}u) != 0);")
        }
    }))
}

/// The cells around the middle, for everybody to see.
fn middle(side: usize, strip: usize) -> String {
    let middle = side / 2;
    let around = [(middle - 1, middle), (middle + 1, middle), (middle, middle - 1), (middle, middle + 1)];
    lines(around.into_iter().map(|(column, row)| {
        let (thread, c) = (column / strip, column % strip);
        format!("if t == {thread} {{ q[{row} * SIDE + {column}] = q{c}_{row}; }}")
    }))
}
