// The least of WebM (a subset of Matroska, RFC 9559) that players can seek in: one video track, a cluster for each key frame, and an index of them.

export interface Frame {
  data: Uint8Array;
  time: number; // [ms]
  isKey: boolean;
}

type Bytes = Uint8Array<ArrayBuffer>;

function join(parts: Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

// Always eight bytes, so that sizes are known before values are.
function number(value: number): Bytes {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(Math.round(value)));
  return bytes;
}

function float(value: number): Bytes {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return bytes;
}

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

// An element: its name, its size in eight bytes, what it holds.
function element(id: number, ...content: Uint8Array[]): Bytes {
  const name: number[] = [];
  for (let rest = id; rest > 0; rest = Math.floor(rest / 256)) name.unshift(rest % 256);
  const size = number(content.reduce((sum, part) => sum + part.length, 0));
  size[0] = 1;
  return join([new Uint8Array(name), size, ...content]);
}

function makeBlock(frame: Frame, start: number): Bytes {
  const head = new Uint8Array(4);
  head[0] = 0x81; // track 1
  new DataView(head.buffer).setInt16(1, Math.round(frame.time - start));
  head[3] = frame.isKey ? 0x80 : 0;
  return element(0xa3, head, frame.data);
}

function makeClusters(frames: Frame[]): { time: number; bytes: Bytes }[] {
  const groups: Frame[][] = [];
  for (const frame of frames) {
    if (frame.isKey || groups.length === 0) groups.push([]);
    groups[groups.length - 1]!.push(frame);
  }
  return groups.map((group) => {
    const start = Math.round(group[0]!.time);
    return { time: start, bytes: element(0x1f43b675, element(0xe7, number(start)), ...group.map((frame) => makeBlock(frame, start))) };
  });
}

function makeIndex(clusters: { time: number; bytes: Bytes }[], begin: number): Bytes {
  let at = begin;
  const points = clusters.map(({ time, bytes }) => {
    const point = element(0xbb, element(0xb3, number(time)), element(0xb7, element(0xf7, number(1)), element(0xf1, number(at))));
    at += bytes.length;
    return point;
  });
  return element(0x1c53bb6b, ...points);
}

// `duration` in ms; `codec` as Matroska names it.
export function makeWebm(frames: Frame[], codec: 'V_VP8' | 'V_VP9', width: number, height: number, duration: number): Bytes {
  const header = element(
    0x1a45dfa3,
    element(0x4286, number(1)),
    element(0x42f7, number(1)),
    element(0x42f2, number(4)),
    element(0x42f3, number(8)),
    element(0x4282, text('webm')),
    element(0x4287, number(2)),
    element(0x4285, number(2)),
  );
  const info = element(0x1549a966, element(0x2ad7b1, number(1e6)), element(0x4d80, text('Fourfoot')), element(0x5741, text('Fourfoot')), element(0x4489, float(duration)));
  const video = element(0xe0, element(0xb0, number(width)), element(0xba, number(height)));
  const tracks = element(0x1654ae6b, element(0xae, element(0xd7, number(1)), element(0x73c5, number(1)), element(0x83, number(1)), element(0x86, text(codec)), video));
  const clusters = makeClusters(frames);
  const before = info.length + tracks.length;
  const index = makeIndex(clusters, before + makeIndex(clusters, 0).length);
  return join([header, element(0x18538067, info, tracks, index, ...clusters.map((cluster) => cluster.bytes))]);
}
