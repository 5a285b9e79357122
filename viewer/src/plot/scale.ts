// Round numbers for a scale.

export interface Ticks {
  min: number;
  max: number;
  values: number[];
  label: (value: number) => string;
}

export function linearTicks(min: number, max: number, wanted: number, factor: number, snap: boolean): Ticks {
  const size = Math.max(Math.abs(min), Math.abs(max));
  if (!(max - min > 1e-9 * size)) {
    const room = size > 0 ? 0.1 * size : 1;
    min -= room;
    max += room;
  }
  const raw = ((max - min) * factor) / Math.max(1, wanted);
  const decade = 10 ** Math.floor(Math.log10(raw));
  const ratio = raw / decade;
  const step = decade * (ratio <= 1 ? 1 : ratio <= 2 ? 2 : ratio <= 5 ? 5 : 10);
  const low = snap ? Math.floor((min * factor) / step + 1e-9) : (min * factor) / step;
  const high = snap ? Math.ceil((max * factor) / step - 1e-9) : (max * factor) / step;
  const values: number[] = [];
  for (let k = Math.ceil(low - 1e-9); k <= high + 1e-9; k++) values.push((k * step) / factor);
  const decimals = Math.max(0, Math.min(9, Math.ceil(-Math.log10(step) - 1e-9)));
  const largest = Math.max(Math.abs(low), Math.abs(high)) * step;
  const big = largest >= 1e6;
  const power = 3 * Math.floor(Math.log10(largest) / 3 + 1e-9);
  const places = Math.max(0, Math.min(4, Math.ceil(power - Math.log10(step) - 1e-9)));
  const digits = Math.max(0, Math.min(4, Math.ceil(Math.log10(largest / step) - 1e-9) - 1));
  return {
    min: (low * step) / factor,
    max: (high * step) / factor,
    values,
    label: (value) => {
      const shown = value * factor;
      if (Math.abs(shown) < step / 1e6) return big || decimals < 1 || largest < 1e-4 ? '0' : (0).toFixed(decimals);
      const text = big ? `${(shown / 10 ** power).toFixed(places)}·10${superscript(power)}` : largest < 1e-4 ? shown.toExponential(digits) : shown.toFixed(decimals);
      return text.replaceAll('-', '−');
    },
  };
}

// Of a logarithmic scale whose numbers are exponents of ten already.
export function decadeTicks(min: number, max: number): Ticks {
  if (!(max - min > 0.3)) {
    min -= 0.5;
    max += 0.5;
  }
  const every = Math.max(1, Math.ceil((max - min) / 7));
  const values: number[] = [];
  for (let k = Math.ceil(min / every) * every; k <= max; k += every) values.push(k);
  const plain = max - min < 4 && Math.abs(min) < 4 && Math.abs(max) < 4;
  return { min, max, values, label: (v) => (plain ? String(Number((10 ** v).toPrecision(3))) : `10${superscript(v)}`) };
}

function superscript(value: number): string {
  return String(Math.round(value)).replace(/[-0-9]/g, (c) => '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'['-0123456789'.indexOf(c)]!);
}
