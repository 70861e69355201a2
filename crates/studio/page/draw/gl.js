// A thin hold on WebGL2: programs, and a canvas that follows the window's size.

/**
 * Without samples beside the middle of a pixel: there a window would be asked about points that it does not see.
 * @param {HTMLCanvasElement} canvas @returns {WebGL2RenderingContext | null}
 */
export const context = (canvas) =>
  canvas.getContext('webgl2', { antialias: false, alpha: true, premultipliedAlpha: true, depth: true, preserveDrawingBuffer: true });

/** @param {WebGL2RenderingContext} gl @param {string} vertex @param {string} fragment */
export function program(gl, vertex, fragment) {
  const made = gl.createProgram();
  for (const [type, source] of /** @type {[number, string][]} */ ([[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]])) {
    const shader = gl.createShader(type);
    if (!shader) throw new Error('no shader: the graphics context is lost');
    gl.shaderSource(shader, `#version 300 es\nprecision highp float;\nprecision highp int;\n${source}`);
    gl.compileShader(shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader) ?? 'shader');
    gl.attachShader(made, shader);
  }
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(made) ?? 'link');
  /** @type {Record<string, WebGLUniformLocation | null>} */
  const places = {};
  const count = gl.getProgramParameter(made, gl.ACTIVE_UNIFORMS);
  for (let i = 0; i < count; i++) {
    const name = gl.getActiveUniform(made, i)?.name ?? '';
    places[name] = gl.getUniformLocation(made, name);
  }
  return { program: made, at: places };
}

/**
 * World to clip coordinates as scale and shift, for points relative to `origin`.
 * @param {import('../view.js').View} view @param {[number, number]} origin @returns {[number, number, number, number]}
 */
export function clip(view, origin) {
  const [sx, sy] = [(2 * view.scale) / view.width, ((view.up ? 2 : -2) * view.scale) / view.height];
  return [sx, sy, (origin[0] - view.centre[0]) * sx, (origin[1] - view.centre[1]) * sy];
}

/** Fits a canvas to its place in pixels of the device. @param {HTMLCanvasElement} canvas @param {import('../view.js').View} view */
export function resize(canvas, view) {
  const ratio = devicePixelRatio || 1;
  const [w, h] = [Math.max(1, Math.round(view.width * ratio)), Math.max(1, Math.round(view.height * ratio))];
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
  }
}
