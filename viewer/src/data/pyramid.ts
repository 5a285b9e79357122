// Least and largest values of ever longer stretches, so that a plot of any width touches a few thousand numbers however
// long the run is, and still shows every peak.
import type { Values } from './unpack';

const factor = 4;

interface Level {
  size: number; // rows in one stretch
  min: Values;
  max: Values;
}

export class Pyramid {
  private levels: Level[] = [];

  constructor(readonly values: Values) {
    let size = factor;
    while (values.length / size > 64) {
      this.levels.push(this.makeLevel(size));
      size *= factor;
    }
  }

  private makeLevel(size: number): Level {
    const below = this.levels[this.levels.length - 1];
    const count = Math.ceil(this.values.length / size);
    const make = (): Values => (this.values instanceof Float64Array ? new Float64Array(count) : new Float32Array(count)).fill(NaN);
    const min = make();
    const max = make();
    const lows = below ? below.min : this.values;
    const highs = below ? below.max : this.values;
    for (let i = 0; i < lows.length; i++) {
      const k = Math.floor(i / factor);
      if (!(lows[i]! >= min[k]!)) if (!Number.isNaN(lows[i]!)) min[k] = lows[i]!;
      if (!(highs[i]! <= max[k]!)) if (!Number.isNaN(highs[i]!)) max[k] = highs[i]!;
    }
    return { size, min, max };
  }

  // The coarsest level that still has `wanted` stretches between the rows; null: the rows themselves.
  choose(begin: number, end: number, wanted: number): Level | null {
    let best: Level | null = null;
    for (const level of this.levels) if ((end - begin) / level.size >= wanted) best = level;
    return best;
  }

  range(begin: number, end: number): [number, number] | null {
    const level = this.choose(begin, end, 32);
    const lows = level ? level.min : this.values;
    const highs = level ? level.max : this.values;
    const size = level ? level.size : 1;
    let min = Infinity;
    let max = -Infinity;
    for (let i = Math.floor(begin / size); i < Math.min(lows.length, Math.ceil(end / size)); i++) {
      if (lows[i]! < min) min = lows[i]!;
      if (highs[i]! > max) max = highs[i]!;
    }
    return min <= max ? [min, max] : null;
  }
}

// First index whose value is not below x; values ascend.
export function lowerBound(values: ArrayLike<number>, x: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! < x) low = middle + 1;
    else high = middle;
  }
  return low;
}
