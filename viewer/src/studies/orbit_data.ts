// One period of a periodic motion.
export interface Motion {
  name: string;
  value: number;
  largest: number;
  period: number;
  samples: number[]; // one period at equal times, SI
}

// Central differences around the period.
export function calcRates(motion: Motion): number[] {
  const { samples, period } = motion;
  const n = samples.length;
  return samples.map((_, i) => ((samples[(i + 1) % n]! - samples[(i + n - 1) % n]!) * n) / (2 * period));
}
