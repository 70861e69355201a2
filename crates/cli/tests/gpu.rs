//! What runs on a graphics card: `wayfront gpu` and the methods of `wayfront map`.
#![cfg(feature = "gpu")]

mod common;

use common::wayfront;
use wayfront_testkit::outside::skip;

/// There is an adapter; if not, it is said what to install, and the test is skipped.
fn has_adapter() -> bool {
    let told = wayfront(&["gpu"]);
    if told.status == 0 {
        return true;
    }
    let message = &told.err;
    assert!(message.contains("no graphics adapter was found: install"), "{message}");
    assert_eq!(told.status, 1);
    skip("no graphics adapter");
    false
}

#[test]
fn adapters_are_listed() {
    if !has_adapter() {
        return;
    }
    let told = wayfront(&["gpu", "--format", "json"]);
    let report = told.json();
    let used = report["used"].as_str().unwrap();
    assert!(report["adapters"].as_array().unwrap().iter().any(|a| a["name"] == used && a["is_used"] == true));
    let text = wayfront(&["gpu"]).out;
    assert!(text.contains("(used)") && text.contains("textures    up to "), "{text}");
}

#[test]
fn an_unknown_adapter_is_refused_with_the_names_there_are() {
    if !has_adapter() {
        return;
    }
    for arguments in [&["gpu", "--adapter", "abacus"][..], &["map", "--method", "card", "--adapter", "abacus"]] {
        let told = wayfront(arguments);
        assert_eq!(told.status, 2);
        let message = &told.err;
        assert!(message.contains("error: no adapter is called 'abacus': there is '"), "{message}");
    }
}

#[test]
fn both_methods_agree_with_the_exact_map() {
    if !has_adapter() {
        return;
    }
    for method in ["card", "shadows"] {
        let told = wayfront(&["map", "office", "--method", method, "--size", "150", "--format", "json"]);
        let report = told.json();
        // Centres on outlines, but for rounding, are blocked in one of the two.
        assert!(report["free_in_one"].as_u64().unwrap() < 500, "{report}");
        assert_eq!((report["dearer"].as_u64(), report["cheaper"].as_u64()), (Some(0), Some(0)), "{report}");
    }
}

#[test]
fn what_a_method_cannot_do_is_said() {
    if !has_adapter() {
        return;
    }
    let told = wayfront(&["map", "queue-delay", "--method", "shadows", "--size", "50"]);
    assert_eq!(told.status, 1);
    let message = &told.err;
    assert!(message.contains("the method of shadows cannot do barriers (1 of them)"), "{message}");
    let told = wayfront(&["map", "queue-weight", "--method", "card", "--size", "50"]);
    assert_eq!(told.status, 1);
    let message = &told.err;
    assert!(message.contains("a map on the card cannot do costs that do not grow"), "{message}");
    let told = wayfront(&["map", "office", "--method", "shadows", "--shapes", "s.geojson"]);
    assert_eq!(told.status, 2);
}

#[test]
fn waves_swarms_and_diagrams_run_beside_the_processor() {
    if !has_adapter() {
        return;
    }
    let wave = wayfront(&["gpu", "wave", "office", "--cell", "0.2", "--format", "json"]).json();
    assert_eq!(wave["is_same"], true, "{wave}");
    assert!(wave["reached"].as_u64().unwrap() > 1000, "{wave}");
    let diagram = wayfront(&["gpu", "voronoi", "plaza", "--size", "200", "--format", "json"]).json();
    let count = |field: &str| diagram[field].as_f64().unwrap();
    assert!(count("exact") > 0.98 * count("free") && count("largest_error") < 1.5, "{diagram}");
    let swarm =
        wayfront(&["gpu", "local", "--agents", "40", "--side", "11", "--seconds", "1", "--format", "json"]).json();
    assert_eq!((swarm["steps"].as_u64(), swarm["agents"].as_u64()), (Some(20), Some(40)), "{swarm}");
}

#[test]
fn what_a_card_cannot_do_is_refused_like_everywhere() {
    for (arguments, status) in [
        (&["gpu", "local", "--side", "34"][..], 2),
        (&["gpu", "voronoi", "--order", "3"], 2),
        (&["gpu", "wave", "office", "--cell", "-1"], 2),
    ] {
        assert_eq!(wayfront(arguments).status, status, "{arguments:?}");
    }
    if has_adapter() {
        let told = wayfront(&["gpu", "wave", "office", "--cell", "0.0001"]);
        assert_eq!(told.status, 1);
        assert!(told.err.contains("raise the limit: --max-cells"), "{}", told.err);
        assert_eq!(wayfront(&["gpu", "wave", "no-such-scene"]).status, 1);
    }
}
