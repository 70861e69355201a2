//! The table `crowd` as a value to be written. What is as it would be without a word is left out.

use super::fields::{GUIDES, PASSING, PLANS, STEERING};
use crate::documents::Value;
use crate::documents::write::{list, point, points};
use crate::model::{
    Crowd, Distribution, Goods, Group, Measure, MeasureShape, Profile, Rerouting, Seek, SpeedArea, Start, Stop,
};

type Fields = Vec<(String, Value)>;

/// The table `crowd` without its lists, and those.
pub(crate) fn crowd(crowd: &Crowd) -> (Value, [(&'static str, Vec<Value>); 5]) {
    let usual = Crowd::default();
    let mut fields: Fields = Vec::new();
    let mut add = |name: &str, value: Option<Value>| fields.extend(value.map(|value| (name.to_owned(), value)));
    add("seconds", (crowd.seconds != usual.seconds).then_some(Value::Number(crowd.seconds)));
    add("step", (crowd.step != usual.step).then_some(Value::Number(crowd.step)));
    add("seed", (crowd.seed != usual.seed).then_some(Value::Integer(crowd.seed as i64)));
    add("steering", (crowd.steering != usual.steering).then(|| word(STEERING.1, crowd.steering)));
    add("passing", (crowd.passing != usual.passing).then(|| word(PASSING.1, crowd.passing)));
    add("calm", crowd.calm.then_some(Value::Bool(true)));
    add(
        "rerouting",
        match crowd.rerouting {
            Rerouting::None => None,
            Rerouting::Delay => Some(Value::Text("delay".into())),
            Rerouting::Factor(factor) => Some(Value::Number(factor)),
        },
    );
    let lists = [
        ("groups", crowd.groups.iter().map(group).collect()),
        ("stops", crowd.stops.iter().map(stop).collect()),
        ("measures", crowd.measures.iter().map(measure).collect()),
        ("areas", crowd.areas.iter().map(speed_area).collect()),
        ("goods", crowd.goods.iter().map(goods).collect()),
    ];
    (Value::Table(fields), lists)
}

fn group(group: &Group) -> Value {
    let usual = Group::new(Start::Points(Vec::new()));
    let mut fields: Fields = Vec::new();
    fields.extend(group.name.clone().map(|name| ("name".to_owned(), Value::Text(name))));
    start(&group.start, &mut fields);
    for (name, names) in [("goal", &group.goals), ("via", &group.via)] {
        match names.as_slice() {
            [] => {}
            [one] => fields.push((name.into(), Value::Text(one.clone()))),
            several => fields.push((name.into(), list(several.iter().map(|n| Value::Text(n.clone()))))),
        }
    }
    fields.extend((group.seek != usual.seek).then(|| ("seek".to_owned(), Value::Text(group.seek.word().into()))));
    if let Seek::Nearest { of, catch } = &group.seek {
        fields.push(("of".into(), Value::Text(of.clone())));
        fields.extend(catch.map(|catch| ("catch".to_owned(), Value::Number(catch))));
    }
    if group.guide != usual.guide {
        fields.push(("guide".into(), word(GUIDES.1, group.guide)));
    }
    if group.plan != usual.plan {
        fields.push(("plan".into(), word(PLANS.1, group.plan)));
    }
    for (name, is, was) in [
        ("radius", group.radius, usual.radius),
        ("speed", group.speed, usual.speed),
        ("premovement", group.premovement, usual.premovement),
    ] {
        fields.extend((is != was).then(|| (name.to_owned(), spread(is))));
    }
    fields.extend(group.together.then(|| ("together".to_owned(), Value::Bool(true))));
    if !group.profiles.is_empty() {
        fields.push(("profiles".into(), list(group.profiles.iter().map(profile))));
    }
    Value::Table(fields)
}

fn profile(profile: &Profile) -> Value {
    let mut fields: Fields = Vec::new();
    fields.extend(profile.name.clone().map(|name| ("name".to_owned(), Value::Text(name))));
    fields.push(("share".into(), Value::Number(profile.share)));
    for (name, is) in [("radius", profile.radius), ("speed", profile.speed), ("premovement", profile.premovement)] {
        fields.extend(is.map(|is| (name.to_owned(), spread(is))));
    }
    Value::Table(fields)
}

fn start(start: &Start, fields: &mut Fields) {
    let whole = |count: usize| Value::Integer(count as i64);
    match start {
        Start::Area { outline, count } => {
            fields.push(("count".into(), whole(*count)));
            fields.push(("area".into(), points(outline)));
        }
        Start::Points(at) => fields.push(("points".into(), list(at.iter().map(|&p| point(p))))),
        Start::Entrance { segment, count, rate, batch, after } => {
            fields.push(("entrance".into(), points(segment)));
            fields.extend(count.map(|count| ("count".to_owned(), whole(count))));
            fields.extend(rate.map(|rate| ("rate".to_owned(), Value::Number(rate))));
            fields.extend((*batch != 1).then(|| ("batch".to_owned(), whole(*batch))));
            fields.extend((*after != 0.0).then(|| ("after".to_owned(), Value::Number(*after))));
        }
        Start::Flow { count, after } => {
            fields.extend(count.map(|count| ("count".to_owned(), whole(count))));
            fields.extend((*after != 0.0).then(|| ("after".to_owned(), Value::Number(*after))));
        }
    }
}

fn stop(stop: &Stop) -> Value {
    let mut fields =
        vec![("name".to_owned(), Value::Text(stop.name.clone())), ("area".to_owned(), points(&stop.outline))];
    fields.extend((stop.wait != Distribution::Exactly(0.0)).then(|| ("wait".to_owned(), spread(stop.wait))));
    Value::Table(fields)
}

fn speed_area(area: &SpeedArea) -> Value {
    let mut fields: Fields = Vec::new();
    fields.extend(area.name.clone().map(|name| ("name".to_owned(), Value::Text(name))));
    fields.extend([("area".to_owned(), points(&area.outline)), ("speed".to_owned(), Value::Number(area.speed))]);
    Value::Table(fields)
}

fn goods(goods: &Goods) -> Value {
    let mut fields: Fields = Vec::new();
    fields.extend(goods.name.clone().map(|name| ("name".to_owned(), Value::Text(name))));
    fields.push(("area".to_owned(), points(&goods.outline)));
    fields.push(("count".to_owned(), Value::Integer(goods.count as i64)));
    fields.extend((goods.rate != 1.0).then(|| ("rate".to_owned(), Value::Number(goods.rate))));
    Value::Table(fields)
}

fn measure(measure: &Measure) -> Value {
    let shape = match &measure.shape {
        MeasureShape::Line(segment) => ("segment".to_owned(), points(segment)),
        MeasureShape::Area(ring) => ("area".to_owned(), points(ring)),
    };
    Value::Table(vec![("name".to_owned(), Value::Text(measure.name.clone())), shape])
}

fn spread(spread: Distribution) -> Value {
    match spread {
        Distribution::Exactly(x) => Value::Number(x),
        Distribution::Between(from, to) => list([Value::Number(from), Value::Number(to)]),
        Distribution::Around { mean, deviation } => Value::Table(vec![
            ("mean".to_owned(), Value::Number(mean)),
            ("deviation".to_owned(), Value::Number(deviation)),
        ]),
        Distribution::LogNormal { mean, deviation } => Value::Table(vec![
            ("kind".to_owned(), Value::Text("log-normal".into())),
            ("mean".to_owned(), Value::Number(mean)),
            ("deviation".to_owned(), Value::Number(deviation)),
        ]),
        Distribution::Triangular { from, mode, to } => Value::Table(vec![
            ("from".to_owned(), Value::Number(from)),
            ("mode".to_owned(), Value::Number(mode)),
            ("to".to_owned(), Value::Number(to)),
        ]),
    }
}

/// The word for a value. Every value has one.
fn word<T: PartialEq>(words: &[(&'static str, T)], value: T) -> Value {
    let word = words.iter().find(|(_, known)| *known == value).map_or("", |(word, _)| word);
    Value::Text(word.to_owned())
}
