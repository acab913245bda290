// The law as a table: every paragraph that affects money, and how it is treated here.
import { LAW as CHARGING } from '../charging/law.ts';
import { METHODS } from '../charging/methods/methods.ts';
import { LAW as YEAR } from '../charging/year/law.ts';
import { LAW as RECEIPTS } from '../receipts/law.ts';
import { LAW as ABSENCE } from '../regulation/absence/law.ts';
import { LAW as BENEFIT } from '../regulation/benefit/law.ts';
import { LAW as COEFFICIENT } from '../regulation/coefficient/law.ts';
import { LAW as COMMON_HOUSE_CHARGE } from '../regulation/common-house-charge/law.ts';
import { LAW as HEATING_SEASON } from '../regulation/heating-season/law.ts';
import { LAW as INDIVIDUAL_CHARGE } from '../regulation/individual-charge/law.ts';
import { LAW as INSTALMENT } from '../regulation/instalment/law.ts';
import { LAW as LATE_READING } from '../regulation/late-reading/law.ts';
import { LAW as PAYEES } from '../regulation/payees/law.ts';
import { LAW as PAYMENT_ALLOCATION } from '../regulation/payment-allocation/law.ts';
import { LAW as PENALTY_ACCRUAL } from '../regulation/penalty-accrual/law.ts';
import { LAW as PENALTY } from '../regulation/penalty/law.ts';
import { LAW as QUALITY } from '../regulation/quality/law.ts';
import { LAW as RESTRICTION_NOTICE } from '../regulation/restriction-notice/law.ts';
import { LAW as STATE_DUTY } from '../regulation/state-duty/law.ts';
import { LAW as TAMPERING } from '../regulation/tampering/law.ts';
import { LAW as TARIFF_RANGES } from '../regulation/tariff-ranges/law.ts';
import { LAW as HOT_WATER } from '../regulation/two-component-hot-water/law.ts';
import { LAW as UNREAD_METER } from '../regulation/unread-meter/law.ts';
import { ACTS, type ActName } from './acts.ts';
import type { LawRow } from './law-row.ts';
import { DECREE_354 } from './not-computed/decree-354.ts';
import { HOUSING_CODE } from './not-computed/housing-code.ts';
import { RULES_491 } from './not-computed/rules-491.ts';

/** Written next to the rules, in the order of the folders. */
export const LAW_ROWS: readonly LawRow[] = [
  CHARGING,
  ...Object.values(METHODS).map(({ law }) => law),
  YEAR,
  RECEIPTS,
  ABSENCE,
  BENEFIT,
  COEFFICIENT,
  COMMON_HOUSE_CHARGE,
  HEATING_SEASON,
  INDIVIDUAL_CHARGE,
  INSTALMENT,
  LATE_READING,
  PAYEES,
  PAYMENT_ALLOCATION,
  PENALTY_ACCRUAL,
  PENALTY,
  QUALITY,
  RESTRICTION_NOTICE,
  STATE_DUTY,
  TAMPERING,
  TARIFF_RANGES,
  HOT_WATER,
  UNREAD_METER,
  DECREE_354,
  RULES_491,
  HOUSING_CODE,
].flat();

/** The rows of an act, by the first paragraph of each. */
export function rowsOf(act: ActName): readonly LawRow[] {
  const { paragraphs } = ACTS[act];
  const placeOf = (row: LawRow): number => paragraphs.indexOf(paragraphsOf(row)[0] ?? '');
  return LAW_ROWS.filter((row) => row.act === act).toSorted((a, b) => placeOf(a) - placeOf(b));
}

/**
 * The paragraphs of a row, one by one: a range includes every paragraph of the act between its ends.
 * @throws RangeError when the act has no such paragraph
 */
export function paragraphsOf({
  act,
  paragraphs,
}: Pick<LawRow, 'act' | 'paragraphs'>): readonly string[] {
  const all = ACTS[act].paragraphs;
  return paragraphs.split(', ').flatMap((named) => {
    const [first = '', last = first] = named.split('–');
    const [from, to] = [all.indexOf(first), all.indexOf(last)];
    if (from === -1 || to < from) throw new RangeError(`${act} has no ${named}`);
    return all.slice(from, to + 1);
  });
}
