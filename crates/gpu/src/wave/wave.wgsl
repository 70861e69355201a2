// A wave over cells by tiles of 32 x 32, as Kapadia and others 2013 with two copies of the costs: one to read and one to
// write. Only tiles that were woken run. A tile reads itself and a ring around it, sweeps until nothing changes, writes
// into its other copy, and wakes the tiles that it has an offer for. In which copy a tile's costs are, and whether it was
// written in this very round, stands in `written`; so a round reads only what the round before has left, and neither
// costs nor the number of rounds depend on the order of workgroups.

const TILE: u32 = 32;
const WIDE: u32 = 34; // with the ring
const AREA: u32 = 1156;
const RING: u32 = 132;
// A tile that is not done by then goes on in the next round: no workgroup runs for long.
const MOST_SWEEPS: u32 = 256;
// How far costs may be ahead of the least one in a round: farther, most would be found again and cheaper.
override NEAR: u32 = 6528; // 16 straight steps
const UNKNOWN: u32 = 0x7fffffff;
const STRAIGHT: u32 = 408;
const DIAGONAL: u32 = 577;
const FREE: u32 = 0x40000000;

// Whether cells have factors other than one.
override IS_UNEVEN: bool = false;

struct Grid {
    columns: u32,
    rows: u32,
    tile_columns: u32,
    tile_rows: u32,
    // How many of each there are in `marks`, one after the other: goals (cell, paid) by rising cell, changes (cell, ground),
    // agents (cell).
    goals: u32,
    changes: u32,
    agents: u32,
    spare: u32,
}

struct Tile {
    // Twice the round in which it was last written, and in which copy.
    written: atomic<u32>,
    // The last round for which it was woken.
    woken: atomic<u32>,
    // Its steps changed, or it lost a cost.
    is_touched: atomic<u32>,
    spare: u32,
    // The least cost that it is woken for, in even and in odd rounds.
    least: array<atomic<u32>, 2>,
    spares: array<u32, 2>,
    // Rows and columns that wait: see `due`.
    kept: array<atomic<u32>, 4>,
}

struct Progress {
    round: u32,
    // Tiles of this round.
    count: u32,
    // Tiles woken for the next one.
    next: atomic<u32>,
    // Costs from here on are not wanted, and those from there on not in this round.
    limit: u32,
    rounds: u32,
    // Rows and columns of tiles that were looked at: 32 cells each.
    looks: atomic<u32>,
    lost: atomic<u32>,
    // A cost from the limit on was left out.
    is_cut: atomic<u32>,
    near: u32,
    spare: array<u32, 3>,
}

@group(0) @binding(0) var<uniform> grid: Grid;
// Bits 0 to 7: steps; 8 to 23: factor in 256ths; FREE.
@group(0) @binding(1) var<storage, read_write> ground: array<u32>;
@group(0) @binding(2) var<storage, read_write> first: array<u32>;
@group(0) @binding(3) var<storage, read_write> second: array<u32>;
@group(0) @binding(4) var<storage, read_write> tiles: array<Tile>;
@group(0) @binding(5) var<storage, read_write> lists: array<u32>;
@group(0) @binding(6) var<storage, read_write> progress: Progress;
@group(0) @binding(7) var<storage, read> marks: array<u32>;

fn tile_count() -> u32 {
    return grid.tile_columns * grid.tile_rows;
}

fn tile_of(cell: u32) -> u32 {
    return cell / grid.columns / TILE * grid.tile_columns + cell % grid.columns / TILE;
}

// In which copy a tile's costs are at the beginning of a round.
fn copy_of(tile: u32, round: u32) -> u32 {
    let written = atomicLoad(&tiles[tile].written);
    return select(written & 1, 1 - (written & 1), written >> 1 == round);
}

fn cost_in(copy: u32, cell: u32) -> u32 {
    if copy == 0 { return first[cell]; }
    return second[cell];
}

fn wake(tile: u32, round: u32, least: u32) {
    atomicMin(&tiles[tile].least[round & 1], least);
    if atomicMax(&tiles[tile].woken, round) < round {
        lists[(round & 1) * tile_count() + atomicAdd(&progress.next, 1u)] = tile;
    }
}

// All of a tile is to be looked at.
fn wake_whole(tile: u32, round: u32, least: u32) {
    for (var direction = 0; direction < 4; direction++) { atomicStore(&tiles[tile].kept[direction], 0xffffffffu); }
    wake(tile, round, least);
}

// ---- before and between rounds

// Nothing is known.
@compute @workgroup_size(64)
fn forget(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) t: u32) {
    let cell = (group.y * groups.x + group.x) * 64 + t;
    if cell < grid.columns * grid.rows { first[cell] = UNKNOWN; }
    if cell < tile_count() {
        atomicStore(&tiles[cell].written, 0u);
        atomicStore(&tiles[cell].is_touched, 0u);
    }
}

// No tile was woken.
@compute @workgroup_size(64)
fn lull(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) t: u32) {
    let tile = (group.y * groups.x + group.x) * 64 + t;
    if tile >= tile_count() { return; }
    atomicStore(&tiles[tile].woken, 0u);
    for (var k = 0; k < 2; k++) { atomicStore(&tiles[tile].least[k], UNKNOWN); }
    for (var k = 0; k < 4; k++) { atomicStore(&tiles[tile].kept[k], 0u); }
}

// Cells become others.
@compute @workgroup_size(64)
fn edit(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) t: u32) {
    let k = (group.y * groups.x + group.x) * 64 + t;
    if k >= grid.changes { return; }
    let at = 2 * (grid.goals + k);
    let cell = marks[at];
    ground[cell] = marks[at + 1];
    let tile = tile_of(cell);
    atomicStore(&tiles[tile].is_touched, 1u);
    wake(tile, progress.round + 1, 0u);
}

// Goals that are open cost what is paid there.
@compute @workgroup_size(64)
fn begin(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) t: u32) {
    let k = (group.y * groups.x + group.x) * 64 + t;
    if k >= grid.goals { return; }
    let cell = marks[2 * k];
    let paid = marks[2 * k + 1];
    if (ground[cell] & FREE) != 0 && paid < progress.limit {
        let tile = tile_of(cell);
        let copy = copy_of(tile, 0xffffffffu);
        if paid < cost_in(copy, cell) {
            if copy == 0 { first[cell] = paid; } else { second[cell] = paid; }
            wake_whole(tile, progress.round + 1, paid);
        }
    }
}

// What was touched is paid anew.
@compute @workgroup_size(64)
fn pay(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) t: u32) {
    let tile = (group.y * groups.x + group.x) * 64 + t;
    if tile < tile_count() && atomicExchange(&tiles[tile].is_touched, 0u) != 0 {
        wake_whole(tile, progress.round + 1, 0u);
    }
}

var<workgroup> farthest: array<u32, 64>;
var<workgroup> nearest: array<u32, 64>;

// The next round: tiles that were woken for a cost near the least of all; costs beyond the farthest agent are not wanted.
@compute @workgroup_size(64)
fn advance(@builtin(local_invocation_index) t: u32) {
    let round = progress.round + 1;
    let count = atomicLoad(&progress.next);
    var far = 0u;
    for (var k = t; k < grid.agents; k += 64) {
        let cell = marks[2 * (grid.goals + grid.changes) + k];
        far = max(far, cost_in(copy_of(tile_of(cell), 0xffffffffu), cell));
    }
    var near = UNKNOWN;
    for (var k = t; k < count; k += 64) {
        near = min(near, atomicLoad(&tiles[lists[(round & 1) * tile_count() + k]].least[round & 1]));
    }
    farthest[t] = far;
    nearest[t] = near;
    workgroupBarrier();
    if t == 0 {
        for (var k = 1u; k < 64; k++) {
            far = max(far, farthest[k]);
            near = min(near, nearest[k]);
        }
        if grid.agents > 0 && far < UNKNOWN { progress.limit = min(progress.limit, (far / STRAIGHT + 1) * STRAIGHT); }
        progress.near = near + NEAR;
        progress.round = round;
        progress.count = count;
        atomicStore(&progress.next, 0u);
        if count > 0 { progress.rounds += 1; }
    }
}

// ---- a tile

var<workgroup> cost: array<u32, AREA>;
var<workgroup> land: array<u32, AREA>;
// Of the tiles around and of itself: in which copy.
var<workgroup> copies: array<u32, 9>;
var<workgroup> work: vec2<u32>;
var<workgroup> votes: atomic<u32>;
var<workgroup> verdict: u32;

fn dx(k: u32) -> i32 {
    return array<i32, 8>(1, 1, 0, -1, -1, -1, 0, 1)[k];
}

fn dy(k: u32) -> i32 {
    return array<i32, 8>(0, 1, 1, 1, 0, -1, -1, -1)[k];
}

// Counter-clockwise from the right, in the array of a tile with its ring.
fn stride(k: u32) -> i32 {
    return array<i32, 8>(1, 35, 34, 33, -1, -35, -34, -33)[k];
}

fn price(k: u32, own: u32, to: u32) -> u32 {
    let step = select(STRAIGHT, DIAGONAL, (k & 1) == 1);
    if !IS_UNEVEN { return step; }
    return (step * ((own >> 8 & 0xffff) + (land[to] >> 8 & 0xffff)) + 256) / 512;
}

// What a step offers to a place of the array, if it may be taken.
fn offer(at: u32, own: u32, k: u32) -> u32 {
    if (own >> k & 1) == 0 { return UNKNOWN; }
    let to = u32(i32(at) + stride(k));
    return cost[to] + price(k, own, to);
}

// The cell of a place, or one beyond all cells.
fn cell_at(tile: u32, at: u32) -> vec3<u32> {
    let x = tile % grid.tile_columns * TILE + at % WIDE;
    let y = tile / grid.tile_columns * TILE + at / WIDE;
    if x == 0 || y == 0 || x > grid.columns || y > grid.rows { return vec3(0xffffffffu, 0, 0); }
    return vec3((y - 1) * grid.columns + x - 1, (x - 1) / TILE, (y - 1) / TILE);
}

// Which of the nine tiles a place of the array lies in.
fn part_of(at: u32) -> u32 {
    let x = at % WIDE;
    let y = at / WIDE;
    return select(select(0u, 1u, x > 0), 2u, x == 33) + 3 * select(select(0u, 1u, y > 0), 2u, y == 33);
}

fn load(tile: u32, round: u32, t: u32) {
    if t < 9 {
        let x = i32(tile % grid.tile_columns) + i32(t % 3) - 1;
        let y = i32(tile / grid.tile_columns) + i32(t / 3) - 1;
        if x >= 0 && y >= 0 && x < i32(grid.tile_columns) && y < i32(grid.tile_rows) {
            copies[t] = copy_of(u32(y) * grid.tile_columns + u32(x), round);
        }
    }
    workgroupBarrier();
    for (var at = t; at < AREA; at += TILE) {
        let cell = cell_at(tile, at).x;
        var known = UNKNOWN;
        var own = 0u;
        if cell != 0xffffffffu {
            known = cost_in(copies[part_of(at)], cell);
            own = ground[cell];
        }
        cost[at] = known;
        land[at] = own;
    }
    workgroupBarrier();
}

// Writes what the tile has become into its other copy.
fn store(tile: u32, round: u32, t: u32) {
    let copy = 1 - copies[4];
    for (var y = 1u; y <= TILE; y++) {
        let at = y * WIDE + t + 1;
        let cell = cell_at(tile, at).x;
        if cell != 0xffffffffu {
            if copy == 0 { first[cell] = cost[at]; } else { second[cell] = cost[at]; }
        }
    }
    if t == 0 { atomicStore(&tiles[tile].written, 2 * round + copy); }
}

// Whether any thread says yes. All of the workgroup ask together.
fn any_of(yes: bool, t: u32) -> bool {
    if yes { atomicOr(&votes, 1u); }
    workgroupBarrier();
    if t == 0 { verdict = atomicExchange(&votes, 0u); }
    return workgroupUniformLoad(&verdict) != 0;
}

// Which rows and columns are due, a bit each: rows that take from the one below, from the one above, columns that take
// from the one on the left, from the one on the right. A cell that changes makes its neighbours due.
var<workgroup> due: array<atomic<u32>, 4>;

fn make_due(x: u32, y: u32) {
    if y < TILE { atomicOr(&due[0], 1u << y); }
    if y > 1 { atomicOr(&due[1], 1u << (y - 2)); }
    if x < TILE { atomicOr(&due[2], 1u << x); }
    if x > 1 { atomicOr(&due[3], 1u << (x - 2)); }
}

// Rows and columns with costs that are not for this round, and the least of these.
var<workgroup> later: array<atomic<u32>, 4>;
var<workgroup> least_later: atomic<u32>;

// Takes what three steps in one direction offer, if it is cheaper. Within a row or column no place reads another of it.
fn take(x: u32, y: u32, direction: u32, limit: u32, near: u32) {
    let k = array<u32, 4>(5, 1, 3, 7)[direction];
    let at = y * WIDE + x;
    let own = land[at];
    let least = min(offer(at, own, k), min(offer(at, own, (k + 1) & 7), offer(at, own, (k + 2) & 7)));
    if least < cost[at] && least < limit {
        if least < near {
            cost[at] = least;
            make_due(x, y);
        } else {
            atomicOr(&later[direction], 1u << (select(y, x, direction > 1) - 1));
            atomicMin(&least_later, least);
        }
    }
}

// Rows upwards and downwards, columns to the right and to the left. How many were due.
fn sweep(direction: u32, t: u32, limit: u32, near: u32) -> u32 {
    var looks = 0u;
    for (var step = 0u; step < TILE; step++) {
        let line = select(step, 31 - step, (direction & 1) == 1);
        if (atomicLoad(&due[direction]) >> line & 1) != 0 {
            looks += 1;
            let own = vec2(t + 1, line + 1);
            let place = select(own, own.yx, direction > 1);
            take(place.x, place.y, direction, limit, near);
        }
        workgroupBarrier();
        // No thread asks for it any more in this sweep, and only another sweep makes it due again.
        if t == 0 { atomicAnd(&due[direction], ~(1u << line)); }
    }
    return looks;
}

// Whether nothing is due. All of the workgroup ask together.
fn is_done(t: u32) -> bool {
    workgroupBarrier();
    if t == 0 { verdict = atomicLoad(&due[0]) | atomicLoad(&due[1]) | atomicLoad(&due[2]) | atomicLoad(&due[3]); }
    return workgroupUniformLoad(&verdict) == 0;
}

// The places of the ring.
fn ring_place(k: u32) -> u32 {
    if k < 33 { return k; }
    if k < 66 { return (k - 33) * WIDE + 33; }
    if k < 99 { return 33 * WIDE + 33 - (k - 66); }
    return (33 - (k - 99)) * WIDE;
}

fn is_inside(at: u32) -> bool {
    return at % WIDE - 1 < TILE && at / WIDE - 1 < TILE;
}

// What a step from the ring into the tile offers.
fn inward(at: u32, own: u32, k: u32) -> u32 {
    return select(UNKNOWN, offer(at, own, k), is_inside(u32(i32(at) + stride(k))));
}

fn wake_at(tile: u32, at: u32, round: u32, least: u32) {
    let cell = cell_at(tile, at);
    wake(cell.z * grid.tile_columns + cell.y, round, least);
}

// Costs fall until no step offers less, or only a cost that is not for this round.
@compute @workgroup_size(32)
fn renew(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) t: u32) {
    if t == 0 { work = vec2(progress.round, progress.count); }
    let now = workgroupUniformLoad(&work);
    let limit = progress.limit;
    let near = progress.near;
    for (var k = group.x; k < now.y; k += groups.x) {
        let tile = lists[(now.x & 1) * tile_count() + k];
        if t == 0 { verdict = atomicExchange(&tiles[tile].least[now.x & 1], UNKNOWN); }
        let wanted = workgroupUniformLoad(&verdict);
        if wanted < near {
            visit(tile, now.x, t, limit, near);
        } else if t == 0 {
            wake(tile, now.x + 1, wanted);
        }
        workgroupBarrier();
    }
}

fn visit(tile: u32, round: u32, t: u32, limit: u32, near: u32) {
    load(tile, round, t);
    // What was settled before takes only from the ring.
    if t < 4 {
        atomicStore(&due[t], atomicExchange(&tiles[tile].kept[t], 0u) | select(1u, 0x80000000u, (t & 1) == 1));
        atomicStore(&later[t], 0u);
    }
    if t == 0 { atomicStore(&least_later, UNKNOWN); }
    workgroupBarrier();
    var looks = 0u;
    var sweeps = 0u;
    var is_over = false;
    while !is_over && sweeps < MOST_SWEEPS {
        looks += sweep(sweeps & 3, t, limit, near);
        is_over = is_done(t);
        sweeps += 1;
    }
    if t == 0 {
        atomicAdd(&progress.looks, looks);
        if !is_over {
            wake_whole(tile, round + 1, 0u);
        } else if atomicLoad(&least_later) < UNKNOWN {
            for (var direction = 0; direction < 4; direction++) { atomicStore(&tiles[tile].kept[direction], atomicLoad(&later[direction])); }
            wake(tile, round + 1, atomicLoad(&least_later));
        }
    }
    // Four lines are looked at always; more only if something changed or was to be looked at anew.
    if looks > 4 { store(tile, round, t); }
    for (var r = 0u; r < RING; r += TILE) {
        let at = ring_place(min(r + t, RING - 1));
        let own = land[at];
        let straight = min(min(inward(at, own, 0), inward(at, own, 2)), min(inward(at, own, 4), inward(at, own, 6)));
        let across = min(min(inward(at, own, 1), inward(at, own, 3)), min(inward(at, own, 5), inward(at, own, 7)));
        let least = min(straight, across);
        if least < min(cost[at], limit) { wake_at(tile, at, round + 1, least); }
    }
}

// What is paid at a goal; marks are sorted by cell.
fn paid_at(cell: u32) -> u32 {
    var low = 0u;
    var high = grid.goals;
    while low < high {
        let middle = (low + high) / 2;
        if marks[2 * middle] < cell { low = middle + 1; } else { high = middle; }
    }
    if low < grid.goals && marks[2 * low] == cell { return marks[2 * low + 1]; }
    return UNKNOWN;
}

// Whether nothing supports the cost of a place any more: no step pays it exactly, and it is no goal of that cost.
fn is_lost(tile: u32, at: u32) -> bool {
    let own = land[at];
    let known = cost[at];
    if known == UNKNOWN { return false; }
    for (var k = 0u; k < 8; k++) {
        if offer(at, own, k) == known { return false; }
    }
    let is_goal = (own & FREE) != 0 && paid_at(cell_at(tile, at).x) == known;
    return !is_goal;
}

fn lose_row(tile: u32, direction: u32, k: u32, t: u32) -> bool {
    var at: u32;
    switch direction {
        case 0u: { at = k * WIDE + t + 1; }
        case 1u: { at = (33 - k) * WIDE + t + 1; }
        case 2u: { at = (t + 1) * WIDE + k; }
        default: { at = (t + 1) * WIDE + 33 - k; }
    }
    let is_gone = is_lost(tile, at);
    workgroupBarrier();
    if is_gone {
        cost[at] = UNKNOWN;
        atomicAdd(&progress.lost, 1u);
    }
    workgroupBarrier();
    return is_gone;
}

// Costs that nothing supports are taken back, until every one is supported.
@compute @workgroup_size(32)
fn lose(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) t: u32) {
    if t == 0 { work = vec2(progress.round, progress.count); }
    let now = workgroupUniformLoad(&work);
    for (var k = group.x; k < now.y; k += groups.x) {
        let tile = lists[(now.x & 1) * tile_count() + k];
        load(tile, now.x, t);
        var quiet = 0u;
        var sweeps = 0u;
        while quiet < 4 && sweeps < MOST_SWEEPS {
            var is_any = false;
            for (var step = 1u; step <= TILE; step++) { is_any = lose_row(tile, sweeps & 3, step, t) || is_any; }
            let is_gone = any_of(is_any, t);
            quiet = select(quiet + 1, 0u, is_gone);
            sweeps += 1;
        }
        if t == 0 {
            atomicAdd(&progress.looks, TILE * sweeps);
            if quiet < 4 { wake(tile, now.x + 1, 0u); }
            atomicStore(&tiles[tile].least[now.x & 1], UNKNOWN);
        }
        if sweeps > 4 {
            store(tile, now.x, t);
            if t == 0 { atomicStore(&tiles[tile].is_touched, 1u); }
            // The other copy still says what they cost.
            for (var r = t; r < RING; r += TILE) {
                let at = ring_place(r);
                let own = land[at];
                var doubts = 0u;
                for (var d = 0u; d < 8; d++) {
                    let to = u32(i32(at) + stride(d));
                    if (own >> d & 1) != 0 && is_inside(to) && cost[to] == UNKNOWN && cost[at] < UNKNOWN {
                        let old = cost_in(copies[4], cell_at(tile, to).x);
                        doubts += u32(old + price(d, own, to) == cost[at]);
                    }
                }
                if doubts > 0 { wake_at(tile, at, now.x + 1, 0u); }
            }
        }
        workgroupBarrier();
    }
}

// ---- after rounds

// All costs into the first copy; those that are not wanted are unknown.
@compute @workgroup_size(64)
fn settle(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) t: u32) {
    let cell = (group.y * groups.x + group.x) * 64 + t;
    if cell >= grid.columns * grid.rows { return; }
    let copy = copy_of(tile_of(cell), 0xffffffffu);
    let known = cost_in(copy, cell);
    let kept = select(UNKNOWN, known, known < progress.limit);
    if known >= progress.limit && known < UNKNOWN { atomicStore(&progress.is_cut, 1u); }
    if copy == 1 || kept != known { first[cell] = kept; }
}

// The same for tiles; a cost was left out where a step offers one.
@compute @workgroup_size(64)
fn rest(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) t: u32) {
    let cell = (group.y * groups.x + group.x) * 64 + t;
    if cell < tile_count() { atomicStore(&tiles[cell].written, 0u); }
    if cell >= grid.columns * grid.rows || grid.agents == 0 { return; }
    if first[cell] < UNKNOWN { return; }
    for (var k = 0u; k < 8; k++) {
        if (ground[cell] >> k & 1) != 0 {
            let to = u32(i32(cell) + dx(k) + dy(k) * i32(grid.columns));
            if first[to] < UNKNOWN { atomicStore(&progress.is_cut, 1u); }
        }
    }
}
