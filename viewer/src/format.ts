// Numbers and units as engineers write them.

export interface ScaleUnit {
  label: string;
  factor: number; // shown = SI * factor
}

const withPrefix = new Set(['m', 'N', 'rad', 'N m', 'Pa', 'W', 'J']);

export function chooseUnit(unit: string, largest: number): ScaleUnit {
  if (unit === '1' || unit === '') return { label: '', factor: 1 };
  if (unit === '1/m') return largest < 0.2 ? { label: '1/km', factor: 1e3 } : { label: unit, factor: 1 };
  if (!withPrefix.has(unit) || !(largest > 0) || largest > 1e15) return { label: pretty(shorten(unit, 16)), factor: 1 };
  const grows = unit !== 'm' && unit !== 'rad';
  if (largest < 2e-4) return { label: `µ${unit}`, factor: 1e6 };
  if (largest < 0.2) return { label: `m${unit}`, factor: 1e3 };
  if (grows && largest >= 1e6) return { label: `M${unit}`, factor: 1e-6 };
  if (grows && largest >= 1e3) return { label: `k${unit}`, factor: 1e-3 };
  return { label: unit, factor: 1 };
}

function pretty(unit: string): string {
  return unit.replace(/\^?2\b/g, '²').replace(/\^?3\b/g, '³');
}

export function withUnit(name: string, label: string): string {
  return label ? `${name} [${label}]` : name;
}

// Significant digits, without an exponent where people need none, and with a true minus sign.
export function formatNumber(value: number | null | undefined, digits = 4): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  const size = Math.abs(value);
  const text =
    size !== 0 && (size < 1e-4 || size >= 1e7)
      ? value.toExponential(digits - 1)
      : String(Number(value.toPrecision(digits)));
  return text.replace('-', '−');
}

export function formatQuantity(value: number | undefined, unit: string, digits = 4): string {
  if (value === undefined) return '–';
  const scale = chooseUnit(unit, Math.abs(value));
  return `${formatNumber(value * scale.factor, digits)}${scale.label ? ' ' + scale.label : ''}`;
}

// Long names keep their beginning and their end, which tell most.
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = Math.floor(most / 2) - 1;
  return `${text.slice(0, head)}…${text.slice(text.length - (most - head - 1))}`;
}
