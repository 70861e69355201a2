//! `search`: its numbers, its files, and what it says when something is wrong.

use crate::common::{folder, wayfront, written};

const YARD: &str = "[world]
boundary = [[0, 0], [16, 0], [16, 8], [0, 8]]
solids = [{ name = \"hut\", outline = [[6, 3], [8, 3], [8, 5], [6, 5]] }]
[[sources]]
point = [15.5, 4.25]
[[constraints]]
name = \"grass\"
in = [[4, 0], [12, 0], [12, 6], [4, 6]]
factor = 5
";

#[test]
fn search_gives_programs_its_numbers() {
    let yard = written("yard.toml", YARD);
    let search = |more: &[&str]| {
        let arguments = ["search", &yard, "--from", "0.75,4.25", "--cell", "0.5", "--format", "json"];
        let run = wayfront(&[&arguments[..], more].concat());
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{more:?}");
        run.json()
    };
    let best = search(&[]);
    assert_eq!((&best["status"], &best["bound"]), (&"optimal".into(), &1.0.into()));
    assert_eq!(best["in_constraints"][0]["name"], "grass");
    // Around the grass: it counts five times.
    assert_eq!(best["in_constraints"][0]["length"], 0.0);
    assert!(best["cost"].as_f64().unwrap() >= best["length"].as_f64().unwrap() - 1e-6);
    let rounds = best["rounds"].as_array().unwrap();
    assert_eq!(rounds.last().unwrap()["inflation"], 1.0);
    let soon = search(&["--expansions", "40"]);
    assert_eq!(soon["status"], "out of budget, towards the goal");
    assert_eq!(
        soon,
        search(&["--expansions", "40"])
            .as_object()
            .map(|again| {
                let mut again = again.clone();
                again["seconds"] = soon["seconds"].clone();
                serde_json::Value::Object(again)
            })
            .unwrap()
    );
    for space in ["quadtree", "triangles", "hybrid"] {
        let other = search(&["--space", space]);
        assert_eq!((&other["status"], &other["space"]), (&"optimal".into(), &space.into()));
    }
}

#[test]
fn every_space_heeds_constraints() {
    let yard = written("yard-spaces.toml", YARD);
    let search = |file: &str, more: &[&str]| {
        let to: &[&str] = if more.contains(&"--to") { &[] } else { &["--to", "15.25,4.25"] };
        wayfront(&[&["search", file, "--from", "0.75,4.25", "--cell", "0.5"], to, more].concat())
    };
    for space in ["cells", "hybrid", "quadtree", "triangles"] {
        let run = search(&yard, &["--space", space, "--format", "json"]).json();
        let text = search(&yard, &["--space", space]).out;
        assert_eq!(text.contains("of cells of"), space != "triangles", "{text}");
        let [first, last] = [0, run["points"].as_array().unwrap().len() - 1].map(|k| run["points"][k].clone());
        // From the start to the goal, however large the square around either is.
        assert_eq!((first, last), (serde_json::json!([0.75, 4.25]), serde_json::json!([15.25, 4.25])), "{space}");
        let [cost, length] = ["cost", "length"].map(|field| run[field].as_f64().unwrap());
        // Around the grass, which counts five times.
        assert_eq!(run["in_constraints"][0]["length"], 0.0, "{space}");
        assert!((cost - length).abs() < 0.02 * cost, "{space}: {cost} for {length}");
        // A goal in the grass: what is walked there is paid for.
        let run = search(&yard, &["--space", space, "--to", "10.25,3.25", "--format", "json"]);
        let inside = &run.json()["in_constraints"][0];
        let [long, share, paid] = ["length", "share", "cost_share"].map(|field| inside[field].as_f64().unwrap());
        assert!(long > 1.5 && (inside["cost"].as_f64().unwrap() - 5.0 * long).abs() < 1e-6, "{}", run.out);
        let [cost, length] = ["cost", "length"].map(|field| run.json()[field].as_f64().unwrap());
        assert!((cost - (length + 4.0 * long)).abs() < 0.05 * cost, "{space}: {}", run.out);
        assert!(share > 0.0 && paid > 1.5 * share && paid < 1.0, "{space}: {}", run.out);
        let text = search(&yard, &["--space", space, "--to", "10.25,3.25"]).out;
        assert!(text.contains("% of the path and"), "{text}");
    }
    let hard = written("yard-hard.toml", &YARD.replace("factor = 5", "hard = true"));
    for space in ["cells", "hybrid", "quadtree", "triangles"] {
        let run = search(&hard, &["--space", space, "--format", "json"]);
        assert!(!run.out.contains("-0.0"), "{space}: {}", run.out);
        assert_eq!(run.json()["in_constraints"][0]["length"], 0.0, "{space}");
    }
    let run = search(&hard, &["--space", "triangles", "--to", "10.25,3.25"]);
    let refused = run.err.contains("no step over triangles leads around the constraint `grass`");
    assert!(run.status == 1 && refused, "{}{}", run.out, run.err);
    let run = search(&yard, &["--space", "triangles", "--radius", "0.3"]);
    assert!(run.status == 2 && run.err.contains("--space triangles is for points"), "{}", run.err);
}

#[test]
fn search_runs_on_built_in_scenes_and_draws() {
    for (k, scene) in ["guard", "office", "maze", "touching", "trains", "terminal"].into_iter().enumerate() {
        let picture = folder().join(format!("search-{k}.svg"));
        let run =
            wayfront(&["search", scene, "--picture", picture.to_str().unwrap(), "--size", "300", "--format", "json"]);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{scene}");
        assert_eq!(run.json()["status"], "optimal", "{scene}");
        assert!(std::fs::read_to_string(&picture).unwrap().contains("<svg"), "{scene}");
    }
    let frames = folder().join("search-frame-##.png");
    let frames = frames.to_str().unwrap();
    let run = wayfront(&["search", "guard", "--animate", frames, "--fps", "0.25", "--size", "200", "--format", "json"]);
    assert_eq!((run.status, run.json()["frames"].as_u64()), (0, Some(6)), "{}", run.err);
}

#[test]
fn robot_maps_are_searched_in_their_own_cells() {
    let mut image = b"P5 40 20 255\n".to_vec();
    // A wall with a gap across a white floor.
    image.extend((0..800).map(|k| if k % 40 == 20 && k / 40 != 4 { 0 } else { 254 }));
    std::fs::write(folder().join("robot.pgm"), image).unwrap();
    let keys =
        "image: robot.pgm\nresolution: 0.1\norigin: [-1, -1, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.2\n";
    let map = written("robot.yaml", keys);
    let run = wayfront(&["search", &map, "--from", "-0.5,-0.5", "--to", "2.5,-0.5", "--format", "json"]);
    let report = run.json();
    assert_eq!((&report["status"], &report["cell"], &report["states"]), (&"optimal".into(), &0.1.into(), &781.into()));
    assert!(report["points"].as_array().unwrap().iter().any(|p| p[1].as_f64().unwrap() > 0.5), "through the gap");
}
