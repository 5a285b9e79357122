// Elements without HTML text: whatever a name holds, it is shown, never parsed.
type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | ((event: any) => void) | undefined>;

function fill<T extends Element>(element: T, attributes: Attributes, children: Child[]): T {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child);
  return element;
}

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children);
}

// On narrow screens a row of such a table is a block of its own, and each cell tells which column it is (style.css).
export function makeStacked(table: HTMLTableElement): HTMLTableElement {
  const titles = [...(table.tHead?.rows[0]?.cells ?? [])].map((cell) => cell.textContent ?? '');
  for (const row of table.tBodies[0]?.rows ?? [])
    [...row.cells].forEach((cell, i) => (cell.tagName === 'TD' || /^[−\d]/.test(cell.textContent ?? '')) && cell.setAttribute('data-label', titles[i] ?? '')); // a number alone says nothing
  table.classList.add('stacked');
  return table;
}

// A long name may break after its parts: "bogie_1_primary_" "damper_front", "contact." "friction=" "0.15"; never before its last two letters.
export function breakable(name: string): (string | HTMLElement)[] {
  return name.split(/(?<=[_/=]|[a-z]\.)(?=.{3})/).flatMap((part, i) => (i === 0 ? [part] : [h('wbr'), part]));
}

export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = h('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

// A file name that every system takes.
export function fileName(text: string, ending: string): string {
  const safe = text.replace(/[^\p{L}\p{N}._-]+/gu, '_').slice(0, 80);
  return `${safe || 'fourfoot'}.${ending}`;
}
