// How a charge by registered persons found its volume.
import { fraction } from '../../../money/fraction.ts';
import { daysFactor } from '../../explanation/factors.ts';
import { given, type VolumeRule } from '../../explanation/volume-rule.ts';
import { ofDays } from '../../explanation/volumes.ts';
import { computedIn, type LawRow } from '../../../law/law-row.ts';

export const PER_PERSON_RULES = {
  'per-person': {
    what: {
      ru: 'Плата взимается за каждого зарегистрированного; где никто не зарегистрирован, она не начисляется.',
      en: 'Charged for each registered person; nothing is charged if nobody is registered.',
    },
    article: {
      ru: 'Жилищный кодекс, ст. 44, 156: решение общего собрания, или договор',
      en: 'Housing Code, art. 44, 156: a decision of the owners, or a contract',
    },
    factors: (grounds, part, { say }) => [
      `${given(part.persons)} ${say('чел.', 'persons')}`,
      ...daysFactor(grounds, part),
    ],
    replay: (grounds) => (part) => ofDays(grounds, fraction(BigInt(given(part.persons))))(part),
  },
} as const satisfies Readonly<Record<string, VolumeRule>>;

/** The paragraphs of the law behind a sum by persons. */
export const PER_PERSON_LAW: readonly LawRow[] = [
  ...computedIn('domain/charging/methods/per-person', 'housing-code', [
    [
      '156 p. 1',
      {
        ru: 'плата по числу зарегистрированных по решению собственников',
        en: 'payment by registered persons as the owners have decided',
      },
      {
        rule: 'per-person.ts',
        test: 'per-person.test.ts',
        figure: '2 × 90 × 15/31 + 3 × 90 × 16/31',
      },
    ],
  ]),
];
