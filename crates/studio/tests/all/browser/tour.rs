//! The first five minutes of a new user: a floor with two exits, a wall with a door, people; the
//! queue before the door; a second door, and the queue dissolves; a picture and the scene to take home.

use crate::browser::Visit;

#[test]
fn a_floor_a_queue_and_a_second_door() {
    let Some(mut visit) = Visit::to(None) else { return };
    let page = &mut visit.page;
    page.picture("tour-1-empty");
    page.press("#begin");
    page.drag([0.0, 0.0], [24.0, 12.0], 12, 0);
    page.wait("window.studio.state().things.some((t) => t.kind === 'boundary' && t.id > 0)");
    page.picture("tour-2-floor");
    page.press("[data-step=exit]");
    page.click([24.0, 6.0]);
    page.wait("window.studio.state().things.filter((t) => t.kind === 'exit' && t.id > 0).length === 1");
    page.press("[data-tool=exit]");
    page.hover([20.0, 12.0]);
    page.picture("tour-3-exit");
    page.click([20.0, 12.0]);
    page.wait("window.studio.state().things.filter((t) => t.kind === 'exit' && t.id > 0).length === 2");
    page.press("[data-tool=wall]");
    page.drag([12.0, 0.0], [12.0, 12.0], 8, 0);
    page.wait("window.studio.state().things.some((t) => t.kind === 'wall' && t.id > 0)");
    page.press("[data-tool=door]");
    page.click([12.0, 6.0]);
    page.wait("window.studio.state().things.some((t) => t.kind === 'door' && t.id > 0)");
    page.picture("tour-4-door");
    page.press("[data-tool=people]");
    page.drag([1.0, 1.0], [10.0, 11.0], 8, 0);
    page.wait("window.studio.state().things.some((t) => t.kind === 'group' && t.id > 0)");
    page.press("#thing [data-field=count]");
    page.eval("document.querySelector('#thing [data-field=count]').select()");
    page.write("120");
    page.key("Enter", 0);
    page.wait("window.studio.state().things.find((t) => t.kind === 'group').value.count === 120");
    page.picture("tour-5-people");
    page.press("#play");
    page.wait("window.studio.state().run?.ended");
    let alone = page.state("run.computed").as_f64().expect("seconds");
    seek(page, 15.0);
    page.picture("tour-6-queue");
    let queue = waiting(page);
    assert!(queue > 20, "a queue forms before the door: {queue} stand");
    page.press("[data-tool=door]");
    page.click([12.0, 9.0]);
    page.wait("window.studio.state().things.filter((t) => t.kind === 'door' && t.id > 0).length === 2");
    page.wait("window.studio.state().run.stale");
    page.picture("tour-7-second-door");
    page.press("#again");
    page.wait("!window.studio.state().run.stale && window.studio.state().run.ended");
    let both = page.state("run.computed").as_f64().expect("seconds");
    seek(page, 15.0);
    page.picture("tour-8-dissolved");
    assert!(both < 0.75 * alone, "two doors: {both} s instead of {alone} s");
    assert!(waiting(page) < queue, "fewer stand");
    page.eval("(() => { window.exported = []; const make = URL.createObjectURL; URL.createObjectURL = (blob) => { window.exported.push(blob.type); return make.call(URL, blob); }; })()");
    for kind in ["png", "toml"] {
        page.press("#export-fold > summary");
        page.press(&format!("[data-export={kind}]"));
        page.wait(&format!("window.exported.length === {}", if kind == "png" { 1 } else { 2 }));
    }
    page.picture("tour-9-exported");
    visit.finish();
}

fn seek(page: &mut crate::browser::Page, time: f64) {
    page.eval(&format!("(() => {{ const s = document.getElementById('seek'); s.value = '{time}'; s.dispatchEvent(new Event('input')); }})()"));
    page.wait(&format!("Math.abs(window.studio.state().run.head - {time}) < 0.2 && window.studio.state().run.shown?.time > {time} - 0.2"));
}

/// How many of the agents there hardly move.
fn waiting(page: &mut crate::browser::Page) -> u64 {
    page.state("run.shown.standing").as_u64().expect("a number")
}
