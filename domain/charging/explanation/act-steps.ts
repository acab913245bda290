// What acts take back, in sentences: the acts, what each rule takes back by its hours, and the part of the charge.
import { fraction, multiply } from '../../money/fraction.ts';
import { formatKopecks } from '../../money/kopecks.ts';
import { formatScaled } from '../../money/scaled.ts';
import { HOUR } from '../../regulation/quality/month-hours.ts';
import type { ActKind } from '../../regulation/quality/service-act.ts';
import {
  partOf,
  type CountedLoss,
  type HoursLoss,
  type Loss,
} from '../../regulation/quality/taken-back.ts';
import type { Words } from '../../text/words.ts';
import { lossesIn, takenBack } from '../acts-basis.ts';
import type { ActBasis, ChargeBasis } from '../charge-line.ts';
import { formatShown } from '../exact-text.ts';
import { inBoth, type Speech } from './speech.ts';
import { given } from './volume-rule.ts';

/** A sentence and the article that it is based on. */
type ActStep = Words & { readonly article: Words | null };

const KINDS: Readonly<Record<ActKind, Words>> = {
  interruption: { ru: 'Перерыв', en: 'Interruption' },
  temperature: { ru: 'Отклонение температуры', en: 'Another temperature' },
  pressure: { ru: 'Отклонение давления', en: 'Another pressure' },
  quality: { ru: 'Ненадлежащие состав и свойства', en: 'Bad composition or properties' },
};

const COUNTED: Readonly<Record<CountedLoss['what'], Words>> = {
  break: {
    ru: 'Полных часов сверх допустимой продолжительности',
    en: 'Full hours above the allowed time',
  },
  degrees: {
    ru: 'Часы отклонения, умноженные на полные градусы',
    en: 'Hours of deviation times full degrees',
  },
  steps: {
    ru: 'Часы сверх допустимого отклонения, умноженные на полные 3 °C',
    en: 'Hours beyond the allowed deviation times full 3 °C',
  },
  pressure: {
    ru: 'Полных часов с давлением, отличающимся до 25 %',
    en: 'Full hours with a pressure that is up to 25 % away',
  },
  voltage: {
    ru: 'Полных часов с другими напряжением или частотой',
    en: 'Full hours with another voltage or frequency',
  },
  'waste-days': {
    ru: 'Полных 24 часов сверх допустимого',
    en: 'Full 24 hours above the allowed time',
  },
};

const HOURS: Readonly<Record<HoursLoss['what'], Words>> = {
  unpaid: { ru: 'Часов, за которые плата не берётся', en: 'Hours that are not paid' },
  cold: {
    ru: 'Часов с водой ниже +40 °C, которая оплачивается по тарифу на холодную воду',
    en: 'Hours with water below +40 °C, which is paid at the tariff for cold water',
  },
};

/** What a break takes back beyond appendix 1 depends on consumption, which is unknown without a counting meter. */
const NOT_SUPPLIED: ActStep = {
  ru: 'Объём непредоставленной услуги, на который плата снижается там, где нет прибора учёта, этой строкой не вычтен: он вносится отдельной строкой вручную.',
  en: 'Where no meter counts, the volume that was not supplied is not deducted on this line; it has to be credited by hand.',
  article: { ru: 'Правила № 354, п. 99, 100', en: 'Decree 354, p. 99, 100' },
};

/** @throws when the basis lacks what acts take back */
export function actSteps(basis: ChargeBasis): readonly ActStep[] {
  const { acts } = given(basis.acts);
  return [
    ...acts.map((act) => step((speech) => actWords(act, speech), null)),
    ...lossesIn(basis).map((loss) => step((speech) => lossWords(loss, speech), articleOf(loss))),
    ...(lossesIn(basis).some(({ what }) => what === 'break') ? [NOT_SUPPLIED] : []),
    step((speech) => product(basis, speech), null),
  ];
}

function step(tell: (speech: Speech) => string, article: Words | null): ActStep {
  return { ...inBoth(tell), article };
}

/** The same as a product: `3000.00 × 0.9 % = 27.00 taken back`. */
export function actFigures(basis: ChargeBasis): string {
  return `${percentOf(lossesIn(basis))} % of ${given(basis.acts).charge} taken back = ${formatKopecks(-takenBack(basis))}`;
}

function articleOf({ what, point }: Loss): Words {
  const days = what === 'unpaid';
  return {
    ru: `Правила № 354, приложение № 1, п. ${point}${days ? '; п. 101' : ''}`,
    en: `Decree 354, appendix 1, p. ${point}${days ? '; p. 101' : ''}`,
  };
}

function actWords({ kind, from, to, ...told }: ActBasis, speech: Speech): string {
  const { say, inLanguage, number } = speech;
  const facts = [
    told.measured === undefined ? [] : `${say('измерено', 'measured')} ${number(told.measured)}`,
    told.required === undefined
      ? []
      : `${say('должно быть', 'should be')} ${number(told.required)}`,
    told.allowedHours === undefined
      ? []
      : `${say('допустимо часов', 'allowed hours')} ${told.allowedHours}`,
  ].flat();
  const time = `${say('с', 'from')} ${instant(from, speech)} ${say('до', 'to')} ${instant(to, speech)}`;
  return `${[`${inLanguage(KINDS[kind])} ${time} (${say('время московское', 'Moscow time')})`, ...facts].join(', ')}.`;
}

/** To the minute, or to the second if there are seconds. */
function instant(text: string, { day }: Speech): string {
  const [date = '', time = ''] = text.split('T');
  return `${day(date)} ${time.replace(/:00$/, '')}`;
}

function lossWords(loss: Loss, { say, inLanguage, number }: Speech): string {
  if ('count' in loss) {
    const percent = number(formatScaled(BigInt(loss.lossE2), 2));
    const whole = number(formatScaled(BigInt(loss.count * loss.lossE2), 2));
    return `${inLanguage(COUNTED[loss.what])}: ${loss.count} × ${percent} % = ${whole} %.`;
  }
  const hours = (seconds: number): string =>
    number(formatShown(fraction(BigInt(seconds), BigInt(HOUR))));
  const share = `${hours(loss.seconds)} ${say('из', 'of')} ${hours(loss.ofSeconds)}`;
  const price = number(formatShown(loss.part));
  const part = price === '1' ? '' : ` × ${price} ${say('цены', 'of the price')}`;
  return `${inLanguage(HOURS[loss.what])}: ${share}${part} = ${number(percentOf([loss]))} %.`;
}

function product(basis: ChargeBasis, { say, number, money }: Speech): string {
  const { charge, most } = given(basis.acts);
  const losses = lossesIn(basis);
  const taken = money(formatKopecks(takenBack(basis)));
  const limit =
    most === undefined
      ? ''
      : `, ${say('не больше', 'at most')} ${money(most)} ₽ ${say('с учётом отсутствия', 'beside absences')}`;
  return `${say('Плата за месяц', 'The charge of the month')} ${money(charge)} ₽ × ${number(percentOf(losses))} %${limit} = ${taken} ₽.`;
}

function percentOf(losses: readonly Loss[]): string {
  return formatShown(multiply(partOf(losses), fraction(100n))).replace(/\.?0+$/, '');
}
