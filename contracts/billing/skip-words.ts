// Words for why an account was not charged, or not in full: the meaning of a reason's code, on the page and in the closing
// checks.
import type { ReasonFacts } from '@kvartplata/domain/charging/uncomputable.ts';
import { ON_DAY, reasonWords, type FactWords, type Words } from '../reason-words.ts';
import type { SkipCode, SkippedAccount } from './skipped-accounts.ts';

const SKIP_WORDS: Readonly<Record<SkipCode, Words>> = {
  'reading-missing': {
    ru: 'нет показания, и нет ни среднего, ни норматива',
    en: 'no reading, and neither an average nor a norm',
  },
  'reading-below-previous': {
    ru: 'показание меньше предыдущего',
    en: 'the reading is below the one before',
  },
  'meter-missing': {
    ru: 'дни без прибора учёта, и нет норматива',
    en: 'days without a meter, and no norm',
  },
  'shared-meter-not-supported': {
    ru: 'в помещении с несколькими счетами стоит прибор одного из них: если он общий, укажите, что это прибор помещения',
    en: 'the room has several accounts and a meter of one of them: if it is shared, make it a meter of the room',
  },
  'shares-incomplete': {
    ru: 'доли счетов, которые делят прибор помещения, вместе меньше единицы',
    en: 'the shares of the accounts that use the room’s meter do not add up to the whole room',
  },
  'contract-volume-missing': {
    ru: 'нежилое помещение: нет ни прибора учёта, который учитывается, ни объёма по договору или расчёту',
    en: 'a non-residential room: no meter counts, and there is no volume by contract or calculation',
  },
  'tampering-volume-missing': {
    ru: 'акт о вмешательстве в работу прибора учёта не называет ни мощности, ни пропускной способности, и нет норматива',
    en: 'the act of interference with the meter names no capacity, and there is no norm',
  },
  'tariff-missing': { ru: 'нет тарифа', en: 'no tariff' },
  'cold-tariff-missing': {
    ru: 'вода ниже +40 °C оплачивается как холодная, а у дома нет тарифа на холодную воду',
    en: 'water below +40 °C is paid as cold water, and the house has no tariff of it',
  },
  'norm-missing': { ru: 'нет норматива', en: 'no norm' },
  'heating-season-missing': {
    ru: 'у дома не указаны месяцы отопительного периода',
    en: 'the house has no heating months',
  },
  'persons-missing': {
    ru: 'неизвестно число проживающих',
    en: 'the number of residents is unknown',
  },
  'house-reading-missing': {
    ru: 'нет показания общедомового прибора, и нет норматива',
    en: 'no reading of the house-wide meter, and no norm',
  },
  'common-house-incomplete': {
    ru: 'ОДН не делится, пока рассчитаны не все лицевые счета',
    en: 'common-house needs wait until every account is computed',
  },
  'common-area-missing': {
    ru: 'неизвестна площадь мест общего пользования',
    en: 'the common area is unknown',
  },
  'year-before-missing': {
    ru: 'среднемесячный объём общедомовых нужд неизвестен: не хватает месяцев прошлого года, и он не указан у услуги',
    en: 'the mean month of common-house needs is not known: months of the year before are missing, and the service does not state it',
  },
  'area-inconsistent': {
    ru: 'площадь лицевых счетов больше площади дома',
    en: 'the accounts hold more area than the house',
  },
  'heat-meters-inconsistent': {
    ru: 'приборы помещений учли настолько больше общедомового, что начисление стало бы отрицательным',
    en: 'the rooms’ heat meters show so much more than the house’s that a charge would be negative',
  },
  'heat-volume-missing': {
    ru: 'неизвестен объём тепла дома за прошлый год: по прибору его не узнать, и он не указан у услуги',
    en: 'the house’s heat of the year before is unknown: neither its meters nor the service state it',
  },
  'heat-meters-in-even-mode': {
    ru: 'отопление начисляется равномерно, а в помещениях есть приборы учёта тепла: так начислять нельзя',
    en: 'heating is charged evenly, and rooms have heat meters: that is not supported',
  },
  'volume-implausible': { ru: 'неправдоподобный объём', en: 'an implausible volume' },
  'amount-implausible': { ru: 'неправдоподобная сумма', en: 'an implausible sum' },
  'benefit-exceeds-persons': {
    ru: 'льгот больше, чем зарегистрировано граждан',
    en: 'benefits for more persons than are registered',
  },
  'benefit-norm-missing': {
    ru: 'льгота в пределах норматива, а норматива у услуги нет',
    en: 'a benefit within the norm, and the service has no norm',
  },
  'benefit-not-supported': {
    ru: 'для такой льготы нет правила: нежилое помещение, способ начисления без норматива на человека, диапазоны тарифа или позднее показание',
    en: 'no rule for such a benefit: a non-residential room, a method without a norm per person, tariff ranges, or a late reading',
  },
  'method-not-supported': {
    ru: 'способ начисления не поддержан',
    en: 'the method is not supported',
  },
  'house-changing': {
    ru: 'данные дома менялись, пока он рассчитывался; рассчитайте ещё раз',
    en: 'the house kept changing while it was computed; compute it again',
  },
  'year-settled': {
    ru: 'год уже пересчитан по прибору: месяц отдельно не исправляется',
    en: 'the year has already been recalculated to the meter, so single months of it are not corrected',
  },
};

const FACT_WORDS: FactWords<ReasonFacts> = {
  services: { ru: (names) => names.join(', '), en: (names) => names.join(', ') },
  component: {
    ru: (component) => (component === 'heat' ? 'тепловая энергия' : 'холодная вода'),
    en: (component) => (component === 'heat' ? 'thermal energy' : 'cold water'),
  },
  meter: { ru: (serial) => `прибор ${serial}`, en: (serial) => `meter ${serial}` },
  account: { ru: (number) => `счёт ${number}`, en: (number) => `account ${number}` },
  year: { ru: (year) => `${year} год`, en: (year) => String(year) },
  day: ON_DAY,
  figure: { ru: (figure) => figure, en: (figure) => figure },
  most: { ru: (most) => `не больше ${most}`, en: (most) => `at most ${most}` },
};

/** The reason, and after a colon its details. */
export function skipWords({ reason, facts }: Pick<SkippedAccount, 'reason' | 'facts'>): Words {
  return reasonWords(SKIP_WORDS[reason], facts, FACT_WORDS);
}
