import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseBillingMonth } from '../../calendar/billing-month.ts';
import { dayOfNumber, numberOfDay } from '../../calendar/day-number.ts';
import { formatDay, parseDay } from '../../calendar/day.ts';
import { fraction } from '../../money/fraction.ts';
import type { OwnRule, OwnRules } from './own-rules.ts';
import { capRates, exceedsLaw, rulesOfDebt, termsOfMonth } from './own-rules.ts';
import type { CountedScale, PenaltyScale } from './penalty-scale.ts';
import { rateOn, tabulateRates } from './rate-table.ts';

const NONE: OwnRules = { house: [], organization: [] };

function from(validFrom: string, validTo: string | null = null) {
  return { validFrom: parseDay(validFrom), validTo: validTo === null ? null : parseDay(validTo) };
}

function steps({ steps: counted }: CountedScale): string {
  return counted
    .map(
      (step) => `${step.firstOverdueDay}:${step.fraction.numerator}/${step.fraction.denominator}`,
    )
    .join(' ');
}

function scale(...list: readonly (readonly [number, bigint])[]): PenaltyScale {
  return [
    { firstOverdueDay: 1, fraction: fraction(0n) },
    ...list.map(([firstOverdueDay, part]) => ({ firstOverdueDay, fraction: fraction(1n, part) })),
  ];
}

const dueIn20: OwnRule = { ...from('2025-01-01', '2025-06-30'), kind: 'due-day', dueDay: 20 };
const dueIn25: OwnRule = { ...from('2025-03-01'), kind: 'due-day', dueDay: 25 };
const neverMoves: OwnRule = {
  ...from('2025-01-01'),
  kind: 'working-day',
  movesToWorkingDay: false,
};

const months: readonly { month: string; rules: OwnRules; due: string; why: string }[] = [
  { month: '2025-01', rules: NONE, due: '2025-02-10', why: 'the law' },
  {
    month: '2025-01',
    rules: { ...NONE, organization: [dueIn20] },
    due: '2025-02-20',
    why: 'the organization has settled another day',
  },
  {
    month: '2025-03',
    rules: { house: [dueIn25], organization: [dueIn20] },
    due: '2025-04-25',
    why: 'the house goes first',
  },
  {
    month: '2025-02',
    rules: { house: [dueIn25], organization: [dueIn20] },
    due: '2025-03-20',
    why: 'the rule of the house does not count yet',
  },
  {
    month: '2025-07',
    rules: { ...NONE, organization: [dueIn20] },
    due: '2025-08-11',
    why: 'the rule has ended; the 10th is a Sunday',
  },
  {
    month: '2025-07',
    rules: { house: [neverMoves], organization: [dueIn20] },
    due: '2025-08-10',
    why: 'the house moves no term',
  },
];

describe('the charges of a month', () => {
  for (const { month, rules, due, why } of months) {
    test(`${month} are due on ${due}: ${why}`, () => {
      assert.equal(formatDay(termsOfMonth(parseBillingMonth(month), rules).dueDate), due);
    });
  }

  test('accrue daily by the scales of the law without own rules', () => {
    const { method, scales } = termsOfMonth(parseBillingMonth('2025-01'), NONE);
    assert.equal(method, 'daily');
    assert.equal(steps(scales.utilities), '1:0/1 31:1/300 91:1/130');
    assert.equal(steps(scales['major-repairs']), '1:0/1 31:1/300');
  });

  test("accrue by a rule's method in the months of the rule", () => {
    const rule: OwnRule = { ...from('2025-02-01'), kind: 'method', method: 'payment-day' };
    const rules = { ...NONE, organization: [rule] };
    assert.equal(termsOfMonth(parseBillingMonth('2025-01'), rules).method, 'daily');
    assert.equal(termsOfMonth(parseBillingMonth('2025-02'), rules).method, 'payment-day');
  });

  const scales = [
    {
      own: scale([31, 300n]),
      utilities: '1:0/1 31:1/300 91:1/300',
      repairs: '1:0/1 31:1/300',
      why: 'never 1/130',
    },
    {
      own: scale([61, 300n], [91, 130n]),
      utilities: '1:0/1 31:0/1 61:1/300 91:1/130',
      repairs: '1:0/1 31:0/1 61:1/300 91:1/300',
      why: '60 free days; 1/130 is no rule for repairs',
    },
    {
      own: scale([1, 100n]),
      utilities: '1:0/1 31:1/300 91:1/130',
      repairs: '1:0/1 31:1/300',
      why: 'what is above the law does not count',
    },
  ];
  for (const { own, utilities, repairs, why } of scales) {
    test(`accrue by the lower of the two scales: ${why}`, () => {
      const rule: OwnRule = { ...from('2025-01-01'), kind: 'scale', scale: own };
      const terms = termsOfMonth(parseBillingMonth('2025-01'), { ...NONE, house: [rule] });
      assert.equal(steps(terms.scales.utilities), utilities);
      assert.equal(steps(terms.scales['major-repairs']), repairs);
    });
  }
});

test('a scale exceeds the law where one of its days costs more', () => {
  assert.equal(exceedsLaw(scale([31, 300n], [91, 130n])), false);
  assert.equal(exceedsLaw(scale([31, 360n])), false);
  assert.equal(exceedsLaw(scale([30, 300n])), true);
  assert.equal(exceedsLaw(scale([31, 299n])), true);
  assert.equal(exceedsLaw(scale([91, 129n])), true);
});

describe('the rate of a day', () => {
  const rates = tabulateRates([
    { ...from('2025-01-01', '2025-03-31'), effectiveRateE4: 9_5000n },
    { ...from('2025-04-01', '2025-12-31'), effectiveRateE4: 16_0000n },
  ]);
  const cap = (rateE4: bigint, validFrom: string, validTo: string | null = null): OwnRule => ({
    ...from(validFrom, validTo),
    kind: 'rate-cap',
    rateE4,
  });
  const rules = {
    house: [cap(0n, '2025-02-01', '2025-02-28'), cap(20_0000n, '2025-05-01', '2025-05-31')],
    organization: [cap(10_0000n, '2025-01-01')],
  };
  const days = [
    { on: '2025-01-31', rateE4: 9_5000, why: 'below the cap of the organization' },
    { on: '2025-02-01', rateE4: 0, why: 'a moratorium of the house' },
    { on: '2025-02-28', rateE4: 0, why: 'its last day' },
    { on: '2025-03-01', rateE4: 9_5000, why: 'it is over' },
    { on: '2025-04-01', rateE4: 10_0000, why: 'capped by the organization' },
    { on: '2025-05-01', rateE4: 16_0000, why: 'the cap of the house counts, and it is higher' },
    { on: '2025-06-01', rateE4: 10_0000, why: "the organization's again" },
    { on: '2026-01-01', rateE4: null, why: 'a cap is no rate' },
  ];
  for (const { on, rateE4, why } of days) {
    test(`is ${rateE4} on ${on}: ${why}`, () => {
      assert.equal(rateOn(capRates(rates, rules), numberOfDay(parseDay(on))), rateE4);
    });
  }

  test('is the reference rate where no cap lowers it, on every day', () => {
    const capped = capRates(rates, { house: [cap(100_0000n, '2024-06-01')], organization: [] });
    for (
      let day = numberOfDay(parseDay('2024-05-01'));
      rateOn(rates, day - 1) !== 16_0000;
      day += 1
    )
      assert.equal(rateOn(capped, day), rateOn(rates, day), formatDay(dayOfNumber(day)));
    assert.equal(capRates(rates, NONE), rates);
  });
});

describe('a rule for debts by their due day', () => {
  const day = (text: string) => parseDay(text);
  const soft: OwnRule = {
    ...from('2025-01-01'),
    kind: 'scale',
    scale: scale([61, 300n]),
    dueTo: day('2025-02-28'),
  };
  const other: OwnRule = {
    ...from('2025-01-01'),
    kind: 'method',
    method: 'payment-day',
    dueFrom: day('2025-03-01'),
    dueTo: null,
  };
  const rules: OwnRules = { house: [], organization: [soft, other] };

  test('applies to the months due on such a day, and to no others', () => {
    // Due on 2025-02-10 and 2025-03-10.
    const [january, february] = ['2025-01', '2025-02'].map((month) =>
      termsOfMonth(parseBillingMonth(month), rules),
    );
    assert.deepEqual(
      [january?.method, steps(january!.scales.utilities)],
      ['daily', '1:0/1 31:0/1 61:1/300 91:1/300'],
    );
    assert.deepEqual(
      [february?.method, steps(february!.scales.utilities)],
      ['payment-day', '1:0/1 31:1/300 91:1/130'],
    );
  });

  test('includes both its first and its last day', () => {
    const isLeft = (due: string): number => rulesOfDebt(rules, day(due)).organization.length;
    assert.deepEqual(['2025-02-28', '2025-03-01'].map(isLeft), [1, 1]);
    const ofOne: OwnRule = { ...other, dueTo: day('2025-03-01') };
    const left = (due: string) => rulesOfDebt({ house: [ofOne], organization: [] }, day(due)).house;
    assert.deepEqual(
      ['2025-02-28', '2025-03-01', '2025-03-02'].map((due) => left(due).length),
      [0, 1, 0],
    );
  });
});
