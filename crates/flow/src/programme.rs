//! Small integer programmes: the best whole numbers that keep some sums within their limits.
//!
//! Maximise `value · x` where every limit's sum of variables is at most its bound: the simplex method on a dense table,
//! and branches where a number is not whole. All bounds are at least 0, so that 0 is a start. Exact but for rounding of
//! values; the cost of each table is rows times columns for every step, and half-integral corners need few branches.

/// Tolerance: Rounding of values and of numbers that should be whole: limits are small whole numbers.
const ROUNDING: f64 = 1e-7;
/// Steps of one table; more go round in a circle of equal values.
const MOST_STEPS: usize = 10_000;
/// Tables in all, and their entries. Beyond, the best found so far stands.
const MOST_TABLES: usize = 4_000;
const MOST_ENTRIES: usize = 20_000_000;

/// Sums of variables that have limits.
#[derive(Clone, Debug, Default)]
pub(crate) struct Programme {
    /// Per variable: what one more of it is worth.
    pub values: Vec<f64>,
    /// Variables, and the most that they may be together.
    pub limits: Vec<(Vec<usize>, f64)>,
}

impl Programme {
    /// Whole numbers, none below 0, with the highest value.
    pub fn best(&self) -> Vec<usize> {
        let count = self.values.len();
        let least = vec![0.0; count];
        let most: Vec<f64> = (0..count).map(|v| self.most(v)).collect();
        let rows = self.limits.len() + count;
        let tables = (MOST_ENTRIES / (rows * (rows + count)).max(1)).clamp(1, MOST_TABLES);
        let mut search = Search { programme: self, best: vec![0.0; count], value: 0.0, tables };
        search.branch(&least, &most);
        search.best.into_iter().map(|x| x.round() as usize).collect()
    }

    /// The most that a variable can be alone.
    fn most(&self, variable: usize) -> f64 {
        let own = self.limits.iter().filter(|(variables, _)| variables.contains(&variable));
        own.map(|(_, most)| *most).fold(f64::INFINITY, f64::min).min(f64::from(u32::MAX))
    }

    /// Whole numbers near others that are within all limits: those below, and more while there is room.
    fn whole_below(&self, numbers: &[f64]) -> (f64, Vec<f64>) {
        let mut whole: Vec<f64> = numbers.iter().map(|x| (x + ROUNDING).floor()).collect();
        for v in 0..whole.len() {
            let own = self.limits.iter().filter(|(variables, _)| variables.contains(&v));
            let room = own.map(|(variables, most)| most - variables.iter().map(|&u| whole[u]).sum::<f64>());
            whole[v] += room.fold(f64::INFINITY, f64::min).clamp(0.0, 1.0);
        }
        let value = whole.iter().zip(&self.values).map(|(x, value)| x * value).sum();
        (value, whole)
    }

    /// The best numbers between `least` and `most`, whole or not; none if the least are too many.
    fn relaxed(&self, least: &[f64], most: &[f64]) -> Option<(f64, Vec<f64>)> {
        let mut rows: Vec<(Vec<f64>, f64)> = Vec::new();
        for (variables, bound) in &self.limits {
            let rest = bound - variables.iter().map(|&v| least[v]).sum::<f64>();
            if rest < -ROUNDING {
                return None;
            }
            let mut row = vec![0.0; self.values.len()];
            variables.iter().for_each(|&v| row[v] = 1.0);
            rows.push((row, rest.max(0.0)));
        }
        for v in 0..self.values.len() {
            let mut row = vec![0.0; self.values.len()];
            row[v] = 1.0;
            rows.push((row, (most[v] - least[v]).max(0.0)));
        }
        let above = simplex(&self.values, rows);
        let numbers: Vec<f64> = above.iter().zip(least).map(|(x, low)| x + low).collect();
        let value = numbers.iter().zip(&self.values).map(|(x, value)| x * value).sum();
        Some((value, numbers))
    }
}

struct Search<'a> {
    programme: &'a Programme,
    best: Vec<f64>,
    value: f64,
    /// How many may still be made.
    tables: usize,
}

impl Search<'_> {
    fn branch(&mut self, least: &[f64], most: &[f64]) {
        if self.tables == 0 {
            return;
        }
        self.tables -= 1;
        let Some((value, numbers)) = self.programme.relaxed(least, most) else { return };
        if value <= self.value + ROUNDING * ROUNDING {
            return;
        }
        let off = |x: f64| (x - x.round()).abs();
        let fractions = (0..numbers.len()).filter(|&v| off(numbers[v]) > ROUNDING);
        let Some(split) = fractions.max_by(|&a, &b| off(numbers[a]).total_cmp(&off(numbers[b]))) else {
            (self.value, self.best) = (value, numbers);
            return;
        };
        let (below, whole) = self.programme.whole_below(&numbers);
        if below > self.value {
            (self.value, self.best) = (below, whole);
        }
        let mut raised = least.to_vec();
        raised[split] = numbers[split].ceil();
        self.branch(&raised, most);
        let mut lowered = most.to_vec();
        lowered[split] = numbers[split].floor();
        self.branch(least, &lowered);
    }
}

/// The numbers, none below 0, with the highest value such that each row's sum is within its bound, which is at least 0.
fn simplex(values: &[f64], rows: Vec<(Vec<f64>, f64)>) -> Vec<f64> {
    let (columns, count) = (values.len(), rows.len());
    let width = columns + count + 1;
    // Each row has a variable of its own for what it has left; the last column is the bound.
    let mut table: Vec<Vec<f64>> = Vec::with_capacity(count + 1);
    for (k, (row, bound)) in rows.into_iter().enumerate() {
        let mut line = vec![0.0; width];
        line[..columns].copy_from_slice(&row);
        (line[columns + k], line[width - 1]) = (1.0, bound);
        table.push(line);
    }
    let mut gains = vec![0.0; width];
    gains[..columns].copy_from_slice(values);
    let mut basis: Vec<usize> = (columns..columns + count).collect();
    for _ in 0..MOST_STEPS {
        // The first that gains, and of equal rows the first (Bland): no circles but for rounding.
        let Some(enters) = (0..width - 1).find(|&c| gains[c] > ROUNDING * ROUNDING) else { break };
        let room = |k: usize| table[k][width - 1] / table[k][enters];
        let bounding = (0..count).filter(|&k| table[k][enters] > ROUNDING);
        let by_room = |a: &usize, b: &usize| room(*a).total_cmp(&room(*b)).then(basis[*a].cmp(&basis[*b]));
        let Some(leaves) = bounding.min_by(by_room) else { break };
        let scale = 1.0 / table[leaves][enters];
        table[leaves].iter_mut().for_each(|x| *x *= scale);
        let pivot = table[leaves].clone();
        let subtract = |line: &mut Vec<f64>| {
            let share = line[enters];
            if share != 0.0 {
                line.iter_mut().zip(&pivot).for_each(|(x, p)| *x -= share * p);
            }
        };
        (0..count).filter(|&k| k != leaves).for_each(|k| subtract(&mut table[k]));
        subtract(&mut gains);
        basis[leaves] = enters;
    }
    let mut found = vec![0.0; columns];
    for (k, &variable) in basis.iter().enumerate().filter(|(_, v)| **v < columns) {
        found[variable] = table[k][width - 1].max(0.0);
    }
    found
}
