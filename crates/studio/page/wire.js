// The socket: messages of docs/studio-protocol.md, as objects and typed arrays. Knows nothing of what they are for.

/** @typedef {{type: string, [field: string]: any}} Message */
/**
 * The header of a binary message, and the bytes behind it.
 * @typedef {{kind: number, frame: number, revision: number, a: number, b: number, c: number, x: number, y: number,
 *   most: number, body: ArrayBuffer}} Block
 */

export const PROTOCOL = 1;
const HEADER = 48;
/** Milliseconds between attempts to reach a server that went away. */
const AGAIN = 1500;

export class Wire {
  /**
  * @param {(message: Message) => void} onMessage
  * @param {(block: Block) => void} onBlock
  * @param {(state: 'open'|'lost'|'refused', why: string) => void} onState
  */
  constructor(onMessage, onBlock, onState) {
    this.onMessage = onMessage;
    this.onBlock = onBlock;
    this.onState = onState;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.connect();
  }

  connect() {
    const address = new URL('socket', document.baseURI);
    address.protocol = 'ws:';
    const socket = new WebSocket(address);
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => {
      this.onState('open', '');
      this.send({ type: 'hello', protocol: PROTOCOL });
    };
    socket.onmessage = (event) => {
      if (typeof event.data === 'string') this.onMessage(JSON.parse(event.data));
      else this.onBlock(read(event.data));
    };
    socket.onclose = (event) => {
      this.socket = null;
      this.onState('lost', event.reason);
      setTimeout(() => this.connect(), AGAIN);
    };
    this.socket = socket;
  }

  /** @param {Message} message @returns {boolean} whether it went out */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Opens the content of files. @param {{name: string, bytes: ArrayBuffer}[]} files */
  sendFiles(files) {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    const list = files.map(({ name, bytes }) => ({ name, size: bytes.byteLength }));
    const head = new TextEncoder().encode(JSON.stringify({ type: 'open', files: list }));
    const length = new DataView(new ArrayBuffer(4));
    length.setUint32(0, head.length, true);
    this.socket.send(new Blob([length.buffer, head, ...files.map((f) => f.bytes)]));
  }
}

/** @param {ArrayBuffer} bytes @returns {Block} */
function read(bytes) {
  const head = new DataView(bytes);
  const [kind, frame, revision, a, b, c] = [0, 4, 8, 12, 16, 20].map((at) => head.getUint32(at, true));
  const [x, y, most] = [24, 32, 40].map((at) => head.getFloat64(at, true));
  return { kind, frame, revision, a, b, c, x, y, most, body: bytes.slice(HEADER) };
}
