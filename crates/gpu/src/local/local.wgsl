// Local maps after Fischer, Silveira and Nedel 2009: a workgroup for each agent, the map in the workgroup's memory, walls
// and agents first, goals then, and sweeps until the middle is steady. The window, its cone and its border are those of
// `LocalMap` in the room `potential`. Sweeps take the cells of one colour of a draughts board at a time, so that no cell
// reads another that is being written.

// Cells along a side, at most 33, so that a row of the inside is a word.
override SIDE: u32 = 21;
const THREADS: u32 = 64;

// Goals are as high as this, so that what is left behind many walls stays above the least number.
const HIGH: f32 = 7.9228163e28; // 2^96
const TOLERANCE: f32 = 2e-4;
const MOST_SWEEPS: u32 = 400;
const BETWEEN_LOOKS: u32 = 4;

struct Frame {
    // The side of a local cell in cells of the grid, and the other slope round.
    step: f32,
    per_cell: f32,
    // The cosine of half of the view's aperture.
    least: f32,
    // Cells of the grid, and how many words a row of bits has.
    columns: i32,
    rows: i32,
    words: u32,
    questions: u32,
    spare: u32,
}

// Places are whole cells of the grid and a part of one, so that differences keep their digits.
struct Disc {
    whole: vec2<i32>,
    part: vec2<f32>,
    // In local cells.
    radius: f32,
    spare: f32,
}

struct Question {
    whole: vec2<i32>,
    part: vec2<f32>,
    heading: vec2<f32>,
    // What left and below, and what right and above add to a quarter, and the factor of over-relaxation.
    bias: vec2<f32>,
    factor: f32,
    radius: f32,
    // The first word of its goals.
    goals: u32,
    // 65536 times the edge (left, right, below, above) and the middle of the three open cells; the highest number if none is.
    open: u32,
    // Discs near by: three spans.
    spans: array<vec2<u32>, 3>,
}

@group(0) @binding(0) var<uniform> frame: Frame;
// Bits of the grid: blocked cells, then goals of each map.
@group(0) @binding(1) var<storage, read> bits: array<u32>;
@group(0) @binding(2) var<storage, read> discs: array<Disc>;
@group(0) @binding(3) var<storage, read> questions: array<Question>;
// Directions; zero where no goal is reached.
@group(0) @binding(4) var<storage, read_write> answers: array<vec2<f32>>;

// Bit k of a row is its column k + 1.
var<workgroup> walls: array<atomic<u32>, 33>;
var<workgroup> goals: array<u32, 33>;
var<workgroup> q: array<f32, 1089>;
var<workgroup> is_over: u32;

fn bit_at(first: u32, at: vec2<i32>) -> bool {
    return (bits[first + u32(at.y) * frame.words + u32(at.x) / 32] >> (u32(at.x) & 31) & 1) != 0;
}

// The cell of the grid that a place lies in, given as cells beyond a whole one; the far edge belongs to the last cell.
fn cell_of(whole: vec2<i32>, part: vec2<f32>) -> vec2<i32> {
    let down = floor(part);
    let at = whole + vec2<i32>(down);
    let size = vec2(frame.columns, frame.rows);
    return at - select(vec2(0, 0), vec2(1, 1), (at == size) & (part == down));
}

fn is_within(at: vec2<i32>) -> bool {
    return all(at >= vec2(0, 0)) && all(at < vec2(frame.columns, frame.rows));
}

fn sees(heading: vec2<f32>, away: vec2<f32>) -> bool {
    return dot(away, heading) >= frame.least * length(away);
}

// Walls that are seen, and goals, of one row.
fn look(question: u32, row: u32) {
    let middle = f32(SIDE / 2);
    let whole = questions[question].whole;
    let part = questions[question].part;
    let heading = questions[question].heading;
    let first = questions[question].goals;
    let is_inner = row >= 2 && row < SIDE - 2;
    var blocked = 0u;
    var aims = 0u;
    for (var column = 1u; column < SIDE - 1; column++) {
        let away = vec2(f32(column), f32(row)) - middle;
        let at = cell_of(whole, part + away * frame.step);
        let is_there = is_within(at);
        if is_there && bit_at(first, at) { aims |= 1u << (column - 1); }
        if is_inner && column >= 2 && column < SIDE - 2 && sees(heading, away) && (!is_there || bit_at(0, at)) {
            blocked |= 1u << (column - 1);
        }
    }
    atomicStore(&walls[row], blocked);
    goals[row] = aims;
}

// The cells that another agent covers.
fn cover(question: u32, other: u32) {
    let apart = vec2<f32>(discs[other].whole - questions[question].whole) + (discs[other].part - questions[question].part);
    if all(apart == vec2(0.0, 0.0)) { return; }
    let away = apart * frame.per_cell;
    if !sees(questions[question].heading, away) { return; }
    let offset = away + f32(SIDE / 2);
    let reach = discs[other].radius + questions[question].radius;
    let low = vec2<i32>(max(ceil(offset - reach), vec2(2.0, 2.0)));
    let high = vec2<i32>(clamp(floor(offset + reach) + 1.0, vec2(0.0, 0.0), vec2(f32(SIDE - 2))));
    for (var row = low.y; row < high.y; row++) {
        var blocked = 0u;
        for (var column = low.x; column < high.x; column++) {
            if length(vec2(f32(column), f32(row)) - offset) <= reach { blocked |= 1u << u32(column - 1); }
        }
        atomicOr(&walls[row], blocked);
    }
}

// Whether a cell is kept as it is.
fn is_fixed(column: u32, row: u32) -> bool {
    return ((atomicLoad(&walls[row]) | goals[row]) >> (column - 1) & 1) != 0;
}

fn is_open(question: u32, column: u32, row: u32) -> bool {
    let open = questions[question].open;
    let edge = open >> 16;
    if edge > 3 { return false; }
    let across = select(column, row, edge < 2);
    let along = select(row, column, edge < 2);
    if along != select(0u, SIDE - 1, (edge & 1) == 1) { return false; }
    let centre = i32(open & 0xffff);
    let low = u32(clamp(centre - 1, 1, i32(SIDE) - 2));
    let high = u32(clamp(centre + 1, 1, i32(SIDE) - 2));
    return across >= low && across <= high;
}

fn fill(question: u32, t: u32) {
    for (var k = t; k < SIDE * SIDE; k += THREADS) {
        let column = k % SIDE;
        let row = k / SIDE;
        let is_edge = column == 0 || row == 0 || column == SIDE - 1 || row == SIDE - 1;
        var is_goal: bool;
        if is_edge { is_goal = is_open(question, column, row); } else { is_goal = (goals[row] >> (column - 1) & 1) != 0; }
        q[k] = select(0.0, HIGH, is_goal);
    }
}

fn around() -> vec4<f32> {
    let at = SIDE / 2 * (SIDE + 1);
    return vec4(q[at - 1], q[at + 1], q[at - SIDE], q[at + SIDE]);
}

// Everything in its place, before the first sweep.
fn prepare(question: u32, t: u32) {
    for (var row = 1 + t; row < SIDE - 1; row += THREADS) { look(question, row); }
    workgroupBarrier();
    for (var k = 0; k < 3; k++) {
        let span = questions[question].spans[k];
        for (var other = span.x + t; other < span.y; other += THREADS) { cover(question, other); }
    }
    workgroupBarrier();
    // Its own cell stays free.
    if t == 0 { atomicAnd(&walls[SIDE / 2], ~(1u << (SIDE / 2 - 1))); }
    fill(question, t);
    workgroupBarrier();
}

// What left, right, below and above count in a mean.
fn shares_of(question: u32) -> vec4<f32> {
    let bias = questions[question].bias;
    return vec4(0.25 + bias.x, 0.25 - bias.x, 0.25 + bias.y, 0.25 - bias.y);
}

// Over-relaxation overshoots so much behind long passages that what is rounded off far outside drowns the field there; plain
// sweeps are means of positive numbers and settle it.
fn factor_of(question: u32, sweep: u32) -> f32 {
    return select(1.0, questions[question].factor, sweep <= 3 * SIDE);
}

// Whether sweeps may end, by what was around the middle four sweeps ago and is now.
fn is_steady(before: vec4<f32>, now: vec4<f32>, sweep: u32) -> bool {
    let most = max(max(now.x, now.y), max(now.z, now.w));
    return all(abs(now - before) <= vec4(TOLERANCE * most)) && (most > 0.0 || sweep > 2 * SIDE);
}

fn answer(question: u32) {
    let last = around();
    let slope = vec2(last.y - last.x, last.w - last.z);
    let longest = max(abs(slope.x), abs(slope.y));
    let is_there = (goals[SIDE / 2] >> (SIDE / 2 - 1) & 1) != 0;
    answers[question] = select(normalize(slope / longest), vec2(0.0, 0.0), longest == 0.0 || is_there);
}

// Renews the cells of one colour, a thread for each.
fn sweep(colour: u32, shares: vec4<f32>, factor: f32, t: u32) {
    let half = (SIDE - 1) / 2;
    for (var k = t; k < half * (SIDE - 2); k += THREADS) {
        let row = 1 + k / half;
        let column = 1 + 2 * (k % half) + ((row + 1 + colour) & 1);
        if column < SIDE - 1 && !is_fixed(column, row) {
            let at = row * SIDE + column;
            let mean = dot(shares, vec4(q[at - 1], q[at + 1], q[at - SIDE], q[at + SIDE]));
            q[at] += factor * (mean - q[at]);
        }
    }
    workgroupBarrier();
}

@compute @workgroup_size(THREADS)
fn relax(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) t: u32) {
    let question = group.y * groups.x + group.x;
    if question >= frame.questions { return; }
    prepare(question, t);
    let shares = shares_of(question);
    var before = vec4(-1.0);
    for (var k = 1u; k <= MOST_SWEEPS; k++) {
        let factor = factor_of(question, k);
        sweep(0, shares, factor, t);
        sweep(1, shares, factor, t);
        if k % BETWEEN_LOOKS == 0 {
            let now = around();
            if t == 0 { is_over = u32(is_steady(before, now, k)); }
            before = now;
            if workgroupUniformLoad(&is_over) != 0 { break; }
        }
    }
    if t == 0 { answer(question); }
}
