// How a charge by the norm per person found its volume.
import { personsTimesNorm } from '../../explanation/figures.ts';
import type { VolumeRule } from '../../explanation/volume-rule.ts';
import { ofPersons } from '../../explanation/volumes.ts';
import { computedIn, type LawRow } from '../../../law/law-row.ts';

export const NORM_RULES = {
  'norm-per-person': {
    what: {
      ru: 'Объём определён по нормативу на каждого зарегистрированного, а где никто не зарегистрирован – на каждого собственника.',
      en: 'The volume is the norm of each registered person, and of each owner where nobody is registered.',
    },
    article: {
      ru: 'Правила № 354, приложение № 2, формула 4; п. 56(2), если никто не зарегистрирован',
      en: 'Decree 354, appendix 2, formula 4; p. 56(2) when nobody is registered',
    },
    figures: personsTimesNorm,
    replay: ofPersons,
  },
} as const satisfies Readonly<Record<string, VolumeRule>>;

/** The paragraphs of the law behind a charge by the norm. */
export const NORM_LAW: readonly LawRow[] = [
  ...computedIn('domain/charging/methods/norm', 'decree-354', [
    [
      '148(30)',
      { ru: 'ТКО по числу проживающих', en: 'waste by the number of residents' },
      {
        rule: 'norm.ts',
        test: 'norm.test.ts',
        figure: 'waste is charged by the norm of a person: 2 × 0.16 × 500',
      },
    ],
  ]),
];
