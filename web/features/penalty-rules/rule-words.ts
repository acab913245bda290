// The names of the kinds of penalty rules, and the values of rules in words.
import type { PenaltyRule } from '@kvartplata/contracts/billing/penalty-rules.ts';
import { showDay, showSpan } from '../../lib/days.ts';
import { showShortFigure } from '../../lib/figures.ts';
import { inBoth, type Language } from '../../lib/words.ts';

export const ruleWords = inBoth(
  {
    kinds: {
      'rate-cap': 'предел ставки',
      scale: 'шкала по дням',
      method: 'прочтение закона',
      'due-day': 'день оплаты',
      'working-day': 'перенос с выходного',
      limitation: 'исковая давность при разноске',
    },
    methods: { daily: 'каждый день по своей ставке', 'payment-day': 'по ставке дня оплаты' },
    step: (day: number, fraction: string) => `с ${day}-го дня ${fraction}`,
    dayOfMonth: (day: string) => `${day}-е число`,
    everywhere: 'вся организация',
    ofDebts: (days: string) => `по долгам со сроком ${days}`,
    upTo: (day: string) => `по ${day}`,
    yes: 'да',
    no: 'нет',
  },
  {
    kinds: {
      'rate-cap': 'rate cap',
      scale: 'scale by days',
      method: 'reading of the law',
      'due-day': 'due day',
      'working-day': 'moves from days of rest',
      limitation: 'limitation in allocation',
    },
    methods: {
      daily: 'each day at its own rate',
      'payment-day': 'at the rate of the day of payment',
    },
    step: (day, fraction) => `from day ${day} ${fraction}`,
    dayOfMonth: (day) => `day ${day} of the month`,
    everywhere: 'the whole organization',
    ofDebts: (days) => `for debts due ${days}`,
    upTo: (day) => `up to ${day}`,
    yes: 'yes',
    no: 'no',
  },
);

type Spoken = (typeof ruleWords)['ru'];

export function sayRuleValue({ kind, value }: PenaltyRule, t: Spoken): string {
  if (Array.isArray(value))
    return value.map(({ fromDay, fraction }) => t.step(fromDay, fraction)).join(', ');
  if (kind === 'rate-cap') return `${showShortFigure(String(value))} %`;
  if (value === 'daily' || value === 'payment-day') return t.methods[value];
  if (kind === 'due-day') return t.dayOfMonth(String(value));
  return value === true ? t.yes : t.no;
}

/** The debts that the rule applies to; undefined for all debts. */
export function sayDebts(
  { dueFrom, dueTo }: PenaltyRule,
  t: Spoken,
  language: Language,
): string | undefined {
  if (dueFrom !== null) return t.ofDebts(showSpan(dueFrom, dueTo, language));
  return dueTo === null ? undefined : t.ofDebts(t.upTo(showDay(dueTo)));
}
