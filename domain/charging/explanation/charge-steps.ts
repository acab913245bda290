// Explains a stored charge basis in sentences with its figures, step by step from the rule to the amount, in Russian and in
// English. The amount is not read from the basis but computed again, as a reader would.
import { formatKopecks, parseKopecks } from '../../money/kopecks.ts';
import { formatScaled, parseScaled } from '../../money/scaled.ts';
import { sumOfMoney } from '../../money/sums.ts';
import { meterVolume } from '../../regulation/individual-charge/meter-volume.ts';
import type { Words } from '../../text/words.ts';
import type {
  ChargeBasis,
  ChargePart,
  CorrectionBasis,
  HouseBasis,
  MeterBasis,
  RoomBasis,
  TamperingBasis,
  UnreadMeterBasis,
} from '../charge-line.ts';
import { CHARGE_RULES } from '../charge-rules.ts';
import { replay } from '../replay.ts';
import { actSteps } from './act-steps.ts';
import { benefitSteps } from './benefit-steps.ts';
import { commonFactors, named } from './factors.ts';
import { shownVolume } from './figures.ts';
import { byAllocators, ownAndCommon, ownAndRest } from './heat-words.ts';
import { inBoth, type Speech } from './speech.ts';

/** Articles for sentences that do not depend on the rule. */
export const ARTICLES = {
  average: { ru: 'Правила № 354, п. 59', en: 'Decree 354, p. 59' },
  afterAverage: { ru: 'Правила № 354, п. 60', en: 'Decree 354, p. 60' },
  allocators: {
    ru: 'Правила № 354, п. 42(1), приложение № 2, формула 6: распределители',
    en: 'Decree 354, p. 42(1), appendix 2, formula 6: heat cost allocators',
  },
  heat: {
    ru: 'Правила № 354, приложение № 2, формула 23',
    en: 'Decree 354, appendix 2, formula 23',
  },
  tariff: { ru: 'Жилищный кодекс, ст. 156, 157', en: 'Housing Code, art. 156, 157' },
  noMeterPossible: {
    ru: 'Правила № 354, п. 42; приказ Минрегиона № 627 от 29.12.2011',
    en: 'Decree 354, p. 42; Order 627 of the Ministry of Regional Development of 2011-12-29',
  },
  carried: {
    ru: 'Правила № 491, п. 29(2); Правила № 124, п. 21(1) «а»: отрицательный объём уменьшает следующие периоды',
    en: 'Rules 491, p. 29(2); Rules 124, p. 21(1) «а»: a negative volume lowers the next periods',
  },
  recalculation: CHARGE_RULES.correction.article,
} as const satisfies Record<string, Words>;

/** A sentence and the article that it is based on, if there is one. */
export type Step = Words & { readonly article: Words | null };

/** Everyday names of the house's services, by code. */
export type EverydayNames = ReadonlyMap<string, Words>;

/** What the sentences need in addition to the basis. */
export type Told = { readonly unit: string; readonly names: EverydayNames };

/** @throws when the basis lacks what its rule needs */
export function stepsOf(basis: ChargeBasis, told: Told): readonly Step[] {
  const { what, article } = CHARGE_RULES[basis.rule];
  const { correction } = basis;
  const how =
    correction !== undefined
      ? correctionSteps(correction, told)
      : basis.acts !== undefined
        ? actSteps(basis)
        : basis.benefits !== undefined
          ? benefitSteps(basis, told.unit)
          : [
              ...inputSteps(basis, told),
              ...basis.parts.map((part) => priced(basis, part, told.unit)),
            ];
  return [step(what, article), ...how, total(basis)];
}

const NO_METER_POSSIBLE = {
  ru: 'Есть акт о том, что прибор учёта установить нельзя: в его дни повышающий коэффициент не применяется.',
  en: 'An act says that no meter can be installed: on its days the coefficient K does not count.',
};

function step({ ru, en }: Words, article: Words | null): Step {
  return { ru, en, article };
}

function inputSteps(basis: ChargeBasis, { unit, names }: Told): readonly Step[] {
  const { article } = CHARGE_RULES[basis.rule];
  const {
    meters = [],
    ownMeters = [],
    unread = [],
    volumes,
    house,
    room,
    component,
    daysInMonth,
  } = basis;
  const counted = component === 'heat' ? 'м³' : unit;
  return [
    ...[...meters, ...ownMeters].map((meter) => step(read(meter, counted), article)),
    ...unread.map((meter) => notRead(meter, counted, daysInMonth)),
    ...basis.parts
      .flatMap(({ tampering = [] }) => tampering)
      .map((act) => step(interfered(act), article)),
    ...(volumes === undefined ? [] : [step(drained(volumes, { unit, names }), article)]),
    ...(room === undefined ? [] : [step(sharedInRoom(basis, room, counted), article)]),
    ...(basis.area === undefined ? [] : [step(areaOf(basis), article)]),
    ...(house === undefined ? [] : sharedOut(basis, house, counted)),
    ...(basis.noMeterPossible === true ? [step(NO_METER_POSSIBLE, ARTICLES.noMeterPossible)] : []),
  ];
}

function read(meter: MeterBasis, unit: string): Words {
  const { serialNumber, digits, rollover, previous, current, estimated = '0' } = meter;
  const countedE3 = meterVolume({
    previousE3: parseScaled(previous, 3),
    currentE3: parseScaled(current, 3),
    digits,
    rollover,
  });
  const counted = formatScaled(countedE3 * 1000n - parseScaled(estimated, 6), 6);
  return inBoth(({ say, number, day }) => {
    const turn = say('(счётчик прошёл через ноль)', '(the counter passed zero)');
    const charged = say('(уже начислено расчётным способом)', '(charged by estimates before)');
    const terms = [
      `${number(current)} (${day(meter.currentOn)})`,
      rollover ? ` + 10^${digits} ${turn}` : '',
      ` − ${number(previous)} (${day(meter.previousOn)})`,
      estimated === '0' ? '' : ` − ${number(estimated)} ${charged}`,
    ];
    return `${say('Прибор', 'Meter')} ${serialNumber}: ${terms.join('')} = ${number(counted)} ${unit}.`;
  });
}

const UNREAD_BECAUSE: Readonly<Record<UnreadMeterBasis['because'], Words>> = {
  'reading-missing': { ru: 'показания нет', en: 'no reading' },
  'meter-faulty': {
    ru: 'неисправен, утрачен или не поверен',
    en: 'broken, lost or past its verification',
  },
  'access-refused': { ru: 'отказ в допуске к прибору', en: 'a check of it was refused' },
};

function notRead(meter: UnreadMeterBasis, unit: string, daysInMonth: number): Step {
  const { serialNumber, because, period, average } = meter;
  const words = inBoth(({ say, number }) => {
    const { ru, en } = UNREAD_BECAUSE[because];
    const why = say(ru, en);
    const row = say(`расчётный период подряд: ${period}-й`, `period ${period} in a row`);
    const instead =
      average === undefined
        ? say('среднемесячный объём не применяется', 'no average counts')
        : `${say('среднемесячный объём', 'its average')} ${number(average.volume)} ${unit} / ${average.months} ${say('мес.', 'months')}${shareOfMonth(average.days, daysInMonth)}`;
    return `${say('Прибор', 'Meter')} ${serialNumber}: ${why}, ${row}; ${instead}.`;
  });
  return step(words, average === undefined ? ARTICLES.afterAverage : ARTICLES.average);
}

/** The meter, and the days before the act that are charged. */
function interfered({ serialNumber, from, to, days }: TamperingBasis): Words {
  return inBoth(({ say, day }) => {
    const since = say(
      `с предыдущей проверки, но не более трёх месяцев: с ${day(from)} по ${day(to)}`,
      `since its last check, three months at most: ${day(from)} to ${day(to)}`,
    );
    return `${say('Прибор', 'Meter')} ${serialNumber}: ${say('вмешательство в работу', 'interfered with')}, ${since}, ${days} ${say('дн.', 'days')}`;
  });
}

function drained(volumes: Readonly<Record<string, string>>, { unit, names }: Told): Words {
  return inBoth(({ say, number, inLanguage }) => {
    const waters = Object.entries(volumes).map(([code, volume]) => {
      const name = names.get(code);
      return `${name === undefined ? code : inLanguage(name)} ${number(shownVolume(volume))} ${unit}`;
    });
    return `${say('Сложены', 'Summed')}: ${waters.join(' + ')}.`;
  });
}

function areaOf({ area, roomArea, share }: ChargeBasis): Words {
  return inBoth(({ say, number }) => {
    const whole = say('Площадь', 'Area');
    if (share === undefined) return `${whole}: ${number(area)} м².`;
    return `${whole}: ${number(roomArea)} м² × ${number(share)} (${say('доля', 'share')}) = ${number(area)} м².`;
  });
}

/** The volume of the room's meters for all its accounts, and the account's part of it. */
function sharedInRoom({ ownVolume }: ChargeBasis, { volume, by }: RoomBasis, unit: string): Words {
  return inBoth(({ say, number }) => {
    const how =
      by === 'share'
        ? say('по долям в помещении', 'by their shares of the room')
        : say('по числу граждан', 'by the numbers of persons');
    const whole = `${say('На всё помещение', 'For the whole room')}: ${number(volume)} ${unit}`;
    return `${whole}, ${say('делится между его счетами', 'shared among its accounts')} ${how} ${say('на каждый день', 'on each day')}; ${say('на счёт', 'for the account')} ${number(shownVolume(ownVolume))} ${unit}.`;
  });
}

/** What the house shares out, and the account's part of it. */
function sharedOut(basis: ChargeBasis, house: HouseBasis, unit: string): readonly Step[] {
  const { article } = CHARGE_RULES[basis.rule];
  if (house.heatedArea !== undefined) return besideBoilers(basis, house, unit);
  if (basis.allocators !== undefined)
    return [step(byAllocators(basis, house, unit), ARTICLES.allocators)];
  if (basis.commonVolume !== undefined) return besideRoomMeters(basis, house, unit);
  const own = inBoth(
    ({ say, number }) =>
      `${say('На весь дом', 'For the whole house')}: ${number(house.shared)} ${unit}; ${say('по площади', 'by area')} ${number(basis.area)} / ${number(house.roomsArea)} м²${basis.months === undefined ? '' : ` ${say('и месяцам владения', 'and months of ownership')} (${number(basis.months)})`}, ${say('на счёт', 'for the account')} ${number(basis.ownVolume)} ${unit}.`,
  );
  return [
    ...(house.volume === undefined ? [] : [step(byHouseMeter(house, unit), article)]),
    ...(house.carriedIn === undefined ? [] : [step(carriedOver(house, unit), ARTICLES.carried)]),
    ...(house.norm === undefined ? [] : [step(byCommonNorm(house, unit), article)]),
    ...(house.yearBefore === undefined ? [] : [step(byMeanMonth(house, unit), article)]),
    ...(house.drawn === undefined ? [] : [step(drawnInYear(house.drawn, unit), article)]),
    step(own, article),
  ];
}

/** The heat of the house's rooms when some heat themselves. */
function besideBoilers(basis: ChargeBasis, house: HouseBasis, unit: string): readonly Step[] {
  const { article } = CHARGE_RULES[basis.rule];
  const whole = house.yearBefore === undefined ? byHouseMeter : byMeanMonth;
  return [step(whole(house, unit), article), step(ownAndCommon(basis, house, unit), article)];
}

/** The heat used by the rooms, and the rest of the house's heat. */
function besideRoomMeters(basis: ChargeBasis, house: HouseBasis, unit: string): readonly Step[] {
  const { article } = CHARGE_RULES[basis.rule];
  return [step(byHouseMeter(house, unit), article), step(ownAndRest(basis, house, unit), article)];
}

function byHouseMeter({ volume, individualVolumes, carriedIn }: HouseBasis, unit: string): Words {
  return inBoth(({ say, number }) => {
    const all = `${say('По общедомовому прибору', 'By the house-wide meter')}: ${number(volume)} ${unit}`;
    if (individualVolumes === undefined) return `${all}.`;
    const rooms = `${number(individualVolumes)} ${unit} ${say('в помещениях', 'in the rooms')}`;
    if (carriedIn !== undefined) return `${all} − ${rooms}.`;
    return `${all} − ${rooms} (${say('не меньше нуля', 'no less than zero')}).`;
  });
}

/** The carried volume: what earlier months have left, and what this one leaves. */
function carriedOver({ carriedIn, carriedOut }: HouseBasis, unit: string): Words {
  return inBoth(({ say, number }) => {
    const before = `${say('Перенесено с прошлых месяцев', 'Carried in from earlier months')}: ${number(carriedIn)} ${unit}`;
    const after = `${say('переносится на следующие', 'carried out to later ones')}: ${number(carriedOut)} ${unit}`;
    return `${before}; ${after}.`;
  });
}

function byMeanMonth({ yearBefore, shared }: HouseBasis, unit: string): Words {
  return inBoth(({ say, number }) => {
    const year = say(`За ${yearBefore?.year} год`, `In ${yearBefore?.year}`);
    return `${year}: ${number(yearBefore?.volume)} ${unit} / 12 = ${number(shared)} ${unit}.`;
  });
}

function drawnInYear(drawn: Readonly<Record<string, string>>, unit: string): Words {
  return inBoth(({ say, number, month }) => {
    const months = Object.entries(drawn).map(
      ([period, volume]) => `${month(period)} ${number(volume)}`,
    );
    return `${say('По месяцам', 'By month')}, ${unit}: ${months.join('; ')} (${say('за год не меньше нуля', 'no less than zero for the year')}).`;
  });
}

function byCommonNorm(house: HouseBasis, unit: string): Words {
  const { norm, normBasis, commonArea, limit = house.shared } = house;
  return inBoth(
    ({ say, number }) =>
      `${say('По нормативу', 'By the norm')}: ${number(norm)}${named(normBasis)} × ${number(commonArea)} м² = ${number(limit)} ${unit}.`,
  );
}

function priced(basis: ChargeBasis, part: ChargePart, unit: string): Step {
  const { factors: factorsOf = commonFactors } = CHARGE_RULES[basis.rule];
  const words = inBoth((speech) => {
    const { say, number, money } = speech;
    const { volume, tariff, tariffBasis, amount } = part;
    const price = `${number(tariff)} ₽${named(tariffBasis)}`;
    if (basis.rule === 'former-bill')
      return `${say('В счёте', 'As billed')}: ${money(amount)} ₽; ${number(volume)} ${unit}, ${price}.`;
    const when = whenOf(basis, part, speech);
    const factors = factorsOf(basis, part, speech);
    const product = factors.length === 0 ? '' : `${factors.join(' × ')} = `;
    return `${when}: ${product}${number(volume)} ${unit}; × ${price}${above(part, unit, speech)} = ${money(amount)} ₽.`;
  });
  return step(words, basis.component === 'heat' ? ARTICLES.heat : ARTICLES.tariff);
}

function whenOf(
  { daysInMonth, rule }: ChargeBasis,
  { from, to, days, tampering }: ChargePart,
  { say, day }: Speech,
): string {
  if (tampering !== undefined) return say(`По акту от ${day(from)}`, `By the act of ${day(from)}`);
  if (days === daysInMonth)
    return rule === 'year-share'
      ? say('За весь год', 'For the whole year')
      : say('За весь месяц', 'For the whole month');
  return say(
    `С ${day(from)} по ${day(to)}, дней ${days} из ${daysInMonth}`,
    `From ${day(from)} to ${day(to)}, ${days} of ${daysInMonth} days`,
  );
}

/** The volume of the part that is above a bound of the month's ranges and has another tariff. */
function above({ ranges = [] }: ChargePart, unit: string, { say, number }: Speech): string {
  return ranges
    .map(
      (range) =>
        `, ${say('из них сверх', 'of these above')} ${number(range.above)} ${unit}: ${number(range.volume)} ${unit} × ${number(range.tariff)} ₽`,
    )
    .join('');
}

function correctionSteps(correction: CorrectionBasis, { unit, names }: Told): readonly Step[] {
  const article = ARTICLES.recalculation;
  const { year, period, reason, now } = correction;
  const grounds = inBoth(({ say, month }) => {
    const what =
      year === undefined
        ? `${say('Исправляемый месяц', 'The corrected month')}: ${month(period)}`
        : `${say('Год', 'The year')}: ${year}`;
    return `${what}; ${say('основание', 'grounds')}: ${reason}.`;
  });
  const replayed = inBoth(({ say }) => {
    const [ru, en] = year === undefined ? ['месяц', 'month'] : ['год', 'year'];
    return now === undefined
      ? say(`Теперь за этот ${ru} не начисляется ничего.`, `Nothing is charged for that ${en} now.`)
      : say(`Теперь за этот ${ru} начисляется так.`, `That ${en} is charged as follows now.`);
  });
  return [
    step(grounds, article),
    ...stoodBefore(correction).map((words) => step(words, null)),
    step(replayed, article),
    ...(now === undefined ? [] : stepsOf(now, { unit: now.unit ?? unit, names })),
  ];
}

/** One sentence per charge; the charges of a year in one sentence. */
function stoodBefore({ year, stood }: CorrectionBasis): readonly Words[] {
  if (year !== undefined)
    return [
      inBoth(({ say, month, money }) => {
        const charges = stood.map(({ period, amount }) => `${month(period)} ${money(amount)} ₽`);
        return `${say('Было начислено', 'Charged before')}: ${charges.length === 0 ? money('0.00') : charges.join('; ')}.`;
      }),
    ];
  return stood.map((charge) =>
    inBoth(
      ({ say, month, money }) =>
        `${say('Было начислено', 'Charged before')}: ${money(charge.amount)} ₽ (${say('начисление', 'charge')} ${charge.chargeId}, ${month(charge.period)}).`,
    ),
  );
}

function total(basis: ChargeBasis): Step {
  const amount = formatKopecks(replay(basis));
  const { correction } = basis;
  const words = inBoth(({ say, money }) => {
    const whole = `${say('Итого', 'Together')} ${money(amount)} ₽.`;
    if (correction !== undefined) return `${differenceOf(correction, money)} = ${money(amount)} ₽.`;
    if (basis.rounding === undefined) return whole;
    const rounded = say(
      'Сумма каждой части округлена до копейки, половина вверх',
      'The amount of each part is rounded half up to a kopeck',
    );
    return `${rounded}. ${whole}`;
  });
  return step(words, null);
}

function differenceOf(correction: CorrectionBasis, money: Speech['money']): string {
  const { now } = correction;
  const before = stoodAmounts(correction).map((amount) => {
    const kopecks = parseKopecks(amount);
    return kopecks < 0n ? ` + ${money(formatKopecks(-kopecks))}` : ` − ${money(amount)}`;
  });
  return `${money(now === undefined ? '0.00' : formatKopecks(replay(now)))}${before.join('')}`;
}

/** The charges of a year as one sum. */
function stoodAmounts({ year, stood }: CorrectionBasis): readonly string[] {
  if (year === undefined) return stood.map(({ amount }) => amount);
  return [sumOfMoney(stood.map(({ amount }) => amount))];
}

function shareOfMonth(days: number, daysInMonth: number): string {
  return days === daysInMonth ? '' : ` × ${days}/${daysInMonth}`;
}
