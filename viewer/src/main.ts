import './style.css';
import { readDocument } from './data/document';
import { Run } from './data/run';
import { h } from './dom';
import { bindSpeeds } from './format';
import { makeInputs } from './pages/inputs';
import { makeSummary } from './pages/summary';
import { Workspace } from './pages/workspace';
import { isAcceptance, makeStudies, studiesTitle, titleStudies } from './studies/studies';
import { State } from './state';
import { toggleTheme } from './theme';

// File names without ending; numbered where two are the same.
function makeLabels(files: string[]): string[] {
  const bare = files.map((file) => file.replace(/\.(h5|hdf5)$/i, ''));
  return bare.map((name, i) => (bare.indexOf(name) === bare.lastIndexOf(name) ? name : `${name} (${i + 1})`));
}

// What sticks to the window, and what a link leads to, stands below the header, however many lines it has.
function followHeader(header: HTMLElement): void {
  new ResizeObserver(() => document.documentElement.style.setProperty('--top', `${header.offsetHeight}px`)).observe(header);
}

// Several runs of one title: by their files, for what was changed by --set does not stand in it.
const nameRuns = (labels: string[], titles: string[]): string => (labels.length > 1 && titles.length < labels.length ? `${labels.length} runs: ${labels.join(', ')}` : '');

function makeHeader(title: string, runs: string, links: [string, string][], version: string): HTMLElement {
  return h(
    'header',
    { class: 'top' },
    h('div', { class: 'title' }, h('h1', {}, bindSpeeds(title)), h('p', { class: 'faint' }, [runs, `Fourfoot ${version}`].filter(Boolean).join(' · '))),
    h(
      'nav',
      { class: 'controls', 'aria-label': 'parts of the report' },
      ...links.map(([id, text]) => h('a', { href: `#${id}` }, text)),
      h('button', { type: 'button', title: 'light or dark', onclick: toggleTheme }, '◐ theme'),
      h('button', { type: 'button', onclick: () => window.print() }, 'print'),
    ),
  );
}

async function start(): Promise<void> {
  const report = readDocument();
  const labels = makeLabels(report.runs.map((run) => run.file));
  const runs = report.runs.map((run, i) => new Run(run, i, labels[i]!));
  await Promise.all(runs.map((run) => run.open()));
  const titles = [...new Set(report.runs.map((run) => run.meta['title']).filter(Boolean))];
  const title = titles.join(' · ') || labels.join(' · ') || titleStudies(report.studies) || 'Report';
  document.title = title;
  const body = h('main', { id: 'main' });
  const links: [string, string][] = [];
  const norms = report.studies.filter(isAcceptance);
  const studies = report.studies.filter((study) => !isAcceptance(study));
  if (runs.length > 0) links.push(['summary', 'Summary']);
  if (norms.length > 0) links.push(['acceptance', 'Acceptance']);
  if (runs.length > 0) links.push(['plots', 'Plots and motion']);
  if (studies.length > 0) links.push(['studies', studiesTitle(studies)]);
  if (runs.length > 0) links.push(['inputs', 'Inputs']);
  const header = makeHeader(title, nameRuns(labels, titles), links, report.version);
  document.body.prepend(h('a', { href: '#main', class: 'skip' }, 'to the content'), header, body);
  followHeader(header);
  if (runs.length > 0) {
    const state = new State(runs);
    const acceptance = norms.length > 0 ? makeStudies(norms, report.runs, 'acceptance', 'Acceptance') : null;
    body.append(makeSummary(state, acceptance));
    if (acceptance) body.append(acceptance);
    const workspace = new Workspace(state);
    body.append(workspace.element);
    Object.assign(window, { fourfoot: { state, workspace, runs } }); // for the curious, and the tests
  }
  if (runs.length === 0 && norms.length > 0) body.append(makeStudies(norms, report.runs, 'acceptance', 'Acceptance'));
  if (studies.length > 0) body.append(makeStudies(studies, report.runs, 'studies', studiesTitle(studies)));
  if (runs.length > 0) body.append(makeInputs(runs));
  else document.documentElement.dataset['ready'] = 'true';
}

// On paper nothing can be opened: what was run and how is told there.
function openForPrint(): void {
  const closed = [...document.querySelectorAll<HTMLDetailsElement>('details.in-print:not([open])')];
  for (const fold of closed) fold.open = true;
  window.addEventListener('afterprint', () => closed.forEach((fold) => (fold.open = false)), { once: true });
}
window.addEventListener('beforeprint', openForPrint);

start().catch((error: unknown) => {
  document.body.prepend(h('p', { class: 'warnings' }, `This report cannot be shown: ${error instanceof Error ? error.message : String(error)}`));
  document.documentElement.dataset['ready'] = 'failed';
});
