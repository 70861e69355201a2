//! People of different sizes in one group.
//!
//! A path that is wide enough for a child may be too narrow for a wheelchair. So a group is planned once for each of a
//! few sizes, and everybody walks by the maps of the smallest size that is not below its own. Sizes are as far apart
//! as makes a difference to doors; a group whose people are all alike has one. An exit that is too narrow for all of
//! them is a mistake; one that is too narrow for some is no exit for these. Or all are planned as if they were as large as
//! the largest. Cost: a map for each size.

use super::{GroupPlan, Planner, Stage, Target};
use wayfront_world::{Distribution, Group, GuideKind, SizePlan, Start};

/// Radii that differ by less are one size.
const ALIKE: f64 = 0.02;
/// Sizes of a spread are this far apart, if there are few enough.
const APART: f64 = 0.05;
/// Sizes of a spread at most.
const MOST: f64 = 4.0;

/// The sizes for which a group is planned: the largest radius first.
fn sizes(group: &Group) -> Vec<f64> {
    if group.plan == SizePlan::Largest {
        return vec![group.largest_radius()];
    }
    let mut sizes: Vec<f64> = group.radii().iter().flat_map(|&spread| sizes_of(spread)).collect();
    sizes.sort_by(|a, b| b.total_cmp(a));
    sizes.dedup();
    sizes
}

fn sizes_of(spread: Distribution) -> Vec<f64> {
    let [from, to] = spread.range();
    if to - from <= ALIKE {
        return vec![to];
    }
    let count = ((to - from) / APART).ceil().clamp(1.0, MOST);
    let size = |k: usize| if k == 0 { to } else { to - (to - from) * k as f64 / count };
    (0..count as usize).map(size).collect()
}

impl Planner<'_> {
    /// The people of a group, by size, each with where they go. If no path is wide enough, that is a problem; they stay,
    /// without goals, so that everything that is wrong with their places is found in the same round.
    pub(super) fn crews(&mut self, number: usize, group: &Group) -> Vec<(GroupPlan, Vec<Target>)> {
        let crews = self.crews_or_none(number, group);
        crews.unwrap_or_else(|| vec![(plan(number, group, group.largest_radius()), Vec::new())])
    }

    fn crews_or_none(&mut self, number: usize, group: &Group) -> Option<Vec<(GroupPlan, Vec<Target>)>> {
        let plan = |size: f64| plan(number, group, size);
        if group.guide == GuideKind::Lanes {
            let lanes = self.lanes(group)?;
            return Some(vec![(GroupPlan { lanes, ..plan(group.largest_radius()) }, Vec::new())]);
        }
        let mut crews: Vec<(GroupPlan, Vec<Target>)> = Vec::new();
        let sizes = sizes(group);
        for (k, &size) in sizes.iter().enumerate() {
            let alike = group.clone().with_radius(Distribution::Exactly(size)).with_profiles(Vec::new());
            self.lenient = k + 1 < sizes.len();
            let targets = self.targets(&alike);
            self.lenient = false;
            let mut targets = targets?;
            if let Some((_, largest)) = crews.first() {
                targets.iter_mut().zip(largest).for_each(|(target, same)| target.bound = same.bound);
            }
            crews.push((plan(size), targets));
        }
        let enters = matches!(group.start, Start::Entrance { .. } | Start::Flow { .. });
        if enters && self.stage != Stage::Later {
            crews[0].0.gateway = Some(self.gateway(group)?);
        }
        Some(crews)
    }
}

/// People of a group up to a size, before it is known where they go.
fn plan(number: usize, group: &Group, size: f64) -> GroupPlan {
    let (targets, lanes) = (Vec::new(), Vec::new());
    GroupPlan { group: group.clone(), number, size, targets, gateway: None, lanes }
}

/// Which of some people of one group, from its `first` on, somebody belongs to.
pub(crate) fn crew_of(crews: &[GroupPlan], first: usize, radius: f64) -> usize {
    let number = crews[first].number;
    let same = crews[first..].iter().take_while(|crew| crew.number == number);
    let fitting = same.take_while(|crew| crew.size >= radius).count();
    first + fitting.max(1) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_of_equals_has_one_size_and_others_a_few() {
        let group = |radius| Group::new(Start::Points(Vec::new())).with_radius(radius);
        assert_eq!(sizes(&group(Distribution::Exactly(0.2))), [0.2]);
        assert_eq!(sizes(&group(Distribution::Between(0.2, 0.22))), [0.22]);
        let two = sizes(&group(Distribution::Between(0.2, 0.3)));
        assert!(two.len() == 2 && two[0] == 0.3 && (two[1] - 0.25).abs() < 1e-12);
        assert_eq!(sizes(&group(Distribution::Between(0.1, 0.9))).len(), 4);
        let largest = group(Distribution::Between(0.1, 0.9)).with_plan(SizePlan::Largest);
        assert_eq!(sizes(&largest), [0.9]);
    }
}
