// How a fixed sum found its volume: the whole month, or its days.
import { fraction } from '../../../money/fraction.ts';
import { daysFactor } from '../../explanation/factors.ts';
import type { VolumeRule } from '../../explanation/volume-rule.ts';
import { ofDays } from '../../explanation/volumes.ts';

export const FIXED_RULES = {
  fixed: {
    what: {
      ru: 'Твёрдая сумма в месяц с лицевого счёта; за неполный месяц – по числу дней.',
      en: 'A fixed sum a month and account; for a part of the month, by its days.',
    },
    article: {
      ru: 'Жилищный кодекс, ст. 44, 156: решение общего собрания, или договор',
      en: 'Housing Code, art. 44, 156: a decision of the owners, or a contract',
    },
    factors: (grounds, part) => ['1', ...daysFactor(grounds, part)],
    replay: (grounds) => ofDays(grounds, fraction(1n)),
  },
} as const satisfies Readonly<Record<string, VolumeRule>>;
