// Results of eigen, bifurcation, stability-map and sweep.
import type { RunDocument, StudyDocument } from '../data/document';
import { h } from '../dom';
import { makeBifurcation, type BifurcationContent } from './bifurcation';
import { makeEigen, type EigenContent } from './eigen';
import { makeMap, type MapContent } from './map';
import { makeSweep } from './sweep';
import type { SweepContent } from './sweep_data';

const titles = { eigen: 'Eigenvalues', bifurcation: 'Bifurcation', map: 'Stability map', sweep: 'Sweep' };

function makeStudy(study: StudyDocument, runs: RunDocument[]): HTMLElement[] {
  if (study.kind === 'eigen') return makeEigen(study.content as EigenContent, runs);
  if (study.kind === 'bifurcation') return makeBifurcation(study.content as BifurcationContent);
  if (study.kind === 'sweep') return makeSweep(study.content as SweepContent);
  return makeMap(study.content as MapContent);
}

export function studiesTitle(studies: StudyDocument[]): string {
  return studies.some((study) => study.kind === 'sweep') ? 'Studies' : 'Stability';
}

export function makeStudies(studies: StudyDocument[], runs: RunDocument[]): HTMLElement {
  const title = studiesTitle(studies);
  return h(
    'section',
    { id: 'studies', 'aria-labelledby': 'studies-title' },
    h('h2', { id: 'studies-title' }, title),
    ...studies.map((study) => h('section', { class: 'study' }, h('h3', {}, `${titles[study.kind]}: ${study.file}`), ...makeStudy(study, runs))),
  );
}
