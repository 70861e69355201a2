//! What a run came to, for people.

use super::report::{ExitJson, GroupJson, MeasureJson, Percentiles, QueueJson, Report, TrappedJson};
use crate::problems::cut;
use crate::text::{count, short};

/// How many queues are shown.
const SHOWN: usize = 8;
/// Speeds that differ by less are the same to people.
const WORTH_A_WORD: f64 = 0.005;
/// Phases that take less than this share are not worth a word.
const LEAST_SHARE: f64 = 0.01;

pub fn describe(report: &Report) -> String {
    let mut lines = vec![headline(report)];
    if let Some((mean, longest)) = report.mean_travel.zip(report.longest_travel) {
        lines.push(format!("  travel      {} on average, {} at most", seconds(mean), seconds(longest)));
    }
    if let Some((mean, longest)) = report.mean_wait.zip(report.longest_wait) {
        lines.push(format!("  waiting     {} on average, {} at most", seconds(mean), seconds(longest)));
    }
    if let Some((speed, length)) = report.mean_speed.zip(report.mean_length) {
        let walking = report.walking_speed.filter(|walking| (walking - speed).abs() >= WORTH_A_WORD);
        let walking = walking.map_or_else(String::new, |walking| format!(", {} while walking", short(round(walking))));
        lines.push(format!(
            "  speed       {} m/s on average{walking}, over {} m",
            short(round(speed)),
            short(round(length))
        ));
    }
    lines.extend(percentiles(&report.percentiles));
    if report.exits.len() > 1 {
        lines.push("  exits".into());
        lines.extend(report.exits.iter().map(describe_exit));
    }
    lines.extend(quests(report));
    lines.extend(trapped(report));
    if report.groups.len() > 1 {
        lines.push("  groups".into());
        lines.extend(report.groups.iter().enumerate().map(|(k, group)| describe_group(k, group)));
    }
    if !report.measures.is_empty() {
        lines.push("  measured".into());
        lines.extend(report.measures.iter().map(describe_measure));
    }
    if !report.queues.is_empty() {
        lines.push("  queues".into());
        lines.extend(
            cut(&report.queues, SHOWN, " (all with --format json)", describe_queue).iter().map(|q| format!("    {q}")),
        );
    }
    lines.push(describe_run(report));
    let phases = describe_phases(report);
    lines.extend((!phases.is_empty()).then(|| format!("  phases      {phases}")));
    if let Some(recording) = &report.recording {
        let (frames, fps) = (count(recording.frames as usize, "frame"), short(recording.fps));
        lines.push(format!("  recorded    {frames}, {fps} a second: {}", recording.file));
    }
    lines.extend((!report.files.is_empty()).then(|| format!("  written     {}", written(&report.files))));
    lines.join("\n") + "\n"
}

/// The first files, and how many more: an animation may have thousands.
fn written(files: &[String]) -> String {
    cut(files, 2 * SHOWN, "", Clone::clone).join(", ")
}

fn headline(report: &Report) -> String {
    let Report { scene, arrived, entered, remaining, .. } = report;
    match report.evacuation_time {
        Some(time) => format!("{scene}: all {arrived} arrived, the last after {}", seconds(time)),
        None => {
            let (trapped, time) = (report.trapped, seconds(report.time));
            let walking = remaining - trapped;
            match (walking, trapped) {
                (_, 0) if report.visits + report.caught + report.goods > 0 && *arrived == 0 => {
                    format!("{scene}: {remaining} of {entered} are on their way after {time}")
                }
                (_, 0) => format!("{scene}: {arrived} of {entered} arrived in {time}, {remaining} are on their way"),
                (0, _) => {
                    let last = report.percentiles.all.map_or(time, seconds);
                    format!("{scene}: {arrived} of {entered} arrived, the last after {last}; {trapped} are trapped")
                }
                _ => format!(
                    "{scene}: {arrived} of {entered} arrived in {time}, {walking} are on their way, {trapped} are trapped"
                ),
            }
        }
    }
}

/// By when most were out; nothing for a handful.
fn percentiles(percentiles: &Percentiles) -> Option<String> {
    let named = [("50 %", percentiles.half), ("95 %", percentiles.most), ("98 %", percentiles.nearly_all)];
    let known: Vec<String> =
        named.iter().filter_map(|(name, time)| Some(format!("{name} after {}", seconds((*time)?)))).collect();
    (!known.is_empty()).then(|| format!("  arrivals    {}", known.join(", ")))
}

fn describe_exit(exit: &ExitJson) -> String {
    let ExitJson { name, arrived, .. } = exit;
    let times = exit.first.zip(exit.last).map_or_else(String::new, |(first, last)| {
        let flow = exit.flow.map_or_else(String::new, |flow| format!(", {} per second", short(round(flow))));
        format!(", from {} to {}{flow}", seconds(first), seconds(last))
    });
    format!("    {name}: {arrived} left{times}")
}

/// What became of goals that change.
fn quests(report: &Report) -> Vec<String> {
    let mut lines = Vec::new();
    if report.visits > 0 {
        lines.push(format!("  visits      {}", count(report.visits, "goal")));
    }
    if report.caught > 0 {
        lines.push(format!("  caught      {}", count(report.caught, "agent")));
    }
    if report.goods > 0 {
        lines.push(format!("  taken       {} of {}", short(report.taken.round()), report.goods));
    }
    lines
}

/// Agents that cannot leave, and places that were left out.
fn trapped(report: &Report) -> Vec<String> {
    let mut lines = Vec::new();
    if report.trapped > 0 {
        lines
            .push(format!("  trapped     {}: no path leads from there to their goals", count(report.trapped, "agent")));
        let place = |agent: &TrappedJson| {
            let [x, y] = agent.at.map(|x| short(round(x)));
            let group = report.groups.get(agent.group).and_then(|group| group.name.clone());
            let group = group.unwrap_or_else(|| format!("group {}", agent.group + 1));
            format!("    agent {} of {group} at ({x}, {y})", agent.id)
        };
        lines.extend(
            cut(&report.trapped_agents, SHOWN, " (all with --format json)", place)
                .iter()
                .map(|line| if line.starts_with(' ') { line.clone() } else { format!("    {line}") }),
        );
    }
    if report.excluded_places > 0 {
        let places = count(report.excluded_places, "place");
        lines.push(format!("  left out    {places} from which no path leads to the goal: no agent starts there"));
    }
    lines
}

fn describe_group(k: usize, group: &GroupJson) -> String {
    let name = group.name.clone().unwrap_or_else(|| format!("group {}", k + 1));
    let GroupJson { arrived, entered, .. } = group;
    let times = match (group.mean_travel, group.last_arrival) {
        (Some(mean), Some(last)) => format!(", the last after {}; travel {} on average", seconds(last), seconds(mean)),
        _ => String::new(),
    };
    format!("    {name}: {arrived} of {entered} arrived{times}")
}

fn describe_measure(measure: &MeasureJson) -> String {
    match measure {
        MeasureJson::Line { name, passed, returned, flow, specific_flow, .. } => {
            let flow = flow.zip(*specific_flow).map_or_else(String::new, |(flow, specific)| {
                format!(", {} per second, {} per second and metre of width", short(round(flow)), short(round(specific)))
            });
            let back = if *returned > 0 { format!(" ({returned} of them back again)") } else { String::new() };
            format!("    {name}: {passed} passed{back}{flow}")
        }
        MeasureJson::Area {
            name, mean_density: Some(mean), max_density: Some(most), mean_speed: Some(speed), ..
        } => {
            let [mean, most, speed] = [mean, most, speed].map(|x| short(round(*x)));
            format!("    {name}: {mean} per m² while occupied, {most} at most; speed {speed} m/s")
        }
        MeasureJson::Area { name, .. } => format!("    {name}: never occupied"),
    }
}

fn describe_queue(queue: &QueueJson) -> String {
    let [[ax, ay], [bx, by]] = queue.segment.map(|end| end.map(|x| short(round(x))));
    let [since, until, wait] = [queue.since, queue.until, queue.wait].map(seconds);
    format!("({ax}, {ay}) - ({bx}, {by}) from {since} to {until}: up to {} waiting, for {wait}", queue.waiting)
}

fn describe_run(report: &Report) -> String {
    let (steps, step) = (count(report.steps as usize, "step"), short(report.step));
    let pace = report.times_real_time.zip(report.walker_steps_per_second).map_or_else(String::new, |(times, rate)| {
        format!(": {} times real time, {} agent-steps a second", thousands(times), thousands(rate))
    });
    format!("  run         {steps} of {step} s, seed {}, in {}{pace}", report.seed, seconds(report.run_seconds))
}

fn describe_phases(report: &Report) -> String {
    let mut phases: Vec<(&str, f64)> =
        report.phases.iter().map(|phase| (phase.name, phase.seconds / report.run_seconds)).collect();
    phases.retain(|phase| phase.1 >= LEAST_SHARE);
    phases.sort_by(|a, b| b.1.total_cmp(&a.1));
    let shares = phases.iter().map(|(name, share)| format!("{name} {:.0} %", share * 100.0));
    shares.collect::<Vec<_>>().join(", ")
}

pub fn seconds(x: f64) -> String {
    format!("{} s", short(round(x)))
}

/// To hundredths: more says nothing about people.
pub fn round(x: f64) -> f64 {
    (x * 100.0).round() / 100.0
}

/// `1,250,000`, to three digits.
fn thousands(x: f64) -> String {
    let digits = x.abs().max(1.0).log10().floor() as i32 - 2;
    let unit = 10f64.powi(digits.max(0));
    let whole = ((x / unit).round() * unit) as u64;
    let text = whole.to_string();
    let mut grouped = String::new();
    for (k, digit) in text.chars().enumerate() {
        if k > 0 && (text.len() - k).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_have_three_digits_that_count() {
        assert_eq!([0.4, 7.0, 999.6, 1234.0, 1_234_567.0].map(thousands), ["0", "7", "1,000", "1,230", "1,230,000"]);
    }
}
