// Cost and generator at the centre of every pixel, sixteen pixels at a time.
//
// Pixels beside each other are mostly in the same triangle, so a block of four by four reads each piece and each
// candidate once, and keeps the best so far in registers: a vector for each row of the block. What a pixel gets is what
// `look` gives it. A block reads the list of the cell that its middle lies in: the lists of cells hold what passes beside
// the cell, too. Where blocks are too large for that, `sample` is the kernel.

// Where the centres of the columns are, then those of the rows, relative to the origin.
@group(0) @binding(4) var<storage, read> centres: array<f32>;
@group(0) @binding(5) var costs: texture_storage_2d<r32float, write>;
@group(0) @binding(6) var generators: texture_storage_2d<r32uint, write>;

// The best so far of four pixels.
struct Row { best: vec4f, winner: vec4u }

// `inside` for all pixels of a block: those whose column's number is no larger than their row's.
struct Side { columns: vec4f, rows: vec4f }

fn side_of(a: vec2f, b: vec2f, xs: vec4f, ys: vec4f) -> Side {
    let side = b - a;
    let wx = xs - a.x;
    let wy = ys - a.y;
    let turn = turned(1.0);
    return Side(side.y * wx - turn * abs(wx), side.x * wy + turn * abs(wy) + moved(side));
}

// Bits 0 to 15: the pixels of the block that a triangle holds, row by row.
fn held_by(t: Piece, xs: vec4f, ys: vec4f) -> u32 {
    var a = side_of(t.a, t.b, xs, ys);
    let b = side_of(t.b, t.c, xs, ys);
    let c = side_of(t.c, t.a, xs, ys);
    // What is beyond the triangle's extent is on the wrong side of the first one.
    let extent = extent_of(t);
    a.columns = select(vec4f(FAR), a.columns, (xs >= vec4f(extent.low.x)) & (xs <= vec4f(extent.high.x)));
    a.rows = select(vec4f(-FAR), a.rows, (ys >= vec4f(extent.low.y)) & (ys <= vec4f(extent.high.y)));
    return bits(a, b, c, vec3f(a.rows.x, b.rows.x, c.rows.x)) | (bits(a, b, c, vec3f(a.rows.y, b.rows.y, c.rows.y)) << 4u)
         | (bits(a, b, c, vec3f(a.rows.z, b.rows.z, c.rows.z)) << 8u) | (bits(a, b, c, vec3f(a.rows.w, b.rows.w, c.rows.w)) << 12u);
}

// The bits of a row of pixels.
fn bits(a: Side, b: Side, c: Side, row: vec3f) -> u32 {
    let is_held = (a.columns <= vec4f(row.x)) & (b.columns <= vec4f(row.y)) & (c.columns <= vec4f(row.z));
    let found = select(vec4u(0u), vec4u(1u, 2u, 4u, 8u), is_held);
    return found.x | found.y | found.z | found.w;
}

// What a candidate has in common for all rows of a block: how far its columns are from it, and that times its rays.
struct Columns { offset: vec4f, left: vec4f, right: vec4f, squares: vec4f }

// A candidate at the pixels of a row: `beyond` and `cost_from`.
fn offered(row: Row, held: u32, seen: Candidate, columns: Columns, offset: f32) -> Row {
    var is_seen = (columns.left >= vec4f(seen.left.x * offset - frame.slack))
                & (columns.right <= vec4f(seen.right.x * offset + frame.slack));
    var far = sqrt(columns.squares + offset * offset);
    if HAS_FLATS {
        let along = seen.unit.x * columns.offset + seen.unit.y * offset;
        let ahead = seen.unit.y * columns.offset - seen.unit.x * offset;
        let is_before = (along <= vec4f(seen.left.x + frame.slack)) & (along >= vec4f(seen.right.x - frame.slack))
                      & (ahead >= vec4f(-frame.slack));
        is_seen = select(is_seen, is_before, vec4<bool>(is_flat(seen)));
        far = select(far, abs(ahead), is_flat(seen));
    }
    if HAS_FLATS || HAS_WEIGHTS { far *= seen.slowness; }
    let cost = seen.cost + far;
    let is_better = ((vec4u(held) & vec4u(1u, 2u, 4u, 8u)) != vec4u(0u)) & is_seen & (cost < row.best);
    return Row(select(row.best, cost, is_better), select(row.winner, vec4u(seen.generator), is_better));
}

fn cell_of(at: f32, count: u32) -> u32 {
    return min(u32(max(at * frame.scale, 0.0)), count - 1u);
}

// Pixels beyond the textures are not stored.
fn put(row: Row, free: u32, x: u32, y: u32, column: u32) {
    let nothing = select(frame.blocked, frame.unreachable, ((free >> column) & 1u) != 0u);
    let cost = select(row.best[column], nothing, row.winner[column] == NONE);
    textureStore(costs, vec2u(x + column, y), vec4f(cost, 0.0, 0.0, 0.0));
    textureStore(generators, vec2u(x + column, y), vec4u(row.winner[column], 0u, 0u, 0u));
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
        // Up to four pieces that hold pixels of the block: blocks side by side then need not wait for each other's.
        var found = 0u;
        var holding = vec4u(0u);
        var helds = vec4u(0u);
        while m < end_of_cell && found < 4u {
            let piece = piece_at(m);
            let held = held_by(piece, xs, ys);
            free |= held;
            if held != 0u {
                let here = vec4u(0u, 1u, 2u, 3u) == vec4u(found);
                holding = select(holding, vec4u(m), here);
                helds = select(helds, vec4u(held), here);
                found++;
            }
            m++;
        }
        if found == 0u { break; }
        for (var t = 0u; t < found; t++) {
            let held = helds[t];
            let entry = textureLoad(pieces, texel(3u * holding[t] + 1u));
            let list = list_of(holding[t], entry.z, entry.w);
            for (var i = 0u; i < list.count; i++) {
                let seen = listed(list, i);
                let wx = xs - seen.at.x;
                let wy = ys - seen.at.y;
                let columns = Columns(wx, seen.left.y * wx, seen.right.y * wx, wx * wx);
                row0 = offered(row0, held, seen, columns, wy.x);
                row1 = offered(row1, held >> 4u, seen, columns, wy.y);
                row2 = offered(row2, held >> 8u, seen, columns, wy.z);
                row3 = offered(row3, held >> 12u, seen, columns, wy.w);
            }
        }
    }
    put_row(row0, free, x, y);
    put_row(row1, free >> 4u, x, y + 1u);
    put_row(row2, free >> 8u, x, y + 2u);
    put_row(row3, free >> 12u, x, y + 3u);
}
