// People of a run as instances: a disc each, with a nose that says where it goes. Ten thousand are one call.

import { clip, context, program, resize } from './gl.js';

const VERTEX = `
layout(location = 0) in vec2 corner;
layout(location = 1) in vec3 body;
layout(location = 2) in vec2 heading;
layout(location = 3) in vec4 colour;
uniform vec4 clip;
uniform float pixel;
out vec2 on;
out float radius;
out vec2 nose;
out vec4 fill;
void main() {
  // Never less than two pixels and a half, so that a crowd can be seen from afar.
  float r = max(body.z, 2.5 * pixel);
  on = corner * (r + 1.5 * pixel) / pixel;
  radius = r / pixel;
  nose = heading;
  fill = colour;
  gl_Position = vec4((body.xy + corner * (r + 1.5 * pixel)) * clip.xy + clip.zw, 0.0, 1.0);
}`;

const FRAGMENT = `
in vec2 on;
in float radius;
in vec2 nose;
in vec4 fill;
uniform vec3 rim;
out vec4 ink;
void main() {
  float d = length(on);
  float body = clamp(radius + 0.5 - d, 0.0, 1.0);
  float inner = clamp(radius - max(1.0, radius * 0.14) + 0.5 - d, 0.0, 1.0);
  vec3 colour = mix(rim, fill.rgb, inner);
  if (radius > 5.0 && dot(nose, nose) > 0.25) {
    float tip = length(on - nose * radius * 0.5);
    colour = mix(colour, rim, clamp(radius * 0.2 + 0.5 - tip, 0.0, 1.0));
  }
  ink = vec4(colour * body * fill.a, body * fill.a);
}`;

/** Floats of an instance: x, y, radius, heading x and y, and a colour of four bytes. */
export const STRIDE = 6;

export class Agents {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.gl = context(canvas);
    /** Where there is no graphics card, discs are drawn one by one. */
    this.pen = this.gl ? null : canvas.getContext('2d');
    this.drawn = false;
    if (this.gl) this.prepare(this.gl);
    canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
    canvas.addEventListener('webglcontextrestored', () => this.gl && this.prepare(this.gl));
  }

  /** @param {WebGL2RenderingContext} gl */
  prepare(gl) {
    this.paint = program(gl, VERTEX, FRAGMENT);
    this.array = gl.createVertexArray();
    gl.bindVertexArray(this.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]), gl.STATIC_DRAW);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 8, 0);
    this.buffer = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    const stride = STRIDE * 4;
    for (const [place, size, type, norm, at] of /** @type {[number, number, number, boolean, number][]} */ ([[1, 3, gl.FLOAT, false, 0], [2, 2, gl.FLOAT, false, 12], [3, 4, gl.UNSIGNED_BYTE, true, 20]])) {
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, size, type, norm, stride, at);
      gl.vertexAttribDivisor(place, 1);
    }
    gl.disable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  /**
  * @param {import('../view.js').View} view @param {Float32Array} instances @param {number} count
  * @param {[number, number]} origin @param {[number, number, number]} rim
  */
  draw(view, instances, count, origin, rim) {
    if (count === 0 && !this.drawn) return;
    this.drawn = count > 0;
    resize(this.canvas, view);
    if (this.pen) this.drawPlain(this.pen, view, instances, count, origin);
    const gl = this.gl;
    if (!gl || !this.paint) return;
    gl.viewport(0, 0, this.canvas.width, this.canvas.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    if (count === 0) return;
    gl.useProgram(this.paint.program);
    gl.bindVertexArray(this.array ?? null);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer ?? null);
    gl.bufferData(gl.ARRAY_BUFFER, instances.subarray(0, count * STRIDE), gl.STREAM_DRAW);
    gl.uniform4fv(this.paint.at.clip, clip(view, origin));
    gl.uniform1f(this.paint.at.pixel, 1 / (view.scale * (devicePixelRatio || 1)));
    gl.uniform3f(this.paint.at.rim, ...rim);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count);
  }

  /** @param {CanvasRenderingContext2D} pen @param {import('../view.js').View} view @param {Float32Array} instances @param {number} count @param {[number, number]} origin */
  drawPlain(pen, view, instances, count, origin) {
    const bytes = new Uint8Array(instances.buffer);
    view.screen(pen);
    pen.clearRect(0, 0, view.width, view.height);
    pen.strokeStyle = '#1a212e';
    pen.lineWidth = 1;
    for (let k = 0; k < count; k++) {
      const [x, y] = view.toScreen([origin[0] + instances[k * STRIDE], origin[1] + instances[k * STRIDE + 1]]);
      const at = (k * STRIDE + 5) * 4;
      pen.fillStyle = `rgb(${bytes[at]} ${bytes[at + 1]} ${bytes[at + 2]})`;
      pen.beginPath();
      pen.arc(x, y, Math.max(2.5, instances[k * STRIDE + 2] * view.scale), 0, 7);
      pen.fill();
      pen.stroke();
    }
  }
}
