//! The arguments of `wayfront clearance`.

use super::values::{geojson, npz, picture, point, positive, radius, time};
use clap::Args;
use std::path::PathBuf;
use wayfront::Point;

#[derive(Debug, Args)]
pub struct Clearance {
    /// File or built-in scene
    #[arg(default_value = "office")]
    pub scene: String,
    /// How wide the widest path from here is
    #[arg(long, value_name = "X,Y", value_parser = point, allow_hyphen_values = true, requires = "to")]
    pub from: Option<Point>,
    /// Where that way leads
    #[arg(long, value_name = "X,Y", value_parser = point, allow_hyphen_values = true, requires = "from")]
    pub to: Option<Point>,
    /// For bodies of this radius: the parts that there are, the narrow places that they pass, the shortest route over the
    /// skeleton
    #[arg(long, value_name = "R", value_parser = radius, allow_hyphen_values = true)]
    pub radius: Option<f64>,
    /// How many narrow places to list, the narrowest first
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub narrows: usize,
    /// A place is narrow if it becomes wider by so much on both sides
    /// [default: a tenth of its width]
    #[arg(long, value_name = "W", value_parser = positive)]
    pub prominence: Option<f64>,
    /// Gaps beside things smaller than this that stand alone, such as tables and pillars, are listed after all doors
    /// [default: 3, or a tenth of the plan if that is less]
    #[arg(long, value_name = "SIZE", value_parser = positive)]
    pub furniture: Option<f64>,
    /// Take the scene at this time, in seconds [default: as it is described, without its motions]
    #[arg(long, value_name = "T", value_parser = time)]
    pub time: Option<f64>,
    /// Draw the skeleton by width, the narrow places and the route: .png or .svg
    #[arg(long, value_name = "F", value_parser = picture)]
    pub picture: Option<PathBuf>,
    /// Write skeleton, narrow places and route as shapes: .geojson
    #[arg(long, value_name = "F", value_parser = geojson)]
    pub shapes: Option<PathBuf>,
    /// Write the clearance of every pixel, for numpy: .npz
    #[arg(long, value_name = "F", value_parser = npz)]
    pub raster: Option<PathBuf>,
    /// Draw axes with coordinates
    #[arg(long)]
    pub axes: bool,
    /// Pixels along the longer side of picture and raster
    #[arg(long, value_name = "N", default_value_t = 1200)]
    pub size: u32,
}
