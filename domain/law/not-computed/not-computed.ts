// How a paragraph without a rule is described: what it is about, and why nothing here computes it.
import type { Words } from '../../text/words.ts';
import type { ActName } from '../acts.ts';
import type { LawRow } from '../law-row.ts';

type Row = readonly [paragraphs: string, about: Words, why: Words];
type RefusedRow = readonly [paragraphs: string, about: Words, code: string, why: Words];

/** No amount here follows from them, or somebody else computes it. */
export function notOurs(act: ActName, rows: readonly Row[]): readonly LawRow[] {
  return rows.map(([paragraphs, about, why]) => ({
    act,
    paragraphs,
    about,
    state: 'not ours',
    why,
  }));
}

/** Refused with a code, rather than computed in another way. */
export function refused(act: ActName, rows: readonly RefusedRow[]): readonly LawRow[] {
  return rows.map(([paragraphs, about, code, why]) => ({
    act,
    paragraphs,
    about,
    state: 'refused',
    code,
    why,
  }));
}
