// Results of the stability verbs: eigen, bifurcation, stability-map.
import type { RunDocument, StudyDocument } from '../data/document';
import { h } from '../dom';
import { makeBifurcation, type BifurcationContent } from './bifurcation';
import { makeEigen, type EigenContent } from './eigen';
import { makeMap, type MapContent } from './map';

const titles = { eigen: 'Eigenvalues', bifurcation: 'Bifurcation', map: 'Stability map' };

function makeStudy(study: StudyDocument, runs: RunDocument[]): HTMLElement[] {
  if (study.kind === 'eigen') return makeEigen(study.content as EigenContent, runs);
  if (study.kind === 'bifurcation') return makeBifurcation(study.content as BifurcationContent);
  return makeMap(study.content as MapContent);
}

export function makeStudies(studies: StudyDocument[], runs: RunDocument[]): HTMLElement {
  return h(
    'section',
    { id: 'studies', 'aria-labelledby': 'studies-title' },
    h('h2', { id: 'studies-title' }, 'Stability'),
    ...studies.map((study) => h('section', { class: 'study' }, h('h3', {}, `${titles[study.kind]}: ${study.file}`), ...makeStudy(study, runs))),
  );
}
