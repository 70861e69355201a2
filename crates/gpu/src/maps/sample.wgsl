// Cost and generator at the centre of every pixel.

// Where the centres of the columns are, then those of the rows, relative to the origin.
@group(0) @binding(4) var<storage, read> centres: array<f32>;
@group(0) @binding(5) var costs: texture_storage_2d<r32float, write>;
@group(0) @binding(6) var generators: texture_storage_2d<r32uint, write>;

@compute @workgroup_size(8, 8)
fn sample(@builtin(global_invocation_id) pixel: vec3u) {
    if pixel.x >= frame.width || pixel.y >= frame.height {
        return;
    }
    let found = look(vec2f(centres[pixel.x], centres[frame.width + pixel.y]));
    textureStore(costs, pixel.xy, vec4f(found.cost, 0.0, 0.0, 0.0));
    textureStore(generators, pixel.xy, vec4u(found.generator, 0u, 0u, 0u));
}
