// Undoes src/results/report_pack.cpp: base64, deflate, bytes sorted by significance, differences of bit patterns.
import type { PackedArray } from './document';

export type Values = Float32Array | Float64Array;

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function unpackSingle(bytes: Uint8Array, count: number, order: number): Float32Array {
  const words = new Int32Array(count);
  for (let b = 0; b < 4; b++) {
    const from = b * count;
    for (let i = 0; i < count; i++) words[i]! |= bytes[from + i]! << (8 * b);
  }
  for (let k = 0; k < order; k++) {
    let sum = 0;
    for (let i = 0; i < count; i++) words[i] = sum = (sum + words[i]!) | 0;
  }
  return new Float32Array(words.buffer);
}

function unpackDouble(bytes: Uint8Array, count: number, order: number): Float64Array {
  const sorted = new Uint8Array(count * 8);
  for (let b = 0; b < 8; b++) for (let i = 0; i < count; i++) sorted[8 * i + b] = bytes[b * count + i]!;
  const words = new BigUint64Array(sorted.buffer);
  for (let k = 0; k < order; k++)
    for (let i = 1; i < count; i++) words[i] = words[i]! + words[i - 1]!; // the array wraps at 64 bits
  return new Float64Array(words.buffer);
}

export async function unpack(packed: PackedArray): Promise<Values> {
  if (packed.form === 'linear') {
    const first = packed.first ?? 0;
    const step = packed.step ?? 0;
    return Float64Array.from({ length: packed.count }, (_, i) => first + i * step);
  }
  const text = document.getElementById(`block-${packed.block}`)?.textContent ?? '';
  const bytes = await inflate(decodeBase64(text));
  const order = packed.order ?? 0;
  return packed.form === 'f32' ? unpackSingle(bytes, packed.count, order) : unpackDouble(bytes, packed.count, order);
}
