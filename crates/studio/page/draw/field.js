// The path map, exact at every zoom: triangles of windows, each with the point from which it is seen. The cost of a
// pixel is its colour and its depth, so the depth test keeps the cheapest window, which is what a query does. Lines of
// equal cost come from the same number; its slope is known, so they are crisp without derivatives.

import { clip, context, program, resize } from './gl.js';
import { rgb, table } from './colours.js';

/** @typedef {import('../wire.js').Block} Block */
/** @typedef {{colour: 'region'|'cost', isolines: boolean, step: number, dark: boolean, stale: boolean, line: string, wash: number, paper: string}} Look */

// Corners of windows lie on edges of their neighbours, and the card rounds all of them to parts of a pixel. So that no
// crack opens, each triangle is drawn wider, and each pixel asks whether its centre lies in the triangle itself.
const VERTEX = `
layout(location = 0) in vec2 a;
layout(location = 1) in vec2 b;
layout(location = 2) in vec2 c;
layout(location = 3) in uint generator;
uniform vec4 clip;
uniform float seam;
flat out uint from;
flat out vec4 ab;
flat out vec2 third;
vec2 outwards(vec2 along, float turn) {
  float far = length(along);
  return far > 0.0 ? vec2(along.y, -along.x) * turn / far : vec2(0.0);
}
void main() {
  vec2 here = gl_VertexID == 0 ? a : gl_VertexID == 1 ? b : c;
  vec2 before = gl_VertexID == 0 ? c : gl_VertexID == 1 ? a : b;
  vec2 after = gl_VertexID == 0 ? b : gl_VertexID == 1 ? c : a;
  float twice = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  float turn = twice < 0.0 ? -1.0 : 1.0;
  vec2 n = outwards(here - before, turn);
  vec2 m = outwards(after - here, turn);
  vec2 at = here + (n + m) * seam / max(1.0 + dot(n, m), 0.01);
  from = generator;
  ab = turn < 0.0 ? vec4(b, a) : vec4(a, b);
  third = c;
  gl_Position = vec4(at * clip.xy + clip.zw, 0.0, 1.0);
}`;

const FRAGMENT = `
// The place of a pixel comes from the pixel alone: interpolated, it would differ a little from triangle to triangle, and
// costs that are nearly the same could not be compared.
flat in uint from;
flat in vec4 ab;
flat in vec2 third;
uniform vec4 clip;
uniform vec2 size;
uniform float seam;
uniform sampler2D generators;
uniform sampler2D ramp;
uniform float most, step, scale, grey, dim, wash;
uniform vec3 paper;
uniform bool byCost;
uniform vec4 line;
out vec4 ink;
bool isRight(vec2 p, vec2 q, vec2 at, float slack) {
  vec2 along = q - p, apart = at - p;
  return along.x * apart.y - along.y * apart.x < -slack * length(along);
}
void main() {
  ivec2 row = ivec2(int(from) % 512 * 2, int(from) / 512);
  vec4 g = texelFetch(generators, row, 0);
  vec4 h = texelFetch(generators, row + ivec2(1, 0), 0);
  vec2 at = (gl_FragCoord.xy * 2.0 / size - 1.0 - clip.zw) / clip.xy;
  // No more than numbers of a shader are wrong by, or a hundredth of a pixel.
  float slack = min(seam, 0.02 * seam + 5e-7 * (abs(at.x) + abs(at.y)));
  if (isRight(ab.xy, ab.zw, at, slack) || isRight(ab.zw, third, at, slack) || isRight(third, ab.xy, at, slack)) discard;
  vec2 apart = at - g.xy;
  float far = h.x == 0.0 && h.y == 0.0 ? length(apart) : abs(dot(apart, h.xy));
  float cost = g.z + g.w * far;
  gl_FragDepth = clamp(cost / (most * 1.001), 0.0, 1.0);
  vec3 colour = texture(ramp, vec2(clamp(cost / most, 0.0, 1.0), 0.5)).rgb;
  if (!byCost) {
    int c = int(h.z);
    colour = vec3(float(c >> 16 & 255), float(c >> 8 & 255), float(c & 255)) / 255.0;
  }
  if (step > 0.0) {
    float off = abs(cost - step * round(cost / step)) * scale / max(g.w, 1e-9);
    colour = mix(colour, line.rgb, line.a * clamp(1.3 - off, 0.0, 1.0));
  }
  colour *= dim;
  float light = dot(colour, vec3(0.3, 0.6, 0.1));
  colour = mix(colour, vec3(light), grey);
  colour = mix(colour, paper, wash);
  ink = vec4(colour, 1.0);
}`;

/** By how much a triangle is wider, in pixels: several times the sixteenth to which a card may round. */
const SEAM = 0.3;
/** Generators in a row of the texture. */
const ROW = 512;

export class Field {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.gl = context(canvas);
    /** @type {{origin: [number, number], triangles: number, most: number, frame: number, revision: number} | null} */
    this.map = null;
    this.dark = /** @type {boolean | null} */ (null);
    /** What is drawn into, its parts, and its size. @type {WebGLFramebuffer | undefined} */
    this.target = undefined;
    /** @type {WebGLRenderbuffer | undefined} */
    this.ink = undefined;
    /** @type {WebGLRenderbuffer | undefined} */
    this.depth = undefined;
    /** @type {[number, number] | undefined} */
    this.size = undefined;
    if (this.gl) this.prepare(this.gl);
    canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
    canvas.addEventListener('webglcontextrestored', () => {
      // What belonged to the lost context is gone with it.
      this.target = this.ink = this.depth = this.size = undefined;
      if (this.gl) this.prepare(this.gl);
      this.dark = null;
      if (this.last) this.take(this.last);
    });
  }

  /** @param {WebGL2RenderingContext} gl */
  prepare(gl) {
    this.paint = program(gl, VERTEX, FRAGMENT);
    this.array = gl.createVertexArray();
    this.buffer = gl.createBuffer();
    gl.bindVertexArray(this.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    for (let corner = 0; corner < 3; corner++) gl.vertexAttribPointer(corner, 2, gl.FLOAT, false, 28, 8 * corner);
    gl.vertexAttribIPointer(3, 1, gl.UNSIGNED_INT, 28, 24);
    for (let k = 0; k < 4; k++) {
      gl.enableVertexAttribArray(k);
      gl.vertexAttribDivisor(k, 1);
    }
    this.generators = texture(gl, gl.NEAREST);
    this.ramp = texture(gl, gl.LINEAR);
    // Bit patterns of colours are drawn as they are.
    gl.disable(gl.BLEND);
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LESS);
  }

  /** Takes binary message 1. @param {Block} block */
  take(block) {
    const gl = this.gl;
    this.last = block;
    if (!gl) return;
    const { a, b, c } = block;
    const vertices = new Float32Array(block.body, 0, 2 * a);
    const triangles = new Uint32Array(block.body, 8 * a, 4 * b);
    const at = 8 * a + 16 * b;
    const [floats, words] = [new Float32Array(block.body, at, 8 * c), new Uint32Array(block.body, at, 8 * c)];
    const bytes = new ArrayBuffer(28 * b);
    const [place, which] = [new Float32Array(bytes), new Uint32Array(bytes)];
    for (let t = 0, k = 0; t < 4 * b; t += 4, k += 7) {
      for (let corner = 0; corner < 3; corner++) {
        const v = 2 * triangles[t + corner];
        place[k + 2 * corner] = vertices[v];
        place[k + 2 * corner + 1] = vertices[v + 1];
      }
      which[k + 6] = triangles[t + 3];
    }
    const rows = Math.max(1, Math.ceil(c / ROW));
    const texels = new Float32Array(ROW * 2 * rows * 4);
    for (let i = 0; i < c; i++) {
      texels.set(floats.subarray(8 * i, 8 * i + 6), 8 * i);
      texels[8 * i + 6] = words[8 * i + 7];
    }
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer ?? null);
    gl.bufferData(gl.ARRAY_BUFFER, bytes, gl.STREAM_DRAW);
    gl.bindTexture(gl.TEXTURE_2D, this.generators ?? null);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, ROW * 2, rows, 0, gl.RGBA, gl.FLOAT, texels);
    this.map = { origin: [block.x, block.y], triangles: b, most: block.most, frame: block.frame, revision: block.revision };
  }

  clear() {
    this.map = null;
    this.last = undefined;
  }

  /** @param {import('../view.js').View} view @param {Look} look */
  draw(view, look) {
    const gl = this.gl;
    if (!gl || !this.paint) return;
    resize(this.canvas, view);
    const { width, height } = this.canvas;
    gl.viewport(0, 0, width, height);
    gl.clearColor(0, 0, 0, 0);
    if (!this.map || this.map.triangles === 0) {
      gl.clear(gl.COLOR_BUFFER_BIT);
      return;
    }
    this.fit(gl, width, height);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.target ?? null);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    if (this.dark !== look.dark) this.useRamp(gl, look.dark);
    const { program: paint, at } = this.paint;
    gl.useProgram(paint);
    gl.bindVertexArray(this.array ?? null);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.generators ?? null);
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, this.ramp ?? null);
    gl.activeTexture(gl.TEXTURE0);
    gl.uniform1i(at.generators, 0);
    gl.uniform1i(at.ramp, 1);
    gl.uniform2f(at.size, width, height);
    gl.uniform4fv(at.clip, clip(view, this.map.origin));
    gl.uniform1f(at.seam, SEAM / (view.scale * (devicePixelRatio || 1)));
    gl.uniform1f(at.most, this.map.most || 1);
    gl.uniform1f(at.step, look.isolines ? look.step : 0);
    gl.uniform1f(at.scale, view.scale * (devicePixelRatio || 1));
    gl.uniform1f(at.grey, look.stale ? 0.85 : 0);
    gl.uniform1f(at.dim, look.dark ? (look.colour === 'cost' ? 0.82 : 0.62) : 1);
    gl.uniform1f(at.wash, look.wash);
    gl.uniform3f(at.paper, ...rgb(look.paper));
    gl.uniform1i(at.byCost, look.colour === 'cost' ? 1 : 0);
    gl.uniform4f(at.line, ...rgb(look.line), 0.75);
    gl.drawArraysInstanced(gl.TRIANGLES, 0, 3, this.map.triangles);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.target ?? null);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, null);
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  }

  /** A picture of that size, whose depth tells costs apart as well as a shader does: that of a canvas may have 16 bits, too few for two corners of one door. @param {WebGL2RenderingContext} gl @param {number} width @param {number} height */
  fit(gl, width, height) {
    if (this.size?.[0] === width && this.size[1] === height) return;
    this.size = [width, height];
    this.target ??= gl.createFramebuffer();
    this.ink ??= gl.createRenderbuffer();
    this.depth ??= gl.createRenderbuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.target);
    for (const [buffer, format, place] of /** @type {const} */ ([[this.ink, gl.RGBA8, gl.COLOR_ATTACHMENT0], [this.depth, gl.DEPTH_COMPONENT32F, gl.DEPTH_ATTACHMENT]])) {
      gl.bindRenderbuffer(gl.RENDERBUFFER, buffer);
      gl.renderbufferStorage(gl.RENDERBUFFER, format, width, height);
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, place, gl.RENDERBUFFER, buffer);
    }
  }

  /** @param {WebGL2RenderingContext} gl @param {boolean} dark */
  useRamp(gl, dark) {
    this.dark = dark;
    gl.bindTexture(gl.TEXTURE_2D, this.ramp ?? null);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 256, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, table('near-far'));
  }
}

/** @param {WebGL2RenderingContext} gl @param {number} filter */
function texture(gl, filter) {
  const made = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, made);
  for (const [name, value] of [[gl.TEXTURE_MIN_FILTER, filter], [gl.TEXTURE_MAG_FILTER, filter], [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE], [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE]]) {
    gl.texParameteri(gl.TEXTURE_2D, name, value);
  }
  return made;
}
