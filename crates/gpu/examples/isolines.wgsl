// Draws a sampled map: a colour for each generator, or by cost, with lines of equal cost that are one pixel wide at any
// zoom, since the cost's slope says how far the next line is.

struct Look { levels: f32, most: f32, by_cost: u32, padding: u32 }

@group(0) @binding(0) var costs: texture_2d<f32>;
@group(0) @binding(1) var generators: texture_2d<u32>;
@group(0) @binding(2) var<uniform> look: Look;

// One triangle that covers everything.
@vertex
fn cover(@builtin(vertex_index) k: u32) -> @builtin(position) vec4f {
    return vec4f(f32(k & 1u) * 4.0 - 1.0, f32(k >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}

// A calm colour for a number.
fn colour_of(number: u32) -> vec3f {
    let mixed = (number * 2654435769u) >> 8u;
    let hue = f32(mixed & 255u) / 255.0;
    return 0.62 + 0.22 * cos(6.2831853 * (vec3f(hue) + vec3f(0.0, 0.33, 0.67)));
}

fn cost_at(at: vec2i) -> f32 {
    let last = vec2i(textureDimensions(costs)) - 1;
    return textureLoad(costs, clamp(at, vec2i(0), last), 0).x;
}

@fragment
fn paint(@builtin(position) place: vec4f) -> @location(0) vec4f {
    let size = vec2i(textureDimensions(costs));
    // The first row of the textures is the lowest.
    let at = vec2i(i32(place.x), size.y - 1 - i32(place.y));
    let cost = cost_at(at);
    let generator = textureLoad(generators, at, 0).x;
    if generator == 0xffffffffu { return vec4f(0.2, 0.22, 0.25, 1.0); }
    let share = clamp(cost / look.most, 0.0, 1.0);
    let heat = mix(vec3f(0.95, 0.93, 0.75), vec3f(0.16, 0.28, 0.5), share);
    var colour = select(colour_of(generator), heat, look.by_cost != 0u);
    // How far the nearest level is, in pixels; costs beside an obstacle do not count.
    let right = abs(cost_at(at + vec2i(1, 0)) - cost);
    let above = abs(cost_at(at + vec2i(0, 1)) - cost);
    let step = look.most / look.levels;
    let slope = max(select(0.0, right, right < step), select(0.0, above, above < step));
    let off = abs(fract(cost / step + 0.5) - 0.5) * step;
    let line = 1.0 - clamp(off / max(slope, 1e-12) - 0.2, 0.0, 1.0);
    colour = mix(colour, vec3f(1.0), 0.8 * line);
    return vec4f(colour, 1.0);
}
