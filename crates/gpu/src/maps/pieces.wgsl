// Which candidates of a triangle may win in a cell of the grid: those of the others are left out of the cell's list.
//
// A piece is what a triangle and a cell have in common. It lies within the triangle, and within the rectangle that the
// extents of both have in common; what holds at all corners of one of these holds in the piece, if it holds between points
// that it holds at. So a candidate goes that sees nothing of the piece: all corners are beyond one of its rays. Then the
// dear ones: the candidate that sees the whole piece and is cheapest at its middle is the rival of all others. Costs are
// convex functions of the place, so a candidate's cost lies above the plane that touches it at the middle. That plane
// minus the rival's cost is concave: where it is positive at all corners, it is positive between them, and the
// candidate goes. One that rounding might keep stays: nothing is decided here, only left out.
//
// Cost: two rounds over the candidates of a triangle, for each cell that it touches; whenever the map or the origin changes.

struct TriangleRow { a: u32, b: u32, c: u32, first: u32 }

// A triangle that touches a cell.
struct Member { triangle: u32, cell: u32 }

// A generator relative to the origin; `expand.wgsl` wrote it.
struct Place { at: vec2f, unit: vec2f, length: f32, slowness: f32, parent: u32, cost: f32 }

struct Work {
    // How many pieces.
    count: u32,
    // Share of a cell by which points that look into it may lie beside it.
    margin: f32,
}

@group(0) @binding(4) var<uniform> work: Work;
@group(0) @binding(5) var<storage, read> places: array<Place>;
@group(0) @binding(6) var<storage, read> triangle_rows: array<TriangleRow>;
@group(0) @binding(7) var<storage, read> members: array<Member>;
@group(0) @binding(8) var written: texture_storage_2d<rgba32uint, write>;

// Tolerance: Share of a cost that the dozen operations of a comparison are rounded by, at most: eight units in the last place.
const ROUNDED: f32 = 9.536743e-7;
// Tolerance: Units of `slack` by which points of a piece may lie beside its corners, and beside what a candidate sees.
const BESIDE: f32 = 4.0;
// Tolerance: The least length that is divided by.
const LEAST: f32 = 1.2e-38;

// A number at the corners of the triangle, and at those of the rectangle.
struct Corners { triangle: vec3f, rectangle: vec4f }

struct Region { a: vec2f, b: vec2f, c: vec2f, low: vec2f, high: vec2f }

// By how much the corners of a region are beyond what a candidate sees: the least and the most of the triangle or of the
// rectangle, whichever says more.
struct Bounds { least: vec3f, most: vec3f }

fn region_of(row: TriangleRow, cell: u32) -> Region {
    let a = places[row.a].at;
    let b = places[row.b].at;
    let c = places[row.c].at;
    let side = 1.0 / frame.scale;
    let corner = frame.corner + side * vec2f(f32(cell % frame.columns), f32(cell / frame.columns));
    let low = max(min(a, min(b, c)), corner - work.margin * side);
    let high = min(max(a, max(b, c)), corner + (1.0 + work.margin) * side);
    return Region(a, b, c, min(low, high), max(low, high));
}

fn bounds_of(seen: Candidate, piece: Region) -> Bounds {
    let a = beyond(seen, piece.a);
    let b = beyond(seen, piece.b);
    let c = beyond(seen, piece.c);
    let d = beyond(seen, piece.low);
    let e = beyond(seen, vec2f(piece.high.x, piece.low.y));
    let f = beyond(seen, piece.high);
    let g = beyond(seen, vec2f(piece.low.x, piece.high.y));
    return Bounds(max(min(a, min(b, c)), min(min(d, e), min(f, g))), min(max(a, max(b, c)), max(max(d, e), max(f, g))));
}

fn costs_of(seen: Candidate, piece: Region) -> Corners {
    let low = vec2f(piece.high.x, piece.low.y);
    let high = vec2f(piece.low.x, piece.high.y);
    return Corners(vec3f(cost_from(seen, piece.a), cost_from(seen, piece.b), cost_from(seen, piece.c)),
                   vec4f(cost_from(seen, piece.low), cost_from(seen, low), cost_from(seen, piece.high), cost_from(seen, high)));
}

// How much the cost from a candidate rises at a place, along both axes.
fn rise_of(seen: Candidate, p: vec2f) -> vec2f {
    let offset = p - seen.at;
    let ahead = vec2f(-seen.unit.y, seen.unit.x) * sign(cross(seen.unit, offset));
    return seen.slowness * select(offset / max(length(offset), LEAST), ahead, is_flat(seen));
}

// A candidate costs more than the rival everywhere in a piece: by more than rounding and points beside it make up for.
fn is_dear(seen: Candidate, piece: Region, rival: Corners, doubt: f32) -> bool {
    let middle = 0.5 * (piece.low + piece.high);
    let rise = rise_of(seen, middle);
    let cost = cost_from(seen, middle);
    let low = piece.low - middle;
    let high = piece.high - middle;
    let at_triangle = vec3f(dot(rise, piece.a - middle), dot(rise, piece.b - middle), dot(rise, piece.c - middle));
    let at_rectangle = vec4f(dot(rise, low), rise.x * high.x + rise.y * low.y, dot(rise, high), rise.x * low.x + rise.y * high.y);
    let enough = doubt + ROUNDED * cost + 2.0 * BESIDE * frame.slack * seen.slowness;
    return all(cost + at_triangle > rival.triangle + enough) || all(cost + at_rectangle > rival.rectangle + enough);
}

// Points beside the piece are seen as well: on the left and the right since the list lets go of its rays, and not from
// behind a flat front.
fn sees_all(outside: Bounds) -> bool {
    return all(outside.most <= frame.slack * vec3f(1.0, 1.0, -BESIDE));
}

fn sees_none(outside: Bounds) -> bool {
    return any(outside.least > vec3f(BESIDE * frame.slack));
}

@compute @workgroup_size(64)
fn cut(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
       @builtin(local_invocation_index) local: u32) {
    let m = (group.y * groups.x + group.x) * 64u + local;
    if m >= work.count { return; }
    let row = triangle_rows[members[m].triangle];
    let first = row.first;
    let count = triangle_rows[members[m].triangle + 1u].first - first;
    let piece = region_of(row, members[m].cell);
    let middle = 0.5 * (piece.low + piece.high);
    // The rival.
    var best = FAR;
    var whole = count;
    var rival = Corners(vec3f(FAR), vec4f(FAR));
    var doubt = 0.0;
    for (var i = 0u; i < count; i++) {
        let seen = candidate_at(first + i);
        let cost = cost_from(seen, middle);
        if cost < best && sees_all(bounds_of(seen, piece)) {
            best = cost;
            whole = i;
        }
    }
    var kept = 0u;
    var bytes = vec4u(0u);
    if whole < count {
        let seen = candidate_at(first + whole);
        rival = costs_of(seen, piece);
        let most = max(max(max(rival.triangle.x, rival.triangle.y), rival.triangle.z),
                       max(max(rival.rectangle.x, rival.rectangle.y), max(rival.rectangle.z, rival.rectangle.w)));
        doubt = ROUNDED * most + 2.0 * BESIDE * frame.slack * seen.slowness;
        bytes.x = whole & 0xffu;
        kept = 1u;
    }
    for (var i = 0u; i < count; i++) {
        let seen = candidate_at(first + i);
        if i == whole || sees_none(bounds_of(seen, piece)) || is_dear(seen, piece, rival, doubt) { continue; }
        let byte = vec4u(i & 0xffu) << vec4u(8u * (kept & 3u));
        bytes |= select(vec4u(0u), byte, vec4u(0u, 1u, 2u, 3u) == vec4u(kept >> 2u));
        kept++;
    }
    var entries = count;
    if kept <= LONGEST_LIST && count <= MOST_LISTED {
        entries = kept | LISTED | select(0u, WHOLE, whole < count);
    }
    textureStore(written, texel(3u * m), bitcast<vec4u>(vec4f(piece.a, piece.b)));
    textureStore(written, texel(3u * m + 1u), vec4u(bitcast<vec2u>(piece.c), first, entries));
    textureStore(written, texel(3u * m + 2u), bytes);
}
