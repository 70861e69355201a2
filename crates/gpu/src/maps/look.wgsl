// The cheapest generator at a point: the grid's pieces of triangles around it, and in those that hold it, their candidates.
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
// As `pieces.wgsl` and `expand.wgsl` wrote them: rows of three texels.
@group(0) @binding(2) var pieces: texture_storage_2d<rgba32uint, read>;
@group(0) @binding(3) var candidates: texture_storage_2d<rgba32uint, read>;

// Some candidates are flat fronts; some go on at another speed than one.
override HAS_FLATS = true;
override HAS_WEIGHTS = true;

// Bits of a piece's count: its list names the candidates; the first of them sees all of the piece.
const LISTED = 0x80000000u;
const WHOLE = 0x40000000u;
// A list has one byte for each candidate: at most so many of them, the first so many of a triangle.
const LONGEST_LIST = 16u;
const MOST_LISTED = 256u;

fn texel(k: u32) -> vec2u {
    return vec2u(k & 4095u, k >> 12u);
}

fn cross(a: vec2f, b: vec2f) -> f32 {
    return a.x * b.y - a.y * b.x;
}

// The part of a triangle that is in a cell of the grid, and which candidates may win there.
struct Piece { a: vec2f, b: vec2f, c: vec2f, first: u32, count: u32 }

fn piece_at(m: u32) -> Piece {
    let ab = bitcast<vec4f>(textureLoad(pieces, texel(3u * m)));
    let rest = textureLoad(pieces, texel(3u * m + 1u));
    return Piece(ab.xy, ab.zw, bitcast<vec2f>(rest.xy), rest.z, rest.w);
}

// The candidates of a piece.
struct List { first: u32, bytes: vec4u, count: u32, is_listed: bool, has_whole: bool }

fn list_of(m: u32, first: u32, count: u32) -> List {
    let bytes = textureLoad(pieces, texel(3u * m + 2u));
    return List(first, bytes, count & (WHOLE - 1u), (count & LISTED) != 0u, (count & WHOLE) != 0u);
}

// Where a candidate is, and between which rays it sees.
struct Candidate { at: vec2f, cost: f32, generator: u32, left: vec2f, right: vec2f, slowness: f32, unit: vec2f }

fn candidate_at(k: u32) -> Candidate {
    let place = textureLoad(candidates, texel(3u * k));
    let rays = bitcast<vec4f>(textureLoad(candidates, texel(3u * k + 1u)));
    var terms = vec3f(1.0, 0.0, 0.0);
    if HAS_FLATS || HAS_WEIGHTS { terms = bitcast<vec3f>(textureLoad(candidates, texel(3u * k + 2u)).xyz); }
    return Candidate(bitcast<vec2f>(place.xy), bitcast<f32>(place.z), place.w, rays.xy, rays.zw, terms.x, terms.yz);
}

fn is_flat(seen: Candidate) -> bool {
    return HAS_FLATS && (seen.unit.x != 0.0 || seen.unit.y != 0.0);
}

// A candidate of a piece. One that sees all of it has no rays: points beside the piece by rounding count as part of it.
fn listed(list: List, i: u32) -> Candidate {
    let byte = (list.bytes[(i >> 2u) & 3u] >> (8u * (i & 3u))) & 0xffu;
    var seen = candidate_at(list.first + select(i, byte, list.is_listed));
    let is_whole = list.has_whole && i == 0u;
    let wide = select(0.0, FAR, is_flat(seen));
    seen.left = select(seen.left, vec2f(wide, 0.0), is_whole);
    seen.right = select(seen.right, vec2f(-wide, 0.0), is_whole);
    return seen;
}

// A point lies on the left hand of a side, but for rounding: that of the point moves it by a part of `slack`, that of the
// side's ends turns the side.
fn inside(a: vec2f, b: vec2f, p: vec2f) -> bool {
    let side = b - a;
    let offset = p - a;
    return side.y * offset.x - turned(abs(offset.x)) <= side.x * offset.y + turned(abs(offset.y)) + moved(side);
}

fn moved(side: vec2f) -> f32 {
    return 0.7 * frame.slack * (abs(side.x) + abs(side.y));
}

fn turned(offset: f32) -> f32 {
    return 0.35 * frame.slack * offset;
}

// Where the points of a triangle are. The sides of one that is narrower than rounding say nothing along its line.
struct Extent { low: vec2f, high: vec2f }

fn extent_of(t: Piece) -> Extent {
    return Extent(min(t.a, min(t.b, t.c)) - 2.0 * frame.slack, max(t.a, max(t.b, t.c)) + 2.0 * frame.slack);
}

fn holds(t: Piece, p: vec2f) -> bool {
    let extent = extent_of(t);
    return all(p >= extent.low) && all(p <= extent.high)
        && inside(t.a, t.b, p) && inside(t.b, t.c, p) && inside(t.c, t.a, p);
}

// By how much a point is beyond what a candidate sees: on the left, on the right, behind a flat front. Seen along the rays
// of a flat front, the end of its segment is on the left hand.
fn beyond(seen: Candidate, p: vec2f) -> vec3f {
    let offset = p - seen.at;
    if is_flat(seen) {
        let along = dot(seen.unit, offset);
        return vec3f(along - seen.left.x, seen.right.x - along, cross(seen.unit, offset));
    }
    return vec3f(cross(seen.left, offset), -cross(seen.right, offset), -FAR);
}

// What the path from a candidate costs, seen or not.
fn cost_from(seen: Candidate, p: vec2f) -> f32 {
    let offset = p - seen.at;
    let far = select(sqrt(dot(offset, offset)), abs(cross(seen.unit, offset)), is_flat(seen));
    return seen.cost + far * seen.slowness;
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
        let piece = piece_at(m);
        if !holds(piece, p) { continue; }
        is_free = true;
        let list = list_of(m, piece.first, piece.count);
        for (var i = 0u; i < list.count; i++) {
            let seen = listed(list, i);
            let outside = beyond(seen, p);
            let cost = cost_from(seen, p);
            let is_better = all(outside <= vec3f(frame.slack)) && cost < best;
            winner = select(winner, seen.generator, is_better);
            best = select(best, cost, is_better);
        }
    }
    if winner == NONE {
        return Found(select(frame.blocked, frame.unreachable, is_free), NONE);
    }
    return Found(best, winner);
}
