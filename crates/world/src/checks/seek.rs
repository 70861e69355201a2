//! Whether goals that change make sense: which group to chase, what to take, and a guide that leads to them.

use crate::model::{Crowd, GuideKind, Place, Seek};
use crate::problems::{CrowdFault, Fault, Problem};
use crate::spelling::nearest;

/// What is wrong with what a group is after.
pub(super) fn check(crowd: &Crowd, number: usize, place: Place, found: &mut Vec<Problem>) {
    let group = &crowd.groups[number];
    if group.seek == Seek::Goals {
        return;
    }
    match &group.seek {
        Seek::Nearest { of, .. } => {
            let names: Vec<&str> = crowd.groups.iter().filter_map(|group| group.name.as_deref()).collect();
            if group.name.as_deref() == Some(of) {
                fault(place, CrowdFault::ChasesItself, found);
            } else if !names.contains(&of.as_str()) {
                let near = nearest(of, &names).map(str::to_owned);
                fault(place, CrowdFault::NoSuchGroup { name: of.clone(), near }, found);
            }
        }
        Seek::Densest if crowd.goods.is_empty() => fault(place, CrowdFault::NoGoods, found),
        _ => {}
    }
    let leads = match group.guide {
        GuideKind::Path | GuideKind::Navgraph | GuideKind::Straight => true,
        GuideKind::Clearance | GuideKind::Potential | GuideKind::Cells | GuideKind::Quickest => {
            group.seek == Seek::Random
        }
        GuideKind::Flow | GuideKind::Lanes => false,
    };
    if !leads {
        fault(place, CrowdFault::GoalsMove { seek: group.seek.word() }, found);
    }
    if !group.via.is_empty() {
        fault(place, CrowdFault::StopsAndSeek { seek: group.seek.word() }, found);
    }
}

fn fault(place: Place, fault: CrowdFault, found: &mut Vec<Problem>) {
    found.push(Problem { place, vertex: None, at: None, fault: Fault::Crowd(fault) });
}
