// The coordinate by which a study judges motions, as its plots call it.

export interface ObservedWords {
  name: string; // "y of the first wheelset", "frame/psi"
  unit: string;
}

// Files of older versions do not tell which coordinate it was.
export function describeObserved(name: string | undefined): ObservedWords {
  if (!name) return { name: 'observed coordinate', unit: 'mm or mrad' };
  return { name, unit: /(^|\/)(phi|chi|psi)$/.test(name) ? 'mrad' : 'mm' };
}

// Of a stability map: the line "observed: y of the first wheelset [m, rad]; …" at the head of its file.
export function findObserved(notes: unknown): ObservedWords {
  const line = Array.isArray(notes) ? notes.find((note): note is string => typeof note === 'string' && note.startsWith('observed: ')) : undefined;
  return describeObserved(line?.slice('observed: '.length).split(' [')[0]);
}
