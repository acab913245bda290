// Words for the remarks on an import of the key rate.
import type { KeyRateRemark } from '@kvartplata/contracts/billing/key-rate-import.ts';
import { reasonWords, type FactWords, type Words } from '@kvartplata/contracts/reason-words.ts';
import { showDay } from '../../lib/days.ts';
import { showShortFigure } from '../../lib/figures.ts';

const CODES: Readonly<Record<KeyRateRemark['code'], Words>> = {
  'rate-differs': {
    ru: 'ставка банка отличается от нашей',
    en: 'the bank’s rate differs from ours',
  },
  'last-rate-holds': {
    ru: 'открытой ставки нет, последняя ещё действует',
    en: 'no rate is open, and the last one still holds',
  },
  'days-uncovered': {
    ru: 'часть дней до новой ставки не покрыта',
    en: 'some days before the new rate are not covered',
  },
  'other-rate-named': {
    ru: 'банк называет ещё одну ставку, которой нет в справочнике',
    en: 'the bank names another rate, which the reference does not have',
  },
  'may-have-begun-earlier': {
    ru: 'ответ не доходит до смены ставки, новая могла начаться раньше',
    en: 'the answer does not reach back to the change, the new rate may have begun earlier',
  },
  'bank-unavailable': { ru: 'Банк России недоступен', en: 'the Bank of Russia is unavailable' },
  'bank-fault': {
    ru: 'Банк России ответил сообщением об ошибке',
    en: 'the Bank of Russia answered with a fault',
  },
  'answer-unusable': {
    ru: 'ответ Банка России непригоден',
    en: 'the answer of the Bank of Russia is unusable',
  },
};

const FACTS: FactWords<KeyRateRemark['facts']> = {
  bankRate: {
    ru: (rate) => `у банка ${showShortFigure(rate)} %`,
    en: (rate) => `the bank has ${showShortFigure(rate)} %`,
  },
  since: { ru: (day) => `с ${showDay(day)}`, en: (day) => `since ${showDay(day)}` },
  ourRate: {
    ru: (rate) => `у нас ${showShortFigure(rate)} %`,
    en: (rate) => `ours is ${showShortFigure(rate)} %`,
  },
  ourSince: { ru: (day) => `с ${showDay(day)}`, en: (day) => `since ${showDay(day)}` },
  until: { ru: (day) => `по ${showDay(day)}`, en: (day) => `until ${showDay(day)}` },
  fault: { ru: (text) => text, en: (text) => text },
};

export function rateRemarkWords({ code, facts }: KeyRateRemark): Words {
  return reasonWords(CODES[code], facts, FACTS);
}
