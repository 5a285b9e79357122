// A run of the report with its arrays unpacked when they are first asked for.
import type { Channel, Column, RunDocument, Table } from './document';
import { lowerBound, Pyramid } from './pyramid';
import { unpack, type Values } from './unpack';

export type XAxis = 'time' | 's';

export class Run {
  readonly channels = new Map<string, Channel>();
  time: Values = new Float64Array();
  s: Values | null = null; // null: the file has none, or the vehicle does not move forward all the time
  private arrays = new Map<string, Promise<Pyramid>>();
  private ready = new Map<string, Pyramid>();

  constructor(
    readonly document: RunDocument,
    readonly index: number,
    readonly label: string,
  ) {
    for (const channel of document.channels) this.channels.set(channel.name, channel);
  }

  async open(): Promise<void> {
    this.time = (await this.load('time'))?.values ?? this.time;
    const s = (await this.load('s'))?.values ?? null;
    this.s = s && isAscending(s) ? s : null;
  }

  async load(name: string): Promise<Pyramid | null> {
    const channel = this.channels.get(name);
    if (!channel) return null;
    let array = this.arrays.get(name);
    if (!array) {
      array = unpack(channel.array).then((values) => {
        const pyramid = new Pyramid(values);
        this.ready.set(name, pyramid);
        return pyramid;
      });
      this.arrays.set(name, array);
    }
    return array;
  }

  // What load() has brought so far.
  get(name: string): Pyramid | null {
    return this.ready.get(name) ?? null;
  }

  axis(kind: XAxis): Values {
    return kind === 's' && this.s ? this.s : this.time;
  }

  // The value at a time, between rows on a straight line.
  sample(name: string, t: number): number {
    const values = this.get(name)?.values;
    if (!values || values.length === 0) return NaN;
    return interpolate(this.time, values, t);
  }
}

function isAscending(values: Values): boolean {
  for (let i = 1; i < values.length; i++) if (!(values[i]! > values[i - 1]!)) return false;
  return values.length > 1;
}

export function interpolate(x: ArrayLike<number>, y: ArrayLike<number>, at: number): number {
  const n = x.length;
  if (n === 0) return NaN;
  const k = lowerBound(x, at);
  if (k <= 0) return y[0]!;
  if (k >= n) return y[n - 1]!;
  const part = (at - x[k - 1]!) / (x[k]! - x[k - 1]!);
  return y[k - 1]! + (y[k]! - y[k - 1]!) * part;
}

export async function readColumn(table: Table, name: string): Promise<number[] | Values> {
  const column: Column | undefined = table.columns[name];
  if (!column) return [];
  if (column.array) return unpack(column.array);
  return (column.values ?? []).map((v) => v ?? NaN);
}
