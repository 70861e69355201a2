//! Runs: played, sought, coloured; a queue before a door, and a second door that dissolves it.

use crate::browser::Visit;
use serde_json::json;

const TWO_ROOMS: &str = r#"
name = "Two rooms"

[world]
boundary = [[0, 0], [24, 0], [24, 12], [0, 12]]
walls    = [[[14, 0], [14, 5.5]], [[14, 6.5], [14, 12]]]

[[exits]]
name    = "east"
segment = [[24, 4], [24, 8]]

[[doors]]
name    = "door"
segment = [[14, 5.5], [14, 6.5]]
open    = true

[crowd]
seconds = 120

[[crowd.groups]]
name  = "visitors"
area  = [[1, 1], [11, 1], [11, 11], [1, 11]]
count = 60
"#;

#[test]
fn a_run_is_played_and_sought() {
    let Some(mut visit) = Visit::to_text(TWO_ROOMS) else { return };
    let page = &mut visit.page;
    page.wait("!document.getElementById('timeline').hidden");
    page.key("r", 0);
    page.wait("window.studio.state().run?.computed > 3");
    page.wait("window.studio.state().run.head > 1 && window.studio.state().run.people > 50");
    page.wait("window.studio.state().run.computed > 14");
    page.eval(
        "(() => { const s = document.getElementById('seek'); s.value = '14'; s.dispatchEvent(new Event('input')); })()",
    );
    page.wait("Math.abs(window.studio.state().run.head - 14) < 0.11 && window.studio.state().run.people > 0");
    page.settle();
    page.picture("run");
    page.wait("window.studio.state().run.ended");
    page.key(",", 0);
    let head = page.state("run.head").as_f64().expect("a time");
    assert!((head - 13.0).abs() < 0.11, "a second back: {head}");
    // Click an agent for the story.
    let person = page.eval("(() => { const s = window.studio.state(); return s.run.people; })()");
    assert!(person.as_u64().is_some_and(|n| n > 0));
    let at = page.eval("window.studio.person(0)");
    page.click_at([at[0].as_f64().expect("x"), at[1].as_f64().expect("y")], 0);
    page.wait("window.studio.state().story?.path?.length > 1");
    page.picture("story");
    page.press("[data-setting=density]");
    page.wait("window.studio.state().density");
    page.picture("density");
    // The end of it: all are out, and the curve says when.
    let end = page.state("run.computed");
    page.eval(&format!("(() => {{ const s = document.getElementById('seek'); s.value = '{end}'; s.dispatchEvent(new Event('input')); }})()"));
    page.wait("window.studio.state().run.sums?.summary?.arrived === 60");
    // An edit makes it stale, and one key runs it again.
    page.press("#hand");
    page.key("Escape", 0);
    page.key("o", 0);
    page.drag([17.0, 1.0], [19.0, 3.0], 4, 0);
    page.wait("window.studio.state().run.stale");
    page.key("r", 0);
    page.wait("!window.studio.state().run.stale && window.studio.state().run.computed > 1");
    visit.finish();
}

#[test]
fn a_reload_brings_the_results_of_a_run_back() {
    let Some(mut visit) = Visit::to_text(TWO_ROOMS) else { return };
    let page = &mut visit.page;
    page.wait("!document.getElementById('timeline').hidden");
    // The corner of the plan stays where it is when the bar below grows.
    let corner = page.eval("window.studio.place(0, 12)");
    page.key("r", 0);
    page.wait("window.studio.state().run?.ended");
    assert_eq!(page.eval("window.studio.place(0, 12)"), corner);
    assert_ne!(page.eval("document.getElementById('run-state').textContent"), json!("all are out"), "it plays on");
    let out = page.eval("document.getElementById('run-words').textContent");
    assert!(out.as_str().is_some_and(|words| words.starts_with("60 of 60 out")), "{out}");
    page.reload();
    page.wait("document.getElementById('run-words').textContent.startsWith('60 of 60 out')");
    page.eval("(() => { const s = document.getElementById('seek'); s.value = s.max; s.dispatchEvent(new Event('input')); })()");
    page.wait("document.getElementById('run-state').textContent === 'all are out'");
    visit.finish();
}

#[test]
fn a_run_that_is_refused_does_not_play() {
    let scene = TWO_ROOMS.replace("count = 60", "count = 60\nradius = 0.9");
    let Some(mut visit) = Visit::to_text(&scene) else { return };
    let page = &mut visit.page;
    page.wait("!document.getElementById('timeline').hidden");
    page.key("r", 0);
    page.wait("window.studio.state().problems.length > 0 && !window.studio.state().run?.playing");
    assert_eq!(page.eval("document.getElementById('play').getAttribute('aria-label')"), json!("Run"));
    // Escape closes what hangs from the bar above.
    page.press("#export-fold > summary");
    page.wait("document.getElementById('export-fold').open");
    page.key("Escape", 0);
    page.wait("!document.getElementById('export-fold').open");
    visit.finish();
}

#[test]
fn frames_keep_coming_while_a_crowd_is_played() {
    let Some(mut visit) = Visit::to_text(TWO_ROOMS) else { return };
    let page = &mut visit.page;
    page.key("r", 0);
    page.wait("window.studio.state().run?.ended");
    page.eval("document.getElementById('again').click(); 0");
    page.wait("window.studio.state().run.computed > 10 && window.studio.state().run.cached > 20");
    let longest = page.eval(
        "new Promise((done) => { const at = []; const tick = (now) => { at.push(now); if (now - at[0] > 2000) { \
         done(Math.max(...at.slice(1).map((t, i) => t - at[i]))); } else requestAnimationFrame(tick); }; requestAnimationFrame(tick); })",
    );
    // A loaded machine may lose a frame; one that hangs loses seconds.
    assert!(longest.as_f64().is_some_and(|ms| ms < 1000.0), "the longest gap between frames: {longest} ms");
    assert_eq!(page.state("run.playing"), json!(true));
    visit.finish();
}

/// A recording that was exported and is dropped on an empty plan plays, with its walkable area.
#[test]
fn a_recording_is_played() {
    let Some(mut visit) = Visit::to_text(TWO_ROOMS) else { return };
    let page = &mut visit.page;
    page.key("r", 0);
    page.wait("window.studio.state().run?.ended");
    page.eval("(() => { window.blobs = []; const make = URL.createObjectURL; URL.createObjectURL = (blob) => { window.blobs.push(blob); return make.call(URL, blob); }; })()");
    for (count, kind) in ["sqlite", "trajectories"].into_iter().enumerate() {
        page.eval(&format!("document.querySelector('[data-export={kind}]').click()"));
        page.wait(&format!("window.blobs.length === {}", count + 1));
    }
    for (k, name) in ["run.sqlite", "run.txt"].into_iter().enumerate() {
        page.eval("document.getElementById('new-plan').click()");
        page.wait("!window.studio.state().things.some((t) => t.kind === 'group')");
        page.eval(&format!(
            "(() => {{ const data = new DataTransfer(); data.items.add(new File([window.blobs[{k}]], '{name}')); \
             document.getElementById('hand').dispatchEvent(new DragEvent('drop', {{dataTransfer: data, bubbles: true, cancelable: true}})); }})()"
        ));
        page.wait("window.studio.state().run?.recording && window.studio.state().run.people > 0");
        page.picture(&format!("recording-{k}"));
    }
    visit.finish();
}

/// What JuPedSim writes is played as well, with its walkable area: written by itself, where it is installed.
#[test]
fn a_recording_of_jupedsim_is_played() {
    let file = std::env::temp_dir().join(format!("wayfront-jupedsim-{}.sqlite", std::process::id()));
    let script = r"
import sys, jupedsim
writer = jupedsim.SqliteTrajectoryWriter(output_file=sys.argv[1], every_nth_frame=5)
room = [(0, 0), (10, 0), (10, 5), (0, 5)]
run = jupedsim.Simulation(model=jupedsim.CollisionFreeSpeedModel(), geometry=room, trajectory_writer=writer)
out = run.add_exit_stage([(9, 2), (10, 2), (10, 3), (9, 3)])
journey = run.add_journey(jupedsim.JourneyDescription([out]))
for y in (1, 2.5, 4):
    run.add_agent(jupedsim.CollisionFreeSpeedModelAgentParameters(position=(1, y), journey_id=journey, stage_id=out))
run.iterate(300)
writer.close()
";
    let Some(python) = wayfront_testkit::outside::python("jupedsim") else { return };
    let written = std::process::Command::new(python).args(["-c", script]).arg(&file).output().expect("it runs");
    assert!(written.status.success(), "{}", String::from_utf8_lossy(&written.stderr));
    let bytes = std::fs::read(&file).expect("what it wrote");
    let _ = std::fs::remove_file(&file);
    let Some(mut visit) = Visit::to(None) else { return };
    let page = &mut visit.page;
    page.eval(&format!(
        "(() => {{ const data = new DataTransfer(); data.items.add(new File([new Uint8Array({bytes:?})], 'theirs.sqlite')); \
         document.getElementById('hand').dispatchEvent(new DragEvent('drop', {{dataTransfer: data, bubbles: true, cancelable: true}})); }})()"
    ));
    page.wait("window.studio.state().run?.recording === 'theirs.sqlite' && window.studio.state().run.people === 3");
    assert!(page.state("things.some((t) => t.kind === 'boundary' || t.kind === 'area')") == json!(true));
    page.wait("window.studio.state().run.head > 1");
    page.picture("jupedsim");
    visit.finish();
}

/// Ten thousand people in a field: frames keep coming in the software renderer, and the page's own part of one is small.
#[test]
fn ten_thousand_people_are_drawn() {
    let text = "[world]\nboundary = [[0, 0], [200, 0], [200, 120], [0, 120]]\n[[exits]]\nsegment = [[200, 20], [200, 100]]\n\
        [crowd]\nseconds = 3\n[[crowd.groups]]\narea = [[2, 2], [190, 2], [190, 118], [2, 118]]\ncount = 10000\n";
    let Some(mut visit) = Visit::to_text(text) else { return };
    let page = &mut visit.page;
    page.key("r", 0);
    page.wait("window.studio.state().run?.computed > 2 && window.studio.state().run.people > 9000");
    let [at, computed] = ["run.head", "run.computed"].map(|field| page.state(field));
    page.eval("document.getElementById('speed').value = '0.5'; document.getElementById('speed').dispatchEvent(new Event('change')); 0");
    // How many frames the page has by now depends on the machine: it asks for the others as it plays.
    page.wait("window.studio.state().run.ended");
    let gaps = page.eval(
        "new Promise((done) => { document.getElementById('again').disabled = true; const s = document.getElementById('seek'); s.value = '0'; s.dispatchEvent(new Event('input')); \
         document.getElementById('play').click(); const at = []; const tick = (now) => { at.push(now); if (at.length > 6) { \
         const gaps = at.slice(1).map((t, i) => t - at[i]).sort((a, b) => a - b); done([gaps[gaps.length >> 1], gaps.at(-1)]); } else requestAnimationFrame(tick); }; requestAnimationFrame(tick); })",
    );
    let own = page.eval("window.studio.paintTime()");
    println!("at {at} of {computed} s; gaps between frames {gaps} ms (median, longest); the page's part {own} ms");
    page.picture("ten-thousand");
    // How long they take depends on the machine; that they come is what counts, and a frame that never comes is reported.
    assert!(gaps[1].as_f64().is_some_and(|ms| ms > 0.0), "frames keep coming: {gaps}");
    visit.finish();
}
