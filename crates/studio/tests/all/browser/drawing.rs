//! Drawing: paths follow, and everything can be taken back.

use crate::browser::chrome::{ALT, CTRL, SHIFT};
use crate::browser::{HALL, Visit};
use serde_json::{Value, json};

/// The path from a point, as the page got it: from where exactly (the pointer stands on a pixel), and how long.
fn path(visit: &mut Visit, from: [f64; 2]) -> ([f64; 2], f64) {
    visit.page.hover([from[0] + 0.5, from[1]]);
    visit.page.hover(from);
    let answered = format!(
        "(() => {{ const t = window.studio.state().answered; return t && Math.hypot(t.point[0] - {}, t.point[1] - {}) < 0.05; }})()",
        from[0], from[1]
    );
    visit.page.wait(&answered);
    let answered = visit.page.state("answered");
    let number = |value: &Value| value.as_f64().expect("a number");
    ([number(&answered["point"][0]), number(&answered["point"][1])], number(&answered["length"]))
}

fn of_kind(visit: &mut Visit, kind: &str) -> Vec<Value> {
    let things = visit.page.state(&format!("things.filter((t) => t.kind === '{kind}').map((t) => t.value)"));
    things.as_array().cloned().unwrap_or_default()
}

#[test]
fn a_wall_that_is_drawn_lengthens_the_path() {
    let Some(mut visit) = Visit::to_text(HALL) else { return };
    visit.page.wait("window.studio.state().field");
    let (from, before) = path(&mut visit, [12.0, 6.0]);
    assert!((before - (24.0 - from[0])).abs() < 1e-9, "straight to the exit: {before}");
    visit.page.key("w", 0);
    visit.page.drag([16.0, 2.0], [16.0, 10.0], 8, 0);
    visit.page.wait("window.studio.state().things.some((t) => t.kind === 'wall' && t.id > 0)");
    assert_eq!(of_kind(&mut visit, "wall"), [json!([[16, 2], [16, 10]])], "on the grid, to the last bit");
    visit.page.key("Escape", 0);
    let (from, after) = path(&mut visit, [12.0, 6.0]);
    let ends = [([16.0, 2.0], [24.0, 5.0]), ([16.0, 10.0], [24.0, 7.0])];
    let length = |a: [f64; 2], b: [f64; 2]| (a[0] - b[0]).hypot(a[1] - b[1]);
    let around = ends.map(|(end, exit)| length(from, end) + length(end, exit)).into_iter().fold(f64::MAX, f64::min);
    assert!((after - around).abs() < 1e-9, "around an end of the wall: {after} instead of {around}");
    visit.page.picture("wall");
    visit.page.key("z", CTRL);
    visit.page.wait("!window.studio.state().things.some((t) => t.kind === 'wall')");
    let (_, again) = path(&mut visit, [12.0, 6.0]);
    assert_eq!(again, before, "undo gives the same way");
    visit.page.key("z", CTRL | SHIFT);
    visit.page.wait("window.studio.state().things.some((t) => t.kind === 'wall')");
    visit.finish();
}

#[test]
fn paths_follow_a_drag_and_the_drop_is_one_step() {
    let Some(mut visit) = Visit::to(Some("office")) else { return };
    visit.page.wait("window.studio.state().field");
    visit.page.picture("office");
    let obstacle = visit.page.state("things.filter((t) => t.kind === 'obstacle' || t.kind === 'solid')[0]");
    let ring = obstacle["value"]
        .as_array()
        .cloned()
        .unwrap_or_else(|| obstacle["value"]["outline"].as_array().cloned().expect("a ring"));
    let corner = |k: usize| [0, 1].map(|axis| ring[k][axis].as_f64().expect("a number"));
    let middle = [0, 1].map(|axis| (0..ring.len()).map(|k| corner(k)[axis]).sum::<f64>() / ring.len() as f64);
    let revision = visit.page.state("revision");
    visit.page.grab(middle, 0);
    let frames = visit.page.state("frames").as_u64().expect("a number");
    let to = [middle[0] + 1.0, middle[1] - 1.0];
    visit.page.pull(middle, to, 20, 0);
    visit.page.wait("window.studio.state().dragging && window.studio.state().field.frame > 0");
    visit.page.settle();
    assert!(visit.page.state("frames").as_u64().expect("a number") > frames, "frames keep coming");
    assert_eq!(visit.page.state("revision"), revision, "a drag is no edit");
    visit.page.picture("office-drag");
    visit.page.let_go(0);
    visit.page.wait(&format!("window.studio.state().revision > {revision}"));
    assert_eq!(visit.page.state("undo"), json!("move"));
    visit.page.key("z", CTRL);
    let id = &obstacle["id"];
    let same = format!(
        "JSON.stringify(window.studio.state().things.find((t) => t.id === {id}).value) === {}",
        json!(obstacle["value"].to_string())
    );
    visit.page.wait(&same);
    visit.finish();
}

#[test]
fn a_door_cuts_its_wall_and_mends_it_when_it_goes() {
    let text = format!("{HALL}\n")
        .replace("[[exits]]", "walls = [[[16, 0], [16, 12]]]\n\n[[exits]]")
        .replace("obstacles = [[[5, 4], [8, 4], [8, 8], [5, 8]]]", "");
    let Some(mut visit) = Visit::to_text(&text) else { return };
    visit.page.key("d", 0);
    visit.page.hover([16.0, 8.0]);
    visit.page.settle();
    visit.page.picture("door-hover");
    visit.page.click([16.0, 8.0]);
    visit.page.wait("window.studio.state().things.some((t) => t.kind === 'door' && t.id > 0)");
    let doors = of_kind(&mut visit, "door");
    assert_eq!(doors, [json!({"name": "door", "segment": [[16, 7.5], [16, 8.5]], "open": true})]);
    let mut walls = of_kind(&mut visit, "wall");
    walls.sort_by_key(ToString::to_string);
    assert_eq!(walls, [json!([[16, 0], [16, 7.5]]), json!([[16, 8.5], [16, 12]])]);
    visit.page.key("Escape", 0);
    let (_, through) = path(&mut visit, [12.0, 8.0]);
    assert!(through < 20.0, "through the door: {through}");
    visit.page.picture("door");
    // Closed, nothing leads out any more.
    visit.page.click([16.0, 8.0]);
    visit.page.press("#thing [data-field=open]");
    visit.page.wait("window.studio.state().things.some((t) => t.kind === 'door' && !t.value.open)");
    visit.page.press("#hand");
    visit.page.hover([12.0, 8.0]);
    visit.page.wait("window.studio.state().answered === null");
    visit.page.click([16.0, 8.0]);
    visit.page.wait("window.studio.state().picked.length === 1");
    visit.page.key("Delete", 0);
    visit.page.wait("!window.studio.state().things.some((t) => t.kind === 'door')");
    assert_eq!(of_kind(&mut visit, "wall"), [json!([[16, 0], [16, 12]])], "the wall is whole again");
    for _ in 0..3 {
        visit.page.key("z", CTRL);
        visit.page.settle();
    }
    visit.page.wait("!window.studio.state().things.some((t) => t.kind === 'door')");
    assert_eq!(of_kind(&mut visit, "wall"), [json!([[16, 0], [16, 12]])]);
    visit.finish();
}

#[test]
fn things_are_copied_picked_by_a_band_and_typed() {
    let Some(mut visit) = Visit::to_text(HALL) else { return };
    visit.page.drag([6.0, 5.0], [15.0, 5.0], 6, ALT);
    visit.page.wait("window.studio.state().things.filter((t) => t.kind === 'obstacle' && t.id > 0).length === 2");
    assert_eq!(of_kind(&mut visit, "obstacle")[1], json!([[14, 4], [17, 4], [17, 8], [14, 8]]), "nine to the right");
    visit.page.drag([3.0, 2.0], [19.0, 10.0], 4, 0);
    visit.page.wait("window.studio.state().picked.length === 2");
    visit.page.picture("band");
    visit.page.key("Delete", 0);
    visit.page.wait("!window.studio.state().things.some((t) => t.kind === 'obstacle')");
    visit.page.key("z", CTRL);
    visit.page.wait("window.studio.state().things.filter((t) => t.kind === 'obstacle').length === 2");
    // A number that is typed is taken as it is.
    visit.page.click([6.0, 6.0]);
    visit.page.eval("(() => { const i = document.querySelector('#thing [data-field=shape-x]'); i.value = '4.123456789012345'; i.dispatchEvent(new Event('change')); })()");
    visit
        .page
        .wait("window.studio.state().things.some((t) => t.kind === 'obstacle' && t.value[0][0] === 4.123456789012345)");
    // A vertex is dragged, one is added on an edge, and taken away again.
    visit.page.wait("!window.studio.state().dragging");
    visit.page.click([15.0, 6.0]);
    visit.page.drag([17.0, 8.0], [18.0, 9.0], 5, 0);
    visit.page.wait("window.studio.state().things.some((t) => t.kind === 'obstacle' && JSON.stringify(t.value) === '[[14,4],[17,4],[18,9],[14,8]]')");
    visit.page.drag([14.0, 6.0], [13.0, 6.0], 5, 0);
    visit.page.wait("window.studio.state().things.some((t) => t.kind === 'obstacle' && t.value.length === 5)");
    visit.page.picture("vertices");
    visit.page.key("Delete", 0);
    visit.page.wait("!window.studio.state().things.some((t) => t.kind === 'obstacle' && t.value.length === 5)");
    visit.finish();
}

#[test]
fn a_floor_moves_only_when_it_was_picked() {
    let Some(mut visit) = Visit::to_text(HALL) else { return };
    let before = of_kind(&mut visit, "boundary");
    visit.page.drag([12.0, 12.0], [12.0, 11.0], 5, 0);
    visit.page.settle();
    assert_eq!(of_kind(&mut visit, "boundary"), before, "a near miss moves nothing");
    visit.page.drag([10.0, 2.0], [12.0, 3.0], 5, 0);
    visit.page.settle();
    assert_eq!(of_kind(&mut visit, "boundary"), before);
    visit.finish();
}

/// Outlines and field of one frame: whenever both are drawn, both are of the same frame.
#[test]
fn outlines_belong_to_the_field() {
    let Some(mut visit) = Visit::to_text(HALL) else { return };
    visit.page.wait("window.studio.state().field");
    visit.page.eval(
        "window.pairs = []; window.watch = () => { const s = window.studio.state(); \
         if (s.dragging && s.field && s.shownFrame) window.pairs.push([s.field.frame, s.shownFrame]); requestAnimationFrame(window.watch); }; window.watch()",
    );
    visit.page.grab([6.5, 6.0], 0);
    visit.page.pull([6.5, 6.0], [14.0, 9.0], 40, 0);
    visit.page.wait("window.pairs.length > 5");
    let pairs = visit.page.eval("window.pairs.slice(1)");
    visit.page.let_go(0);
    for pair in pairs.as_array().expect("pairs") {
        assert_eq!(pair[0], pair[1], "{pairs}");
    }
    visit.finish();
}

/// In the middle of a drag that gives no map, the last one stays, greyed, and a pin says why.
#[test]
fn a_scene_without_a_map_keeps_the_last_one() {
    let text = HALL.replace("segment = [[24, 5], [24, 7]]", "point = [20, 6]");
    let Some(mut visit) = Visit::to_text(&text) else { return };
    visit.page.wait("window.studio.state().field");
    visit.page.grab([6.0, 7.0], 0);
    visit.page.pull([6.0, 7.0], [19.5, 7.0], 12, 0);
    visit.page.wait("window.studio.state().stale && window.studio.state().problems.length > 0");
    assert!(!visit.page.state("field").is_null(), "never a blank page");
    visit.page.wait("document.querySelector('.pin')");
    visit.page.picture("stale");
    visit.page.pull([19.5, 7.0], [12.0, 7.0], 6, 0);
    visit.page.wait("!window.studio.state().stale");
    visit.page.let_go(0);
    visit.page.wait("window.studio.state().problems.length === 0 && !window.studio.state().dragging");
    visit.finish();
}

/// A hole of an area is changed like its outline; paths go around it, and undo brings the old one back.
#[test]
fn holes_are_drawn() {
    let text = HALL.replace(
        "boundary  = [[0, 0], [24, 0], [24, 12], [0, 12]]",
        "areas = [{outline = [[0, 0], [24, 0], [24, 12], [0, 12]], holes = [[[12, 5], [14, 5], [14, 7], [12, 7]]]}]",
    );
    let Some(mut visit) = Visit::to_text(&text) else { return };
    visit.page.wait("window.studio.state().field");
    let (_, before) = path(&mut visit, [2.0, 2.0]);
    let (_, through) = path(&mut visit, [10.0, 6.0]);
    assert!(through > 14.01, "around the hole: {through}");
    // The area is picked, and a corner of its hole pulled.
    let id = visit.page.state("things.find((t) => t.kind === 'area').id");
    visit.page.eval(&format!("document.querySelector('#list [data-id=\"{id}\"]').click()"));
    visit.page.wait("window.studio.state().picked.length === 1");
    visit.page.drag([12.0, 5.0], [12.0, 1.0], 6, CTRL);
    let hole = "things.find((t) => t.kind === 'area').value.holes[0]";
    visit.page.wait(&format!("window.studio.state().{hole}.some((p) => p[1] < 2)"));
    visit.page.wait("!window.studio.state().dragging");
    visit.page.picture("hole");
    let (_, after) = path(&mut visit, [2.0, 2.0]);
    assert!(after >= before, "{after} after, {before} before");
    visit.page.key("z", CTRL);
    visit.page.wait(&format!("window.studio.state().{hole}.every((p) => p[1] >= 5)"));
    visit.finish();
}

/// A key frame is a dot on the plan that can be dragged; the moment can be scrubbed, also while a run plays.
#[test]
fn key_frames_are_dragged_and_moments_scrubbed() {
    let text = HALL.to_owned()
        + "\n[[motions]]\nobstacle = 0\ntimes = [0, 4]\nshifts = [[0, 0], [6, 0]]\n\n[crowd]\nseconds = 60\n\n[[crowd.groups]]\narea = [[1, 9], [4, 9], [4, 11], [1, 11]]\ncount = 6\n";
    let Some(mut visit) = Visit::to_text(&text) else { return };
    let page = &mut visit.page;
    page.wait("document.getElementById('moment') && !document.querySelector('.moment').hidden");
    let scrub = |page: &mut crate::browser::Page, time: f64| {
        page.eval(&format!(
            "(() => {{ const s = document.getElementById('moment'); s.value = '{time}'; s.dispatchEvent(new Event('input')); }})()"
        ));
    };
    scrub(page, 2.0);
    page.wait("window.studio.state().took.path");
    page.picture("moment");
    // The motion is picked in the list of things; its second key frame stands six metres to the right.
    let id = page.state("things.find((t) => t.kind === 'motion').id");
    page.eval(&format!("document.querySelector('#list [data-id=\"{id}\"]').click()"));
    page.wait(&format!("window.studio.state().picked.includes({id})"));
    page.drag([12.5, 6.0], [12.5, 9.0], 6, CTRL);
    page.wait("window.studio.state().things.find((t) => t.kind === 'motion').value.shifts[1][1] > 2");
    page.picture("key-frame");
    page.key("r", 0);
    page.wait("window.studio.state().run?.playing && window.studio.state().run.head > 0.5");
    scrub(page, 1.0);
    page.wait("window.studio.state().run.head > 1.5");
    assert_eq!(page.state("run.playing"), json!(true), "the run goes on");
    page.eval("document.querySelector('[data-export=film]').click()");
    page.wait("document.getElementById('notice').textContent.includes('-film.png')");
    visit.finish();
}

/// Everything of the scene format that has a tool, drawn, and taken back to nothing.
#[test]
fn every_tool_draws_and_undo_takes_all_back() {
    let Some(mut visit) = Visit::to_text(HALL) else { return };
    let before = visit.page.state("things.toSorted((a, b) => a.id - b.id)");
    let areas = [
        ("people", "group"),
        ("stop", "stop"),
        ("zone", "measure"),
        ("slow", "slow"),
        ("goods", "goods"),
        ("constraint", "constraint"),
        ("obstacle", "obstacle"),
    ];
    let mut steps = 0;
    for (tool, kind) in areas {
        draw(&mut visit, tool, kind, |page| page.drag([10.0, 2.0], [12.0, 4.0], 4, 0));
        steps += 1;
    }
    for (tool, kind) in [("exit", "exit"), ("arrivals", "group"), ("entrance", "entrance"), ("outlet", "outlet")] {
        let x = 2.0 + 4.0 * f64::from(steps % 5);
        draw(&mut visit, tool, kind, |page| page.click([x, 0.0]));
        steps += 1;
    }
    draw(&mut visit, "barrier", "barrier", |page| page.drag([16.0, 0.0], [16.0, 12.0], 4, 0));
    draw(&mut visit, "counter", "measure", |page| page.drag([18.0, 5.0], [18.0, 8.0], 4, 0));
    draw(&mut visit, "goal", "source", |page| page.click([20.0, 10.0]));
    draw(&mut visit, "weight", "weight", |page| page.click([8.0, 8.0]));
    steps += 4;
    visit.page.picture("everything");
    for _ in 0..steps {
        visit.page.key("z", CTRL);
    }
    visit.page.wait("window.studio.state().undo === 'open plan.toml'");
    assert_eq!(visit.page.state("things.toSorted((a, b) => a.id - b.id)"), before);
    visit.finish();
}

fn draw(visit: &mut Visit, tool: &str, kind: &str, hand: impl FnOnce(&mut crate::browser::Page)) {
    let revision = visit.page.state("revision");
    visit.page.eval(&format!("document.querySelector('[data-tool={tool}]').click()"));
    visit.page.wait(&format!("window.studio.state().tool === '{tool}'"));
    hand(&mut visit.page);
    visit.page.wait(&format!("window.studio.state().revision > {revision} && window.studio.state().things.some((t) => t.kind === '{kind}' && t.id > 0)"));
}
