// What the penalty rate of a day is based on, in words, for checking a calculation line by line.

import type { DayNumber } from '../../calendar/day-number.ts';
import { dayOfNumber } from '../../calendar/day-number.ts';
import { debtRuleOn } from './debt-rules.ts';
import { rateRuleOn } from './effective-rate.ts';

/** Names the act. */
export type RateBasis = { readonly ru: string; readonly en: string };

const REFERENCE: RateBasis = {
  ru: 'Ставка справочника: ЖК РФ, ст. 155 ч. 14, 14.1',
  en: 'Rate of the reference: Housing Code art. 155 p. 14, 14.1',
};

/** For days on which an instalment plan that is kept covers the debt. */
export const KEPT_PLAN: RateBasis = {
  ru: 'Рассрочка: пени не начисляются (п. 72 Правил № 354)',
  en: 'Instalment plan: no penalty (Decree 354 p. 72)',
};

/** For days whose rate an own rule has lowered. */
export const OWN_CAP: RateBasis = {
  ru: 'Ставка снижена собственным правилом: ЖК РФ, ст. 155 ч. 14, 14.1',
  en: 'Rate lowered by an own rule: Housing Code art. 155 p. 14, 14.1',
};

/**
 * The rule of law that determines the rate of the day, or the article on which the reference of rates is based.
 * @param rateE4 per cent × 10^4
 */
export function basisOfRate(day: DayNumber, rateE4: number, dueOn: DayNumber): RateBasis {
  const ofDebt = rateE4 === 0 ? debtRuleOn(day, dueOn) : undefined;
  const ofAll = rateRuleOn(dayOfNumber(day));
  const rule = ofDebt ?? (ofAll?.rateE4 === BigInt(rateE4) ? ofAll : undefined);
  return rule === undefined ? REFERENCE : { ru: rule.descriptionRu, en: rule.description };
}
