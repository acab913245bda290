// Why a part of a payment is allocated where it is, in words with the article; for a limitation, also what is not considered.

import type { DebtKind } from './allocate-payments.ts';
import type { Ground } from './pay-debts.ts';

export type Said = { readonly ru: string; readonly en: string };

/** Lawsuits and acknowledgements of debts are not known here. */
const NOT_LOOKED_AT: Said = {
  ru: 'перерыв и приостановление срока (ст. 202–204) не учитываются: платёж по такому долгу должен назвать месяц',
  en: 'what suspends or interrupts it (art. 202–204) is not looked at: money for such a debt has to name its month',
};

const PRINCIPAL: Readonly<Record<Ground, Said>> = {
  'named-month': {
    ru: 'Месяц назван плательщиком: ГК РФ, ст. 319.1 п. 1',
    en: 'The payer has named the month: Civil Code art. 319.1 p. 1',
  },
  'court-costs': {
    ru: 'Судебные расходы и проценты за рассрочку погашаются раньше долга: ГК РФ, ст. 319',
    en: 'Court costs and the interest of instalment plans come before the debt: Civil Code art. 319',
  },
  'oldest-debt': {
    ru: 'Самый ранний долг: ГК РФ, ст. 319.1 п. 3',
    en: 'The oldest debt: Civil Code art. 319.1 p. 3',
  },
  'oldest-not-barred': {
    ru: `Самый ранний из долгов, исковая давность по которым не истекла: ГК РФ, ст. 196, 319.1 п. 3; постановление Пленума ВС РФ от 27.06.2017 № 22, п. 32; ${NOT_LOOKED_AT.ru}`,
    en: `The oldest of the debts whose limitation has not run out: Civil Code art. 196, 319.1 p. 3; Resolution 22 of the Plenum of the Supreme Court of 2017-06-27, p. 32; ${NOT_LOOKED_AT.en}`,
  },
  advance: {
    ru: 'Долга больше нет: аванс, его зачтут следующие месяцы',
    en: 'Nothing more is owed: an advance, which later months take',
  },
  'advance-beside-barred': {
    ru: `По остальным долгам истекла исковая давность: аванс, его зачтут следующие месяцы. ГК РФ, ст. 196, 319.1 п. 3; постановление Пленума ВС РФ от 27.06.2017 № 22, п. 32; ${NOT_LOOKED_AT.ru}`,
    en: `The limitation of the other debts has run out: an advance, which later months take. Civil Code art. 196, 319.1 p. 3; Resolution 22 of the Plenum of the Supreme Court of 2017-06-27, p. 32; ${NOT_LOOKED_AT.en}`,
  },
};

const PENALTY: Said = {
  ru: 'Пени погашаются после долга: ГК РФ, ст. 319; постановление Пленума ВС РФ от 22.11.2016 № 54, п. 37',
  en: 'Penalties are paid after the debt: Civil Code art. 319; Resolution 54 of the Plenum of the Supreme Court of 2016-11-22, p. 37',
};

export function wordsOfGround(kind: DebtKind, ground: Ground): Said {
  return kind === 'penalty' ? PENALTY : PRINCIPAL[ground];
}
