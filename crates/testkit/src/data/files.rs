//! The files of the data folder that tests read, by name: one that is added there changes no test.

use super::Folder;

/// Floor plans, and lengths of shortest paths in them.
pub const FLOOR_PLANS: Folder = Folder {
    path: "floorplans",
    files: &[
        "BUW.wkt",
        "arena.wkt",
        "corner_with_shortcut.wkt",
        "exact-paths.json",
        "westport-house-floor-1.geojson",
        "westport-house-floor-gf.geojson",
    ],
};

/// Maps of MovingAI with their scenarios, and exact lengths.
pub const GRIDS: Folder = Folder {
    path: "grids",
    files: &[
        "Berlin_0_256.exact.tsv",
        "Berlin_0_256.map",
        "Berlin_0_256.map.scen",
        "arena.exact.tsv",
        "arena.map",
        "arena.map.scen",
        "brc202d.exact.tsv",
        "brc202d.map",
        "brc202d.map.scen",
        "den312d.exact.tsv",
        "den312d.map",
        "den312d.map.scen",
        "lak303d.exact.tsv",
        "lak303d.map",
        "lak303d.map.scen",
        "maze512-8-0.exact.tsv",
        "maze512-8-0.map",
        "maze512-8-0.map.scen",
    ],
};

/// A ROS map and its picture.
pub const ROS: Folder = Folder { path: "ros", files: &["depot.pgm", "depot.yaml"] };

/// Polygons that broke triangulators: fixtures of Earcut.
pub const EARCUT: Folder = Folder {
    path: "polygons/earcut",
    files: &[
        "bad-diagonals.json",
        "bad-hole.json",
        "boxy.json",
        "building.json",
        "collinear-diagonal.json",
        "degenerate.json",
        "dude.json",
        "earcut.json",
        "eberly-3.json",
        "eberly-6.json",
        "empty-square.json",
        "filtered-bridge-jhl.json",
        "hilbert.json",
        "hole-touching-outer.json",
        "hourglass.json",
        "infinite-loop-jhl.json",
        "issue107.json",
        "issue111.json",
        "issue119.json",
        "issue131.json",
        "issue142.json",
        "issue147.json",
        "issue149.json",
        "issue16.json",
        "issue17.json",
        "issue186.json",
        "issue29.json",
        "issue34.json",
        "issue35.json",
        "issue45.json",
        "issue52.json",
        "issue83.json",
        "outside-ring.json",
        "rain.json",
        "self-tangent-1.json",
        "self-tangent-2.json",
        "self-tangent-3.json",
        "self-tangent-4.json",
        "self-touching.json",
        "shared-points.json",
        "simplified-us-border.json",
        "steiner.json",
        "touching-holes.json",
        "touching-holes2.json",
        "touching-holes3.json",
        "touching-holes4.json",
        "touching-holes5.json",
        "touching-holes6.json",
        "touching2.json",
        "touching3.json",
        "touching4.json",
        "water-huge.json",
        "water-huge2.json",
        "water-huge3.json",
        "water.json",
        "water2.json",
        "water3.json",
        "water3b.json",
        "water4.json",
    ],
};

/// Points and edges that broke triangulators: inputs of CDT.
pub const CDT: Folder = Folder {
    path: "polygons/cdt",
    files: &[
        "Capital A.txt",
        "Constrained Sweden.txt",
        "Hanging.txt",
        "Hanging2.txt",
        "HangingIntersection.txt",
        "Letter u.txt",
        "OnEdge.txt",
        "ProblematicCase1.txt",
        "cdt.txt",
        "corner cases.txt",
        "crossing-edges.txt",
        "debug2.txt",
        "ditch.txt",
        "dont_flip_constraint_when_resolving_intersection.txt",
        "double-hanging.txt",
        "gh_issue.txt",
        "guitar no box.txt",
        "hanging3.txt",
        "island.txt",
        "issue-142-double-hanging-edge.txt",
        "issue-148-crossing-edges.txt",
        "issue-42-full-boundary-overlap.txt",
        "issue-42-hole-overlaps-bondary.txt",
        "issue-42-multiple-boundary-overlaps-conform-to-edge.txt",
        "issue-42-multiple-boundary-overlaps.txt",
        "issue-65-wrong-edges.txt",
        "kidney.txt",
        "overlapping constraints.txt",
        "overlapping constraints2.txt",
        "points_on_constraint_edge.txt",
        "regression_issue_38_wrong_hull_small.txt",
        "square with crack.txt",
        "test_data_small.txt",
        "triple-hanging-flipped.txt",
        "triple-hanging.txt",
        "unit square.txt",
    ],
};

/// Triangle meshes.
pub const MESHES: Folder = Folder {
    path: "meshes",
    files: &[
        "3holes.off",
        "3torus.off",
        "beetle.obj",
        "bunny.off",
        "fox.ply",
        "heightmap_20x30.off",
        "lego.ply",
        "moebius.obj",
        "nav_test.obj",
        "rectangle_with_degenerate_faces.off",
        "saddle_vertex_mesh.off",
        "spot.obj",
        "stl_box_ascii.stl",
        "stl_box_binary.stl",
    ],
};

/// Triangle meshes with defects: inputs of CGAL.
pub const BROKEN_MESHES: Folder = Folder {
    path: "meshes/broken",
    files: &[
        "all_degen.off",
        "caps_and_needles.off",
        "deg_on_border.off",
        "degtri_2dt_1edge_split_twice.off",
        "degtri_edge.off",
        "degtri_four-2.off",
        "degtri_four.off",
        "degtri_nullface.off",
        "degtri_nullface_bis.off",
        "degtri_on_border.off",
        "degtri_single.off",
        "degtri_three.off",
        "existing_flip.off",
        "fused_vertices.off",
        "non_manifold.off",
        "non_manifold_face_graph.off",
        "small_ccs.off",
        "trihole.off",
    ],
};

/// Tables and notes beside them.
pub const NOTES: Folder = Folder {
    path: "",
    files: &[
        "README.md",
        "crowd/reference-values.txt",
        "polygons/earcut-areas.tsv",
        "polygons/extremitypathfinder-cases.json",
    ],
};

/// Everything.
pub const ALL: [&Folder; 8] = [&NOTES, &FLOOR_PLANS, &GRIDS, &ROS, &EARCUT, &CDT, &MESHES, &BROKEN_MESHES];
