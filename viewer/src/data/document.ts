// What `fourfoot report` puts into the page: docs/formats/report.md.

export interface PackedArray {
  form: 'linear' | 'f32' | 'f64';
  count: number;
  first?: number; // of a linear one
  step?: number;
  order?: number; // how often the bit patterns were differenced
  block?: number; // number of the script element that holds it
}

export interface Summary {
  min?: number;
  max?: number;
  mean?: number;
  rms?: number;
  first?: number;
  last?: number;
  min_at?: number;
  max_at?: number;
  not_finite: number;
}

export interface Channel {
  name: string;
  unit: string;
  frame: string;
  description: string;
  summary: Summary;
  array: PackedArray;
}

export interface Column {
  unit: string;
  description: string;
  values?: (number | null)[];
  texts?: string[];
  array?: PackedArray;
}

export interface Table {
  texts: Record<string, string> | null;
  numbers: Record<string, number> | null;
  columns: Record<string, Column>;
}

export interface InputFile {
  name: string;
  sha256: string;
  text: string;
}

// A figure of a norm, with how it was found.
export interface NormFigure {
  norm: string;
  figure: string;
  subject: string;
  zone: string;
  value: number | null;
  largest: number | null; // of a section
  unit: string;
  limit: number | null;
  verdict: string;
  basis: string;
  sections: number;
  filter: string;
  window: string;
  percentile: string;
  note: string;
}

// Largest value of the record, filtered as the norm says.
export interface Peak {
  subject: string;
  name: string;
  value: number;
  time: number;
  unit: string;
  filter: string;
}

export interface Evaluation {
  file: string;
  limits: { file: string; edition: string; source: string };
  notes: string[];
  figures: NormFigure[];
  peaks?: Peak[];
}

export interface RunDocument {
  file: string;
  evaluation?: Evaluation | { fault: string; hint: string } | null;
  rows: number;
  meta: Record<string, string>;
  run: Table;
  numbers: Record<string, number> | null;
  inputs: InputFile[];
  channels: Channel[];
  bodies: Table;
  elements: Table;
  track: Table;
  profiles: { wheelset: string; side: string; wheel: Table; rail: Table }[];
  rails?: Table[]; // where they are not the same all along the line
}

export interface StudyDocument {
  file: string;
  kind: 'eigen' | 'bifurcation' | 'limits' | 'map' | 'sweep' | 'evaluation' | 'comparison' | 'critical' | 'optimum' | 'wear' | 'track';
  content: unknown;
}

export interface ReportDocument {
  format: string;
  version: string;
  commit: string;
  runs: RunDocument[];
  studies: StudyDocument[];
}

export function readDocument(): ReportDocument {
  const text = document.getElementById('fourfoot-report')?.textContent;
  if (!text) throw new Error('this page holds no data; fourfoot report writes one that does');
  return JSON.parse(text) as ReportDocument;
}
