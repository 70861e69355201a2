// Cost and generator at the centre of every pixel, sixteen pixels at a time.
//
// Pixels beside each other are mostly in the same triangle, so a block of four by four reads each triangle and each
// candidate once, and keeps the best so far in registers: a vector for each row of the block. What a pixel gets is what
// `look` gives it. A block reads the list of the cell that its middle lies in: the lists of cells hold what passes beside
// the cell, too. Where blocks are too large for that, `sample` is the kernel.

// Where the centres of the columns are, then those of the rows, relative to the origin.
@group(0) @binding(5) var<storage, read> centres: array<f32>;
@group(0) @binding(6) var costs: texture_storage_2d<r32float, write>;
@group(0) @binding(7) var generators: texture_storage_2d<r32uint, write>;

// The best so far of four pixels.
struct Row { best: vec4f, winner: vec4u }

// `inside`, for the four pixels of a row.
fn row_inside(side: vec2f, xs: vec4f, y: f32) -> vec4<bool> {
    let reach = 0.7 * (abs(side.x) + abs(side.y)) + 0.35 * (abs(xs) + abs(y));
    return side.x * y - side.y * xs >= -frame.slack * reach;
}

fn row_holds(t: Triangle, xs: vec4f, y: f32) -> vec4<bool> {
    let a = t.a;
    let b = t.b;
    let c = t.c;
    return row_inside(b - a, xs - a.x, y - a.y) & row_inside(c - b, xs - b.x, y - b.y)
         & row_inside(a - c, xs - c.x, y - c.y);
}

// Bits 0 to 15: the pixels of the block that a triangle holds, row by row.
fn held_by(t: Triangle, xs: vec4f, ys: vec4f) -> u32 {
    return bits(row_holds(t, xs, ys.x)) | (bits(row_holds(t, xs, ys.y)) << 4u) | (bits(row_holds(t, xs, ys.z)) << 8u)
         | (bits(row_holds(t, xs, ys.w)) << 12u);
}

fn bits(row: vec4<bool>) -> u32 {
    let found = select(vec4u(0u), vec4u(1u, 2u, 4u, 8u), row);
    return found.x | found.y | found.z | found.w;
}

// A candidate at the pixels of a row: `cost_from_node`, or `cost_from_flat`.
fn offered(row: Row, held: u32, k: u32, is_flat: bool, seen: Candidate, unit: vec2f, wx: vec4f, wy: f32) -> Row {
    let left = seen.left.x * wy - seen.left.y * wx;
    let right = seen.right.x * wy - seen.right.y * wx;
    var is_seen = (left <= vec4f(frame.slack)) & (right >= vec4f(-frame.slack));
    var far = sqrt(wx * wx + wy * wy);
    if HAS_FLATS {
        let along = unit.x * wx + unit.y * wy;
        let ahead = unit.y * wx - unit.x * wy;
        let is_before = (along <= vec4f(seen.left.x + frame.slack)) & (along >= vec4f(seen.right.x - frame.slack))
                      & (ahead >= vec4f(-frame.slack));
        is_seen = select(is_seen, is_before, vec4<bool>(is_flat));
        far = select(far, abs(ahead), is_flat);
    }
    let cost = seen.cost + far * seen.slowness;
    let is_better = ((vec4u(held) & vec4u(1u, 2u, 4u, 8u)) != vec4u(0u)) & is_seen & (cost < row.best);
    return Row(select(row.best, cost, is_better), select(row.winner, vec4u(k), is_better));
}

fn cell_of(at: f32, count: u32) -> u32 {
    return min(u32(max(at * frame.scale, 0.0)), count - 1u);
}

fn put(row: Row, free: u32, x: u32, y: u32, column: u32) {
    if x + column >= frame.width || y >= frame.height { return; }
    var cost = select(frame.blocked, frame.unreachable, ((free >> column) & 1u) != 0u);
    var generator = NONE;
    if row.winner[column] != NONE {
        cost = row.best[column];
        generator = generator_of(row.winner[column]);
    }
    textureStore(costs, vec2u(x + column, y), vec4f(cost, 0.0, 0.0, 0.0));
    textureStore(generators, vec2u(x + column, y), vec4u(generator, 0u, 0u, 0u));
}

fn put_row(row: Row, free: u32, x: u32, y: u32) {
    put(row, free, x, y, 0u);
    put(row, free, x, y, 1u);
    put(row, free, x, y, 2u);
    put(row, free, x, y, 3u);
}

@compute @workgroup_size(32)
fn blocks(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
    // Neighbours in number are neighbours in place: four by two blocks at a time.
    let block = vec2u(8u, 4u) * group.xy + vec2u(local % 4u + 4u * ((local >> 3u) % 2u), (local >> 2u) % 2u + 2u * (local >> 4u));
    let x = 4u * block.x;
    let y = 4u * block.y;
    if x >= frame.width || y >= frame.height {
        return;
    }
    let last = vec2u(frame.width - 1u, frame.height - 1u);
    let xs = vec4f(centres[x], centres[min(x + 1u, last.x)], centres[min(x + 2u, last.x)], centres[min(x + 3u, last.x)]);
    let ys = vec4f(centres[frame.width + y], centres[frame.width + min(y + 1u, last.y)],
                   centres[frame.width + min(y + 2u, last.y)], centres[frame.width + min(y + 3u, last.y)]);
    let nothing = Row(vec4f(FAR), vec4u(NONE));
    var row0 = nothing;
    var row1 = nothing;
    var row2 = nothing;
    var row3 = nothing;
    var free = 0u;
    let middle = (vec2f(xs.x, ys.x) + vec2f(xs.w, ys.w)) * 0.5 - frame.corner;
    let cell = cell_of(middle.y, frame.rows) * frame.columns + cell_of(middle.x, frame.columns);
    let end_of_cell = starts[cell + 1u];
    var m = starts[cell];
    loop {
        // Up to four triangles that hold pixels of the block.
        var found = 0u;
        var firsts = vec4u(0u);
        var flats = vec4u(0u);
        var ends = vec4u(0u);
        var helds = vec4u(0u);
        while m < end_of_cell && found < 4u {
            let triangle = triangle_at(members[m]);
            m++;
            let held = held_by(triangle, xs, ys);
            free |= held;
            if held != 0u && triangle.first < triangle.end {
                let here = vec4u(0u, 1u, 2u, 3u) == vec4u(found);
                firsts = select(firsts, vec4u(triangle.first), here);
                flats = select(flats, vec4u(triangle.flats), here);
                ends = select(ends, vec4u(triangle.end), here);
                helds = select(helds, vec4u(held), here);
                found++;
            }
        }
        if found == 0u { break; }
        // Their candidates in one loop: blocks side by side need not wait for each other's triangles.
        var t = 0u;
        var k = firsts.x;
        loop {
            let held = helds[t];
            let seen = candidate_at(k);
            let is_flat = k >= flats[t];
            var unit = vec2f(0.0);
            if HAS_FLATS { unit = unit_of(k); }
            let wx = xs - seen.at.x;
            let wy = ys - seen.at.y;
            row0 = offered(row0, held, k, is_flat, seen, unit, wx, wy.x);
            row1 = offered(row1, held >> 4u, k, is_flat, seen, unit, wx, wy.y);
            row2 = offered(row2, held >> 8u, k, is_flat, seen, unit, wx, wy.z);
            row3 = offered(row3, held >> 12u, k, is_flat, seen, unit, wx, wy.w);
            k++;
            if k == ends[t] {
                t++;
                if t == found { break; }
                k = firsts[t];
            }
        }
    }
    put_row(row0, free, x, y);
    put_row(row1, free >> 4u, x, y + 1u);
    put_row(row2, free >> 8u, x, y + 2u);
    put_row(row3, free >> 12u, x, y + 3u);
}
