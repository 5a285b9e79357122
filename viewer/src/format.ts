// Numbers and units as engineers write them.

export interface ScaleUnit {
  label: string;
  factor: number; // shown = SI * factor
}

const withPrefix = new Set(['m', 'N', 'rad', 'N m', 'Pa', 'W', 'J']);

export function chooseUnit(unit: string, largest: number): ScaleUnit {
  if (unit === '1' || unit === '') return largest > 0 && largest < 0.02 ? { label: '10⁻³', factor: 1e3 } : { label: '', factor: 1 }; // creepages
  if (unit === '1/m') return largest < 0.2 ? { label: '1/km', factor: 1e3 } : { label: unit, factor: 1 };
  if (isNoise(unit, largest)) return (unit === 'm' || unit === 'rad') ? { label: `m${unit}`, factor: 1e3 } : { label: pretty(unit), factor: 1 };
  if (!withPrefix.has(unit) || !(largest > 0) || largest > 1e15) return { label: pretty(shorten(unit, 16)), factor: 1 };
  const grows = unit !== 'm' && unit !== 'rad';
  if (largest < 2e-4) return { label: `µ${unit}`, factor: 1e6 };
  if (largest < 0.2) return { label: `m${unit}`, factor: 1e3 };
  if (grows && largest >= 1e6) return { label: `M${unit}`, factor: 1e-6 };
  if (grows && largest >= 1e3) return { label: `k${unit}`, factor: 1e-3 };
  return { label: unit, factor: 1 };
}

// What is smaller than this is the error of the computation, not motion or force: nothing moves by a picometre.
const noise: Record<string, number> = { m: 1e-9, rad: 1e-9, 'm/s': 1e-9, 'rad/s': 1e-9, N: 1e-3, 'N m': 1e-3 };
export const isNoise = (unit: string, largest: number): boolean => largest < (noise[unit] ?? 0);

export function pretty(unit: string): string {
  return unit.replace(/\^?2\b/g, '²').replace(/\^?3\b/g, '³');
}

export function withUnit(name: string, label: string): string {
  return label ? `${name} [${label}]` : name;
}

// "1.5·10⁸", as people write it.
function writePower(value: number, digits: number): string {
  const [mantissa, power] = value.toExponential(digits - 1).split('e') as [string, string];
  const raised = String(Number(power)).replace(/[-0-9]/g, (c) => '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'['-0123456789'.indexOf(c)]!);
  return `${Number(mantissa)}·10${raised}`;
}

// In sentences a speed is not broken: "66.66 m/s", "(240.0 km/h)".
export const bindSpeeds = (text: string): string => text.replace(/ (?=m\/s|km\/h)/g, '\u00a0');

// In sentences a number stays with its unit: "10 mm", "66.64 m/s".
export const bindUnits = (text: string): string => bindSpeeds(text).replace(/(?<=\d) (?=(?:mm|mrad|m|Hz|kN|N|s|kB)\b)/g, '\u00a0');

// Significant digits, without an exponent where people need none, and with a true minus sign.
export function formatNumber(value: number | null | undefined, digits = 4): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  const size = Math.abs(value);
  const text =
    size !== 0 && (size < 1e-4 || size >= 1e6)
      ? writePower(value, digits)
      : String(Number(value.toPrecision(digits)));
  return text.replaceAll('-', '−');
}

export function formatQuantity(value: number | undefined, unit: string, digits = 4): string {
  if (value === undefined) return '–';
  const scale = chooseUnit(unit, Math.abs(value));
  return `${formatNumber(value * scale.factor, digits)}${scale.label ? ' ' + scale.label : ''}`;
}

// With a fixed number of decimals; what rounds to zero is zero, without a sign.
export function formatFixed(value: number | null | undefined, decimals: number): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return formatNumber(value);
  const text = value.toFixed(decimals);
  return (Number(text) === 0 ? text.replace('-', '') : text).replace('-', '−');
}

// As one of several values of up to `largest`: all with the decimals that four digits of the largest have.
export function formatWithin(value: number | null | undefined, largest: number, digits = 4): string {
  if (!(largest > 0) || !Number.isFinite(largest)) return formatNumber(value, digits);
  if (largest < 1e-5) return formatFixed(value, 3);
  const places = digits - 1 - Math.floor(Math.log10(largest));
  return places > 9 || places < -3 ? formatNumber(value, digits) : formatFixed(value, Math.max(0, places));
}

// The numbers of a column: all with the same decimals, as few as tell them, at most four digits of the largest.
export function formatColumn(values: number[]): string[] {
  const largest = Math.max(0, ...values.filter(Number.isFinite).map(Math.abs));
  const most = largest > 0 ? 3 - Math.floor(Math.log10(largest)) : 0;
  if (most < -3 || most > 9) return values.map((v) => formatNumber(v));
  let places = 0;
  const isTold = (v: number): boolean => !Number.isFinite(v) || Math.abs(v - Number(v.toFixed(places))) <= 1e-9 * largest;
  while (places < most && !values.every(isTold)) places++;
  return values.map((v) => formatFixed(v, places));
}

// How a quantity is written in a table: one unit for the whole row, decimals that mean something on a railway.
export interface Writing extends ScaleUnit {
  decimals: number;
}

export function chooseWriting(unit: string, largest: number): Writing {
  if (unit === 'm') return largest < 1 ? { label: 'mm', factor: 1e3, decimals: 1 } : { label: 'm', factor: 1, decimals: 2 };
  if (unit === 'N') return largest >= 1e3 ? { label: 'kN', factor: 1e-3, decimals: 1 } : { label: 'N', factor: 1, decimals: largest < 10 ? 1 : 0 };
  if (unit === 'rad') return { label: 'mrad', factor: 1e3, decimals: 2 };
  if (/^m\/?s(\^?-?2)$|^m s-2$|^m\/s²$/.test(unit)) return { label: 'm/s²', factor: 1, decimals: largest < 0.1 ? 3 : 2 };
  if (unit === 's') return { label: 's', factor: 1, decimals: largest < 10 ? 3 : 1 };
  if (unit === '1' || unit === '') return { label: '', factor: 1, decimals: 2 };
  const scale = chooseUnit(unit, largest);
  const shown = largest * scale.factor;
  return { ...scale, decimals: shown > 0 ? Math.max(0, Math.min(6, 2 - Math.floor(Math.log10(shown)))) : 0 };
}

export function write(value: number | null | undefined, writing: Writing, withLabel = true): string {
  if (value === null || value === undefined) return '–';
  return formatFixed(value * writing.factor, writing.decimals) + (withLabel && writing.label ? ` ${writing.label}` : '');
}

// Long names keep their beginning and their end, which tell most.
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = Math.floor(most / 2) - 1;
  return `${text.slice(0, head)}…${text.slice(text.length - (most - head - 1))}`;
}
