// How a charge by the norm of a person found its volume.
import { personsTimesNorm } from '../../explanation/figures.ts';
import type { VolumeRule } from '../../explanation/volume-rule.ts';
import { ofPersons } from '../../explanation/volumes.ts';

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
