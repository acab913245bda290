// Lines of benefits: worked figures, together with the month's other charges and recalculations, and what has no rule.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calculateHouse } from './calculate-house.ts';
import { formulaOf } from './explanation/formula.ts';
import { stepsOf } from './explanation/charge-steps.ts';
import type { AccountFacts, BenefitFacts, ServiceFacts } from './house-facts.ts';
import { replay } from './replay.ts';
import {
  account,
  day,
  house,
  lineAmounts,
  meter,
  norm,
  reasonOf,
  service,
  tariff,
} from './testing/facts.ts';

const WATER = { tariffs: [tariff('50')], norms: [norm('4')] };
const metered = service(1, 'cold-water', 'meter', WATER);
const byNorm = service(1, 'cold-water', 'norm', WATER);

function benefit(more: Partial<BenefitFacts> = {}): BenefitFacts {
  return {
    category: 'labour-veteran',
    shareE4: 5_000n,
    persons: 1,
    limit: 'norm',
    socialNorm: null,
    houseServiceIds: [1],
    basis: 'Удостоверение 17',
    validFrom: day('2020-01-01'),
    validTo: null,
    ...more,
  };
}

/** Two persons who have used 10 m³. */
function entitled(...benefits: readonly BenefitFacts[]): AccountFacts {
  return account(1, { meters: [meter(1, '0.000', '10.000')], benefits });
}

function linesOf(one: AccountFacts, services: readonly ServiceFacts[] = [metered]) {
  return lineAmounts(house(services), one);
}

describe('a benefit', () => {
  test('2 persons, one entitled, metered 10 m³, norm 4, T 50, share 0.5: min(5, 4) × 50 × 0.5 = −100.00', () => {
    assert.deepEqual(linesOf(entitled(benefit())), ['1/0 500.00', '1/13 -100.00']);
  });

  test('covers volume beyond the norm if it has no limit: 5 × 50 × 0.5', () => {
    assert.deepEqual(linesOf(entitled(benefit({ limit: 'none' }))), ['1/0 500.00', '1/13 -125.00']);
  });

  test('counts for its days only: 100.00 × 15/31', () => {
    const late = benefit({ validFrom: day('2026-07-17') });
    assert.deepEqual(linesOf(entitled(late)), ['1/0 500.00', '1/13 -48.39']);
  });

  test('follows the number of persons by days: 1/2 on 15 days and 1/4 on 16', () => {
    const registeredPersons = [
      { count: 2, validFrom: day('2020-01-01') },
      { count: 4, validFrom: day('2026-07-16') },
    ];
    const one = account(1, { registeredPersons, benefits: [benefit()] });
    // 4 × 50 × 0.5 for one person, whoever else lives there
    assert.deepEqual(linesOf(one, [byNorm]).at(-1), '1/13 -100.00');
  });

  test('of two categories makes one line, with the amount of each', () => {
    const both = entitled(benefit(), benefit({ category: 'disabled', shareE4: 10_000n }));
    const { lines } = calculateHouse(house([metered]), [both]);
    assert.deepEqual(
      lines.at(-1)?.basis.benefits?.benefits.map(({ category, amount }) => [category, amount]),
      [
        ['labour-veteran', '100.00'],
        ['disabled', '200.00'],
      ],
    );
    assert.equal(lines.at(-1)?.amountKopecks, -300_00n);
  });

  test('never exceeds the charge, although each category is rounded', () => {
    const third = service(1, 'cold-water', 'meter', { tariffs: [tariff('10.001')] });
    const whole = { shareE4: 10_000n, limit: 'none' } as const;
    const one = account(1, {
      meters: [meter(1, '0.000', '1.000')],
      benefits: [benefit(whole), benefit({ ...whole, category: 'disabled' })],
    });
    assert.deepEqual(linesOf(one, [third]), ['1/0 10.00', '1/13 -10.00']);
    const odd = service(1, 'cold-water', 'meter', { tariffs: [tariff('10.01')] });
    assert.deepEqual(linesOf(one, [odd]), ['1/0 10.01', '1/13 -10.01']); // 5.01 and 5.00
  });

  test('of a service by area: 50 m² × 30 × 1/2 × 0.5', () => {
    const upkeep = service(1, 'upkeep', 'area', { tariffs: [tariff('30')] });
    const one = account(1, { benefits: [benefit({ limit: 'none' })] });
    assert.deepEqual(linesOf(one, [upkeep]), ['1/0 1500.00', '1/13 -375.00']);
  });

  const SOCIAL = { oneE2: 33_00n, twoE2: 42_00n, eachE2: 18_00n };
  const within = { limit: 'social-norm', socialNorm: SOCIAL } as const;
  for (const [count, taken, why] of [
    [1, '-495.00', '50 m² × 30 × 33/50 × 0.5'],
    [2, '-315.00', '50 m² × 30 × 1/2 × 42/50 × 0.5'],
    [3, '-250.00', 'three have 54 m², so all 50 count: 50 m² × 30 × 1/3 × 0.5'],
  ] as const)
    test(`within the social norm of ${count}: ${why}`, () => {
      const upkeep = service(1, 'upkeep', 'area', { tariffs: [tariff('30')] });
      const registeredPersons = [{ count, validFrom: day('2020-01-01') }];
      const one = account(1, { registeredPersons, benefits: [benefit(within)] });
      assert.deepEqual(linesOf(one, [upkeep]), ['1/0 1500.00', `1/13 ${taken}`]);
    });

  test('within the social norm follows the household by days, and counts the part of a room', () => {
    const upkeep = service(1, 'upkeep', 'area', { tariffs: [tariff('30')] });
    const registeredPersons = [
      { count: 1, validFrom: day('2020-01-01') },
      { count: 2, validFrom: day('2026-07-16') },
    ];
    const one = account(1, { registeredPersons, benefits: [benefit(within)] });
    // 495.00 × 15/31 + 315.00 × 16/31
    assert.deepEqual(linesOf(one, [upkeep]), ['1/0 1500.00', '1/13 -402.10']);
    const shared = account(1, { shareE8: 80_000_000n, benefits: [benefit(within)] });
    // 40 m² of 42 count: 1200.00 × 1/2 × 0.5
    assert.deepEqual(linesOf(shared, [upkeep]), ['1/0 1200.00', '1/13 -300.00']);
  });

  test('does not reduce what K adds', () => {
    const raised = service(1, 'cold-water', 'meter', { ...WATER, coefficientApplies: true });
    const one = account(1, { benefits: [benefit({ limit: 'none' })] });
    assert.deepEqual(linesOf(one, [raised]), ['1/0 400.00', '1/1 800.00', '1/13 -100.00']);
  });

  test('applies to what remains after an absence: (400.00 − 193.55) × 1/2 × 0.5', () => {
    const absences = [{ from: day('2026-07-02'), to: day('2026-07-31'), persons: 1 }];
    const one = account(1, { absences, benefits: [benefit()] });
    assert.deepEqual(linesOf(one, [byNorm]), ['1/0 400.00', '1/5 -193.55', '1/13 -51.61']);
  });

  test('of two-component hot water reduces both components, by the norm of the water', () => {
    const hot = service(1, 'hot-water', 'meter', {
      tariffs: [
        { ...tariff('50'), component: 'cold' },
        { ...tariff('2500'), component: 'heat' },
      ],
      norms: [norm('4'), { ...norm('0.06'), component: 'heat' }],
    });
    assert.deepEqual(linesOf(entitled(benefit()), [hot]), [
      '1/0 500.00',
      '1/2 1500.00', // 10 × 0.06 × 2500
      '1/13 -100.00',
      '1/14 -300.00', // × 1/2 × 8/10 × 0.5
    ]);
  });

  test('does not reduce other services, nor anything on days outside its validity', () => {
    assert.deepEqual(linesOf(entitled(benefit({ houseServiceIds: [2] }))), ['1/0 500.00']);
    assert.deepEqual(linesOf(entitled(benefit({ validTo: day('2026-06-30') }))), ['1/0 500.00']);
  });

  test('within the norm works with ranges if no volume lies above a bound', () => {
    const ranges = [{ aboveE3: 20_000n, valueE4: 700_000n }];
    const ranged = service(1, 'cold-water', 'meter', {
      ...WATER,
      tariffs: [{ ...tariff('50'), ranges }],
    });
    assert.deepEqual(linesOf(entitled(benefit()), [ranged]), ['1/0 500.00', '1/13 -100.00']);
  });

  test('is reversed in part by a late reading that lowers the charge: 2 × 50 × 1/2 × 0.5', () => {
    const late = meter(1, '0.000', '10.000', false, { estimatedE6: 12_000_000n });
    const one = account(1, { meters: [late], benefits: [benefit({ limit: 'none' })] });
    assert.deepEqual(linesOf(one), ['1/0 0.00', '1/3 -100.00', '1/13 25.00']);
  });
});

describe('a benefit that no rule covers is refused with a reason, and its service is not charged', () => {
  const other = service(2, 'hot-water', 'norm', WATER);
  const refused = (one: AccountFacts, services: readonly ServiceFacts[]): string => {
    const { lines } = calculateHouse(house([...services, other]), [one]);
    assert.ok(!lines.some(({ houseServiceId }) => houseServiceId === 1));
    return reasonOf(house([...services, other]), one);
  };
  const cases: readonly (readonly [
    why: string,
    one: AccountFacts,
    services: readonly ServiceFacts[],
    reason: string,
  ])[] = [
    [
      'more persons than live there',
      entitled(benefit({ persons: 3 })),
      [metered],
      'benefit-exceeds-persons',
    ],
    [
      'of two benefits together',
      entitled(benefit({ persons: 2 }), benefit({ category: 'disabled' })),
      [metered],
      'benefit-exceeds-persons',
    ],
    [
      'nobody registered, and the owners counted instead',
      account(1, {
        registeredPersons: [{ count: 0, validFrom: day('2020-01-01') }],
        benefits: [benefit()],
      }),
      [byNorm],
      'benefit-exceeds-persons',
    ],
    [
      'within the norm where there is none',
      entitled(benefit()),
      [service(1, 'cold-water', 'meter', { tariffs: [tariff('50')] })],
      'benefit-norm-missing',
    ],
    [
      'within the norm of square metres',
      account(1, { benefits: [benefit()] }),
      [service(1, 'upkeep', 'area')],
      'benefit-not-supported',
    ],
    [
      'within the social norm of what is not charged by area',
      entitled(
        benefit({
          limit: 'social-norm',
          socialNorm: { oneE2: 33_00n, twoE2: 42_00n, eachE2: 18_00n },
        }),
      ),
      [metered],
      'benefit-not-supported',
    ],
    [
      'within the norm, of a late reading',
      account(1, {
        meters: [meter(1, '0.000', '10.000', false, { estimatedE6: 12_000_000n })],
        benefits: [benefit()],
      }),
      [metered],
      'benefit-not-supported',
    ],
    [
      'within the norm, where some lies above a bound',
      entitled(benefit()),
      [
        service(1, 'cold-water', 'meter', {
          ...WATER,
          tariffs: [{ ...tariff('50'), ranges: [{ aboveE3: 9_000n, valueE4: 700_000n }] }],
        }),
      ],
      'benefit-not-supported',
    ],
  ];
  for (const [why, one, services, reason] of cases)
    test(why, () => assert.equal(refused(one, services), reason));
});

describe('the line of a benefit', () => {
  const { lines } = calculateHouse(house([metered]), [entitled(benefit())]);
  const line = lines.at(-1);

  test('charges no volume, and is replayed from what is stored with it', () => {
    assert.deepEqual([line?.rateType, line?.consumptionE6], ['benefit', 0n]);
    assert.equal(line && replay(line.basis), -100_00n);
  });

  test('includes in its formula what remains after an absence, so that it gives the amount', () => {
    const absences = [{ from: day('2026-07-02'), to: day('2026-07-31'), persons: 1 }];
    const one = account(1, { absences, benefits: [benefit()] });
    const last = calculateHouse(house([byNorm]), [one]).lines.at(-1);
    assert.ok(last);
    assert.equal(
      formulaOf(last.basis, 'м³'),
      '(400.00 × 1/2 × 0.5) × 206.45 / 400.00 taken off = -51.61',
    );
  });

  test('is explained in words and as a formula', () => {
    assert.ok(line);
    assert.equal(
      formulaOf(line.basis, 'м³'),
      '500.00 × 1/2 × 0.800000 within the norm × 0.5 taken off = -100.00',
    );
    const told = stepsOf(line.basis, { unit: 'м³', names: new Map() }).map(({ ru }) => ru);
    assert.deepEqual(told, [
      'Льгота: часть платы, которая приходится на граждан с правом на неё, снижена на их долю; разницу возмещает бюджет.',
      'Ветеран труда: доля 0,5, граждан с правом на льготу 1; документ: Удостоверение 17; возмещает бюджет региона.',
      'За весь месяц: на одного 5 м³, норматив 4 м³; 500,00 ₽ × 1/2 проживающих × 0,8 × 0,5 = 100,00 ₽.',
      'Снято: 100,00 ₽.',
      'Итого -100,00 ₽.',
    ]);
  });

  test('within the social norm is explained by the area and what counts of it', () => {
    const upkeep = service(1, 'upkeep', 'area', { tariffs: [tariff('30')] });
    const socialNorm = { oneE2: 33_00n, twoE2: 42_00n, eachE2: 18_00n };
    const one = account(1, { benefits: [benefit({ limit: 'social-norm', socialNorm })] });
    const last = calculateHouse(house([upkeep]), [one]).lines.at(-1);
    assert.ok(last);
    assert.equal(replay(structuredClone(last.basis)), -315_00n);
    assert.equal(
      formulaOf(last.basis, 'м²'),
      '1500.00 × 1/2 × 0.840000 within the norm × 0.5 taken off = -315.00',
    );
    const told = stepsOf(last.basis, { unit: 'м²', names: new Map() });
    assert.deepEqual(
      told.slice(2, 3).map(({ ru, article }) => [ru, article?.ru]),
      [
        [
          'За весь месяц: площадь 50 м², социальная норма (проживающих 2) 42 м²; 1500,00 ₽ × 1/2 проживающих × 0,84 × 0,5 = 315,00 ₽.',
          'ЖК РФ, ст. 160, и закон региона: в пределах социальной нормы площади жилья',
        ],
      ],
    );
  });
});
