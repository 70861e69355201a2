//! Exact navigation for polygonal worlds: floor plans, game levels and maps of obstacles in, clean exact domains out.
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
//! | know what is wrong with a scene, and where | [`world::Rejected`], [`Domain::check_scene`] |
//! | get the free space, whatever overlaps or crosses | [`Domain::without_doors`] |
//! | have doors and queues in it | [`Domain::with_gates`] |
//! | get it again and again while obstacles move | [`domain::DynamicDomain`] |
//! | know what had to be repaired | [`Domain::report`] |
//! | ask whether a point is free, and where it lies | [`Domain::contains`], [`Domain::locate`] |
//! | ask whether one point sees another | [`Domain::sees`], [`Domain::trail`] |
//! | follow a ray to the first obstacle | [`Domain::cast`] |
//! | get the nearest free point or outline | [`Domain::nearest_free`], [`Domain::nearest_outline`] |
//! | run an algorithm over triangles and corners | [`Domain::sides`], [`Domain::fan`], [`Domain::bends`] |
//! | know the shortest path from everywhere | [`PathMap::new`], [`domain::Guide`] |
//! | move sources, sixty times a second | [`PathMap::rebuild`] |
//! | know the shortest path between two points only | [`pathmap::PairSearch`] |
//! | have costs on pixels, or answers in constant time | [`views::Sample`] |
//! | have regions, borders and lines of equal cost as shapes | [`views::MapShapes`] |
//! | read a finished map: triangles, windows, generators | [`pathmap::view`] |
//! | know how many can cross side by side, and what limits them | [`FlowMap::new`], [`FlowMap::cut`] |
//! | give each of them a lane | [`FlowMap::lanes`](flow::FlowMap::lanes), [`flow::Lanes::shortened`] |
//! | know which gate is worth widening | [`flow::Lanes::widenings`], [`FlowMap::narrowest_passage`](flow::FlowMap::narrowest_passage) |
//! | follow a flow, point by point or on pixels | [`FlowMap::guide`](flow::FlowMap::guide), [`FlowMap::field`](flow::FlowMap::field) |
//! | have smooth routes that keep away from walls | [`potential::PotentialMap`], [`potential::Bias`] |
//! | move many agents that see each other | [`crowd::Swarm`] |
//! | lead groups in formation, also along drawn routes | [`crowd::FormationGroup`], [`crowd::Tour`], [`crowd::SketchedRoutes`] |
//! | plan over a triangle mesh | [`surface::read_file`], [`surface::SurfaceSolver`] |
//! | run the crowd of a scene | [`crowd::Simulation`], [`crowd::Summary`] |
//! | keep its trajectories, for PedPy or JuPedSim | [`crowd::Recorder`] |
//! | guide agents by something of your own | [`domain::Guide`] |
//! | draw it | [`Picture::of_world`], [`Picture::of_path_map`], [`Picture::of_flow`], [`Picture::of_potential`], [`Picture::of_surface`], [`draw::Animation`] |
//! | draw what a crowd did | [`Picture::of_trails`], [`Picture::of_occupancy`], [`Picture::of_moment`], [`draw::Plot::of_arrivals`], [`draw::Plot::of_diagram`] |
//!
//! # From a file to answers
//!
//! ```
//! use wayfront::world::{Format, read_text};
//! use wayfront::{Domain, Point};
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
//! let domain = Domain::without_doors(&world)?;
//!
//! assert_eq!(domain.area(), 200.0 - 12.0 - 15.0 + 1.0);
//! assert_eq!(domain.report().repairs.len(), 1); // the two obstacles overlap
//! assert!(domain.check_scene(&world).problems.is_empty());
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
//! use wayfront::Picture;
//! use wayfront::crowd::{Simulation, Trajectories};
//! use wayfront::draw::{CrowdColours, Options};
//!
//! let world = wayfront::world::builtin("crossing").unwrap();
//! let mut run = Simulation::new(&world).unwrap();
//! let mut trails = Trajectories::new(0.05);
//! while run.is_going_on() {
//!     run.step();
//!     trails.look(&run);
//! }
//! let summary = run.summary();
//! println!("{} arrived, the last after {:?} s", summary.trips.len(), summary.evacuation_time());
//! let picture = Picture::of_trails(&world, &trails, CrowdColours::Pace, &Options::default())?;
//! assert!(picture.to_svg()?.contains("standing"));
//! # Ok::<(), wayfront::draw::DrawError>(())
//! ```
//!
//! # A world made by a program
//!
//! ```
//! use wayfront::world::Polygon;
//! use wayfront::{Domain, World};
//!
//! let mut world = World::default();
//! world.areas.push(Polygon::ring([(0.0, 0.0), (4.0, 0.0), (4.0, 3.0), (0.0, 3.0)]));
//! world.obstacles.push(Polygon::ring([(1.0, 1.0), (1.0, 2.0), (2.0, 2.0), (2.0, 1.0)])); // either orientation
//! assert_eq!(Domain::without_doors(&world)?.component_count(), 1);
//! # Ok::<(), wayfront::domain::DomainError>(())
//! ```

pub use wayfront_crowd as crowd;
pub use wayfront_domain as domain;
pub use wayfront_draw as draw;
pub use wayfront_flow as flow;
pub use wayfront_geometry as geometry;
pub use wayfront_pathmap as pathmap;
pub use wayfront_potential as potential;
pub use wayfront_surface as surface;
pub use wayfront_views as views;
pub use wayfront_world as world;

pub use wayfront_domain::{Domain, Guide, Scene};
pub use wayfront_draw::Picture;
pub use wayfront_flow::FlowMap;
pub use wayfront_geometry::Point;
pub use wayfront_pathmap::PathMap;
pub use wayfront_world::World;

/// The examples of the README, compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
mod readme {}

/// The examples of the page about flow maps.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/flow-maps.md")]
mod flow_maps {}
