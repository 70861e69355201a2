// Discrete Voronoi diagrams of first and second order by jump flooding (Rong and Tan 2006, with two sites for each pixel).
// Sites are segments with a radius; several of them may belong to one owner, an obstacle for example. A pixel keeps
// the nearest site, and the nearest one of another owner. Coordinates are pixels from the middle of the picture, distances
// those from the sites themselves, not from their pixels. Where two are as far, the lower number wins, so no order counts.

const NONE: u32 = 0xffffffff;
const FAR: f32 = 3.4e38;

struct Frame {
    width: u32,
    height: u32,
    sites: u32,
    // What a distance in pixels is in the units of the scene.
    scale: f32,
}

struct Site {
    ends: vec4<f32>,
    radius: f32,
    owner: u32,
    spare: vec2<u32>,
}

struct Jump {
    step: i32,
    spare: vec3<u32>,
}

@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var<storage, read> sites: array<Site>;
// Two sites for each pixel: while seeds are set, and to read.
@group(0) @binding(2) var<storage, read_write> seeds: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read> before: array<vec2<u32>>;
@group(0) @binding(4) var<storage, read_write> after: array<vec2<u32>>;
@group(0) @binding(5) var<uniform> jump: Jump;
// Owners and distances of both.
@group(0) @binding(6) var<storage, read_write> pixels: array<vec4<u32>>;

fn pixel_of(group: vec3<u32>, groups: vec3<u32>, t: u32) -> u32 {
    return (group.y * groups.x + group.x) * 64 + t;
}

fn centre(x: u32, y: u32) -> vec2<f32> {
    return vec2(f32(x), f32(y)) + 0.5 - vec2(f32(frame.width), f32(frame.height)) * 0.5;
}

fn distance_from(site: u32, p: vec2<f32>) -> f32 {
    let ends = sites[site].ends;
    let along = ends.zw - ends.xy;
    let square = dot(along, along);
    let share = select(clamp(dot(p - ends.xy, along) / square, 0.0, 1.0), 0.0, square == 0.0);
    return length(p - ends.xy - along * share) - sites[site].radius;
}

// No site is known.
@compute @workgroup_size(64)
fn clear(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) t: u32) {
    let pixel = pixel_of(group, groups, t);
    if pixel >= frame.width * frame.height { return; }
    atomicStore(&seeds[2 * pixel], NONE);
    atomicStore(&seeds[2 * pixel + 1], NONE);
}

// The pixels that a site passes, two samples for each; what lies outside counts for the pixel at the rim.
fn each_pixel(site: u32, is_second: bool) {
    let ends = sites[site].ends;
    let samples = u32(ceil(2.0 * length(ends.zw - ends.xy))) + 1;
    let half = vec2(f32(frame.width), f32(frame.height)) * 0.5;
    for (var k = 0u; k <= samples; k++) {
        let p = mix(ends.xy, ends.zw, f32(k) / f32(samples)) + half;
        let at = vec2<u32>(clamp(p, vec2(0.0, 0.0), 2.0 * half - 1.0));
        let pixel = at.y * frame.width + at.x;
        if is_second {
            let first = atomicLoad(&seeds[2 * pixel]);
            if sites[first].owner != sites[site].owner { atomicMin(&seeds[2 * pixel + 1], site); }
        } else {
            atomicMin(&seeds[2 * pixel], site);
        }
    }
}

@compute @workgroup_size(64)
fn lay_first(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) t: u32) {
    let site = pixel_of(group, groups, t);
    if site < frame.sites { each_pixel(site, false); }
}

@compute @workgroup_size(64)
fn lay_second(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) t: u32) {
    let site = pixel_of(group, groups, t);
    if site < frame.sites { each_pixel(site, true); }
}

struct Nearest {
    sites: vec2<u32>,
    distances: vec2<f32>,
    owner: u32,
}

fn offer(known: Nearest, site: u32, p: vec2<f32>) -> Nearest {
    if site == NONE || any(known.sites == vec2(site, site)) { return known; }
    var found = known;
    let away = distance_from(site, p);
    let owner = sites[site].owner;
    if away < known.distances.x || (away == known.distances.x && site < known.sites.x) {
        if known.sites.x != NONE && owner != known.owner {
            found.sites.y = known.sites.x;
            found.distances.y = known.distances.x;
        }
        found.sites.x = site;
        found.distances.x = away;
        found.owner = owner;
    } else if owner != known.owner && (away < known.distances.y || (away == known.distances.y && site < known.sites.y)) {
        found.sites.y = site;
        found.distances.y = away;
    }
    return found;
}

// The nearest of what this pixel and eight others at a distance know.
@compute @workgroup_size(64)
fn flood(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) t: u32) {
    let pixel = pixel_of(group, groups, t);
    if pixel >= frame.width * frame.height { return; }
    let x = i32(pixel % frame.width);
    let y = i32(pixel / frame.width);
    let p = centre(u32(x), u32(y));
    var nearest = Nearest(vec2(NONE, NONE), vec2(FAR, FAR), NONE);
    for (var k = 0; k < 9; k++) {
        // The pixel itself first: most others know the same.
        let at = vec2(x, y) + vec2((k + 4) % 9 % 3 - 1, (k + 4) % 9 / 3 - 1) * jump.step;
        if all(at >= vec2(0, 0)) && all(at < vec2(i32(frame.width), i32(frame.height))) {
            let known = before[u32(at.y) * frame.width + u32(at.x)];
            nearest = offer(nearest, known.x, p);
            nearest = offer(nearest, known.y, p);
        }
    }
    after[pixel] = nearest.sites;
}

// Owners and distances.
@compute @workgroup_size(64)
fn measure(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) t: u32) {
    let pixel = pixel_of(group, groups, t);
    if pixel >= frame.width * frame.height { return; }
    let p = centre(pixel % frame.width, pixel / frame.width);
    let known = before[pixel];
    var found = vec4(NONE, NONE, bitcast<u32>(FAR), bitcast<u32>(FAR));
    if known.x != NONE {
        found.x = sites[known.x].owner;
        found.z = bitcast<u32>(distance_from(known.x, p) * frame.scale);
    }
    if known.y != NONE {
        found.y = sites[known.y].owner;
        found.w = bitcast<u32>(distance_from(known.y, p) * frame.scale);
    }
    pixels[pixel] = found;
}
