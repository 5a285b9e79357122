// Power spectral density by Welch's method: Hann windows that overlap by half, mean of each removed; one-sided, so that
// its integral over frequency is the variance.
import type { Values } from '../data/unpack';

function transform(re: Float64Array, im: Float64Array): void {
  const n = re.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [re[i], re[j]] = [re[j]!, re[i]!];
      [im[i], im[j]] = [im[j]!, im[i]!];
    }
  }
  for (let size = 2; size <= n; size <<= 1) {
    const angle = (-2 * Math.PI) / size;
    for (let k = 0; k < size / 2; k++) {
      const c = Math.cos(angle * k);
      const s = Math.sin(angle * k);
      for (let i = k; i < n; i += size) {
        const j = i + size / 2;
        const tr = re[j]! * c - im[j]! * s;
        const ti = re[j]! * s + im[j]! * c;
        re[j] = re[i]! - tr;
        im[j] = im[i]! - ti;
        re[i]! += tr;
        im[i]! += ti;
      }
    }
  }
}

export interface Spectrum {
  frequency: Float64Array; // [Hz]
  density: Float64Array; // [unit^2/Hz]
}

export function powerSpectrum(values: Values, begin: number, end: number, step: number): Spectrum | null {
  const n = end - begin;
  if (n < 32 || !(step > 0)) return null;
  let size = 32;
  while (size * 2 <= n / 3 || (size < 256 && size * 2 <= n)) size *= 2;
  const density = new Float64Array(size / 2 + 1);
  let blocks = 0;
  const window = Float64Array.from({ length: size }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size));
  const power = window.reduce((sum, w) => sum + w * w, 0);
  for (let from = begin; from + size <= end; from += size / 2) {
    const re = Float64Array.from(values.subarray(from, from + size));
    const mean = re.reduce((sum, v) => sum + v, 0) / size;
    if (!Number.isFinite(mean)) continue;
    for (let i = 0; i < size; i++) re[i] = (re[i]! - mean) * window[i]!;
    const im = new Float64Array(size);
    transform(re, im);
    for (let k = 0; k <= size / 2; k++) {
      const both = k === 0 || k === size / 2 ? 1 : 2;
      density[k]! += (both * (re[k]! * re[k]! + im[k]! * im[k]!) * step) / power;
    }
    blocks++;
  }
  if (blocks === 0) return null;
  for (let k = 0; k < density.length; k++) density[k]! /= blocks;
  return { frequency: Float64Array.from(density, (_, k) => k / (size * step)), density };
}
