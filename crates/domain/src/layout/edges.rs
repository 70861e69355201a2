//! What each edge of the input belongs to: which rings run along it, in which direction, and whether a wall does.
//!
//! A record is a list of uses. Most edges have one; shared edges have more. Records may be shared by several edges of
//! the mesh (the pieces of an input edge that was cut), so they never change once made: joining two makes a third.

use std::collections::HashMap;

const END: u32 = u32::MAX;

/// A list of uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct RecordId(pub u32);

/// One outline that runs along an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Use {
    /// Which ring or wall.
    pub outline: u32,
    /// How often it runs along the record's direction, minus how often against it.
    pub turns: i32,
    next: u32,
}

/// All records of a world.
#[derive(Default)]
pub(crate) struct EdgeRecords {
    heads: Vec<u32>,
    uses: Vec<Use>,
    joins: HashMap<(u32, u32), RecordId>,
}

impl EdgeRecords {
    pub fn with_capacity(edges: usize) -> Self {
        Self { heads: Vec::with_capacity(edges), uses: Vec::with_capacity(edges), joins: HashMap::new() }
    }

    /// A record without uses.
    pub fn start(&mut self) -> RecordId {
        self.heads.push(END);
        RecordId(self.heads.len() as u32 - 1)
    }

    /// Adds a use to a record that no edge carries yet.
    pub fn add(&mut self, record: RecordId, outline: u32, turns: i32) {
        let head = &mut self.heads[record.0 as usize];
        let mut at = *head;
        while at != END {
            let found = &mut self.uses[at as usize];
            if found.outline == outline {
                found.turns += turns;
                return;
            }
            at = found.next;
        }
        self.uses.push(Use { outline, turns, next: *head });
        *head = self.uses.len() as u32 - 1;
    }

    /// Takes back the record made last, which no edge carries.
    pub fn forget_last(&mut self) {
        self.heads.pop();
    }

    /// How many records there are.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// How many uses they have.
    pub fn use_count(&self) -> usize {
        self.uses.len()
    }

    /// Forgets all records, and their uses, but for the first so many.
    pub fn rewind(&mut self, records: usize, uses: usize) {
        self.heads.truncate(records);
        self.uses.truncate(uses);
        self.joins.retain(|_, record| (record.0 as usize) < records);
    }

    /// The uses of a record, in its direction.
    pub fn uses(&self, record: RecordId) -> impl Iterator<Item = Use> + '_ {
        let mut at = self.heads[record.0 as usize];
        std::iter::from_fn(move || {
            let found = *self.uses.get(at as usize)?;
            at = found.next;
            Some(found)
        })
    }

    /// The record that an edge had before those that `is_added` were joined to it.
    pub fn without(&self, record: RecordId, is_added: impl Fn(RecordId) -> bool) -> RecordId {
        let mut record = record;
        let before = |record: RecordId| {
            let (&(first, second), _) = self.joins.iter().find(|&(_, &sum)| sum == record)?;
            is_added(RecordId(second >> 1)).then_some(RecordId(first >> 1))
        };
        while let Some(first) = before(record) {
            record = first;
        }
        record
    }

    /// A record with the uses of two, each given with its direction bit as half-edges carry it; the result has the
    /// direction of `first`.
    pub fn joined(&mut self, first: u32, second: u32) -> u32 {
        // Stored in the direction of `first` running forward.
        let key = (first & !1, second ^ (first & 1));
        if let Some(&known) = self.joins.get(&key) {
            return known.0 << 1 | (first & 1);
        }
        let sum = self.start();
        for (part, against) in [(key.0, 1), (key.1, if key.1 & 1 == 1 { -1 } else { 1 })] {
            let mut at = self.heads[(part >> 1) as usize];
            while at != END {
                let used = self.uses[at as usize];
                self.add(sum, used.outline, used.turns * against);
                at = used.next;
            }
        }
        self.joins.insert(key, sum);
        sum.0 << 1 | (first & 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_records_add_their_turns_by_direction() {
        let mut records = EdgeRecords::default();
        let (a, b) = (records.start(), records.start());
        records.add(a, 7, 1);
        records.add(b, 7, 1);
        records.add(b, 8, 1);
        // Both edges run against each other.
        let sum = records.joined(a.0 << 1, b.0 << 1 | 1);
        let mut uses: Vec<_> = records.uses(RecordId(sum >> 1)).map(|u| (u.outline, u.turns)).collect();
        uses.sort_unstable();
        assert_eq!(uses, [(7, 0), (8, -1)]);
        // Seen from the other side the same record is run through backwards.
        assert_eq!(records.joined(a.0 << 1 | 1, b.0 << 1), sum | 1);
    }
}
