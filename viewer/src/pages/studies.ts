// Results of the stability verbs.
import type { StudyDocument } from '../data/document';
import { h } from '../dom';

export function makeStudies(studies: StudyDocument[]): HTMLElement {
  return h(
    'section',
    { id: 'studies', 'aria-labelledby': 'studies-title' },
    h('h2', { id: 'studies-title' }, 'Stability'),
    ...studies.map((study) => h('h3', {}, study.file)),
  );
}
