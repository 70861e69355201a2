//! Exact navigation for polygonal worlds: floor plans, game levels and maps of obstacles in; exact shortest path maps,
//! flow maps, harmonic fields and crowds out.
//!
//! ```
//! use wayfront::{Guide, PathMap, Scene};
//!
//! let scene = Scene::open("office")?; // a file or a built-in scene: every problem at once, or a scene in order
//! let map = PathMap::of(&scene)?; // doors, barriers and speeds included
//! assert_eq!(map.route((3.0, 2.0).into())?.len(), 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Everything starts from a [`Scene`]: [`PathMap::of`], [`FlowMap::of`], [`potential::PotentialMap::of`],
//! [`crowd::Simulation::of`].
//!
//! # What do you want to do?
//!
//! | you want to | use |
//! |---|---|
//! | read a scene, a floor plan or a grid map | [`world::read_file`], [`world::read_text`] |
//! | describe a world in code | [`World`], [`world::Polygon`], [`world::Source`] |
//! | have something to try | [`world::builtin`], [`world::random_polygons`] |
//! | describe what moves, and see a moment of it | [`world::Motion`], [`World::at`] |
//! | write a scene in another format | [`world::write_file`] |
//! | check a scene, and make everything from it | [`Scene`], [`world::Rejected`] |
//! | get the free space, whatever overlaps or crosses | [`Scene::domain`]; without doors and barriers [`Domain::without_doors`] |
//! | save it and load it again | [`Domain::to_bytes`], [`Domain::from_bytes`], [`PathMap::bake`] |
//! | get it again and again while obstacles move | [`domain::DynamicDomain`] |
//! | know what had to be repaired | [`Scene::repaired`], [`Domain::report`] |
//! | ask whether a point is free, and where it lies | [`Domain::contains`], [`Domain::locate`] |
//! | ask whether one point sees another | [`Domain::sees`], [`Domain::trail`] |
//! | follow a ray to the first obstacle | [`Domain::cast`] |
//! | get the nearest free point or outline | [`Domain::nearest_free`], [`Domain::nearest_outline`] |
//! | run an algorithm over triangles and corners | [`Domain::sides`], [`Domain::fan`], [`Domain::bends`] |
//! | know the shortest path from everywhere | [`PathMap::of`], [`Guide`] |
//! | move sources, sixty times a second | [`PathMap::rebuild`] |
//! | know the shortest path between two points only | [`pathmap::PairSearch`] |
//! | the same for a body of any radius, and how wide the path is | [`bodies::DiscSearch::find`], [`bodies::DiscSearch::widest`] |
//! | the same quickly, marked where another may be shorter | [`bodies::QuickSearch`] |
//! | every tangent of such bodies, shortest path trees, the visibility graph | [`bodies::TangentGraph`] |
//! | the same from everywhere, for any radius, on pixels, as lines | [`SceneMap::of`], [`views::DiscSample`], [`Picture::of_map`] |
//! | know how much room there is, and how far a disc can go straight | [`Domain::clearance`], [`Domain::fits`], [`Domain::cast_disc`] |
//! | have costs on pixels, or answers in constant time | [`views::Sample`] |
//! | have regions, borders and lines of equal cost as shapes | [`views::MapShapes`] |
//! | read a finished map: triangles, windows, generators | [`pathmap::view`] |
//! | know how many can cross side by side, and what limits them | [`FlowMap::of`], [`FlowMap::cut`] |
//! | give each of them a lane | [`FlowMap::lanes`](flow::FlowMap::lanes), [`flow::Lanes::shortened`] |
//! | know which gate is worth widening | [`flow::Lanes::widenings`], [`FlowMap::narrowest_passage`](flow::FlowMap::narrowest_passage) |
//! | follow a flow, point by point or on pixels | [`FlowMap::guide`](flow::FlowMap::guide), [`FlowMap::field`](flow::FlowMap::field) |
//! | have smooth routes that keep away from walls | [`potential::PotentialMap`], [`potential::Bias`] |
//! | search a scene: cells, triangles or a quadtree, by a deadline, with a proved bound | [`search::SceneSearch`] |
//! | search cells or any graph, by a deadline, and repair the answer | [`search::AStar`], [`search::Planner`], [`search::Wave`] |
//! | say where paths should rather lead, or not at all | [`world::Constraint`], [`search::ConstraintField`] |
//! | keep cells, waves and paths right while the world moves | [`search::LiveCells`], [`search::CellGuide`] |
//! | know how wide the narrowest place is, and what fits through | [`voronoi::Skeleton`], [`Picture::of_skeleton`] |
//! | follow paths of large clearance | [`voronoi::ClearanceGuide`] |
//! | lead many discs at once, away from walls and from each other | [`voronoi::NavGraph`] |
//! | know how far the nearest wall is, anywhere, and which | [`voronoi::Voronoi::clearance`] |
//! | move many agents that see each other | [`potential::Swarm`] |
//! | guide groups in formation, also along drawn routes | [`potential::FormationGroup`], [`potential::Tour`], [`potential::SketchedRoutes`] |
//! | plan over a triangle mesh | [`surface::read_file`], [`surface::SurfaceSolver`] |
//! | run the crowd of a scene | [`crowd::Simulation`], [`crowd::Summary`] |
//! | keep its trajectories, for PedPy or JuPedSim | [`crowd::Recorder`] |
//! | guide agents by something of your own | [`Guide`] |
//! | steer agents by something of your own | [`crowd::SteeringModel`] |
//! | verify a model of crowds by guidelines and experiments | [`verify::Verification`] |
//! | draw it | [`Picture::of_world`], [`Picture::of_path_map`], [`Picture::of_flow`], [`Picture::of_potential`], [`Picture::of_search`], [`Picture::of_surface`], [`draw::Animation`] |
//! | draw what a crowd did | [`Picture::of_trails`], [`Picture::of_occupancy`], [`Picture::of_moment`], [`draw::Plot::of_arrivals`], [`draw::Plot::of_diagram`] |
//!
//! # For a game
//!
//! A level that changes, agents in a loop of your own; the whole loop is on the page `docs/games.md`.
//!
//! | per frame | use |
//! |---|---|
//! | the map follows the level: goals, doors, obstacles | [`LiveMap::follow`] |
//! | the free space alone follows moving obstacles | [`domain::DynamicDomain`], [`domain::DynamicScene`] |
//! | each agent's wish | [`Guide::route`], [`Guide::aim`] |
//! | agents as discs; which are near each other | [`crowd::Agents`], [`crowd::Neighbours`] |
//! | walls and closed doors that no disc enters | [`crowd::Walls`] |
//! | from wishes to velocities, and the step | [`crowd::Orca`], [`crowd::SocialForce`], [`crowd::advance`] |
//!
//! # For an analyst
//!
//! | you want to | use |
//! |---|---|
//! | run the crowd of a scene, read the result | [`crowd::Simulation`], [`crowd::Summary`] |
//! | record trajectories for PedPy | [`crowd::Recorder`] |
//! | see where people stood, how many are out by when | [`Picture::of_occupancy`], [`draw::Plot::of_arrivals`] |
//! | know what limits a building | [`FlowMap::cut`], [`flow::Lanes::widenings`] |
//!
//! # For a researcher
//!
//! | you want to | use |
//! |---|---|
//! | read windows, generators and layers of a finished map | [`pathmap::view`] |
//! | export costs and regions | [`views::Sample`], [`views::MapShapes`] |
//! | check that a map is sound | [`PathMap::sanity_check`] |
//!
//! # From a file to answers
//!
//! ```
//! use wayfront::world::{Format, read_text};
//! use wayfront::{Point, Scene};
//!
//! let scene = r#"
//!     [world]
//!     boundary  = [[0, 0], [20, 0], [20, 10], [0, 10]]
//!     obstacles = [[[5, 2], [8, 2], [8, 6], [5, 6]], [[7, 5], [12, 5], [12, 8], [7, 8]]]
//!
//!     [[sources]]
//!     name    = "door"
//!     segment = [[20, 4], [20, 6]]
//! "#;
//! let world = read_text(scene.as_bytes(), Format::SceneToml, "hall.toml")?;
//! let scene = Scene::new(world)?;
//! let domain = scene.domain();
//!
//! assert_eq!(domain.area(), 200.0 - 12.0 - 15.0 + 1.0);
//! assert_eq!(scene.repaired().len(), 1); // the two obstacles overlap
//!
//! let (desk, door) = (Point::new(2.0, 1.0), Point::new(20.0, 5.0));
//! assert!(!domain.sees(desk, door));
//! let hit = domain.cast(desk, door).unwrap();
//! assert!((hit.at.x - 6.5).abs() < 1e-12 && hit.at.y == 2.0);
//! assert_eq!(domain.nearest_free(Point::new(5.5, 4.0)), Some(Point::new(5.0, 4.0)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A picture
//!
//! ```
//! use wayfront::Picture;
//! use wayfront::draw::Options;
//!
//! let office = wayfront::world::builtin("office").unwrap();
//! let picture = Picture::of_world(&office, &Options::default().size(400))?;
//! assert!(picture.to_svg()?.contains("stairs east"));
//! # Ok::<(), wayfront::draw::DrawError>(())
//! ```
//!
//! # A crowd
//!
//! ```
//! use wayfront::crowd::{Simulation, Trajectories};
//! use wayfront::draw::{CrowdColours, Options};
//! use wayfront::{Picture, Scene};
//!
//! let scene = Scene::open("crossing")?;
//! let mut run = Simulation::of(&scene)?;
//! let mut trails = Trajectories::new(0.05);
//! while run.is_going_on() {
//!     run.step();
//!     trails.look(&run);
//! }
//! let summary = run.summary();
//! println!("{} arrived, the last after {:?} s", summary.trips.len(), summary.evacuation_time());
//! let picture = Picture::of_trails(scene.world(), &trails, CrowdColours::Pace, &Options::default())?;
//! assert!(picture.to_svg()?.contains("standing"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A world made by a program
//!
//! ```
//! use wayfront::world::Source;
//! use wayfront::{Guide, PathMap, Scene, World};
//!
//! let world = World::new()
//!     .area([[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]])
//!     .obstacle([[1.0, 1.0], [1.0, 2.0], [2.0, 2.0], [2.0, 1.0]]) // either orientation
//!     .source(Source::point((4.0, 1.5)));
//! let map = PathMap::of(&Scene::new(world)?)?;
//! assert_eq!(map.route((0.0, 1.5).into())?.len(), 4); // around the obstacle
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use wayfront_bodies as bodies;
#[cfg(feature = "crowd")]
pub use wayfront_crowd as crowd;
pub use wayfront_domain as domain;
#[cfg(feature = "draw")]
pub use wayfront_draw as draw;
#[cfg(feature = "flow")]
pub use wayfront_flow as flow;
pub use wayfront_geometry as geometry;
#[cfg(feature = "gpu")]
pub use wayfront_gpu as gpu;
pub use wayfront_pathmap as pathmap;
#[cfg(feature = "potential")]
pub use wayfront_potential as potential;
#[cfg(feature = "search")]
pub use wayfront_search as search;
#[cfg(feature = "surface")]
pub use wayfront_surface as surface;
#[cfg(feature = "verify")]
pub use wayfront_verify as verify;
#[cfg(feature = "views")]
pub use wayfront_views as views;
#[cfg(feature = "voronoi")]
pub use wayfront_voronoi as voronoi;
pub use wayfront_world as world;

pub use wayfront_bodies::{DiscSearch, LiveMap, MapError, SceneMap};
#[cfg(feature = "crowd")]
pub use wayfront_crowd::Simulation;
pub use wayfront_domain::{Domain, DomainError, Guide, NoPath, Scene};
#[cfg(feature = "draw")]
pub use wayfront_draw::Picture;
#[cfg(feature = "flow")]
pub use wayfront_flow::FlowMap;
pub use wayfront_geometry::{Bounds, Point};
pub use wayfront_pathmap::{PairSearch, PathMap, PathMapError};
#[cfg(feature = "potential")]
pub use wayfront_potential::PotentialMap;
pub use wayfront_world::{OpenError, Polygon, Problem, Rejected, Source, World};

/// The example of the page about bodies of every size.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/clearance.md")]
mod clearance {}

/// The examples of the page about flow maps.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/flow-maps.md")]
mod flow_maps {}

/// The frame loop of the page about games.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/games.md")]
mod games {}

/// The example of the page about potential fields.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/potential-fields.md")]
mod potential_fields {}

/// The example of the page about search.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/search.md")]
mod search_page {}

/// The examples of the page about Voronoi graphs.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/voronoi-graphs.md")]
mod voronoi_graphs {}

/// The example of the page about surfaces.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/surfaces.md")]
mod surfaces {}
