// Results of evaluate, eigen, bifurcation, critical-speed, stability-map, sweep, optimise, wear and track.
import type { RunDocument, StudyDocument } from '../data/document';
import { h } from '../dom';
import { bindUnits } from '../format';
import { makeBifurcation, type BifurcationContent } from './bifurcation';
import { makeComparison, type ComparisonContent } from './comparison';
import { makeCritical, type CriticalContent } from './critical';
import { makeEvaluation, type EvaluationContent } from './evaluation';
import { makeEigen, type EigenContent } from './eigen';
import { makeLimits, type LimitsContent } from './limits';
import { makeMap, type MapContent } from './map';
import { makeOptimum, type OptimumContent } from './optimum';
import { makeSweep } from './sweep';
import { makeTrack, type TrackContent } from './track';
import { makeWear, type WearContent } from './wear';
import type { SweepContent } from './sweep_data';

const titles = { eigen: 'Eigenvalues', bifurcation: 'Bifurcation', limits: 'Critical speeds', map: 'Stability map', sweep: 'Sweep', evaluation: 'Acceptance', comparison: 'Acceptance, side by side', critical: 'Critical speed', optimum: 'Optimisation', wear: 'Wear', track: 'Track' };

function makeStudy(study: StudyDocument, runs: RunDocument[]): HTMLElement[] {
  if (study.kind === 'eigen') return makeEigen(study.content as EigenContent, runs);
  if (study.kind === 'bifurcation') return makeBifurcation(study.content as BifurcationContent);
  if (study.kind === 'limits') return makeLimits(study.content as LimitsContent);
  if (study.kind === 'evaluation') return makeEvaluation(study.content as EvaluationContent);
  if (study.kind === 'comparison') return makeComparison(study.content as ComparisonContent);
  if (study.kind === 'critical') return makeCritical(study.content as CriticalContent);
  if (study.kind === 'optimum') return makeOptimum(study.content as OptimumContent);
  if (study.kind === 'wear') return makeWear(study.content as WearContent);
  if (study.kind === 'track') return makeTrack(study.content as TrackContent);
  if (study.kind === 'sweep') return makeSweep(study.content as SweepContent);
  return makeMap(study.content as MapContent);
}

interface Origin {
  program?: string;
  commit?: string;
  scenario?: string;
  title?: string; // of the scenario; not in files of versions up to 0.2
  set?: string[];
}

const sayOrigin = (line: string): string => line.replace(/^program: fourfoot /, 'Computed by Fourfoot ').replace(/^scenario: /, 'Scenario: ').replace(/^set: /, 'Changed: ');

// Comments of one input file are one text, though the file breaks it into lines: "coach.toml: …".
function joinComments(notes: string[]): string[] {
  const out: string[] = [];
  let last = '';
  for (const note of notes) {
    const file = /^\S+\.toml: (?!\w+ = )/.exec(note)?.[0] ?? '';
    if (file !== '' && file === last) out.push(`${out.pop()!} ${note.slice(file.length)}`);
    else out.push(note);
    last = file;
  }
  return out;
}

// "20-cooperrider" of ".../20-cooperrider/scenario.toml", "coach" of "coach.toml"
function nameScenario(path: string): string {
  const parts = path.split(/[/\\]/);
  const stem = parts.pop()!.replace(/\.toml$/, '');
  return stem === 'scenario' ? (parts.pop() ?? stem) : stem;
}

// What a page of studies alone is called: by the title of its scenario, or its file, and by what it is.
function titleStudy(study: StudyDocument): string {
  const content = study.content as { origin?: Origin; notes?: unknown; title?: unknown };
  if (study.kind === 'optimum' && typeof content.title === 'string' && content.title !== '') return content.title;
  const first: unknown = Array.isArray(content.notes) ? content.notes[0] : '';
  if (study.kind === 'map' && typeof first === 'string' && first !== '' && !/^\w+: /.test(first)) return `${first}: stability map`;
  if (content.origin?.title) return `${content.origin.title}: ${titles[study.kind].toLowerCase()}`;
  const name = content.origin?.scenario ? nameScenario(content.origin.scenario) : study.file.replace(/\.\w+$/, '');
  return name.toLowerCase() === titles[study.kind].toLowerCase() ? name.replace(/^./, (c) => c.toUpperCase()) : `${titles[study.kind]}: ${name}`;
}

// "A: eigenvalues, bifurcation" of "A: eigenvalues" and "A: bifurcation".
export function titleStudies(studies: StudyDocument[]): string {
  const parts = new Map<string, string[]>();
  for (const title of new Set(studies.map(titleStudy))) {
    const at = title.lastIndexOf(': ');
    const head = at < 0 ? title : title.slice(0, at);
    parts.set(head, [...(parts.get(head) ?? []), ...(at < 0 ? [] : [title.slice(at + 2)])]);
  }
  return [...parts].map(([head, tails]) => (tails.length > 0 ? `${head}: ${tails.join(', ')}` : head)).join(' · ');
}

// What a study rests on: program, scenario, overrides; of tables the comments at their head.
function makeOrigin(study: StudyDocument): HTMLElement[] {
  const content = study.content as { origin?: Origin; notes?: unknown };
  const origin = content.origin;
  const notes = Array.isArray(content.notes) && !isAcceptance(study) ? content.notes.filter((note): note is string => typeof note === 'string') : [];
  const lines = (origin ? [`program: ${origin.program ?? ''}${origin.commit ? ` (${origin.commit})` : ''}`, `scenario: ${origin.scenario ?? ''}`, ...(origin.set ?? []).map((text) => `set: ${text}`)] : joinComments(notes)).map(sayOrigin);
  if (lines.length === 0) return [];
  return [h('details', { class: lines.length < 20 ? 'in-print' : '' }, h('summary', {}, 'Scenario, overrides, version'), h('ul', {}, ...lines.map((line) => h('li', {}, bindUnits(line)))))];
}

// Figures of norms stand right below the summary; all other studies in a section of their own.
export const isAcceptance = (study: StudyDocument): boolean => study.kind === 'evaluation' || study.kind === 'comparison';

export function studiesTitle(studies: StudyDocument[]): string {
  const kinds = new Set(studies.map((study) => study.kind));
  if (kinds.size === 1 && (kinds.has('wear') || kinds.has('track'))) return kinds.has('wear') ? 'Wear' : 'Track';
  return ['sweep', 'optimum', 'wear', 'track'].some((kind) => kinds.has(kind as StudyDocument['kind'])) ? 'Studies' : 'Stability';
}

export function makeStudies(studies: StudyDocument[], runs: RunDocument[], id: string, title: string): HTMLElement {
  return h(
    'section',
    { id, 'aria-labelledby': `${id}-title` },
    h('h2', { id: `${id}-title` }, title),
    ...studies.map((study) => h('section', { class: 'study' }, h('h3', {}, `${titles[study.kind]}: ${study.file}`), ...makeOrigin(study), ...makeStudy(study, runs))),
  );
}
