// Fans of generators, drawn with a depth test: the depth of a pixel is its cost.
//
// Lengths are in widths of pixels, relative to the middle of the raster, whose lowest row is the first of the textures.

struct Frame {
    // Pixels on a side.
    size: vec2f,
    // Height of a pixel of width one.
    aspect: f32,
    // What is subtracted from a cost, and what the rest is multiplied by: a power of two, so that nothing is rounded.
    least: f32,
    scale: f32,
    blocked: f32,
    unreachable: f32,
    spare: f32,
}

@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var<storage, read> is_free: array<u32>;

struct Shown {
    @builtin(frag_depth) depth: f32,
    @location(0) cost: f32,
    @location(1) generator: u32,
}

// Pixels that are not free are as near as can be: nothing is drawn before them.
@vertex
fn everywhere(@builtin(vertex_index) k: u32) -> @builtin(position) vec4f {
    return vec4f(f32(k & 1u) * 4.0 - 1.0, f32(k & 2u) * 2.0 - 1.0, 0.0, 1.0);
}

@fragment
fn ground(@builtin(position) at: vec4f) -> Shown {
    let pixel = u32(at.y) * u32(frame.size.x) + u32(at.x);
    let is_open = ((is_free[pixel / 32u] >> (pixel % 32u)) & 1u) != 0u;
    return Shown(select(0.0, 1.0, is_open), select(frame.blocked, frame.unreachable, is_open), 0xffffffffu);
}

// What is seen between two legs, as four corners.
struct Piece {
    @location(0) right: vec4f,
    @location(1) left: vec4f,
    // Where legs start, and the unit vector of a segment; zero for points.
    @location(2) front: vec4f,
    // Of the generator, and per pixel.
    @location(3) cost: vec2f,
    @location(4) generator: u32,
}

struct Seen {
    @builtin(position) at: vec4f,
    @location(0) @interpolate(flat) front: vec4f,
    @location(1) @interpolate(flat) cost: vec2f,
    @location(2) @interpolate(flat) generator: u32,
}

@vertex
fn fan(piece: Piece, @builtin(vertex_index) k: u32) -> Seen {
    // Two triangles: near right, far right, far left; far left, near left, near right.
    let corner = select(select(select(piece.left.xy, piece.right.zw, k == 1u), piece.left.zw, k == 4u),
                        piece.right.xy, k == 0u || k == 5u);
    let at = corner * vec2f(2.0, -2.0) / (frame.size * vec2f(1.0, frame.aspect));
    return Seen(vec4f(at, 0.0, 1.0), piece.front, piece.cost, piece.generator);
}

@fragment
fn fill(seen: Seen) -> Shown {
    let p = (seen.at.xy - 0.5 * frame.size) * vec2f(1.0, frame.aspect);
    let offset = p - seen.front.xy;
    let unit = seen.front.zw;
    let across = abs(unit.x * offset.y - unit.y * offset.x);
    let far = select(across, length(offset), all(unit == vec2f(0.0)));
    let cost = seen.cost.x + far * seen.cost.y;
    return Shown(max((cost - frame.least) * frame.scale, 1e-30), cost, seen.generator);
}
