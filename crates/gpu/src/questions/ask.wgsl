// Costs, aims, routes and steps of points.

// A generator as routes need it; `expand.wgsl` wrote it.
struct Place { at: vec2f, unit: vec2f, length: f32, slowness: f32, parent: u32, cost: f32 }

struct Answer { cost: f32, generator: u32, aim: vec2f }

struct Call {
    count: u32,
    // Points of a route that there is room for.
    most: u32,
    // Time of a step.
    time: f32,
    padding: u32,
}

@group(0) @binding(5) var<storage, read> places: array<Place>;
@group(0) @binding(6) var<uniform> call: Call;
@group(0) @binding(7) var<storage, read_write> points: array<vec2f>;
@group(0) @binding(8) var<storage, read_write> answers: array<Answer>;
@group(0) @binding(9) var<storage, read_write> lengths: array<u32>;
@group(0) @binding(10) var<storage, read_write> routes: array<vec2f>;
@group(0) @binding(11) var<storage, read> speeds: array<f32>;

// Where one goes from `p` to get to a generator.
fn aim_of(generator: u32, p: vec2f) -> vec2f {
    let at = places[generator].at;
    let unit = places[generator].unit;
    let foot = at + unit * clamp(dot(unit, p - at), 0.0, places[generator].length);
    return select(foot, at, unit.x == 0.0 && unit.y == 0.0);
}

@compute @workgroup_size(64)
fn ask(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
       @builtin(local_invocation_index) local: u32) {
    let k = (group.y * groups.x + group.x) * 64u + local;
    if k >= call.count { return; }
    let p = points[k] + frame.shift;
    let found = look(p);
    var aim = p;
    if found.generator != NONE { aim = aim_of(found.generator, p); }
    answers[k] = Answer(found.cost, found.generator, aim - frame.shift);
}

@compute @workgroup_size(64)
fn lead(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
    let k = (group.y * groups.x + group.x) * 64u + local;
    if k >= call.count { return; }
    var at = points[k] + frame.shift;
    var generator = look(at).generator;
    var count = 0u;
    if generator != NONE {
        routes[k * call.most] = points[k];
        count = 1u;
    }
    while generator != NONE {
        let aim = aim_of(generator, at);
        // Around the end of a gate and between layers there is nothing to walk.
        if any(aim != at) {
            if count < call.most { routes[k * call.most + count] = aim - frame.shift; }
            count++;
        }
        at = aim;
        generator = places[generator].parent;
    }
    lengths[k] = count;
}

// The generator at a point; of one beside it, if rounding has put it into a wall. Free points from which no source can be
// reached have none: what is beside them is behind a wall.
fn look_around(p: vec2f) -> u32 {
    let found = look(p);
    if bitcast<u32>(found.cost) == bitcast<u32>(frame.unreachable) { return NONE; }
    var generator = found.generator;
    for (var turn = 0u; turn < 8u && generator == NONE; turn++) {
        let angle = f32(turn) * 0.785398;
        generator = look(p + 8.0 * frame.slack * vec2f(cos(angle), sin(angle))).generator;
    }
    return generator;
}

@compute @workgroup_size(64)
fn advance(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
           @builtin(local_invocation_index) local: u32) {
    let k = (group.y * groups.x + group.x) * 64u + local;
    if k >= call.count { return; }
    // What does not move stays, also on a corner, which needs no time to be left.
    if !(speeds[k] > 0.0) { return; }
    var at = points[k] + frame.shift;
    var generator = look_around(at);
    var time = call.time;
    while generator != NONE {
        let aim = aim_of(generator, at);
        // Speed changes at corners: a leg has that of the corner it leads to.
        let needed = distance(at, aim) * places[generator].slowness / speeds[k];
        if needed > time {
            at += (aim - at) * (time / needed);
            break;
        }
        time -= needed;
        at = aim;
        generator = places[generator].parent;
    }
    points[k] = at - frame.shift;
}
