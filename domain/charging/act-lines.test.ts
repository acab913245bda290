// Acts on services: what they take back from which accounts, next to other lines. domain/regulation/quality tests the hours.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calculateHouse } from './calculate-house.ts';
import type { AccountFacts, ActFacts, HouseFacts, ServiceFacts } from './house-facts.ts';
import {
  account,
  accountService,
  day,
  house,
  lineAmounts,
  meter,
  norm,
  reasonOf,
  service,
  tariff,
} from './testing/facts.ts';
import { replay } from './replay.ts';
import { stepsOf } from './explanation/charge-steps.ts';
import { formulaOf } from './explanation/formula.ts';

const TEN_HOURS = { from: '2026-07-06T08:00:00', to: '2026-07-06T18:00:00' };
const act = (houseServiceId: number, more: Partial<ActFacts> = {}): ActFacts => ({
  houseServiceId,
  kind: 'interruption',
  ...TEN_HOURS,
  measuredE4: null,
  requiredE4: null,
  allowedHours: null,
  roomNumbers: null,
  ...more,
});
/** 2 persons × 5 m³ × 100 = 1000.00. */
const water = (more: Partial<ServiceFacts> = {}): ServiceFacts =>
  service(1, 'cold-water', 'norm', { norms: [norm('5')], ...more });
const withActs = (
  services: readonly ServiceFacts[],
  acts: readonly ActFacts[],
  more: Partial<HouseFacts> = {},
): HouseFacts => house(services, { acts, ...more });

describe('an act', () => {
  const cases: readonly (readonly [
    why: string,
    house: HouseFacts,
    account: AccountFacts,
    lines: readonly string[],
  ])[] = [
    [
      'takes 0.15 % of the month’s charge for each hour above',
      withActs([water()], [act(1)]),
      account(1),
      ['1/0 1000.00', '1/7 -9.00'],
    ],
    [
      'within what is allowed takes nothing',
      withActs([water()], [act(1, { to: '2026-07-06T12:00:00' })]),
      account(1),
      ['1/0 1000.00'],
    ],
    [
      'counts what K adds as part of the charge',
      withActs([water({ coefficientApplies: true })], [act(1)]),
      account(1),
      ['1/0 1000.00', '1/1 2000.00', '1/7 -27.00'],
    ],
    [
      'of a riser takes nothing of other rooms',
      withActs([water()], [act(1, { roomNumbers: ['2', '3'] })]),
      account(1),
      ['1/0 1000.00'],
    ],
    [
      'of its room counts',
      withActs([water()], [act(1, { roomNumbers: ['2', '1'] })]),
      account(1),
      ['1/0 1000.00', '1/7 -9.00'],
    ],
    [
      'takes nothing of another service, not of what goes down the drain either',
      withActs(
        [water(), service(2, 'water-disposal', 'water-disposal'), service(3, 'upkeep', 'area')],
        [act(1)],
      ),
      account(1),
      ['1/0 1000.00', '1/7 -9.00', '2/0 1000.00', '3/0 5000.00'],
    ],
    [
      'takes of an account that came later the hours of its days',
      withActs(
        [water()],
        [act(1), act(1, { from: '2026-07-20T00:00:00', to: '2026-07-20T08:00:00' })],
      ),
      account(1, { openedOn: day('2026-07-17') }),
      // The month’s 8 hours: 4 on the 6th, 4 on the 20th. 4 h × 0.15 % of 483.87
      ['1/0 483.87', '1/7 -2.90'],
    ],
    [
      'takes nothing of who pays somebody else',
      withActs([water()], [act(1)]),
      account(1, { services: [accountService(1, { charged: false, reason: 'direct-contract' })] }),
      [],
    ],
    [
      'takes no more than absences leave',
      withActs(
        [water()],
        [act(1, { kind: 'quality', from: '2026-07-01T00:00:00', to: '2026-07-31T00:00:00' })],
      ),
      account(1, { absences: [{ from: day('2026-07-01'), to: day('2026-07-31'), persons: 1 }] }),
      ['1/0 1000.00', '1/5 -500.00', '1/7 -500.00'],
    ],
  ];
  for (const [why, facts, one, lines] of cases)
    test(why, () => assert.deepEqual(lineAmounts(facts, one), lines));

  test('lowers heating that the house shares out', () => {
    const heating = service(1, 'heating', 'heating', {
      norms: [norm('0.02')],
      tariffs: [tariff('3000')],
    });
    const facts = withActs(
      [heating],
      ['05', '08', '11'].map((date) =>
        act(1, {
          from: `2026-01-${date}T08:00:00`,
          to: `2026-01-${date}T18:00:00`,
          measuredE4: 120_000n,
        }),
      ),
      { month: Temporal.PlainYearMonth.from('2026-01') },
    );
    assert.deepEqual(lineAmounts(facts, account(1)), ['1/0 3000.00', '1/7 -27.00']);
  });

  describe('on heating in the month in which the season begins', () => {
    const season = { from: day('2026-10-15'), to: null };
    const heated = (heatingMode: ServiceFacts['heatingMode']) =>
      withActs(
        [service(1, 'heating', 'heating', { heatingMode, norms: [norm('0.02')] })],
        [
          act(1, {
            kind: 'pressure',
            from: '2026-10-15T00:00:00',
            to: '2026-11-01T00:00:00',
            measuredE4: 1_000n,
            requiredE4: 3_000n,
          }),
        ],
        {
          month: Temporal.PlainYearMonth.from('2026-10'),
          heatingSeasons: [season],
          meters: [meter(1, '0.000', '20.000')],
        },
      );

    test('takes all of it if no heated hour is payable: 50 × 0.02 × 17/31 × 100', () => {
      assert.deepEqual(lineAmounts(heated('season'), account(1)), ['1/0 54.84', '1/7 -54.84']);
    });

    test('also of what the house-wide meter has counted: 20 × 50/1000 × 100', () => {
      assert.deepEqual(lineAmounts(heated('house-meter'), account(1)), [
        '1/0 100.00',
        '1/7 -100.00',
      ]);
    });
  });
});

describe('hot water below 40 °C', () => {
  /** 74.4 of 744 hours. */
  const cold = act(1, {
    kind: 'temperature',
    from: '2026-07-06T00:00:00',
    to: '2026-07-09T02:24:00',
    measuredE4: 390_000n,
  });
  const hot = (more: Partial<ServiceFacts> = {}): ServiceFacts =>
    service(1, 'hot-water', 'norm', { norms: [norm('5')], tariffs: [tariff('160')], ...more });
  const coldWater = (more: Partial<ServiceFacts> = {}): ServiceFacts =>
    service(2, 'cold-water', 'norm', { norms: [norm('0')], tariffs: [tariff('40')], ...more });

  test('is paid at the tariff for cold water: 1600.00 × 1/10 × 3/4', () => {
    assert.deepEqual(lineAmounts(withActs([hot(), coldWater()], [cold]), account(1)), [
      '1/0 1600.00',
      '1/7 -120.00',
      '2/0 0.00',
    ]);
  });

  test('is refused without a cold water tariff, and other services are charged', () => {
    const facts = withActs([hot(), service(3, 'upkeep', 'area')], [cold]);
    assert.equal(reasonOf(facts, account(1)), 'cold-tariff-missing');
    assert.deepEqual(lineAmounts(facts, account(1)), ['3/0 5000.00']);
  });

  test('in two components is recalculated for its heat alone', () => {
    const two = service(1, 'hot-water-two-component', 'norm', {
      norms: [norm('5'), { ...norm('0.06'), component: 'heat' }],
      tariffs: [
        { ...tariff('40'), component: 'cold' },
        { ...tariff('2000'), component: 'heat' },
      ],
    });
    assert.deepEqual(lineAmounts(withActs([two], [cold]), account(1)), [
      '1/0 400.00',
      '1/2 1200.00',
      '1/8 -120.00',
    ]);
    assert.deepEqual(lineAmounts(withActs([two], [act(1)]), account(1)), [
      '1/0 400.00',
      '1/2 1200.00',
      '1/7 -3.60',
      '1/8 -10.80',
    ]);
  });
});

test('the line names its acts, hours and articles, and its stored basis replays to its amount', () => {
  const facts = withActs(
    [water()],
    [act(1), act(1, { kind: 'quality', from: '2026-07-10T00:00:00', to: '2026-07-11T00:00:00' })],
  );
  const line = calculateHouse(facts, [account(1)]).lines.find((one) => one.line === 7);
  assert.ok(line);
  const stored = JSON.parse(JSON.stringify(line.basis)) as typeof line.basis;
  assert.equal(replay(stored), line.amountKopecks);
  const steps = stepsOf(stored, { unit: 'м³', names: new Map() });
  assert.deepEqual(
    steps.map(({ ru }) => ru),
    [
      'Перерасчёт: услуга прерывалась дольше допустимого или была ненадлежащего качества.',
      'Перерыв с 06.07.2026 08:00 до 06.07.2026 18:00 (время московское).',
      'Ненадлежащие состав и свойства с 10.07.2026 00:00 до 11.07.2026 00:00 (время московское).',
      'Полных часов сверх допустимой продолжительности: 6 × 0,15 % = 0,9 %.',
      'Часов, за которые плата не берётся: 24 из 734 = 3,269755 %.',
      'Объём непредоставленной услуги, на который плата снижается там, где нет прибора учёта, этой строкой не вычтен: он вносится отдельной строкой вручную.',
      'Плата за месяц 1000,00 ₽ × 4,169755 % = 41,70 ₽.',
      'Итого -41,70 ₽.',
    ],
  );
  assert.equal(steps[3]?.article?.en, 'Decree 354, appendix 1, p. 1');
  assert.equal(steps[4]?.article?.en, 'Decree 354, appendix 1, p. 2; p. 101');
  assert.equal(steps[5]?.article?.en, 'Decree 354, p. 99, 100');
  assert.match(steps[1]?.en ?? '', /^Interruption from 2026-07-06 08:00 to 2026-07-06 18:00/);
  assert.equal(formulaOf(stored, 'м³'), '4.169755 % of 1000.00 taken back = -41.70');
});
