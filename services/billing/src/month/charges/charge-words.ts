// How a charge came about, in words: the one place for what a lawyer or a resident reads, in Russian and in English.
import type { ChargeRule } from '@kvartplata/domain/charging/charge-line.ts';
import type { Words } from '@kvartplata/domain/text/words.ts';

/** How a volume was found, and the article that it rests on. */
export const RULES: Readonly<
  Record<ChargeRule, { readonly what: Words; readonly article: Words }>
> = {
  'individual-meter': {
    what: {
      ru: 'Объём определён по показаниям индивидуального прибора учёта.',
      en: 'The volume follows from the readings of the individual meter.',
    },
    article: {
      ru: 'Правила № 354, приложение № 2, формула 1; п. 61, если раньше начислялось расчётным способом',
      en: 'Decree 354, appendix 2, formula 1; p. 61 where estimates were charged before',
    },
  },
  'meter-some-days': {
    what: {
      ru: 'За дни, в которые прибор учёта стоял, объём определён по нему, за остальные дни – по нормативу.',
      en: 'On the days on which a meter stood the volume is by the meter, on the others by the norm.',
    },
    article: {
      ru: 'Правила № 354, приложение № 2, формулы 1 и 4: прибор стоял часть месяца',
      en: 'Decree 354, appendix 2, formulas 1 and 4: a meter stood on some of the days',
    },
  },
  'average-reading-missing': {
    what: {
      ru: 'Показание не передано: вместо него взят среднемесячный объём по прибору, не дольше трёх расчётных периодов подряд.',
      en: 'No reading came: the average of the meter stands in for it, for three periods in a row at most.',
    },
    article: {
      ru: 'Правила № 354, п. 59 «б»: нет показания, среднемесячный объём',
      en: 'Decree 354, p. 59 b: no reading, the average of the meter',
    },
  },
  'average-meter-faulty': {
    what: {
      ru: 'Прибор учёта неисправен, утрачен или не поверен: взят его среднемесячный объём, не дольше трёх расчётных периодов подряд.',
      en: 'The meter is broken, lost or past its verification: its average counts, for three periods in a row at most.',
    },
    article: {
      ru: 'Правила № 354, п. 59 «а»: прибор не учитывается, среднемесячный объём',
      en: 'Decree 354, p. 59 a: the meter does not count, its average',
    },
  },
  'norm-per-person': {
    what: {
      ru: 'Объём определён по нормативу на каждого зарегистрированного, а где никто не зарегистрирован – на каждого собственника.',
      en: 'The volume is the norm of each registered person, and of each owner where nobody is registered.',
    },
    article: {
      ru: 'Правила № 354, приложение № 2, формула 4; п. 56(2), если никто не зарегистрирован',
      en: 'Decree 354, appendix 2, formula 4; p. 56(2) when nobody is registered',
    },
  },
  'norm-no-meter': {
    what: {
      ru: 'Прибора учёта нет: объём определён по нормативу.',
      en: 'There is no meter: the volume is by the norm.',
    },
    article: {
      ru: 'Правила № 354, приложение № 2, формула 4; прибор учёта не установлен',
      en: 'Decree 354, appendix 2, formula 4; no meter is installed',
    },
  },
  'norm-reading-missing': {
    what: {
      ru: 'Показаний нет, и среднемесячный объём больше не применяется: объём определён по нормативу.',
      en: 'There is no reading, and the average counts no longer: the volume is by the norm.',
    },
    article: {
      ru: 'Правила № 354, п. 60: показаний нет дольше трёх периодов, или нет среднемесячного объёма',
      en: 'Decree 354, p. 60: no reading for more than three periods, or no average',
    },
  },
  'norm-meter-faulty': {
    what: {
      ru: 'Прибор учёта не учитывается, и среднемесячный объём больше не применяется: объём определён по нормативу.',
      en: 'The meter does not count, and its average counts no longer: the volume is by the norm.',
    },
    article: {
      ru: 'Правила № 354, п. 60: прибор не учитывается дольше трёх периодов, или нет среднемесячного объёма',
      en: 'Decree 354, p. 60: the meter does not count for more than three periods, or has no average',
    },
  },
  excess: {
    what: {
      ru: 'Превышение: прибор учёта мог бы стоять, поэтому норматив умножен на повышающий коэффициент, и его надбавка показана отдельно.',
      en: 'The excess: a meter could stand and count, so the norm is multiplied by K, and what that adds is a line of its own.',
    },
    article: {
      ru: 'Правила № 354, приложение № 2, формула 4(1), п. 60; для холодной воды постановление № 1871',
      en: 'Decree 354, appendix 2, formula 4(1), p. 60: the coefficient K; cold water Decree 1871',
    },
  },
  area: {
    what: {
      ru: 'Плата определена по площади помещения.',
      en: 'The charge is by the area of the room.',
    },
    article: {
      ru: 'Жилищный кодекс, ст. 154, 156: по площади',
      en: 'Housing Code, art. 154, 156: by area',
    },
  },
  'heating-by-norm': {
    what: {
      ru: 'Отопление определено по нормативу на квадратный метр.',
      en: 'Heating is by the norm of a square metre.',
    },
    article: {
      ru: 'Правила № 354, приложение № 2, формулы 2 и 2(1)',
      en: 'Decree 354, appendix 2, formulas 2 and 2(1)',
    },
  },
  'heating-house-meter': {
    what: {
      ru: 'Тепло, учтённое общедомовым прибором, распределено по площади.',
      en: 'The heat that the house-wide meter counted is shared out by area.',
    },
    article: {
      ru: 'Правила № 354, приложение № 2, формула 3',
      en: 'Decree 354, appendix 2, formula 3',
    },
  },
  'water-disposal': {
    what: {
      ru: 'Объём водоотведения – сумма объёмов холодной и горячей воды.',
      en: 'What goes down the drain is the cold and the hot water together.',
    },
    article: {
      ru: 'Правила № 354, п. 42: сумма объёмов холодной и горячей воды',
      en: 'Decree 354, p. 42: the sum of the cold and hot water volumes',
    },
  },
  'odn-house-meter': {
    what: {
      ru: 'Общедомовые нужды – показание общедомового прибора без потребления в помещениях – распределены по площади.',
      en: 'Common-house needs, what the house-wide meter counted beyond the rooms, are shared out by area.',
    },
    article: {
      ru: 'Правила № 354, приложение № 2, формулы 10–12',
      en: 'Decree 354, appendix 2, formulas 10–12',
    },
  },
  'water-disposal-norm': {
    what: {
      ru: 'Приборов учёта воды нет: объём стоков определён по нормативу водоотведения на каждого зарегистрированного, а где никто не зарегистрирован – на каждого собственника.',
      en: 'No meter counts the water: the volume is the norm of disposal of each registered person, and of each owner where nobody is registered.',
    },
    article: {
      ru: 'Правила № 354, п. 42, приложение № 2, формула 4: водоотведение без приборов учёта воды',
      en: 'Decree 354, p. 42, appendix 2, formula 4: water disposal without meters of water',
    },
  },
  'odn-house-average': {
    what: {
      ru: 'Показания общедомового прибора нет: общедомовые нужды определены по его среднемесячному объёму и распределены по площади.',
      en: 'The house-wide meter has no reading that counts: common-house needs follow from its average and are shared out by area.',
    },
    article: {
      ru: 'Правила № 354, п. 59(1), приложение № 2, формулы 10–12: среднемесячный объём общедомового прибора',
      en: 'Decree 354, p. 59(1), appendix 2, formulas 10–12: the average of the house meter',
    },
  },
  'odn-norm': {
    what: {
      ru: 'Общедомового прибора нет или он не учитывается: общедомовые нужды определены по нормативу и распределены по площади.',
      en: 'No house-wide meter counts: common-house needs are by the norm and shared out by area.',
    },
    article: {
      ru: 'Правила № 354, приложение № 2, формула 15',
      en: 'Decree 354, appendix 2, formula 15',
    },
  },
  'odn-capped': {
    what: {
      ru: 'Общедомовые нужды выше норматива: распределён объём по нормативу.',
      en: 'Common-house needs are above their norm: what the norm allows is shared out.',
    },
    article: {
      ru: 'Правила № 354, п. 44: не больше норматива общедомовых нужд',
      en: 'Decree 354, p. 44: no more than the norm of common-house needs',
    },
  },
  'late-reading': {
    what: {
      ru: 'Перерасчёт: поступившее показание меньше того, что уже начислено расчётным способом.',
      en: 'A recalculation: the reading that came shows less than estimates had charged.',
    },
    article: {
      ru: 'Правила № 354, п. 61: расчётный объём был завышен',
      en: 'Decree 354, p. 61: estimates before the reading were too high',
    },
  },
  absence: {
    what: {
      ru: 'Перерасчёт за временное отсутствие дольше пяти полных дней подряд.',
      en: 'A recalculation: persons were away for more than five full days in a row.',
    },
    article: {
      ru: 'Правила № 354, п. 86–97: временное отсутствие',
      en: 'Decree 354, p. 86–97: persons were away',
    },
  },
  correction: {
    what: {
      ru: 'Перерасчёт прошлого месяца: он посчитан заново по своим правилам и нынешним данным, начислена разница.',
      en: 'A recalculation of an earlier month: it is computed again by its own rules and the present data, and the difference is charged.',
    },
    article: {
      ru: 'Правила № 354, п. 69: перерасчёт с его основанием',
      en: 'Decree 354, p. 69: a recalculation with its grounds',
    },
  },
  'former-bill': {
    what: {
      ru: 'Счёт прежней программы: сумма перенесена такой, какой была выставлена.',
      en: 'A bill of the former application: the amount is what was billed.',
    },
    article: { ru: 'Счёт прежней программы', en: 'Bill of the former application' },
  },
};

/** Articles of what is said besides. */
export const ARTICLES = {
  average: { ru: 'Правила № 354, п. 59', en: 'Decree 354, p. 59' },
  afterAverage: { ru: 'Правила № 354, п. 60', en: 'Decree 354, p. 60' },
  heat: {
    ru: 'Правила № 354, приложение № 2, формула 23',
    en: 'Decree 354, appendix 2, formula 23',
  },
  tariff: { ru: 'Жилищный кодекс, ст. 156, 157', en: 'Housing Code, art. 156, 157' },
  recalculation: RULES.correction.article,
} as const satisfies Record<string, Words>;

/** How one language says what both have in common. */
export type Speech = {
  readonly say: (ru: string, en: string) => string;
  readonly inLanguage: (words: Words) => string;
  /** A decimal without the zeros that only fill its column. */
  readonly number: (decimal: string | undefined) => string;
  /** Roubles and kopecks. */
  readonly money: (amount: string) => string;
  readonly day: (day: string) => string;
  readonly month: (month: string) => string;
};

/** The same sentence in each language. */
export function inBoth(tell: (speech: Speech) => string): Words {
  return { ru: tell(RUSSIAN), en: tell(ENGLISH) };
}

const ENGLISH: Speech = {
  say: (_ru, en) => en,
  inLanguage: ({ en }) => en,
  number: shortened,
  money: (amount) => amount,
  day: (day) => day,
  month: (month) => month,
};

const RUSSIAN: Speech = {
  say: (ru) => ru,
  inLanguage: ({ ru }) => ru,
  number: (decimal) => shortened(decimal).replace('.', ','),
  money: (amount) => amount.replace('.', ','),
  day: backwards,
  month: backwards,
};

/** @throws when it is not there: the basis of a charge lacks what its rule needs */
export function shortened(decimal: string | undefined): string {
  if (decimal === undefined) throw new Error('the basis of a charge lacks what its rule needs');
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;
}

/** 2026-07-31 as 31.07.2026, 2026-07 as 07.2026. */
function backwards(date: string): string {
  return date.split('-').toReversed().join('.');
}
