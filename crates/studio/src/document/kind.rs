//! The kinds of things, and where each stands in the scene format.

use wayfront_world::Field;

/// A kind of thing. Its number is the place of its list in a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ThingKind {
    Scene,
    Flow,
    Crowd,
    Boundary,
    Area,
    Obstacle,
    Solid,
    Wall,
    Source,
    Exit,
    Weight,
    Barrier,
    Door,
    Motion,
    Constraint,
    Entrance,
    Outlet,
    Group,
    Stop,
    Measure,
    Slow,
    Goods,
}

/// The tables of a scene that hold lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    Root,
    World,
    Flow,
    Crowd,
}

/// How many kinds there are.
pub const KINDS: usize = ALL.len();

/// All kinds, in the order in which a scene is written.
pub const ALL: [ThingKind; 22] = {
    use ThingKind::*;
    [
        Scene, Flow, Crowd, Boundary, Area, Obstacle, Solid, Wall, Source, Exit, Weight, Barrier, Door, Motion,
        Constraint, Entrance, Outlet, Group, Stop, Measure, Slow, Goods,
    ]
};

/// Name of the kind, table, key and field of each list, in the order of [`ALL`]. Settings are tables without a key.
const TABLE: [(&str, Table, &str, Field); KINDS] = [
    ("scene", Table::Root, "", Field::Scene),
    ("flow", Table::Flow, "", Field::Flow),
    ("crowd", Table::Crowd, "", Field::Crowd),
    ("boundary", Table::World, "boundary", Field::Boundary),
    ("area", Table::World, "areas", Field::Areas),
    ("obstacle", Table::World, "obstacles", Field::Obstacles),
    ("solid", Table::World, "solids", Field::Solids),
    ("wall", Table::World, "walls", Field::Walls),
    ("source", Table::Root, "sources", Field::Sources),
    ("exit", Table::Root, "exits", Field::SceneExits),
    ("weight", Table::Root, "weights", Field::Weights),
    ("barrier", Table::Root, "barriers", Field::Barriers),
    ("door", Table::Root, "doors", Field::Doors),
    ("motion", Table::Root, "motions", Field::Motions),
    ("constraint", Table::Root, "constraints", Field::Constraints),
    ("entrance", Table::Flow, "entrances", Field::Entrances),
    ("outlet", Table::Flow, "exits", Field::Exits),
    ("group", Table::Crowd, "groups", Field::Groups),
    ("stop", Table::Crowd, "stops", Field::Stops),
    ("measure", Table::Crowd, "measures", Field::Measures),
    ("slow", Table::Crowd, "areas", Field::SpeedAreas),
    ("goods", Table::Crowd, "goods", Field::Goods),
];

impl ThingKind {
    /// Its name in messages.
    pub const fn name(self) -> &'static str {
        TABLE[self as usize].0
    }

    /// The table of the scene in which its list stands.
    pub const fn table(self) -> Table {
        TABLE[self as usize].1
    }

    /// The key of its list there.
    pub const fn key(self) -> &'static str {
        TABLE[self as usize].2
    }

    /// The kind of that name.
    pub fn named(name: &str) -> Option<Self> {
        ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The kind whose things problems call by this field.
    pub fn of_field(field: Field) -> Option<Self> {
        match field {
            Field::World | Field::File => Some(Self::Scene),
            Field::FlowRadius => Some(Self::Flow),
            _ => ALL.into_iter().find(|kind| TABLE[*kind as usize].3 == field),
        }
    }

    /// There is always one thing of this kind: the settings of a table.
    pub const fn is_settings(self) -> bool {
        matches!(self, Self::Scene | Self::Flow | Self::Crowd)
    }

    /// The list holds plain values, of which there is one at most.
    pub const fn is_single(self) -> bool {
        matches!(self, Self::Boundary)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_agree() {
        for (number, kind) in ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, number);
            assert_eq!(ThingKind::named(kind.name()), Some(kind));
        }
    }
}
