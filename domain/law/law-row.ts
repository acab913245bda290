// What becomes of a paragraph of the law here: it is computed, refused, or not ours.
import type { Words } from '../text/words.ts';
import type { ActName } from './acts.ts';

/** Computed by a rule, with the test of it and a worked figure. */
export type Computed = {
  readonly state: 'computed';
  /** Paths from the project's root. */
  readonly rule: string;
  readonly test: string;
  /** As it stands in a page of docs/regulation/, or in words where nothing is multiplied. */
  readonly figure: string;
};

/** Refused by name, rather than computed in another way. */
export type Refused = {
  readonly state: 'refused';
  /** Of contracts/problem.ts, or of domain/charging/uncomputable.ts. */
  readonly code: string;
  readonly why: Words;
};

export type NotOurs = { readonly state: 'not ours'; readonly why: Words };

export type LawRow = {
  readonly act: ActName;
  /** One, several, or a range of it: `42(1)`, `59, 60`, `86–97`. */
  readonly paragraphs: string;
  readonly about: Words;
} & (Computed | Refused | NotOurs);

/** A row as it is written beside its rule: of one act, with paths from the rule's folder. */
type OfFolder = readonly [paragraphs: string, about: Words, computed: Omit<Computed, 'state'>];

/** The rows of a folder of rules, which stand in its `law.ts`, or in a charging method's rules. */
export function computedIn(
  folder: string,
  act: ActName,
  rows: readonly OfFolder[],
): readonly LawRow[] {
  return rows.map(([paragraphs, about, { rule, test, figure }]) => ({
    act,
    paragraphs,
    about,
    state: 'computed',
    rule: `${folder}/${rule}`,
    test: `${folder}/${test}`,
    figure,
  }));
}
