// What `fourfoot critical-speed --format json` wrote of a method.

export interface Trial {
  value: number;
  outcome: string;
}

export interface Found {
  method: string;
  critical_speed: number | null;
  low: number | null; // steady running up to there
  high: number | null; // a lasting motion from there on
  linear?: number | null;
  mode?: string;
  frequency?: number | null;
  motion?: string;
  wheelset?: string;
  wheelset_peak_to_peak?: number;
  trials: number;
  simulated?: number;
  reason: string;
  tried?: Trial[]; // not in files of older versions
}

export type Verdict = 'steady' | 'lasting' | 'other';

// What happened at a trial, by its words: "stationary", "growth -0.1 1/s", "periodic, …"; axle forces by the bracket.
export function judgeTrial(trial: Trial, found: Pick<Found, 'method' | 'low' | 'high'>): Verdict {
  const growth = /^growth ([-+\d.e]+)/.exec(trial.outcome);
  if (growth) return Number(growth[1]) < 0 ? 'steady' : 'lasting';
  if (/^(stationary|fading)/.test(trial.outcome)) return 'steady';
  if (/^(periodic|quasi|chaotic|irregular)/.test(trial.outcome)) return 'lasting';
  if (found.method === 'axle-force' && found.low !== null && trial.value <= found.low) return 'steady';
  if (found.method === 'axle-force' && found.high !== null && trial.value >= found.high) return 'lasting';
  return 'other';
}
