//! Where in its files a thing of the scene was described.

use std::fmt;

/// What a thing is called in its file. The index of a [`Place`] counts within its field.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Field {
    /// The scene as a whole.
    #[default]
    Scene,
    /// `world`
    World,
    /// `flow`
    Flow,
    /// `world.boundary`
    Boundary,
    /// `world.areas` (walkable polygons with holes)
    Areas,
    /// `world.obstacles`
    Obstacles,
    /// `world.solids` (obstacles with courtyards)
    Solids,
    /// `world.walls`
    Walls,
    /// `world.file`
    File,
    /// `sources`
    Sources,
    /// `exits`: sources that people leave by
    SceneExits,
    /// `weights`
    Weights,
    /// `barriers`
    Barriers,
    /// `doors`
    Doors,
    /// `motions`
    Motions,
    /// `constraints`
    Constraints,
    /// `flow.entrances`
    Entrances,
    /// `flow.exits`
    Exits,
    /// `flow.radius`
    FlowRadius,
    /// `crowd`
    Crowd,
    /// `crowd.groups`
    Groups,
    /// `crowd.stops`
    Stops,
    /// `crowd.measures`
    Measures,
    /// `crowd.areas`
    SpeedAreas,
    /// `crowd.goods`
    Goods,
    /// A feature of a GeoJSON file.
    Features,
    /// A geometry of a WKT file.
    Geometries,
    /// An outline traced around the blocked cells of a grid.
    Outlines,
    /// A ring in a plain list of rings.
    Rings,
    /// An edge in a list of points and edges.
    Edges,
}

impl Field {
    /// The field's name as it stands in its file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scene => "scene",
            Self::World => "world",
            Self::Flow => "flow",
            Self::Boundary => "world.boundary",
            Self::Areas => "world.areas",
            Self::Obstacles => "world.obstacles",
            Self::Solids => "world.solids",
            Self::Walls => "world.walls",
            Self::File => "world.file",
            Self::Sources => "sources",
            Self::SceneExits => "exits",
            Self::Weights => "weights",
            Self::Barriers => "barriers",
            Self::Doors => "doors",
            Self::Motions => "motions",
            Self::Constraints => "constraints",
            Self::Entrances => "flow.entrances",
            Self::Exits => "flow.exits",
            Self::FlowRadius => "flow.radius",
            Self::Crowd => "crowd",
            Self::Groups => "crowd.groups",
            Self::Stops => "crowd.stops",
            Self::Measures => "crowd.measures",
            Self::SpeedAreas => "crowd.areas",
            Self::Goods => "crowd.goods",
            Self::Features => "features",
            Self::Geometries => "geometry",
            Self::Outlines => "outline",
            Self::Rings => "ring",
            Self::Edges => "edge",
        }
    }

    /// Things of this field are counted: `sources[2]`, but `world.boundary`.
    #[must_use]
    pub const fn is_counted(self) -> bool {
        !matches!(
            self,
            Self::Scene | Self::World | Self::Boundary | Self::File | Self::Flow | Self::FlowRadius | Self::Crowd
        )
    }
}

/// Where a thing of the scene was described: file, line, field and index.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// Which of a world's files: an index into [`World::files`](crate::World::files).
    pub file: u16,
    /// Line in that file, from 1; 0 where the format has no lines or the world was made by a program.
    pub line: u32,
    /// Name of the list or field.
    pub field: Field,
    /// Index in that list, from 0.
    pub index: u32,
    /// Ring within a polygon: 0 the outer one, then its holes. 0 where there is only one.
    pub ring: u32,
}

impl Place {
    /// A place without file and line.
    #[must_use]
    pub const fn of(field: Field, index: usize) -> Self {
        Self { file: 0, line: 0, field, index: index as u32, ring: 0 }
    }
}

impl fmt::Display for Place {
    /// `world.obstacles[3]`, `features[7] ring 2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.field.name())?;
        if self.field.is_counted() {
            write!(f, "[{}]", self.index)?;
        }
        if self.ring > 0 {
            write!(f, " ring {}", self.ring)?;
        }
        Ok(())
    }
}

/// Something that a reader decided and that its user may want to know. Nothing is wrong.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// What it is about.
    pub place: Place,
    /// The decision, in a sentence.
    pub text: String,
}

impl fmt::Display for Note {
    /// `features[7]: what was decided`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place.field {
            Field::Scene => f.write_str(&self.text),
            _ => write!(f, "{}: {}", self.place, self.text),
        }
    }
}
