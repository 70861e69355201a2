// Generators by rising cost: choose one, let corners and pixels ask all edges whether they see it.
//
// Lengths are in widths of pixels, relative to the middle of the raster. Entries are what may become a generator: pieces of sources
// first, then each corner on each layer.

struct Facts {
    sources: u32,
    corners: u32,
    layers: u32,
    edges: u32,
    width: u32,
    height: u32,
    // Within so much of an edge's line a point is on it.
    near: f32,
    // Of a length of one pixel.
    pixel: f32,
    blocked: f32,
    unreachable: f32,
    // Costs of pixels that no wave may enter, and of those that none has reached.
    least: f32,
    far: f32,
    // Height of a pixel of width one.
    aspect: f32,
}

// `begin` and `end` are the ends of a piece of a source, or those of the free sector around a corner.
struct Corner { at: vec2f, begin: vec2f, end: vec2f, is_wide: u32, layer: u32 }

struct Entry { cost: f32, parent: u32, is_done: u32, rank: u32 }

// The chosen entry, and its row of `corners`: what every pixel needs, where it is read at once.
struct Current {
    entry: u32,
    layer: u32,
    count: u32,
    cost: f32,
    at: vec2f,
    begin: vec2f,
    end: vec2f,
    is_wide: u32,
    place: u32,
    slowness: f32,
    is_source: u32,
}

const NONE = 0xffffffffu;
// Pixels on a side of a tile, and edges that its list holds.
const TILE = 32u;
const LISTED = 511u;

@group(0) @binding(0) var<uniform> facts: Facts;
// A texel for each edge: its two ends.
@group(0) @binding(1) var edges: texture_2d<f32>;
@group(0) @binding(2) var<storage, read> corners: array<Corner>;
@group(0) @binding(3) var<storage, read> slowness: array<f32>;
@group(0) @binding(4) var<storage, read_write> entries: array<Entry>;
@group(0) @binding(5) var<storage, read_write> current: Current;
@group(0) @binding(6) var<storage, read_write> costs: array<f32>;
@group(0) @binding(7) var<storage, read_write> winners: array<u32>;
@group(0) @binding(8) var<storage, read> is_free: array<u32>;
@group(0) @binding(9) var cost_texture: texture_storage_2d<r32float, write>;
// A copy of `current`.
@group(0) @binding(11) var<uniform> now: Current;
// For each tile of pixels a number of edges, and these: those near any leg from the chosen one to the tile. A number that
// is too large means all edges.
@group(0) @binding(12) var<storage, read_write> lists: array<u32>;
@group(0) @binding(10) var generator_texture: texture_storage_2d<r32uint, write>;

fn cross(a: vec2f, b: vec2f) -> f32 {
    return a.x * b.y - a.y * b.x;
}

// The corner, or the piece of a source, of an entry: sources stand before the corners.
fn place_of(entry: u32) -> u32 {
    return select(facts.sources + (entry - facts.sources) / facts.layers, entry, entry < facts.sources);
}

// Where a leg to `p` starts.
fn foot(p: vec2f) -> vec2f {
    let way = now.end - now.begin;
    let t = dot(p - now.begin, way) / max(dot(way, way), 1e-30);
    return select(now.at, now.begin + way * clamp(t, 0.0, 1.0), now.is_source != 0u);
}

struct Sector { begin: vec2f, end: vec2f, is_wide: bool }

// A direction lies in a free sector, its borders included.
fn is_open(s: Sector, way: vec2f) -> bool {
    let is_wide = !(cross(s.end, way) > facts.near && cross(way, s.begin) > facts.near);
    let is_narrow = cross(s.begin, way) >= -facts.near && cross(way, s.end) >= -facts.near;
    return select(is_narrow, is_wide, s.is_wide);
}

// A direction runs along the border with which a free sector begins, or along that with which it ends. Along the first,
// the free space is on the left hand, along the second on the right.
fn borders(s: Sector, way: vec2f) -> vec2<bool> {
    return vec2<bool>(abs(cross(s.begin, way)) <= facts.near && dot(s.begin, way) > 0.0,
                      abs(cross(s.end, way)) <= facts.near && dot(s.end, way) > 0.0);
}

// The sector of the chosen corner; all around is free about a source.
fn chosen_sector() -> Sector {
    let is_corner = now.is_source == 0u;
    return Sector(select(vec2f(0.0), now.begin, is_corner), select(vec2f(0.0), now.end, is_corner), !is_corner || now.is_wide != 0u);
}

// An edge crosses the leg from `g` to `p`. Edges that either of them lies on do not.
fn is_crossed(k: u32, g: vec2f, p: vec2f, lean: f32) -> bool {
    let edge = textureLoad(edges, vec2u(k & 4095u, k >> 12u), 0);
    let side = edge.zw - edge.xy;
    let near = facts.near * max(abs(side.x), abs(side.y));
    let a = cross(side, g - edge.xy);
    let b = cross(side, p - edge.xy);
    let leg = p - g;
    let line = lean * max(abs(leg.x), abs(leg.y));
    let is_left = cross(leg, edge.xy - g) > line;
    let is_other_left = cross(leg, edge.zw - g) > line;
    return is_left != is_other_left && ((a > near && b < -near) || (a < -near && b > near));
}

fn tiles_across() -> u32 {
    return (facts.width + TILE - 1u) / TILE;
}

fn list_of(pixel: vec2u) -> u32 {
    return ((pixel.y / TILE) * tiles_across() + pixel.x / TILE) * (LISTED + 1u);
}

// The edges that may lie between the chosen one and a tile: their boxes meet the box of both.
@compute @workgroup_size(64)
fn cull(@builtin(global_invocation_id) id: vec3u) {
    let tiles = vec2u(tiles_across(), (facts.height + TILE - 1u) / TILE);
    if id.x >= tiles.x * tiles.y || now.entry == NONE { return; }
    let first = vec2f(vec2u(id.x % tiles.x, id.x / tiles.x) * TILE) - 0.5 * vec2f(f32(facts.width), f32(facts.height));
    let is_source = now.is_source != 0u;
    let a = select(now.at, now.begin, is_source);
    let b = select(now.at, now.end, is_source);
    // A pixel more on each side, for what rounding moves.
    let low = min(min(a, b), (first - 1.0) * vec2f(1.0, facts.aspect)) - 1.0;
    let high = max(max(a, b), (first + f32(TILE) + 1.0) * vec2f(1.0, facts.aspect)) + 1.0;
    let list = id.x * (LISTED + 1u);
    var count = 0u;
    for (var k = 0u; k < facts.edges; k++) {
        let edge = textureLoad(edges, vec2u(k & 4095u, k >> 12u), 0);
        let meets = all(min(edge.xy, edge.zw) <= high) && all(max(edge.xy, edge.zw) >= low);
        if meets {
            if count < LISTED { lists[list + 1u + count] = k; }
            count++;
        }
    }
    lists[list] = count;
}

fn is_clear(g: vec2f, p: vec2f, list: u32, lean: f32) -> bool {
    let listed = lists[list];
    let is_listed = listed <= LISTED;
    let count = select(facts.edges, listed, is_listed);
    for (var k = 0u; k < count; k++) {
        let edge = select(k, lists[list + 1u + min(k, LISTED - 1u)], is_listed);
        if is_crossed(edge, g, p, lean) { return false; }
    }
    return true;
}

// What runs along a wall runs on one side of it: corners on the leg count as on the other hand than the free space, and as
// on the left hand where the leg is in the open. `along` and `back` are the borders that it runs along at its ends; if they
// leave it open on which side, both are tried.
fn is_seen(g: vec2f, p: vec2f, list: u32, along: vec2<bool>, back: vec2<bool>) -> bool {
    let has_left = (along.x && !along.y) || (back.y && !back.x);
    if is_clear(g, p, list, select(-facts.near, facts.near, has_left)) { return true; }
    let is_either = (along.x && along.y) || (back.x && back.y);
    let has_side = along.x != along.y || back.x != back.y;
    return is_either && !has_side && is_clear(g, p, list, facts.near);
}

var<workgroup> least: array<f32, 256>;
var<workgroup> which: array<u32, 256>;

// The cheapest entry that waits, the first of equals.
@compute @workgroup_size(256)
fn choose(@builtin(local_invocation_index) local: u32) {
    let count = facts.sources + facts.corners * facts.layers;
    var best = facts.far;
    var at = NONE;
    for (var k = local; k < count; k += 256u) {
        let cost = entries[k].cost;
        if entries[k].is_done == 0u && cost < best {
            best = cost;
            at = k;
        }
    }
    least[local] = best;
    which[local] = at;
    workgroupBarrier();
    for (var half = 128u; half > 0u; half /= 2u) {
        if local < half {
            let other = least[local + half];
            if other < least[local] || (other == least[local] && which[local + half] < which[local]) {
                least[local] = other;
                which[local] = which[local + half];
            }
        }
        workgroupBarrier();
    }
    if local != 0u { return; }
    let entry = which[0];
    current.entry = entry;
    current.cost = least[0];
    if entry != NONE {
        entries[entry].is_done = 1u;
        entries[entry].rank = current.count;
        let layer = select((entry - facts.sources) % facts.layers, 0u, entry < facts.sources);
        let place = place_of(entry);
        current.layer = layer;
        current.slowness = slowness[layer];
        current.place = place;
        current.at = corners[place].at;
        current.begin = corners[place].begin;
        current.end = corners[place].end;
        current.is_wide = corners[place].is_wide;
        current.is_source = select(0u, 1u, entry < facts.sources);
        current.count += 1u;
    }
}

// Corners that see the chosen one.
@compute @workgroup_size(64)
fn reach(@builtin(global_invocation_id) id: vec3u) {
    if id.x >= facts.corners || now.entry == NONE { return; }
    let place = facts.sources + id.x;
    let at = corners[place].at;
    let g = foot(at);
    // The speed of a corner counts for paths that have that of the start, or a lower one.
    let own = corners[place].layer;
    var layer = now.layer;
    if own != NONE && (layer == 0u || slowness[own] < now.slowness) { layer = own; }
    let target_entry = facts.sources + id.x * facts.layers + layer;
    let cost = now.cost + distance(g, at) * facts.pixel * now.slowness;
    if now.place == place || cost >= entries[target_entry].cost { return; }
    let here = Sector(corners[place].begin, corners[place].end, corners[place].is_wide != 0u);
    let chosen = chosen_sector();
    if !is_open(here, g - at) || !is_open(chosen, at - g) { return; }
    // A wall's two sides are corners of their own: along the wall one does not get from one to the other.
    let along = borders(chosen, at - g);
    let back = borders(here, g - at);
    if (along.x && !along.y && back.x && !back.y) || (along.y && !along.x && back.y && !back.x) { return; }
    let place_in_pixels = at / vec2f(1.0, facts.aspect) + 0.5 * vec2f(f32(facts.width), f32(facts.height));
    let last = vec2f(f32(facts.width - 1u), f32(facts.height - 1u));
    let list = list_of(vec2u(clamp(place_in_pixels, vec2f(0.0), last)));
    if is_seen(g, at, list, along, back) {
        entries[target_entry].cost = cost;
        entries[target_entry].parent = now.entry;
    }
}

fn centre_of(pixel: vec2u) -> vec2f {
    return (vec2f(pixel) + 0.5 - 0.5 * vec2f(f32(facts.width), f32(facts.height))) * vec2f(1.0, facts.aspect);
}

fn slot_of(pixel: vec2u) -> u32 {
    return (now.layer * facts.height + pixel.y) * facts.width + pixel.x;
}

fn cost_at(p: vec2f) -> f32 {
    return now.cost + distance(foot(p), p) * facts.pixel * now.slowness;
}

// Pixels that see the chosen one, four in a column: most would not become cheaper, and edges are asked for the others only.
@compute @workgroup_size(8, 8)
fn fill(@builtin(global_invocation_id) id: vec3u) {
    let first = vec2u(id.x, 4u * id.y);
    if first.x >= facts.width || first.y >= facts.height || now.entry == NONE { return; }
    let chosen = chosen_sector();
    var waiting = 0u;
    for (var k = 0u; k < 4u; k++) {
        let pixel = first + vec2u(0u, k);
        if pixel.y < facts.height {
            let p = centre_of(pixel);
            let is_cheaper = cost_at(p) < costs[slot_of(pixel)] && is_open(chosen, p - foot(p));
            waiting |= select(0u, 1u << k, is_cheaper);
        }
    }
    while waiting != 0u {
        let pixel = first + vec2u(0u, firstTrailingBit(waiting));
        waiting &= waiting - 1u;
        let p = centre_of(pixel);
        let g = foot(p);
        if is_seen(g, p, list_of(pixel), borders(chosen, p - g), vec2<bool>(false)) {
            costs[slot_of(pixel)] = cost_at(p);
            winners[slot_of(pixel)] = now.entry;
        }
    }
}

// Nothing is reached; what is not free never will be.
@compute @workgroup_size(8, 8)
fn clear(@builtin(global_invocation_id) id: vec3u) {
    if id.x >= facts.width || id.y >= facts.height { return; }
    let pixel = id.y * facts.width + id.x;
    let cost = select(facts.least, facts.far, ((is_free[pixel / 32u] >> (pixel % 32u)) & 1u) != 0u);
    for (var layer = 0u; layer < facts.layers; layer++) {
        costs[layer * facts.width * facts.height + pixel] = cost;
        winners[layer * facts.width * facts.height + pixel] = NONE;
    }
}

// The cheapest layer of each pixel.
@compute @workgroup_size(8, 8)
fn merge(@builtin(global_invocation_id) id: vec3u) {
    if id.x >= facts.width || id.y >= facts.height { return; }
    let pixel = id.y * facts.width + id.x;
    var cost = costs[pixel];
    var winner = winners[pixel];
    for (var layer = 1u; layer < facts.layers; layer++) {
        let slot = layer * facts.width * facts.height + pixel;
        if costs[slot] < cost {
            cost = costs[slot];
            winner = winners[slot];
        }
    }
    let shown = select(select(cost, facts.unreachable, cost >= facts.far), facts.blocked, cost <= facts.least);
    textureStore(cost_texture, id.xy, vec4f(shown, 0.0, 0.0, 0.0));
    textureStore(generator_texture, id.xy, vec4u(winner, 0u, 0u, 0u));
}
