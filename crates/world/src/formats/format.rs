//! The formats that worlds come in, how they are recognised, and files that are something else.

use crate::problems::Fault;
use std::path::Path;

/// A format of scenes or geometry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// A scene in TOML.
    SceneToml,
    /// A scene in JSON. Other JSON (GeoJSON, a list of rings) is recognised by its content.
    SceneJson,
    /// GeoJSON.
    GeoJson,
    /// Well-known text.
    Wkt,
    /// A MovingAI grid map.
    MovingAi,
    /// A ROS map_server description, which names an image.
    Ros,
    /// A bare JSON list of rings.
    Rings,
    /// `n m`, then n points, then m edges as pairs of indices.
    Edges,
}

impl Format {
    /// The format that a file's ending promises. `.json` is called a scene here: its content decides.
    ///
    /// ```
    /// use wayfront_world::Format;
    /// assert_eq!(Format::of_path("hall.GeoJSON".as_ref()), Some(Format::GeoJson));
    /// assert_eq!(Format::of_path("bunny.off".as_ref()), None);
    /// ```
    #[must_use]
    pub fn of_path(path: &Path) -> Option<Self> {
        Some(match ending(path).as_str() {
            "toml" => Self::SceneToml,
            "json" => Self::SceneJson,
            "geojson" => Self::GeoJson,
            "wkt" => Self::Wkt,
            "map" => Self::MovingAi,
            "yaml" | "yml" => Self::Ros,
            "txt" => Self::Edges,
            _ => return None,
        })
    }

    /// What people call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SceneToml => "TOML",
            Self::SceneJson => "JSON",
            Self::GeoJson => "GeoJSON",
            Self::Wkt => "WKT",
            Self::MovingAi => "a MovingAI map",
            Self::Ros => "a ROS map",
            Self::Rings => "a list of rings",
            Self::Edges => "a list of points and edges",
        }
    }

    /// The format that a text without a telling name seems to be in.
    pub(crate) fn of_text(text: &[u8]) -> Option<Self> {
        let start = text.trim_ascii_start();
        let word: Vec<u8> = start.iter().take_while(|b| b.is_ascii_alphabetic()).map(u8::to_ascii_uppercase).collect();
        match (start.first()?, word.as_slice()) {
            (b'{', _) => Some(Self::SceneJson),
            (b'[', _) if start.trim_ascii_end().ends_with(b"]") && !start.contains(&b'=') => Some(Self::Rings),
            (_, b"TYPE") => Some(Self::MovingAi),
            (_, b"POLYGON" | b"MULTIPOLYGON" | b"GEOMETRYCOLLECTION" | b"SRID") => Some(Self::Wkt),
            (_, b"IMAGE" | b"RESOLUTION") => Some(Self::Ros),
            _ => None,
        }
    }
}

fn ending(path: &Path) -> String {
    path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default()
}

/// What a file is whose ending belongs to no scene.
pub(crate) fn other_kind(path: &Path) -> Fault {
    let (what, advice) = match ending(path).as_str() {
        "off" | "obj" | "ply" | "stl" | "gltf" | "glb" => {
            ("a triangle mesh", "scenes are flat floor plans; meshes belong to `wayfront surface`")
        }
        "scen" => ("a list of start and goal pairs for a grid map", "give the .map that it belongs to"),
        "tsv" | "csv" => ("a table", "give a scene; tables of points go to `wayfront query --points`"),
        "pgm" | "ppm" | "pbm" | "png" | "jpg" | "jpeg" | "bmp" => {
            ("an image", "give the .yaml of the ROS map that names the image: it gives the size of a pixel")
        }
        "svg" | "dxf" | "dwg" | "ifc" => ("a drawing", "export its outlines as GeoJSON or WKT"),
        "shp" | "gpkg" | "kml" | "gml" | "osm" => ("a geographic file of another kind", "convert it to GeoJSON"),
        other => return Fault::UnknownKind { ending: other.into() },
    };
    Fault::OtherKind { what, advice }
}
