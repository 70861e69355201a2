// The cheapest generator at a point: the grid's triangles around it, and in those that hold it, their candidates.
//
// A point within `slack` of a triangle, or of what a window sees, counts as part of it. So rounding never leaves a point
// between two triangles, or between a window and the shadow beside it.

struct Frame {
    // Lower left corner of the grid, relative to the origin.
    corner: vec2f,
    // Cells per length.
    scale: f32,
    slack: f32,
    columns: u32,
    rows: u32,
    // What blocked and unreachable points cost: not a number, infinite.
    blocked: f32,
    unreachable: f32,
    // What is added to points: they may be relative to another origin.
    shift: vec2f,
    width: u32,
    height: u32,
}

struct Found { cost: f32, generator: u32 }

const NONE = 0xffffffffu;
const FAR = 3.4e38;

@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var<storage, read> starts: array<u32>;
@group(0) @binding(2) var<storage, read> members: array<u32>;
// As `expand.wgsl` wrote them: rows of three texels.
@group(0) @binding(3) var triangles: texture_2d<u32>;
@group(0) @binding(4) var candidates: texture_2d<u32>;

// Some candidates are flat fronts.
override HAS_FLATS = true;

fn texel(k: u32) -> vec2u {
    return vec2u(k & 4095u, k >> 12u);
}

fn cross(a: vec2f, b: vec2f) -> f32 {
    return a.x * b.y - a.y * b.x;
}

// A point lies on the left hand of a side, but for rounding: that of the point moves it by a part of `slack`, that of the
// side's ends turns the side.
fn inside(a: vec2f, b: vec2f, p: vec2f) -> bool {
    let side = b - a;
    let way = p - a;
    let reach = 0.7 * (abs(side.x) + abs(side.y)) + 0.35 * (abs(way.x) + abs(way.y));
    return cross(side, way) >= -frame.slack * reach;
}

struct Triangle { a: vec2f, b: vec2f, c: vec2f, first: u32, flats: u32, end: u32 }

fn triangle_at(k: u32) -> Triangle {
    let ab = bitcast<vec4f>(textureLoad(triangles, texel(3u * k), 0));
    let c = textureLoad(triangles, texel(3u * k + 1u), 0);
    let end = textureLoad(triangles, texel(3u * k + 2u), 0).x;
    return Triangle(ab.xy, ab.zw, bitcast<vec2f>(c.xy), c.z, c.w, end);
}

// Where a candidate is, and between which rays it sees.
struct Candidate { at: vec2f, cost: f32, slowness: f32, left: vec2f, right: vec2f }

fn candidate_at(k: u32) -> Candidate {
    let place = bitcast<vec4f>(textureLoad(candidates, texel(3u * k), 0));
    let rays = bitcast<vec4f>(textureLoad(candidates, texel(3u * k + 1u), 0));
    return Candidate(place.xy, place.z, place.w, rays.xy, rays.zw);
}

fn generator_of(k: u32) -> u32 {
    return textureLoad(candidates, texel(3u * k + 2u), 0).x;
}

// The unit vector of a flat front.
fn unit_of(k: u32) -> vec2f {
    return bitcast<vec2f>(textureLoad(candidates, texel(3u * k + 2u), 0).yz);
}

fn holds(t: Triangle, p: vec2f) -> bool {
    return inside(t.a, t.b, p) && inside(t.b, t.c, p) && inside(t.c, t.a, p);
}

// What a node makes a point cost; FAR if it does not see it.
fn cost_from_node(seen: Candidate, p: vec2f) -> f32 {
    let way = p - seen.at;
    let is_seen = cross(seen.left, way) <= frame.slack && cross(seen.right, way) >= -frame.slack;
    return select(FAR, seen.cost + sqrt(dot(way, way)) * seen.slowness, is_seen);
}

// The same for a flat front. Seen along its rays, the end of its segment is on the left hand.
fn cost_from_flat(seen: Candidate, unit: vec2f, p: vec2f) -> f32 {
    let way = p - seen.at;
    let along = dot(unit, way);
    let ahead = -cross(unit, way);
    let is_seen = along <= seen.left.x + frame.slack && along >= seen.right.x - frame.slack && ahead >= -frame.slack;
    return select(FAR, seen.cost + abs(ahead) * seen.slowness, is_seen);
}

// A point relative to the origin.
fn look(p: vec2f) -> Found {
    let place = (p - frame.corner) * frame.scale;
    // Points beyond the grid by less than rounding are on its border.
    if place.x < -0.005 || place.y < -0.005 || place.x > f32(frame.columns) + 0.005 || place.y > f32(frame.rows) + 0.005
       || !(place.x == place.x) || !(place.y == place.y) {
        return Found(frame.blocked, NONE);
    }
    let column = min(u32(max(place.x, 0.0)), frame.columns - 1u);
    let row = min(u32(max(place.y, 0.0)), frame.rows - 1u);
    let cell = row * frame.columns + column;
    var best = FAR;
    var winner = NONE;
    var is_free = false;
    let end_of_cell = starts[cell + 1u];
    for (var m = starts[cell]; m < end_of_cell; m++) {
        let triangle = triangle_at(members[m]);
        if !holds(triangle, p) { continue; }
        is_free = true;
        for (var k = triangle.first; k < triangle.flats; k++) {
            let cost = cost_from_node(candidate_at(k), p);
            winner = select(winner, k, cost < best);
            best = min(best, cost);
        }
        if HAS_FLATS {
            for (var k = triangle.flats; k < triangle.end; k++) {
                let cost = cost_from_flat(candidate_at(k), unit_of(k), p);
                winner = select(winner, k, cost < best);
                best = min(best, cost);
            }
        }
    }
    if winner == NONE {
        return Found(select(frame.blocked, frame.unreachable, is_free), NONE);
    }
    return Found(best, generator_of(winner));
}
