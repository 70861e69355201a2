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
    // Corners may slow paths down: at the speed of the start one may turn anywhere to keep away from them.
    may_shun: u32,
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
    // Where its legs go on: all over its sector, between two directions less than half a turn apart, or nowhere.
    looks: u32,
    spare: u32,
    ahead_begin: vec2f,
    ahead_end: vec2f,
}

const ALL_OVER = 0u;
const AHEAD = 1u;
const NOWHERE = 2u;
const NONE = 0xffffffffu;
// Pixels on a side of a tile, and edges that its list holds.
const TILE = 32u;
const LISTED = 511u;
// Marks of a tile, beside the number of its edges: none of its pixels can become cheaper; nothing in it is seen.
const IDLE = 0x80000000u;
const UNSEEN = 0x40000000u;
const COUNT = 0x3fffffffu;

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
// The highest cost of a pixel of each tile.
@group(0) @binding(13) var<storage, read_write> tops: array<f32>;

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

// A leg may go on from the chosen one in a direction.
fn is_ahead(way: vec2f) -> bool {
    if now.looks == ALL_OVER { return is_open(chosen_sector(), way); }
    let is_between = cross(now.ahead_begin, way) >= -facts.near && cross(way, now.ahead_end) >= -facts.near;
    return now.looks == AHEAD && is_between;
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

// No corner of a box lies on the left hand of a direction, or none on the right hand (`hand` is then -1).
fn is_beside(way: vec2f, hand: f32, low: vec2f, high: vec2f) -> bool {
    let sides = vec4f(cross(way, low), cross(way, high), cross(way, vec2f(low.x, high.y)), cross(way, vec2f(high.x, low.y)));
    return all(sides * hand < vec4f(0.0));
}

// The outermost of the four corners of a box that a direction from outside meets: the one with all others on the left
// hand, or on the right hand.
fn tangent(low: vec2f, high: vec2f, hand: f32) -> vec2f {
    var found = low;
    let others = array(high, vec2f(low.x, high.y), vec2f(high.x, low.y));
    for (var k = 0; k < 3; k++) {
        found = select(found, others[k], cross(found, others[k]) * hand < 0.0);
    }
    return found;
}

// The edges that may lie between the chosen one and a tile: their boxes meet the box of both, and they are not beside the
// legs to the tile.
@compute @workgroup_size(64)
fn cull(@builtin(global_invocation_id) id: vec3u) {
    let tiles = vec2u(tiles_across(), (facts.height + TILE - 1u) / TILE);
    if id.x >= tiles.x * tiles.y || now.entry == NONE { return; }
    let first = vec2f(vec2u(id.x % tiles.x, id.x / tiles.x) * TILE) - 0.5 * vec2f(f32(facts.width), f32(facts.height));
    let is_source = now.is_source != 0u;
    let a = select(now.at, now.begin, is_source);
    let b = select(now.at, now.end, is_source);
    // A pixel more on each side, for what rounding moves.
    let tile_low = (first - 1.0) * vec2f(1.0, facts.aspect) - 1.0;
    let tile_high = (first + f32(TILE) + 1.0) * vec2f(1.0, facts.aspect) + 1.0;
    let list = id.x * (LISTED + 1u);
    let is_unseen = now.looks == NOWHERE || (now.looks == AHEAD && (is_beside(now.ahead_begin, 1.0, tile_low - a, tile_high - a)
        || is_beside(now.ahead_end, -1.0, tile_low - a, tile_high - a)));
    if is_unseen {
        lists[list] = IDLE | UNSEEN;
        return;
    }
    let nearest = select(distance(clamp(a, tile_low, tile_high), a), 0.0, is_source);
    let is_idle = now.cost + nearest * facts.pixel * now.slowness >= tops[id.x];
    let low = min(min(a, b), tile_low);
    let high = max(max(a, b), tile_high);
    let is_outside = !is_source && (any(a < tile_low) || any(a > tile_high));
    let right = tangent(tile_low - a, tile_high - a, 1.0);
    let left = tangent(tile_low - a, tile_high - a, -1.0);
    var count = 0u;
    for (var k = 0u; k < facts.edges; k++) {
        let edge = textureLoad(edges, vec2u(k & 4095u, k >> 12u), 0);
        let meets = all(min(edge.xy, edge.zw) <= high) && all(max(edge.xy, edge.zw) >= low);
        let is_right = max(cross(right, edge.xy - a), cross(right, edge.zw - a)) < 0.0;
        let is_left = min(cross(left, edge.xy - a), cross(left, edge.zw - a)) > 0.0;
        if meets && !(is_outside && (is_right || is_left)) {
            if count < LISTED { lists[list + 1u + count] = k; }
            count++;
        }
    }
    lists[list] = count | select(0u, IDLE, is_idle);
}

fn is_clear(g: vec2f, p: vec2f, list: u32, lean: f32) -> bool {
    var listed = COUNT;
    if list != NONE { listed = lists[list] & COUNT; }
    let is_listed = listed <= LISTED;
    let count = select(facts.edges, listed, is_listed);
    for (var k = 0u; k < count; k++) {
        var edge = k;
        if is_listed { edge = lists[list + 1u + k]; }
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
        look_ahead(entry, layer, place);
    }
}

// Where a leg may go on from the chosen corner: behind it, on the hand on which it turns around something. What lies
// elsewhere costs less from others. A corner at which the speed changes looks all over its sector, and so does the end of a
// wall that the leg ran along: it is not known on which side.
fn look_ahead(entry: u32, layer: u32, place: u32) {
    current.looks = ALL_OVER;
    let parent = entries[entry].parent;
    let corner = corners[place];
    let is_wary = layer == 0u && facts.may_shun != 0u;
    if entry < facts.sources || parent == NONE || corner.layer == layer || is_wary { return; }
    let before = corners[place_of(parent)];
    var start = before.at;
    if parent < facts.sources {
        let way = before.end - before.begin;
        start = before.begin + way * clamp(dot(corner.at - before.begin, way) / max(dot(way, way), 1e-30), 0.0, 1.0);
    }
    let far = distance(start, corner.at);
    if far <= facts.near { return; }
    let way = (corner.at - start) / far;
    // What is seen but for `near` may come a little from beside: from around a corner close by it turns by some more.
    let slack = 0.05;
    let of_begin = cross(way, corner.begin);
    let of_end = cross(way, corner.end);
    let runs_along = (dot(way, corner.begin) < 0.0 && abs(of_begin) <= slack) || (dot(way, corner.end) < 0.0 && abs(of_end) <= slack);
    let is_left = of_end >= -slack;
    let is_right = of_begin <= slack;
    if runs_along || (is_left && is_right) { return; }
    let beside = 0.04 * vec2f(-way.y, way.x);
    current.looks = select(NOWHERE, AHEAD, is_left || is_right);
    current.ahead_begin = select(way - beside, corner.begin, is_right);
    current.ahead_end = select(way + beside, corner.end, is_left);
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
    // Sectors of one vertex are apart, though there is no way between them: walls that cross there are between them. So may
    // be corners so close to each other that directions mean nothing: both are seen from farther away.
    if now.is_source == 0u && distance(at, now.at) <= facts.near { return; }
    let here = Sector(corners[place].begin, corners[place].end, corners[place].is_wide != 0u);
    let chosen = chosen_sector();
    if !is_open(here, g - at) || !is_ahead(at - g) { return; }
    // A wall's two sides are corners of their own: along the wall one does not get from one to the other.
    let along = borders(chosen, at - g);
    let back = borders(here, g - at);
    if (along.x && !along.y && back.x && !back.y) || (along.y && !along.x && back.y && !back.x) { return; }
    let place_in_pixels = at / vec2f(1.0, facts.aspect) + 0.5 * vec2f(f32(facts.width), f32(facts.height));
    let last = vec2f(f32(facts.width - 1u), f32(facts.height - 1u));
    let nearest = clamp(place_in_pixels, vec2f(0.0), last);
    // Off the picture there is no tile whose list would do.
    let list = select(NONE, list_of(vec2u(nearest)), all(abs(place_in_pixels - nearest) <= vec2f(1.0)));
    if list != NONE && (lists[list] & UNSEEN) != 0u { return; }
    if is_seen(g, at, list, along, back) {
        entries[target_entry].cost = cost;
        entries[target_entry].parent = now.entry;
    }
}

fn centre_of(pixel: vec2u) -> vec2f {
    return (vec2f(pixel) + 0.5 - 0.5 * vec2f(f32(facts.width), f32(facts.height))) * vec2f(1.0, facts.aspect);
}

fn slot_of(pixel: vec2u) -> u32 {
    return pixel.y * facts.width + pixel.x;
}

fn cost_at(p: vec2f) -> f32 {
    return now.cost + distance(foot(p), p) * facts.pixel * now.slowness;
}

var<workgroup> highest: array<f32, 64>;

// Pixels that see the chosen one, a workgroup for each tile: most would not become cheaper, and edges are asked for the
// others only.
@compute @workgroup_size(8, 8)
fn fill(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u,
        @builtin(local_invocation_index) index: u32) {
    let tile = group.y * tiles_across() + group.x;
    let list = tile * (LISTED + 1u);
    let is_idle = now.entry == NONE || (lists[list] & IDLE) != 0u;
    var top = facts.least;
    if !is_idle {
        let chosen = chosen_sector();
        let first = TILE * group.xy + local.xy;
        var waiting = 0u;
        for (var k = 0u; k < 16u; k++) {
            let pixel = first + 8u * vec2u(k % 4u, k / 4u);
            if pixel.x < facts.width && pixel.y < facts.height {
                let p = centre_of(pixel);
                let known = costs[slot_of(pixel)];
                let is_cheaper = cost_at(p) < known && is_ahead(p - foot(p));
                waiting |= select(0u, 1u << k, is_cheaper);
                top = select(max(top, known), top, is_cheaper);
            }
        }
        while waiting != 0u {
            let k = firstTrailingBit(waiting);
            let pixel = first + 8u * vec2u(k % 4u, k / 4u);
            waiting &= waiting - 1u;
            let p = centre_of(pixel);
            let g = foot(p);
            var cost = costs[slot_of(pixel)];
            if is_seen(g, p, list, borders(chosen, p - g), vec2<bool>(false)) {
                cost = cost_at(p);
                costs[slot_of(pixel)] = cost;
                winners[slot_of(pixel)] = now.entry;
            }
            top = max(top, cost);
        }
    }
    highest[index] = top;
    workgroupBarrier();
    if index == 0u && !is_idle {
        for (var k = 1u; k < 64u; k++) { top = max(top, highest[k]); }
        tops[tile] = top;
    }
}

// Nothing is reached; what is not free never will be.
@compute @workgroup_size(8, 8)
fn clear(@builtin(global_invocation_id) id: vec3u) {
    if id.x >= facts.width || id.y >= facts.height { return; }
    let pixel = id.y * facts.width + id.x;
    costs[pixel] = select(facts.least, facts.far, ((is_free[pixel / 32u] >> (pixel % 32u)) & 1u) != 0u);
    winners[pixel] = NONE;
    if all(id.xy % TILE == vec2u(0u)) { tops[list_of(id.xy) / (LISTED + 1u)] = facts.far; }
}

// Into the textures.
@compute @workgroup_size(8, 8)
fn show(@builtin(global_invocation_id) id: vec3u) {
    if id.x >= facts.width || id.y >= facts.height { return; }
    let pixel = id.y * facts.width + id.x;
    let cost = costs[pixel];
    let shown = select(select(cost, facts.unreachable, cost >= facts.far), facts.blocked, cost <= facts.least);
    textureStore(cost_texture, id.xy, vec4f(shown, 0.0, 0.0, 0.0));
    textureStore(generator_texture, id.xy, vec4u(winners[pixel], 0u, 0u, 0u));
}
