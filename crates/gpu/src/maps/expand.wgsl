// Candidates and places relative to a point near what is looked at.
//
// Places come as two numbers each, so their difference from the origin is rounded once, at the size of the difference.
// Rows are written whole: a pixel then reads what it compares, without looking anything up.

struct Origin {
    at: vec2f,
    rest: vec2f,
    generators: u32,
    candidates: u32,
}

struct GeneratorRow {
    at: vec2f,
    rest: vec2f,
    cost: f32,
    slowness: f32,
    unit: vec2f,
    length: f32,
    parent: u32,
}

struct CandidateRow { generator: u32, left_x: f32, left_y: f32, right_x: f32, right_y: f32 }

// A generator as routes need it.
struct Place { at: vec2f, unit: vec2f, length: f32, slowness: f32, parent: u32, cost: f32 }

@group(0) @binding(0) var<uniform> origin: Origin;
@group(0) @binding(1) var<storage, read> generators: array<GeneratorRow>;
@group(0) @binding(2) var<storage, read> candidate_rows: array<CandidateRow>;
@group(0) @binding(3) var candidates: texture_storage_2d<rgba32uint, write>;
@group(0) @binding(4) var<storage, read_write> places: array<Place>;

// Rows of three texels, in lines of 4096 texels.
fn texel(k: u32) -> vec2u {
    return vec2u(k & 4095u, k >> 12u);
}

fn relative(k: u32) -> vec2f {
    return (generators[k].at - origin.at) + (generators[k].rest - origin.rest);
}

@compute @workgroup_size(64)
fn expand(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
          @builtin(local_invocation_index) local: u32) {
    let k = (group.y * groups.x + group.x) * 64u + local;
    if k < origin.generators {
        let row = generators[k];
        places[k] = Place(relative(k), row.unit, row.length, row.slowness, row.parent, row.cost);
    }
    if k < origin.candidates {
        let row = candidate_rows[k];
        let source = generators[row.generator];
        let at = vec3f(relative(row.generator), source.cost);
        textureStore(candidates, texel(3u * k), vec4u(bitcast<vec3u>(at), row.generator));
        textureStore(candidates, texel(3u * k + 1u), bitcast<vec4u>(vec4f(row.left_x, row.left_y, row.right_x, row.right_y)));
        textureStore(candidates, texel(3u * k + 2u), bitcast<vec4u>(vec4f(source.slowness, source.unit, 0.0)));
    }
}
