import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LINE } from '../charging/charge-line.ts';
import {
  codeOf,
  codeOfAdjustment,
  receiptOf,
  hasAnything,
  type ReceiptAdjustment,
  type ReceiptBooks,
  type ReceiptCharge,
} from './receipt.ts';
import { sumBy } from '../money/sums.ts';

const NOTHING: ReceiptBooks = {
  openingPrincipalKopecks: 0n,
  openingPenaltyKopecks: 0n,
  paidKopecks: 0n,
  subsidyKopecks: 0n,
  reversedKopecks: 0n,
  penaltyKopecks: 0n,
};

function charge(changes: Partial<ReceiptCharge>): ReceiptCharge {
  return {
    houseServiceId: 1,
    line: LINE.service,
    serviceName: 'Холодная вода',
    unit: 'м³',
    rateType: 'norm',
    consumption: '6.380000',
    tariffs: ['49.1900'],
    amountKopecks: 31_383n,
    coefficients: [],
    how: null,
    ...changes,
  };
}

test('a service, its excess and its recalculations make one line', () => {
  const [line, ...others] = receiptOf(
    [
      charge({ how: 'по нормативу: 3.19 × 2 чел.' }),
      charge({
        line: LINE.excess,
        rateType: 'excess',
        coefficients: ['1.5000', '3.0000'],
        amountKopecks: 15_692n,
      }),
      charge({ line: LINE.absence, rateType: 'recalculation', amountKopecks: -5_000n }),
      charge({ line: LINE.service, rateType: 'recalculation', amountKopecks: 100n }),
    ],
    NOTHING,
  ).lines;
  assert.deepEqual(others, []);
  assert.deepEqual(line, {
    code: '01',
    serviceName: 'Холодная вода',
    unit: 'м³',
    individualVolume: '6.380000',
    commonVolume: null,
    how: 'по нормативу: 3.19 × 2 чел.',
    tariffs: ['49.1900'],
    chargedKopecks: 31_383n,
    coefficients: ['1.5000', '3.0000'],
    excessKopecks: 15_692n,
    recalculatedKopecks: -4_900n,
    benefitKopecks: 0n,
    totalKopecks: 42_175n,
  });
});

test('the heat of hot water has a line of its own, including its recalculation', () => {
  const { lines } = receiptOf(
    [
      charge({ amountKopecks: 21_250n }),
      charge({ line: LINE.heat, unit: 'Гкал', amountKopecks: 62_602n }),
      charge({ line: LINE.absenceHeat, rateType: 'recalculation', amountKopecks: -2n }),
    ],
    NOTHING,
  );
  assert.deepEqual(
    lines.map(({ code, unit, totalKopecks }) => [code, unit, totalKopecks]),
    [
      ['01', 'м³', 21_250n],
      ['01-2', 'Гкал', 62_600n],
    ],
  );
});

test('each line of the heat belongs to the row of the heat', () => {
  for (const [name, line] of Object.entries(LINE)) {
    const isHeat = /heat$/iu.test(name);
    assert.equal(codeOf({ houseServiceId: 1, line }), isHeat ? '01-2' : '01', name);
  }
});

test('a benefit has a column of its own, and lowers the sum to pay', () => {
  const receipt = receiptOf(
    [
      charge({ amountKopecks: 50_000n }),
      charge({ line: LINE.benefit, rateType: 'benefit', amountKopecks: -10_000n }),
    ],
    NOTHING,
  );
  const [line] = receipt.lines;
  assert.deepEqual(
    [line?.chargedKopecks, line?.benefitKopecks, line?.totalKopecks],
    [50_000n, -10_000n, 40_000n],
  );
  assert.deepEqual(
    [receipt.chargedKopecks, receipt.benefitKopecks, receipt.toPayKopecks],
    [50_000n, -10_000n, 40_000n],
  );
});

test('the volume of common-house needs has a column of its own', () => {
  const [line] = receiptOf([charge({ rateType: 'odn', consumption: '0.209000' })], NOTHING).lines;
  assert.deepEqual([line?.individualVolume, line?.commonVolume], [null, '0.209000']);
});

test('a line with only a recalculation has no volume and no tariff', () => {
  const [line] = receiptOf([charge({ rateType: 'recalculation' })], NOTHING).lines;
  assert.deepEqual(
    [line?.unit, line?.individualVolume, line?.tariffs, line?.chargedKopecks],
    [null, null, [], 0n],
  );
});

const BALANCES = [
  { why: 'a debt and the charges', books: { openingPrincipalKopecks: 10_000n }, toPay: 60_000n },
  {
    why: 'penalties are on top',
    books: { openingPenaltyKopecks: 5n, penaltyKopecks: 7n },
    toPay: 50_012n,
  },
  {
    why: 'payments are taken off',
    books: { openingPrincipalKopecks: 10_000n, paidKopecks: 10_001n },
    toPay: 49_999n,
  },
  { why: 'what was taken back too', books: { reversedKopecks: 50_000n }, toPay: 0n },
  {
    why: 'an advance that is not enough',
    books: { openingPrincipalKopecks: -20_000n },
    toPay: 30_000n,
  },
  {
    why: 'an advance pays penalties too',
    books: { openingPrincipalKopecks: -50_010n, penaltyKopecks: 10n },
    toPay: 0n,
  },
  {
    why: 'nothing is asked back',
    books: { openingPrincipalKopecks: -70_000n },
    toPay: 0n,
    advance: 20_000n,
  },
] as const;
for (const { why, books, toPay, ...more } of BALANCES) {
  test(`the sum to pay: ${why}`, () => {
    const receipt = receiptOf([charge({ amountKopecks: 50_000n })], { ...NOTHING, ...books });
    const advance = 'advance' in more ? more.advance : 0n;
    assert.deepEqual([receipt.toPayKopecks, receipt.advanceKopecks], [toPay, advance]);
  });
}

const PLANS = [
  {
    why: 'only the part of the month, its interest and the charges',
    books: { openingPrincipalKopecks: 12_000_00n },
    later: 11_000_00n,
    asked: [1_670_00n, 11_000_00n],
  },
  {
    why: 'penalties beside it are due',
    books: {
      openingPrincipalKopecks: 12_000_00n,
      openingPenaltyKopecks: 80_00n,
      penaltyKopecks: 5n,
    },
    later: 11_000_00n,
    asked: [1_750_05n, 11_000_00n],
  },
  {
    why: 'no more than is owed can wait',
    books: { openingPrincipalKopecks: -400_00n },
    later: 500_00n,
    asked: [0n, 270_00n],
  },
] as const;
for (const { why, books, later, asked } of PLANS)
  test(`the receipt of a debt paid by instalments: ${why}`, () => {
    const interest = { ...adjustment(170_00n), kind: 'instalment-interest' } as const;
    const month = charge({ amountKopecks: 500_00n });
    const receipt = receiptOf([month], { ...NOTHING, ...books }, [interest], later);
    assert.deepEqual([receipt.toPayKopecks, receipt.notDueKopecks], asked);
    assert.ok(hasAnything(receipt));
  });

test('the lines always add up to the charges', () => {
  const anyCharge = fc.record({
    houseServiceId: fc.integer({ min: 1, max: 3 }),
    line: fc.integer({ min: 0, max: 6 }),
    rateType: fc.constantFrom('norm', 'odn', 'excess', 'recalculation', 'benefit'),
    amountKopecks: fc.bigInt({ min: -1_000_000n, max: 1_000_000n }),
  });
  fc.assert(
    fc.property(fc.array(anyCharge, { maxLength: 30 }), (given) => {
      const receipt = receiptOf(given.map(charge), NOTHING);
      const whole = sumBy(given, ({ amountKopecks }) => amountKopecks);
      const ofLines = sumBy(receipt.lines, ({ totalKopecks }) => totalKopecks);
      assert.equal(ofLines, whole);
      const { chargedKopecks, recalculatedKopecks, benefitKopecks } = receipt;
      assert.equal(chargedKopecks + recalculatedKopecks + benefitKopecks, whole);
      assert.equal(receipt.toPayKopecks - receipt.advanceKopecks, whole);
      const codes = receipt.lines.map(({ code }) => code);
      assert.equal(new Set(codes).size, codes.length);
    }),
  );
});

test("a line's code follows from the id of the service, however large", () => {
  assert.deepEqual(
    [7, 35, 1295, 1296, 999_999].map((houseServiceId) => codeOf({ houseServiceId, line: 0 })),
    ['07', '0Z', 'ZZ', '100', 'LFLR'],
  );
});

function adjustment(amountKopecks: bigint): ReceiptAdjustment {
  return {
    id: 4711,
    kind: amountKopecks > 0n ? 'charge' : 'discount',
    debtKind: 'principal',
    serviceName: null,
    period: '2026-06',
    reason: 'Не было воды три дня',
    amountKopecks,
  };
}

test('manual lines are charges above zero and recalculations below, and are part of the sum to pay', () => {
  const receipt = receiptOf([charge({})], { ...NOTHING, penaltyKopecks: 1_00n }, [
    adjustment(50_00n),
    adjustment(-20_00n),
  ]);
  assert.equal(receipt.chargedKopecks, 313_83n + 50_00n);
  assert.equal(receipt.recalculatedKopecks, -20_00n);
  assert.equal(receipt.toPayKopecks, 313_83n + 50_00n - 20_00n + 1_00n);
  assert.deepEqual(
    receipt.adjustments.map(({ code }) => code),
    ['003MV', '003MV'],
  );
  assert.ok(hasAnything(receiptOf([], NOTHING, [adjustment(-1n)])));
});

test('no manual line has the code of a service', () => {
  const ids = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
  fc.assert(
    fc.property(ids, ids, (id, houseServiceId) => {
      assert.notEqual(codeOfAdjustment({ id }), codeOf({ houseServiceId, line: LINE.service }));
      assert.match(codeOfAdjustment({ id }), /^[0-9A-Z]{2,13}$/u);
    }),
  );
});
