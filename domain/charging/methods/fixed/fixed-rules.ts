// How a fixed sum found its volume: the whole month, or its days.
import { fraction } from '../../../money/fraction.ts';
import { daysFactor } from '../../explanation/factors.ts';
import type { VolumeRule } from '../../explanation/volume-rule.ts';
import { ofDays } from '../../explanation/volumes.ts';
import { computedIn, type LawRow } from '../../../law/law-row.ts';

export const FIXED_RULES = {
  fixed: {
    what: {
      ru: 'Твёрдая сумма в месяц с лицевого счёта; за неполный месяц – по числу дней.',
      en: 'A fixed sum per account and month; for part of a month, in proportion to its days.',
    },
    article: {
      ru: 'Жилищный кодекс, ст. 44, 156: решение общего собрания, или договор',
      en: 'Housing Code, art. 44, 156: a decision of the owners, or a contract',
    },
    factors: (grounds, part) => ['1', ...daysFactor(grounds, part)],
    replay: (grounds) => ofDays(grounds, fraction(1n)),
  },
} as const satisfies Readonly<Record<string, VolumeRule>>;

/** The paragraphs of the law behind a fixed sum of an account. */
export const FIXED_LAW: readonly LawRow[] = [
  ...computedIn('domain/charging/methods/fixed', 'housing-code', [
    [
      '156 p. 1',
      {
        ru: 'плата за содержание обеспечивает его по решению собственников',
        en: 'payment for upkeep as the owners have decided',
      },
      { rule: 'fixed.ts', test: 'fixed.test.ts', figure: 'opened on 16 July: 16 of 31 days' },
    ],
  ]),
];
