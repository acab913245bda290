// How a charge by registered persons found its volume.
import { fraction } from '../../../money/fraction.ts';
import { daysFactor } from '../../explanation/factors.ts';
import { given, type VolumeRule } from '../../explanation/volume-rule.ts';
import { ofDays } from '../../explanation/volumes.ts';

export const PER_PERSON_RULES = {
  'per-person': {
    what: {
      ru: 'Плата взимается за каждого зарегистрированного; где никто не зарегистрирован, она не начисляется.',
      en: 'Each registered person is charged for; where nobody is registered, nothing is.',
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
