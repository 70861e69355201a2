//! Collections that searches share: a heap by cost, a set that is emptied at once, and lists one after another.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::ops::Range;

/// A heap whose least cost comes first; of equal costs, the least item.
#[derive(Clone, Debug)]
pub struct MinHeap<T> {
    entries: BinaryHeap<Entry<T>>,
}

#[derive(Clone, Debug)]
struct Entry<T> {
    cost: f64,
    item: T,
}

impl<T: Ord> Ord for Entry<T> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        other.cost.total_cmp(&self.cost).then_with(|| other.item.cmp(&self.item))
    }
}

impl<T: Ord> PartialOrd for Entry<T> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: Ord> PartialEq for Entry<T> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<T: Ord> Eq for Entry<T> {}

impl<T: Ord> Default for MinHeap<T> {
    fn default() -> Self {
        Self { entries: BinaryHeap::new() }
    }
}

impl<T: Ord> MinHeap<T> {
    /// Adds an item.
    #[inline]
    pub fn push(&mut self, cost: f64, item: T) {
        self.entries.push(Entry { cost, item });
    }

    /// Takes the item of least cost.
    #[inline]
    pub fn pop(&mut self) -> Option<(f64, T)> {
        self.entries.pop().map(|Entry { cost, item }| (cost, item))
    }

    /// The item that [`Self::pop`] takes next.
    #[must_use]
    pub fn peek(&self) -> Option<(f64, &T)> {
        self.entries.peek().map(|Entry { cost, item }| (*cost, item))
    }

    /// Empties the heap and keeps its memory.
    pub fn clear(&mut self) {
        self.entries.clear();
    }
}

impl<T: Ord> FromIterator<(f64, T)> for MinHeap<T> {
    fn from_iter<I: IntoIterator<Item = (f64, T)>>(items: I) -> Self {
        Self { entries: items.into_iter().map(|(cost, item)| Entry { cost, item }).collect() }
    }
}

/// A set of small numbers that is emptied in constant time.
#[derive(Clone, Debug, Default)]
pub struct Visited {
    /// Per number, the round in which it was inserted.
    rounds: Vec<u32>,
    round: u32,
}

impl Visited {
    /// Empties the set. Its numbers are below `limit` from now on.
    pub fn restart(&mut self, limit: usize) {
        if self.rounds.len() != limit || self.round == u32::MAX {
            self.rounds.clear();
            self.rounds.resize(limit, 0);
            self.round = 0;
        }
        self.round += 1;
    }

    /// Inserts a number. Returns whether it is new.
    #[inline]
    pub fn insert(&mut self, number: usize) -> bool {
        std::mem::replace(&mut self.rounds[number], self.round) != self.round
    }

    /// The number is in the set.
    #[inline]
    #[must_use]
    pub fn contains(&self, number: usize) -> bool {
        self.rounds[number] == self.round
    }
}

/// Lists in one array, one after another.
#[derive(Clone, Debug)]
pub struct Lists<T> {
    /// Per list where it starts. One more at the end; none before the first list ends.
    starts: Vec<u32>,
    items: Vec<T>,
}

/// Without lists, and without memory.
impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self { starts: Vec::new(), items: Vec::new() }
    }
}

impl<T: Copy> Lists<T> {
    /// The items of each of `count` lists, from pairs of a list and an item. Items keep their order. Linear.
    pub fn of(count: usize, pairs: impl Iterator<Item = (u32, T)> + Clone) -> Self {
        let mut starts = vec![0; count + 1];
        pairs.clone().for_each(|(list, _)| starts[list as usize + 1] += 1);
        (0..count).for_each(|list| starts[list + 1] += starts[list]);
        let Some((_, any)) = pairs.clone().next() else { return Self { starts, items: Vec::new() } };
        let (mut next, mut items) = (starts.clone(), vec![any; starts[count] as usize]);
        for (list, item) in pairs {
            items[next[list as usize] as usize] = item;
            next[list as usize] += 1;
        }
        Self { starts, items }
    }
}

impl<T> Lists<T> {
    /// Number of lists.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// There are no lists.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Removes all lists and keeps the memory, with room for so many lists and items.
    pub fn clear(&mut self, lists: usize, items: usize) {
        self.starts.clear();
        self.starts.reserve(lists + 1);
        self.starts.push(0);
        self.items.clear();
        self.items.reserve(items);
    }

    /// Adds an item to the list that [`Self::end_list`] ends. Returns its number among all items.
    #[inline]
    pub fn push(&mut self, item: T) -> u32 {
        self.items.push(item);
        self.items.len() as u32 - 1
    }

    /// Ends a list.
    #[inline]
    pub fn end_list(&mut self) {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        self.starts.push(self.items.len() as u32);
    }

    /// The numbers of a list's items among all items.
    #[inline]
    #[must_use]
    pub fn range(&self, list: usize) -> Range<usize> {
        self.starts[list] as usize..self.starts[list + 1] as usize
    }

    /// The items of a list.
    #[inline]
    #[must_use]
    pub fn list(&self, list: usize) -> &[T] {
        &self.items[self.range(list)]
    }

    /// The items of a list; none where there is no such list.
    #[inline]
    #[must_use]
    pub fn get(&self, list: usize) -> &[T] {
        if list < self.len() { self.list(list) } else { &[] }
    }

    /// The items of a list, to change them.
    #[must_use]
    pub fn list_mut(&mut self, list: usize) -> &mut [T] {
        let range = self.range(list);
        &mut self.items[range]
    }

    /// The items of all lists.
    #[inline]
    #[must_use]
    pub fn items(&self) -> &[T] {
        &self.items
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_cost_and_then_the_least_item_come_first() {
        let mut heap: MinHeap<u32> = [(2.0, 1), (1.0, 5), (1.0, 3), (-0.0, 9), (0.0, 2)].into_iter().collect();
        heap.push(1.0, 4);
        assert_eq!(heap.peek(), Some((-0.0, &9)));
        let items: Vec<u32> = std::iter::from_fn(|| heap.pop()).map(|(_, item)| item).collect();
        assert_eq!(items, [9, 2, 3, 4, 5, 1]);
    }

    #[test]
    fn a_set_is_empty_after_a_restart() {
        let mut set = Visited::default();
        for limit in [3, 3, 5] {
            set.restart(limit);
            assert!(!set.contains(1) && set.insert(1) && !set.insert(1) && set.contains(1));
        }
        set.round = u32::MAX;
        set.restart(5);
        assert!(!set.contains(1));
    }

    #[test]
    fn lists_keep_the_order_of_their_items() {
        let pairs = [(2, 'a'), (0, 'b'), (2, 'c'), (3, 'd')];
        let mut lists = Lists::of(5, pairs.into_iter());
        assert_eq!(
            (0..5).map(|k| lists.list(k).iter().collect::<String>()).collect::<Vec<_>>(),
            ["b", "", "ac", "d", ""]
        );
        lists.clear(2, 3);
        for mut lists in [lists, Lists::default()] {
            assert!(lists.is_empty() && lists.get(0).is_empty());
            assert_eq!((lists.push('x'), lists.push('y')), (0, 1));
            lists.end_list();
            lists.end_list();
            assert_eq!((lists.len(), lists.list(0), lists.list(1)), (2, &['x', 'y'][..], &[][..]));
        }
    }
}
