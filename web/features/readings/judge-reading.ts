// Checks a typed reading against the one before it, while it is typed; the service checks it again.
import type { ReadingSheetRow } from '@kvartplata/contracts/core/readings.ts';
import { parseScaled } from '@kvartplata/domain/money/scaled.ts';
import { difference, parseFigure, signOf } from '../../lib/figures.ts';

/** The text typed for a meter, empty to delete the stored reading; `rollover`: the counter has passed its highest figure. */
export type Draft = { readonly typed: string; readonly rollover: boolean };

export type Judged = {
  /** In the services' format; undefined if it is not a reading. */
  readonly value: string | undefined;
  readonly consumption: string | undefined;
  /** A mistake cannot be saved; `gone` is saved by deleting the stored reading. */
  readonly mark: Mistake | 'gone' | 'zero' | 'jump' | undefined;
};

type Mistake = 'no-figure' | 'negative' | 'many-places' | 'over-digits' | 'below';

const PLACES = 3;
/** No meter has more. */
const MOST_DIGITS = 15;
const JUMP = 3n;

/** @param draft undefined if nothing is typed, so that the stored reading counts */
export function judgeReading(row: ReadingSheetRow, draft: Draft | undefined): Judged {
  if (draft === undefined) {
    const { reading, consumption, odd } = row;
    return {
      value: reading?.value,
      consumption: consumption ?? undefined,
      mark: odd ?? undefined,
    };
  }
  if (isEmptied(draft)) return { value: undefined, consumption: undefined, mark: 'gone' };
  const value = parseFigure(draft.typed);
  const fault = faultOf(draft.typed);
  if (value === undefined || fault !== undefined)
    return { value: undefined, consumption: undefined, mark: fault ?? 'no-figure' };
  const [whole = ''] = value.split('.', 1);
  if (whole.length > row.digits) return { value, consumption: undefined, mark: 'over-digits' };
  const plain = difference(value, row.previous.value);
  if (signOf(plain) < 0 && !draft.rollover) return { value, consumption: plain, mark: 'below' };
  const consumption = draft.rollover ? afterRollover(plain, row.digits) : plain;
  return { value, consumption, mark: oddness(consumption, row.mean) };
}

/** Why the text cannot be a reading of any meter. */
function faultOf(typed: string): Mistake | undefined {
  const plain = typed.replaceAll(/\s/g, '');
  const [, sign = '', whole, places = ''] = /^([-\u2212]?)(\d+)(?:[.,](\d+))?$/.exec(plain) ?? [];
  if (whole === undefined) return 'no-figure';
  if (sign !== '' && /[1-9]/.test(plain)) return 'negative';
  if (places.length > PLACES) return 'many-places';
  return whole.length > MOST_DIGITS ? 'over-digits' : undefined;
}

/** Whether the stored reading is to be deleted. */
export function isEmptied({ typed }: Draft): boolean {
  return typed.trim() === '';
}

/** Whether a checked reading can be sent. */
export function canBeSaved({ value, mark }: Judged): boolean {
  return value !== undefined && mark !== 'over-digits' && mark !== 'below';
}

function afterRollover(plain: string, digits: number): string {
  return difference(plain, `-${10n ** BigInt(digits)}`);
}

function oddness(consumption: string, mean: string | null): 'zero' | 'jump' | undefined {
  if (signOf(consumption) === 0) return 'zero';
  if (mean === null) return undefined;
  const places = Math.max(placesOf(consumption), placesOf(mean));
  const isJump = parseScaled(consumption, places) > JUMP * parseScaled(mean, places);
  return isJump ? 'jump' : undefined;
}

function placesOf(figure: string): number {
  return figure.split('.', 2)[1]?.length ?? 0;
}
