// How a charge of heating found its volume: by the norm per square metre, or by the house-wide meter.
import { add, fraction, fromScaled, multiply, type Fraction } from '../../../money/fraction.ts';
import { parseScaled } from '../../../money/scaled.ts';
import type { ChargePart, Grounds } from '../../charge-line.ts';
import { parseExact } from '../../exact-text.ts';
import { daysFactor, normFactor } from '../../explanation/factors.ts';
import { normsOfDays, sharedOut, short } from '../../explanation/figures.ts';
import type { Speech } from '../../explanation/speech.ts';
import { given, type PartVolume, type VolumeRule } from '../../explanation/volume-rule.ts';
import { areaOf, byHouseShare, ofDays } from '../../explanation/volumes.ts';
import { computedIn, type LawRow } from '../../../law/law-row.ts';

const OWN_HEAT = {
  ru: 'Правила № 354, п. 42(1), приложение № 2, формула 3: свой источник тепла',
  en: 'Decree 354, p. 42(1), appendix 2, formula 3: a source of heat of its own',
};

const ROOM_METERS = {
  ru: 'Правила № 354, п. 42(1), приложение № 2, формулы 3(1)–3(3)',
  en: 'Decree 354, p. 42(1), appendix 2, formulas 3(1)–3(3)',
};

export const HEATING_RULES = {
  'heating-by-norm': {
    what: {
      ru: 'Отопление определено по нормативу на квадратный метр.',
      en: 'Heating is charged by the norm per square metre.',
    },
    article: {
      ru: 'Правила № 354, приложение № 2, формулы 2 и 2(1)',
      en: 'Decree 354, appendix 2, formulas 2 and 2(1)',
    },
    figures: areaTimesNorm,
    factors: factorsOf,
    replay: byNorm,
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
    figures: (grounds) => sharedOut(grounds),
    replay: byHouseShare,
  },
  'heating-late-reading': {
    what: {
      ru: 'Перерасчёт: поступившее показание общедомового прибора меньше того, что уже начислено расчётным способом; разница распределена так же, как тепло месяца.',
      en: 'A recalculation: the reading of the house-wide meter that came shows less than estimates had charged; the difference is shared out as the month’s heat is.',
    },
    article: {
      ru: 'Правила № 354, п. 59(1), 61: расчётный объём дома был завышен',
      en: 'Decree 354, p. 59(1), 61: estimates of the house before the reading were too high',
    },
    figures: (grounds) =>
      grounds.commonVolume === undefined ? sharedOut(grounds) : heatedAndCommon(grounds),
    replay: (grounds) =>
      grounds.commonVolume === undefined ? byHouseShare(grounds) : besideBoilers(grounds),
  },
  'heating-even': {
    what: {
      ru: 'Отопление оплачивается равномерно: 1/12 тепла, потреблённого домом за прошлый календарный год, распределена по площади.',
      en: 'Heating is paid evenly: a twelfth of what the house drew in the calendar year before is shared out by area.',
    },
    article: {
      ru: 'Правила № 354, п. 42(1), приложение № 2, формула 3: равномерно в течение года',
      en: 'Decree 354, p. 42(1), appendix 2, formula 3: evenly over the year',
    },
    figures: (grounds) =>
      sharedOut(
        grounds,
        ({ yearBefore }) => `${short(yearBefore?.volume)} of ${yearBefore?.year} / 12`,
      ),
    replay: byHouseShare,
  },
  'heating-beside-boilers': {
    what: {
      ru: 'В доме есть помещения, которые отапливают себя сами: тепло, учтённое общедомовым прибором, распределено на отапливаемые помещения и помещения общего пользования, а тепло последних – на все помещения по площади.',
      en: 'Some rooms of the house heat themselves: the heat that the house-wide meter counted is shared by the heated and the common rooms, and the heat of the latter by all rooms, by area.',
    },
    article: OWN_HEAT,
    figures: heatedAndCommon,
    replay: besideBoilers,
  },
  'heating-own-boiler': {
    what: {
      ru: 'Помещение отапливает себя само: своего объёма тепла у него нет, начислена его часть тепла помещений общего пользования.',
      en: 'The room heats itself: it has no heat of its own from the house, and its part of the heat of the common rooms is charged.',
    },
    article: OWN_HEAT,
    figures: heatedAndCommon,
    replay: besideBoilers,
  },
  'heating-room-meter': {
    what: {
      ru: 'Тепло, учтённое прибором помещения, и по площади его часть того, что учёл общедомовой прибор сверх объёмов помещений.',
      en: 'The heat that the meter of the room counted, and by area its part of what the house-wide meter counted beyond the volumes of the rooms.',
    },
    article: ROOM_METERS,
    figures: ownAndRest,
    replay: besideBoilers,
  },
  'heating-without-room-meter': {
    what: {
      ru: 'В доме есть помещения с приборами учёта тепла, в этом прибор не считает: на квадратный метр взято среднее по приборам, и по площади добавлена часть остатка общедомового прибора. Своего объёма нет, если помещение отапливает себя само.',
      en: 'Some rooms of the house have heat meters, in this one none counts: the average of the meters a square metre, and by area a part of what the house-wide meter counted beyond the volumes of the rooms. A room that heats itself has no volume of its own.',
    },
    article: ROOM_METERS,
    figures: ownAndRest,
    replay: besideBoilers,
  },
  'heating-own-boiler-norm': {
    what: {
      ru: 'Помещение отапливает себя само: начислена его часть тепла помещений общего пользования по нормативу.',
      en: 'The room heats itself: its part of the heat of the common rooms is charged, by the norm.',
    },
    article: {
      ru: 'Правила № 354, п. 40, приложение № 2, формулы 2 и 2(1): свой источник тепла',
      en: 'Decree 354, p. 40, appendix 2, formulas 2 and 2(1): a source of heat of its own',
    },
    figures: areaTimesNorm,
    factors: factorsOf,
    replay: byNorm,
  },
} as const satisfies Readonly<Record<string, VolumeRule>>;

function areaTimesNorm(grounds: Grounds): string {
  const { area, heatingMonths, common } = grounds;
  const twelfths = heatingMonths === undefined ? '' : ` × ${heatingMonths}/12`;
  const part =
    common === undefined
      ? ''
      : `, of it ${common.area} / ${common.roomsArea} for days of a heat of its own`;
  return `${area} m² × ${normsOfDays(grounds)}${twelfths}${part}`;
}

function heatedAndCommon({ ownVolume, commonVolume, house }: Grounds): string | undefined {
  return (
    house &&
    `${short(house.shared)} by ${short(house.heatedArea)} m² heated and ${house.commonArea} m² in common: ${short(ownVolume)} + ${short(commonVolume)}`
  );
}

function ownAndRest({ area, ownVolume, commonVolume, house }: Grounds): string | undefined {
  return (
    house &&
    `${short(ownVolume)} + ${short(commonVolume)}, its part by ${area} / ${house.roomsArea} m² of what ${short(house.shared)} of the house leaves`
  );
}

/** The account's room on the days on which the house heats it, the common rooms on all days. */
function besideBoilers(grounds: Grounds): PartVolume {
  const { ownVolume, commonVolume, heatedDays, spreadDays, parts } = grounds;
  const [own, common] = [parseExact(given(ownVolume)), parseExact(given(commonVolume))];
  const allDays = spreadDays ?? parts.reduce((total, { days }) => total + days, 0);
  return ({ days, ownHeat }) => {
    const ofCommon = multiply(common, fraction(BigInt(days), BigInt(allDays)));
    if (ownHeat === true) return ofCommon;
    return add(multiply(own, fraction(BigInt(days), BigInt(given(heatedDays)))), ofCommon);
  };
}

function factorsOf(grounds: Grounds, part: ChargePart, speech: Speech): readonly string[] {
  const { area, heatingMonths, common } = grounds;
  return [
    `${speech.number(area)} м²`,
    ...(part.ownHeat === true && common !== undefined
      ? [`${speech.number(common.area)}/${speech.number(common.roomsArea)}`]
      : []),
    normFactor(part, speech),
    ...daysFactor(grounds, part),
    ...(heatingMonths === undefined ? [] : [`${heatingMonths}/12`]),
  ];
}

function byNorm(grounds: Grounds): PartVolume {
  const { heatingMonths, common } = grounds;
  const whole = areaOf(grounds);
  return (part) => {
    const area = part.ownHeat === true ? multiply(whole, partOf(given(common))) : whole;
    const ofSeason = multiply(area, fromScaled(parseScaled(given(part.norm), 6), 6));
    const monthly =
      heatingMonths === undefined
        ? ofSeason
        : multiply(ofSeason, fraction(BigInt(heatingMonths), 12n));
    return ofDays(grounds, monthly)(part);
  };
}

function partOf({ area, roomsArea }: NonNullable<Grounds['common']>): Fraction {
  return fraction(parseScaled(area, 2), parseScaled(roomsArea, 2));
}

/** The paragraphs of the law behind a charge of heating. */
export const HEATING_LAW: readonly LawRow[] = [
  ...computedIn('domain/charging/methods/heating', 'decree-354', [
    [
      '42(1)',
      {
        ru: 'отопление по общедомовому прибору и по нормативу',
        en: 'heating by the house-wide meter and by the norm',
      },
      {
        rule: 'heating.ts',
        test: 'heating.test.ts',
        figure: '120 Gcal × 50/1000 × 2280.50 = 13683.00',
      },
    ],
    [
      '42(1)',
      {
        ru: 'отопление равномерно по объёму прошлого года',
        en: 'heating evenly by the volume of the year before',
      },
      {
        rule: 'heating-even.ts',
        test: 'heating.test.ts',
        figure: '1140 / 12 × 50/10000 × 2000 = 950.00',
      },
    ],
  ]),
  ...computedIn('domain/charging/year', 'decree-354', [
    [
      'app. 2 f. 3(4)',
      {
        ru: 'корректировка отопления за год, начисленного равномерно',
        en: 'the yearly correction of heating that was charged evenly',
      },
      {
        rule: 'year-lines.ts',
        test: 'heating-year.test.ts',
        figure: '1200 Gcal × 50/10000 × 2000 = 12000.00, charged 11400.00: +600.00',
      },
    ],
    [
      'app. 2 f. 6',
      {
        ru: 'распределители: доли в корректировке за год',
        en: 'heat cost allocators: shares in the correction of a year',
      },
      {
        rule: 'allocated-shares.ts',
        test: 'heating-year.test.ts',
        figure: '6 Gcal each; 12 by 3 and 1: 9 and 3',
      },
    ],
  ]),
];
