import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { numberOfDay } from '../../calendar/day-number.ts';
import { parseDay } from '../../calendar/day.ts';
import type { Kopecks } from '../../money/kopecks.ts';
import { pausedBy, progressOf, type InstalmentPlan, type PrincipalBooks } from './plan-progress.ts';

function day(text: string): number {
  return numberOfDay(parseDay(text));
}

type Charged = readonly [month: string, dueOn: string, amount: Kopecks];
type Paid = readonly [paidOn: string, amount: Kopecks, lowers?: string];

/** 1200.00 for May, over three months from September; their charges are due on the 15th of the next month. */
const plan: InstalmentPlan = {
  covers: [day('2026-05-01')],
  startsOn: day('2026-09-05'),
  amountKopecks: 1200_00n,
  besideKopecks: 0n,
  besideChargedKopecks: 0n,
  parts: [
    { principalKopecks: 400_00n, dueOn: day('2026-10-15') },
    { principalKopecks: 400_00n, dueOn: day('2026-11-16') },
    { principalKopecks: 400_00n, dueOn: day('2026-12-15') },
  ],
  cancelledOn: null,
};

const APRIL: Charged = ['2026-04-01', '2026-05-15', 1200_00n];
const MAY: Charged = ['2026-05-01', '2026-06-15', 1200_00n];
/** Charges including interest. */
const CURRENT: readonly Charged[] = [
  ['2026-09-01', '2026-10-15', 117_00n],
  ['2026-10-01', '2026-11-16', 111_00n],
  ['2026-11-01', '2026-12-15', 106_00n],
];

function books(paid: readonly Paid[], charged = [MAY, ...CURRENT]): PrincipalBooks {
  return {
    charged: charged.map(([month, dueOn, amountKopecks]) => {
      return { month: day(month), dueOn: day(dueOn), amountKopecks };
    }),
    money: paid.map(([paidOn, amountKopecks, lowers]) => {
      return {
        paidOn: day(paidOn),
        amountKopecks,
        lowers: lowers === undefined ? undefined : day(lowers),
      };
    }),
  };
}

const cases: readonly {
  why: string;
  paid: readonly Paid[];
  by: string;
  told: readonly [state: string, endedOn: string | null, paid: Kopecks];
  plan?: Partial<InstalmentPlan>;
  charged?: Charged[];
}[] = [
  {
    why: 'a due day that is not over is not missed',
    paid: [],
    by: '2026-10-15',
    told: ['active', null, 0n],
  },
  {
    why: 'nothing was paid by the first due day',
    paid: [],
    by: '2026-10-16',
    told: ['broken', '2026-10-15', 0n],
  },
  {
    why: 'the current charges alone were paid',
    paid: [['2026-10-10', 117_00n]],
    by: '2026-10-16',
    told: ['broken', '2026-10-15', 0n],
  },
  {
    why: 'the part alone was paid, and not the current charges',
    paid: [['2026-10-10', 400_00n]],
    by: '2026-10-16',
    told: ['broken', '2026-10-15', 283_00n],
  },
  {
    why: 'both were paid on the due day',
    paid: [['2026-10-15', 517_00n]],
    by: '2026-11-01',
    told: ['active', null, 400_00n],
  },
  {
    why: 'a day late is missed, for good',
    paid: [
      ['2026-10-15', 516_99n],
      ['2026-10-16', 1n],
    ],
    by: '2026-11-01',
    told: ['broken', '2026-10-15', 399_99n],
  },
  {
    why: 'what is paid ahead counts for the next month too',
    paid: [['2026-10-01', 1028_00n]],
    by: '2026-11-17',
    told: ['active', null, 800_00n],
  },
  {
    why: 'the second month is missed, and the first part stays paid',
    paid: [['2026-10-15', 517_00n]],
    by: '2027-01-01',
    told: ['broken', '2026-11-16', 400_00n],
  },
  {
    why: 'every month was paid',
    paid: [
      ['2026-10-15', 517_00n],
      ['2026-11-10', 511_00n],
      ['2026-12-15', 506_00n],
    ],
    by: '2027-03-01',
    told: ['kept', '2026-12-15', 1200_00n],
  },
  {
    why: 'all of it is paid at once, and no later month can be missed',
    paid: [['2026-09-20', 1200_00n]],
    by: '2026-12-31',
    told: ['kept', '2026-09-20', 1200_00n],
  },
  {
    why: 'what was overdue beside the plan is not asked for',
    plan: { besideKopecks: 50_00n, besideChargedKopecks: 50_00n },
    charged: [['2026-04-01', '2026-05-15', 50_00n], MAY, ...CURRENT],
    paid: [['2026-10-15', 517_00n]],
    by: '2026-10-31',
    told: ['active', null, 400_00n],
  },
  {
    why: 'what is written off beside the plan is no payment of it',
    plan: { besideKopecks: 1200_00n, besideChargedKopecks: 1200_00n },
    charged: [APRIL, MAY, ...CURRENT],
    paid: [['2026-09-20', 1200_00n, '2026-04-01']],
    by: '2026-10-16',
    told: ['broken', '2026-10-15', 0n],
  },
  {
    why: 'what was overdue beside the plan and is reversed is none either',
    plan: { besideKopecks: 1200_00n, besideChargedKopecks: 1200_00n },
    paid: [],
    by: '2026-10-16',
    told: ['broken', '2026-10-15', 0n],
  },
  {
    why: 'what is written off beside the plan beyond what was owed there pays the plan',
    plan: { besideKopecks: 500_00n, besideChargedKopecks: 1200_00n },
    charged: [APRIL, MAY, ...CURRENT],
    paid: [
      ['2026-05-10', 700_00n],
      ['2026-09-20', 1200_00n, '2026-04-01'],
    ],
    by: '2026-10-01',
    told: ['active', null, 366_00n],
  },
  {
    why: 'what is written off of a covered month counts',
    paid: [['2026-09-20', 1200_00n, '2026-05-01']],
    by: '2026-12-31',
    told: ['kept', '2026-09-20', 1200_00n],
  },
  {
    why: 'what was paid for a month beside it that is reversed pays the plan',
    plan: { besideChargedKopecks: 1200_00n },
    paid: [['2026-05-10', 1200_00n]],
    by: '2026-12-31',
    told: ['kept', '2026-09-05', 1200_00n],
  },
  {
    why: 'what falls due after the start and is not covered is asked for',
    charged: [MAY, ['2026-08-01', '2026-09-15', 100_00n], ...CURRENT],
    paid: [['2026-10-15', 517_00n]],
    by: '2026-10-31',
    told: ['broken', '2026-10-15', 300_00n],
  },
  {
    why: 'the month of the start may be covered, and is not asked for before its parts',
    plan: {
      covers: [day('2026-09-01')],
      amountKopecks: 117_00n,
      besideKopecks: 1200_00n,
      besideChargedKopecks: 1200_00n,
    },
    paid: [],
    by: '2026-10-01',
    told: ['active', null, 0n],
  },
  {
    why: 'cancelled, it ends the day before',
    plan: { cancelledOn: day('2026-11-01') },
    paid: [['2026-10-15', 517_00n]],
    by: '2026-11-20',
    told: ['cancelled', '2026-10-31', 400_00n],
  },
  {
    why: 'missed before it is cancelled, it ends there',
    plan: { cancelledOn: day('2026-11-01') },
    paid: [],
    by: '2026-11-20',
    told: ['broken', '2026-10-15', 0n],
  },
];

describe('a plan', () => {
  for (const { why, paid, by, told, plan: other, charged } of cases)
    test(`is ${told[0]} by ${by}: ${why}`, () => {
      const progress = progressOf({ ...plan, ...other }, books(paid, charged), day(by));
      const endedOn = told[1] === null ? null : day(told[1]);
      assert.deepEqual(progress, { state: told[0], endedOn, paidKopecks: told[2] });
    });

  test('pauses penalties from its start to its end', () => {
    assert.equal(pausedBy(plan, books([]), day('2026-09-04')), undefined);
    assert.deepEqual(pausedBy(plan, books([]), day('2026-10-01')), {
      from: plan.startsOn,
      to: day('2026-10-01'),
    });
    assert.deepEqual(pausedBy(plan, books([]), day('2026-12-01')), {
      from: plan.startsOn,
      to: day('2026-10-15'),
    });
  });
});
