// How a paragraph of the law is treated here: it is computed, refused, or out of scope.
import type { Words } from '../text/words.ts';
import type { ActName } from './acts.ts';

/** Computed by a rule, with its test and a worked figure. */
export type Computed = {
  readonly state: 'computed';
  /** Paths from the project's root. */
  readonly rule: string;
  readonly test: string;
  /** As in a page of docs/regulation/, or in words if nothing is multiplied. */
  readonly figure: string;
};

/** Explicitly refused, rather than computed in another way. */
export type Refused = {
  readonly state: 'refused';
  /** A code of contracts/problem.ts or of domain/charging/uncomputable.ts. */
  readonly code: string;
  readonly why: Words;
};

export type NotOurs = { readonly state: 'not ours'; readonly why: Words };

export type LawRow = {
  readonly act: ActName;
  /** One or several, or a range: `42(1)`, `59, 60`, `86–97`. */
  readonly paragraphs: string;
  readonly about: Words;
} & (Computed | Refused | NotOurs);

/** A row as written next to its rule: for one act, with paths from the rule's folder. */
type OfFolder = readonly [paragraphs: string, about: Words, computed: Omit<Computed, 'state'>];

/** The rows of a folder of rules, from its `law.ts` or a charging method's rules. */
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
