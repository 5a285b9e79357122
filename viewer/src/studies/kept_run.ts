// Runs of a sweep that were kept: links to their pages and results files, and the run that a click chose.
import { h } from '../dom';

export interface KeptRun {
  results: string; // file, seen from this page
  page?: string; // its report, if there is one
}

// Names come from a file: whatever they hold, they are paths below or beside this page.
export function makeAddress(path: string): string {
  return `./${path.split('/').map(encodeURIComponent).join('/')}`;
}

const makeLink = (path: string, text: string): HTMLElement => h('a', { href: makeAddress(path), target: '_blank', rel: 'noopener', title: path }, text);

export function makeRunLinks(run: KeptRun | null | undefined): (HTMLElement | string)[] {
  if (!run) return [];
  return [...(run.page ? [makeLink(run.page, 'report'), ', '] : []), makeLink(run.results, 'results file')];
}

// The line below the controls: which run was clicked, and where it is.
export class ChosenRun {
  readonly element = h('p', { class: 'chosen-run', role: 'status' });

  constructor(
    private readonly runs: (KeptRun | null)[],
    private readonly name: (i: number) => string,
  ) {
    const some = runs.find((run) => run !== null);
    const hint = some?.page ? 'A click on a point opens the report of its run.' : 'A click on a point names the results file of its run. fourfoot report --runs also makes a page for each.';
    this.element.append(some ? hint : 'The results files of the runs are no longer there.');
  }

  choose(i: number): void {
    const run = this.runs[i];
    if (!run) {
      this.element.replaceChildren(`${this.name(i)}: this run was not kept.`);
      return;
    }
    this.element.replaceChildren(`${this.name(i)}: `, ...makeRunLinks(run), '.');
    if (run.page) this.element.querySelector('a')!.click();
  }
}
