import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calculateHouse, type HouseCalculation } from '../calculate-house.ts';
import type { ChargeBasis, ChargeLine } from '../charge-line.ts';
import { CHARGE_RULES } from '../charge-rules.ts';
import { differencesOf, type StandingCharge } from '../recalculation.ts';
import { replay } from '../replay.ts';
import { randomHouse } from '../testing/random-house.ts';
import { randomOf, type Random } from '../testing/random.ts';
import { formatKopecks } from '../../money/kopecks.ts';
import { ARTICLES, stepsOf } from './charge-steps.ts';
import { formulaOf } from './formula.ts';
import type { Words } from '../../text/words.ts';

/** Enough for every rule to occur. */
const CASES = 1_100;
/** How many of them are corrected too. */
const CORRECTED = 200;
const TOLD = {
  unit: 'м³',
  names: new Map([['cold-water', { ru: 'холодная вода', en: 'cold water' }]]),
};

/** English keeps the letters of subparagraphs, such as p. 59 «в». */
function isSaid({ ru, en }: Words): boolean {
  return /[а-яё]/i.test(ru) && /[a-z]/i.test(en) && !/[а-яё]/i.test(en.replaceAll(/«[а-я]»/g, ''));
}

test('every reason code has words and an article in both languages', () => {
  for (const [rule, { what, article }] of Object.entries(CHARGE_RULES)) {
    assert.ok(isSaid(what), rule);
    assert.ok(isSaid(article), rule);
  }
  for (const article of Object.values(ARTICLES)) assert.ok(isSaid(article));
});

describe('the steps of a charge', () => {
  const part = {
    from: '2026-07-01',
    to: '2026-07-31',
    days: 31,
    volume: '4.320000',
    tariff: '49.1900',
    tariffBasis: 'приказ № 87-т',
    amount: '212.50',
  };
  const meter = {
    serialNumber: 'ХВ-1',
    digits: 5,
    previous: '99998.500',
    previousOn: '2026-06-25',
    current: '2.820',
    currentOn: '2026-07-25',
    rollover: true,
  };
  const metered: ChargeBasis = {
    rule: 'individual-meter',
    rounding: 'part-half-up',
    daysInMonth: 31,
    meters: [meter],
    parts: [part],
  };
  const said = (basis: ChargeBasis, language: 'ru' | 'en') =>
    stepsOf(basis, TOLD).map((step) => step[language]);

  test('for a meter go from its readings to the amount', () => {
    assert.deepEqual(said(metered, 'ru'), [
      'Объём определён по показаниям индивидуального прибора учёта.',
      'Прибор ХВ-1: 2,82 (25.07.2026) + 10^5 (счётчик прошёл через ноль) − 99998,5 (25.06.2026) = 4,32 м³.',
      'За весь месяц: 4,32 м³; × 49,19 ₽ (приказ № 87-т) = 212,50 ₽.',
      'Сумма каждой части округлена до копейки, половина вверх. Итого 212,50 ₽.',
    ]);
    assert.deepEqual(said(metered, 'en'), [
      'The volume follows from the readings of the individual meter.',
      'Meter ХВ-1: 2.82 (2026-07-25) + 10^5 (the counter passed zero) − 99998.5 (2026-06-25) = 4.32 м³.',
      'For the whole month: 4.32 м³; × 49.19 ₽ (приказ № 87-т) = 212.50 ₽.',
      'The amount of each part is rounded half up to a kopeck. Together 212.50 ₽.',
    ]);
  });

  test('for a norm name persons, days, K and the heat of each part', () => {
    const persons = { ...part, norm: '3.190000', normBasis: 'приказ № 5', persons: 2 };
    const excess: ChargeBasis = {
      ...metered,
      rule: 'excess',
      meters: [],
      parts: [{ ...persons, days: 15, to: '2026-07-15', coefficient: '1.50' }],
    };
    assert.equal(
      said(excess, 'ru')[1],
      'С 01.07.2026 по 15.07.2026, дней 15 из 31: 2 чел. × 3,19 (приказ № 5) × 15/31 × (1,5 − 1) = 4,32 м³; × 49,19 ₽ (приказ № 87-т) = 212,50 ₽.',
    );
    const heat: ChargeBasis = {
      ...metered,
      component: 'heat',
      parts: [{ ...part, heatNorm: '0.061100' }],
    };
    assert.equal(
      said(heat, 'en').at(-2),
      'For the whole month: volume of water × 0.0611 Гкал/м³ = 4.32 м³; × 49.19 ₽ (приказ № 87-т) = 212.50 ₽.',
    );
    const away: ChargeBasis = {
      ...metered,
      rule: 'absence',
      meters: [],
      parts: [{ ...persons, absentPersonDays: 10 }],
    };
    assert.match(said(away, 'en')[1] ?? '', /−3\.19 \(приказ № 5\) × 10 person-days \/ 31 = /);
  });

  test('for water disposal name the services it sums, by code if they have no name', () => {
    const drain: ChargeBasis = {
      ...metered,
      rule: 'water-disposal',
      meters: [],
      volumes: { 'cold-water': '4.000000', 'rain-water': '1/3' },
    };
    assert.equal(said(drain, 'ru')[1], 'Сложены: холодная вода 4 м³ + rain-water 0,333333 м³.');
    assert.equal(said(drain, 'en')[1], 'Summed: cold water 4 м³ + rain-water 0.333333 м³.');
  });

  test('for common-house needs state what the house shares out', () => {
    const odn: ChargeBasis = {
      ...metered,
      rule: 'odn-house-meter',
      meters: [],
      area: '60.00',
      ownVolume: '50.000',
      house: {
        volume: '12000.000000',
        individualVolumes: '10000.000000',
        shared: '2000.000000',
        roomsArea: '2400.00',
      },
    };
    assert.deepEqual(said(odn, 'ru').slice(1, 4), [
      'Площадь: 60 м².',
      'По общедомовому прибору: 12000 м³ − 10000 м³ в помещениях (не меньше нуля).',
      'На весь дом: 2000 м³; по площади 60 / 2400 м², на счёт 50 м³.',
    ]);
  });

  test('for a correction state what was charged, what would be now, and why', () => {
    const correction = {
      period: '2026-07',
      reason: 'тариф исправлен',
      stood: [
        { chargeId: 7, period: '2026-07', amount: '200.00' },
        { chargeId: 9, period: '2026-08', amount: '-1.50' },
      ],
      now: metered,
    };
    const basis: ChargeBasis = { rule: 'correction', daysInMonth: 31, parts: [], correction };
    const steps = said(basis, 'ru');
    assert.deepEqual(steps.slice(1, 5), [
      'Исправляемый месяц: июль 2026; основание: тариф исправлен.',
      'Было начислено: 200,00 ₽ (начисление 7, июль 2026).',
      'Было начислено: -1,50 ₽ (начисление 9, август 2026).',
      'Теперь за этот месяц начисляется так.',
    ]);
    assert.deepEqual(steps.slice(5, -1), said(metered, 'ru'));
    assert.equal(steps.at(-1), '212,50 − 200,00 + 1,50 = 14,00 ₽.');
  });
});

test('in random houses the steps of every line and every difference end in its amount', () => {
  const seen = new Set<string>();
  for (let seed = 1; seed <= CASES; seed++) {
    const { house, accounts } = randomHouse(randomOf(seed));
    const computed = calculateHouse(house, accounts);
    const differences = seed > CORRECTED ? [] : differencesFrom(randomOf(-seed), computed);
    for (const line of [...computed.lines, ...differences]) {
      checkSteps(line, `seed ${seed}`);
      seen.add(line.basis.rule);
    }
  }
  const never = new Set(Object.keys(CHARGE_RULES).filter((rule) => !seen.has(rule)));
  // A random house has no year and no benefit: year/year-lines.test.ts and benefit-lines.test.ts explain those lines.
  assert.deepEqual(
    never,
    new Set(['former-bill', 'year-share', 'common-needs-year', 'heating-year', 'benefit']),
  );
});

/** Differences to the charges of another random house, taken as the standing charges of the month. */
function differencesFrom(random: Random, computed: HouseCalculation): readonly ChargeLine[] {
  const month = { period: '2026-07', reason: 'другие показания', daysInMonth: 31 };
  const { house, accounts } = randomHouse(random);
  const standing = calculateHouse(house, accounts).lines.map(
    ({ basis: { unit }, ...line }): StandingCharge =>
      Object.assign(line, { chargeId: 1, period: '2026-07', unit }),
  );
  return differencesOf(month, standing, computed);
}

function checkSteps({ basis, amountKopecks }: ChargeLine, why: string): void {
  const stored = JSON.parse(JSON.stringify(basis)) as typeof basis;
  assert.equal(replay(stored), amountKopecks, why);
  const steps = stepsOf(stored, TOLD);
  for (const { ru, en } of steps) {
    assert.match(ru, /[а-яё].*\.$|= -?[\d,]+ ₽\.$/i, why);
    assert.ok(!/undefined|null|NaN/.test(ru + en), `${why}: ${en}`);
  }
  const amount = formatKopecks(amountKopecks);
  assert.ok(steps.at(-1)?.en.endsWith(` ${amount} ₽.`), `${why}: ${steps.at(-1)?.en}`);
  for (const part of basis.parts)
    assert.ok(
      steps.some(({ en }) => en.endsWith(`= ${part.amount} ₽.`)),
      why,
    );
}

describe('the steps include what differs for an account', () => {
  const part = {
    from: '2026-07-01',
    to: '2026-07-31',
    days: 31,
    volume: '4500.000000',
    tariff: '5.0000',
    tariffBasis: 'приказ № 1',
    amount: '23700.00',
  };
  const told = (basis: ChargeBasis, unit: string): readonly string[] =>
    stepsOf(basis, { unit, names: new Map() }).map(({ ru }) => ru);

  test('ranges with their volumes', () => {
    const ranges = [{ above: '3900.000', tariff: '7.0000', volume: '600.000000' }];
    const meter = {
      serialNumber: 'Э-1',
      digits: 5,
      previous: '0.000',
      previousOn: '2026-06-25',
      current: '4500.000',
      currentOn: '2026-07-25',
      rollover: false,
    };
    const basis: ChargeBasis = {
      rule: 'individual-meter',
      rounding: 'part-half-up',
      daysInMonth: 31,
      meters: [meter],
      parts: [{ ...part, ranges }],
    };
    assert.equal(replay(basis), 23_700_00n);
    assert.match(
      told(basis, 'кВт·ч').join(' '),
      /4500 кВт·ч; × 5 ₽ \(приказ № 1\), из них сверх 3900 кВт·ч: 600 кВт·ч × 7 ₽ = 23700,00 ₽/,
    );
    assert.match(formulaOf(basis, 'кВт·ч'), /4500 кВт·ч × 5, 600 above 3900 × 7 = 23700\.00$/);
  });

  test('an act that no meter can be installed, with its legal basis', () => {
    const basis: ChargeBasis = {
      rule: 'norm-no-meter',
      rounding: 'part-half-up',
      daysInMonth: 31,
      noMeterPossible: true,
      parts: [{ ...part, norm: '4.000000', normBasis: '', persons: 2, volume: '8.000000' }],
    };
    const step = stepsOf(basis, TOLD).find(({ article }) => article === ARTICLES.noMeterPossible);
    assert.match(step?.ru ?? '', /повышающий коэффициент не применяется/);
    assert.match(step?.en ?? '', /K does not count/);
  });

  test('the heat of the common rooms beside a boiler', () => {
    const basis: ChargeBasis = {
      rule: 'heating-own-boiler',
      rounding: 'part-half-up',
      daysInMonth: 31,
      area: '50.00',
      house: {
        volume: '110.000000',
        shared: '110.000000',
        roomsArea: '1000.00',
        heatedArea: '900.000000',
        commonArea: '200.00',
      },
      ownVolume: '0.000000',
      commonVolume: '1.000000',
      heatedDays: 0,
      parts: [
        { ...part, volume: '1.000000', tariff: '2500.0000', amount: '2500.00', ownHeat: true },
      ],
    };
    assert.equal(replay(basis), 2_500_00n);
    assert.match(
      told(basis, 'Гкал').join(' '),
      /На 900 м² отапливаемых помещений и 200 м² общих: своё помещение 0 Гкал, часть общих помещений \(50 \/ 1000 м²\) 1 Гкал/,
    );
  });
});
