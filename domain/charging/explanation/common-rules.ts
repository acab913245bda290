// How additional lines of a service found their volumes, for any method: excess, recalculations, and lines without a volume.
import { fraction, fromScaled, multiply, sum, type Fraction } from '../../money/fraction.ts';
import { parseScaled } from '../../money/scaled.ts';
import { absentVolume } from '../../regulation/absence/absence.ts';
import { excessVolume } from '../../regulation/coefficient/coefficient.ts';
import { normVolume } from '../../regulation/individual-charge/norm-volume.ts';
import { lateReading } from '../../regulation/late-reading/late-reading.ts';
import { tamperedByCapacity, tamperedByNorm } from '../../regulation/tampering/tampering.ts';
import type { ChargePart, Grounds } from '../charge-line.ts';
import { parseExact } from '../exact-text.ts';
import { commonFactors, roomFactors, tamperingFactors, yearFactors } from './factors.ts';
import {
  absentTimesNorm,
  countedByMeters,
  drainedTogether,
  partsOfRoom,
  personsTimesNorm,
  tamperedVolumes,
  sharedOut,
  short,
} from './figures.ts';
import { given, type PartVolume, type RuleWords, type VolumeRule } from './volume-rule.ts';
import { byRoomShare, drained, longestOf, ofPersons, readingsOf, spread } from './volumes.ts';

export const COMMON_RULES = {
  excess: {
    what: {
      ru: 'Превышение: прибор учёта мог бы стоять, поэтому норматив умножен на повышающий коэффициент, и его надбавка показана отдельно.',
      en: 'The excess: a meter could be installed, so the norm is multiplied by K; what K adds is charged on a separate line.',
    },
    article: {
      ru: 'Правила № 354, приложение № 2, формула 4(1), п. 60; для холодной воды постановление № 1871',
      en: 'Decree 354, appendix 2, formula 4(1), p. 60: the coefficient K; cold water Decree 1871',
    },
    figures: personsTimesNorm,
    replay: byCoefficient,
  },
  'late-reading': {
    what: {
      ru: 'Перерасчёт: поступившее показание меньше того, что уже начислено расчётным способом.',
      en: 'A recalculation: the late reading shows less than the estimates that were charged.',
    },
    article: {
      ru: 'Правила № 354, п. 61: расчётный объём был завышен',
      en: 'Decree 354, p. 61: estimates before the reading were too high',
    },
    figures: (grounds) =>
      grounds.volumes !== undefined
        ? drainedTogether(grounds)
        : grounds.room === undefined
          ? countedByMeters(grounds)
          : partsOfRoom(grounds),
    factors: (grounds, part, speech) =>
      (part.roomShare === undefined ? commonFactors : roomFactors)(grounds, part, speech),
    replay: (grounds) =>
      grounds.room === undefined ? spread(grounds, tooMuchBefore(grounds)) : byRoomShare(grounds),
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
    figures: (grounds) =>
      grounds.volumes === undefined ? absentTimesNorm(grounds) : drainedTogether(grounds),
    replay: (grounds) =>
      grounds.volumes === undefined ? byAbsence(grounds) : spread(grounds, drained(grounds)),
  },
  tampering: {
    what: {
      ru: 'Доначисление по акту о несанкционированном вмешательстве в работу прибора учёта: за время с предыдущей проверки, но не более чем за три месяца до акта, – по мощности оборудования или пропускной способности трубы при круглосуточной работе, а где её нельзя определить, по нормативу с коэффициентом 10.',
      en: 'An act says that somebody has interfered with the meter: for the time since its last check, three months before the act at most, what the pipe or the appliances could have let through round the clock is charged, and where that cannot be told, ten times the norm.',
    },
    article: {
      ru: 'Правила № 354, п. 62, 81(11): доначисление при вмешательстве в работу прибора учёта',
      en: 'Decree 354, p. 62, 81(11): the additional charge for interference with a meter',
    },
    figures: (grounds) =>
      grounds.volumes === undefined ? tamperedVolumes(grounds) : drainedTogether(grounds),
    factors: tamperingFactors,
    replay: (grounds) =>
      grounds.volumes === undefined ? byTampering : spread(grounds, drained(grounds)),
  },
  'year-share': {
    what: {
      ru: 'Объём дома за год распределён по площади и месяцам владения.',
      en: 'What the house is charged for the year is shared out by area and months of ownership.',
    },
    article: {
      ru: 'Правила № 354, приложение № 2: общедомовые нужды по формуле 10 (Правила № 491, п. 29(2), 29(3)), отопление по формуле 3(4)',
      en: 'Decree 354, appendix 2: common-house needs by formula 10 (Rules 491, p. 29(2), 29(3)), heating by formula 3(4)',
    },
    figures: (grounds) =>
      grounds.allocators === undefined
        ? sharedOut(grounds)
        : `${short(grounds.allocators.volume)} by ${short(grounds.allocators.own)} / ${short(grounds.allocators.all)} of the allocators`,
    factors: yearFactors,
    replay: byMonthsOfYear,
  },
} as const satisfies Readonly<Record<string, VolumeRule>>;

/** Why a year is recalculated: it is charged as a whole, less the standing charges of its months. */
export const YEAR_RULES = {
  'common-needs-year': {
    what: {
      ru: 'Перерасчёт общедомовых нужд за год по показаниям общедомового прибора: месяцы года были начислены по нормативу или по среднемесячному объёму.',
      en: 'The yearly recalculation of common-house needs to the house-wide meter: the months of the year were charged by the norm or by a mean month.',
    },
    article: {
      ru: 'Жилищный кодекс, ст. 156 ч. 9.2; Правила № 491, п. 29(2), 29(3)',
      en: 'Housing Code, art. 156 p. 9.2; Rules 491, p. 29(2), 29(3)',
    },
  },
  'heating-year': {
    what: {
      ru: 'Корректировка платы за отопление за год: месяцы были начислены равномерно по объёму предыдущего года, теперь учтён объём самого года по общедомовому прибору.',
      en: 'The yearly correction of heating: the months were charged evenly by the volume of the year before, and now what the house-wide meter counted in the year itself is.',
    },
    article: {
      ru: 'Правила № 354, п. 42(1), приложение № 2, формула 3(4)',
      en: 'Decree 354, p. 42(1), appendix 2, formula 3(4)',
    },
  },
} as const satisfies Readonly<Record<string, RuleWords>>;
export type YearRule = keyof typeof YEAR_RULES;

/** Rules without a volume: a part of the charge itself, the difference for a month or year, and a former bill. */
export const UNRECKONED_RULES = {
  ...YEAR_RULES,
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
  'service-acts': {
    what: {
      ru: 'Перерасчёт: услуга прерывалась дольше допустимого или была ненадлежащего качества.',
      en: 'A recalculation: the service was interrupted for longer than allowed, or was of bad quality.',
    },
    article: {
      ru: 'Правила № 354, п. 98, 101, 150, приложение № 1',
      en: 'Decree 354, p. 98, 101, 150, appendix 1: interruptions and bad quality',
    },
  },
  benefit: {
    what: {
      ru: 'Льгота: часть платы, которая приходится на граждан с правом на неё, снижена на их долю; разницу возмещает бюджет.',
      en: 'A benefit: the entitled residents’ part of the charge is lowered by the share that a budget pays.',
    },
    article: {
      ru: 'Жилищный кодекс, ст. 160: меры социальной поддержки',
      en: 'Housing Code, art. 160: benefits of categories of people',
    },
  },
  'former-bill': {
    what: {
      ru: 'Счёт прежней программы: сумма перенесена такой, какой была выставлена.',
      en: 'A bill of the former application: the amount is what was billed.',
    },
    article: { ru: 'Счёт прежней программы', en: 'Bill of the former application' },
  },
} as const satisfies Readonly<Record<string, RuleWords>>;

function byCoefficient(grounds: Grounds): PartVolume {
  const byNorm = ofPersons(grounds);
  return (part) => excessVolume(byNorm(part), parseScaled(given(part.coefficient), 2));
}

/** What the line of a late reading takes back: for meters, or for waste water. */
function tooMuchBefore(grounds: Grounds): Fraction {
  if (grounds.volumes !== undefined)
    return lateReading(drained(grounds), fraction(0n)).recalculated;
  const { metered, estimated } = readingsOf(given(grounds.meters));
  return lateReading(metered, estimated).recalculated;
}

/** The account's part of the year's volume, in proportion to the months in these days. */
function byMonthsOfYear(grounds: Grounds): PartVolume {
  const own = parseExact(given(grounds.ownVolume));
  const all = parseExact(given(grounds.months));
  return (part) => {
    const months = parseExact(given(part.months));
    return multiply(
      own,
      fraction(months.numerator * all.denominator, months.denominator * all.numerator),
    );
  };
}

function byAbsence({ daysInMonth }: Grounds): PartVolume {
  return (part: ChargePart) => {
    const normE6 = parseScaled(given(part.norm), 6);
    const away = absentVolume(normE6, given(part.absentPersonDays), daysInMonth);
    return multiply(away, fraction(-1n));
  };
}

/** By capacity and days, or by persons and ten times their norm. */
function byTampering({ tampering, persons, norm, roomShare }: ChargePart): Fraction {
  const acts = given(tampering);
  if (persons !== undefined) {
    const monthly = normVolume(persons, parseScaled(given(norm), 6));
    return tamperedByNorm(monthly, { months: parseExact(longestOf(acts).months) });
  }
  const whole = sum(
    acts.map(({ capacityPerDay, days }) =>
      tamperedByCapacity(fromScaled(parseScaled(given(capacityPerDay), 3), 3), { days }),
    ),
  );
  return roomShare === undefined ? whole : multiply(whole, parseExact(roomShare));
}
