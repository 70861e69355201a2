//! Without a pointer: a floor with an exit and people, by keys alone.

use crate::browser::Visit;
use crate::browser::chrome::{CTRL, SHIFT};
use serde_json::json;

#[test]
fn a_plan_is_drawn_by_keys_alone() {
    let Some(mut visit) = Visit::to(None) else { return };
    let page = &mut visit.page;
    page.key("f", 0);
    for corner in ["0, 0", "20, 0", "@0, 10", "0, 10"] {
        page.write(corner);
        page.key("Enter", 0);
    }
    page.key("Enter", 0);
    page.wait("window.studio.state().things.some((t) => t.kind === 'boundary' && t.id > 0)");
    assert_eq!(
        page.state("things.find((t) => t.kind === 'boundary').value"),
        json!([[0, 0], [20, 0], [20, 10], [0, 10]])
    );
    page.key("0", 0);
    page.key("e", 0);
    for end in ["20, 4", "20, 6"] {
        page.write(end);
        page.key("Enter", 0);
    }
    page.wait("window.studio.state().things.some((t) => t.kind === 'exit' && t.id > 0)");
    assert_eq!(page.state("things.find((t) => t.kind === 'exit').value.segment"), json!([[20, 4], [20, 6]]));
    // Arrows move a cross, Enter puts a corner.
    page.key("o", 0);
    page.key("ArrowRight", 0);
    page.key("Enter", 0);
    for _ in 0..2 {
        page.key("ArrowRight", SHIFT);
    }
    page.key("Enter", 0);
    page.key("ArrowUp", SHIFT);
    page.key("Enter", 0);
    page.key("Enter", 0);
    page.wait("window.studio.state().things.some((t) => t.kind === 'obstacle' && t.id > 0)");
    page.picture("keyboard");
    // The list picks, arrows move, Delete removes, undo brings back.
    let before = page.state("things.find((t) => t.kind === 'obstacle').value");
    page.eval("document.querySelector('#list [data-id=\"' + window.studio.state().things.find((t) => t.kind === 'obstacle').id + '\"]').focus()");
    page.key("Enter", 0);
    page.wait("window.studio.state().picked.length === 1");
    page.eval("document.getElementById('hand').focus()");
    page.key("ArrowLeft", 0);
    page.wait(&format!(
        "JSON.stringify(window.studio.state().things.find((t) => t.kind === 'obstacle').value) !== {}",
        json!(before.to_string())
    ));
    page.key("Delete", 0);
    page.wait("!window.studio.state().things.some((t) => t.kind === 'obstacle')");
    page.key("z", CTRL);
    page.key("z", CTRL);
    page.wait(&format!(
        "JSON.stringify(window.studio.state().things.find((t) => t.kind === 'obstacle')?.value) === {}",
        json!(before.to_string())
    ));
    page.key("?", 0);
    page.wait("document.getElementById('help-sheet').open");
    page.picture("help");
    page.key("Escape", 0);
    visit.finish();
}

#[test]
fn every_control_has_a_name_and_can_be_reached() {
    let Some(mut visit) = Visit::to(Some("office")) else { return };
    let nameless = visit.page.eval(
        "[...document.querySelectorAll('button, input, select, textarea, summary, [tabindex]')].filter((e) => e.offsetParent !== null)
        .filter((e) => !(e.textContent.trim() || e.getAttribute('aria-label') || e.title || e.closest('label')?.textContent.trim())).map((e) => e.outerHTML)",
    );
    assert_eq!(nameless, json!([]), "controls without a name");
    // Tab comes around to the plan.
    let mut seen = false;
    for _ in 0..80 {
        visit.page.key("Tab", 0);
        seen |= visit.page.eval("document.activeElement?.id") == json!("hand");
        if seen {
            break;
        }
    }
    assert!(seen, "Tab reaches the plan");
    visit.finish();
}
