import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gisFiguresOf, type GisDocument } from './gis-document.ts';
import { receiptOf, type ReceiptAdjustment, type ReceiptCharge } from './receipt.ts';

const WATER: ReceiptCharge = {
  houseServiceId: 71,
  line: 0,
  serviceName: 'Холодное водоснабжение',
  unit: 'м³',
  rateType: 'norm',
  consumption: '8.360000',
  tariffs: ['50.9300'],
  amountKopecks: 425_77n,
  coefficients: [],
  how: 'норматив 4.18 × 2 чел.',
};
const EXCESS: ReceiptCharge = {
  ...WATER,
  line: 1,
  rateType: 'excess',
  amountKopecks: 212_89n,
  coefficients: ['1.5'],
};
const BOOKS = {
  openingPrincipalKopecks: 100_00n,
  openingPenaltyKopecks: 2_50n,
  paidKopecks: 60_00n,
  subsidyKopecks: 0n,
  reversedKopecks: 0n,
  penaltyKopecks: 1_20n,
};

function adjustment(
  id: number,
  more: Pick<ReceiptAdjustment, 'kind' | 'amountKopecks'> & Partial<ReceiptAdjustment>,
): ReceiptAdjustment {
  return {
    id,
    debtKind: 'principal',
    serviceName: null,
    period: '2026-07',
    reason: `акт ${id}`,
    ...more,
  };
}

function figuresOf(
  adjustments: readonly ReceiptAdjustment[],
  {
    reversals = [],
    reversed = 0n,
  }: { reversals?: GisDocument['reversals']; reversed?: bigint } = {},
) {
  const books = { ...BOOKS, reversedKopecks: reversed };
  return gisFiguresOf({
    figures: receiptOf([WATER, EXCESS], books, adjustments),
    serviceOf: (code) => ({ code: 'water', name: `услуга ${code}`, kind: 'utility' }),
    lineOfAdjustment: (id) => (id === 1 ? '1Z' : null),
    reversals,
  });
}

test('the accrued amount of a line includes its excess, with the coefficient stated', () => {
  const { lines, costs, ...sums } = figuresOf([]);
  const [water, ...others] = lines;
  assert.deepEqual(others, []);
  assert.deepEqual(
    [
      water?.subject,
      water?.accruedKopecks,
      water?.coefficient,
      water?.excessKopecks,
      water?.totalKopecks,
    ],
    ['water', 638_66n, '1.5', 212_89n, 638_66n],
  );
  assert.deepEqual(
    costs.map(({ subject, totalKopecks }) => [subject, totalKopecks]),
    [['penalties', 1_20n]],
  );
  assert.deepEqual(sums, {
    linesKopecks: 638_66n,
    costsKopecks: 1_20n,
    totalKopecks: 639_86n,
    debtKopecks: 102_50n,
    notDueKopecks: 0n,
    advanceKopecks: 0n,
    paidKopecks: 60_00n,
    balanceKopecks: 682_36n,
  });
});

test('manual lines go to their service, to a line without one, to penalties and to court fees', () => {
  const { lines, costs, totalKopecks } = figuresOf([
    adjustment(1, { kind: 'discount', amountKopecks: -10_00n }),
    adjustment(2, { kind: 'charge', amountKopecks: 5_00n }),
    adjustment(3, { kind: 'court-fee', amountKopecks: 200_00n }),
    adjustment(4, { kind: 'write-off', amountKopecks: -1_00n, debtKind: 'penalty' }),
  ]);
  assert.deepEqual(
    lines.map((line) => [
      line.subject,
      line.recalculatedKopecks,
      line.discountKopecks,
      line.totalKopecks,
    ]),
    [
      ['water', 0n, 10_00n, 628_66n],
      ['no-service', 5_00n, 0n, 5_00n],
    ],
  );
  assert.deepEqual(
    costs.map(({ subject, totalKopecks: total }) => [subject, total]),
    [
      ['penalties', 20n],
      ['court-fees', 200_00n],
    ],
  );
  assert.equal(totalKopecks, 833_86n);
});

test('a benefit is a discount on its line; a withdrawn one raises the recalculation', () => {
  const lineOf = (amountKopecks: bigint) => {
    const benefit = { ...WATER, line: 13, rateType: 'benefit', amountKopecks };
    const { lines } = gisFiguresOf({
      figures: receiptOf([WATER, benefit], BOOKS),
      serviceOf: (code) => ({ code: 'water', name: `услуга ${code}`, kind: 'utility' }),
      lineOfAdjustment: () => null,
      reversals: [],
    });
    const [line] = lines;
    return [line?.discountKopecks, line?.recalculatedKopecks, line?.totalKopecks];
  };
  assert.deepEqual(lineOf(-212_89n), [212_89n, 0n, 212_88n]);
  assert.deepEqual(lineOf(10_00n), [0n, 10_00n, 435_77n]);
});

test('a reversal lowers the line that it reverses', () => {
  const { lines, costs } = figuresOf([], {
    reversed: 31_20n,
    reversals: [
      { lineCode: '1Z', payeeId: null, of: 'charge', amountKopecks: -30_00n },
      { lineCode: null, payeeId: null, of: 'penalty', amountKopecks: -1_20n },
    ],
  });
  assert.deepEqual([lines[0]?.recalculatedKopecks, lines[0]?.totalKopecks], [-30_00n, 608_66n]);
  assert.deepEqual(lines[0]?.reasons, ['Отмена начисления']);
  assert.deepEqual(costs, []);
});

test('lines that do not add up to the total are refused', () => {
  assert.throws(() => figuresOf([], { reversed: 31_20n }), /payment document make/);
});

test('what a plan defers to later months is in the debt, but not in the sum to pay', () => {
  const figures = receiptOf([WATER], BOOKS, [], 90_00n);
  const { debtKopecks, notDueKopecks, balanceKopecks } = gisFiguresOf({
    figures,
    serviceOf: (code) => ({ code: 'water', name: `услуга ${code}`, kind: 'utility' }),
    lineOfAdjustment: () => null,
    reversals: [],
  });
  assert.deepEqual([debtKopecks, notDueKopecks], [102_50n, 90_00n]);
  assert.equal(balanceKopecks, figures.toPayKopecks);
  assert.equal(balanceKopecks, 102_50n + 425_77n + 1_20n - 60_00n - 90_00n);
});

test('a recalculation states the grounds of its line once, or a general word without any', () => {
  const corrected = { ...WATER, rateType: 'recalculation', amountKopecks: -10_00n };
  const reasonsOf = (grounds: readonly string[]): readonly string[] | undefined =>
    gisFiguresOf({
      figures: receiptOf([WATER, corrected], BOOKS),
      serviceOf: (code) => ({ code: 'water', name: code, kind: 'utility' }),
      lineOfAdjustment: () => null,
      reversals: [],
      groundsOf: (code) => (code === '1Z' ? grounds : ['другой строки']),
    }).lines[0]?.reasons;
  assert.deepEqual(reasonsOf(['Тариф исправлен', 'Тариф исправлен']), ['Тариф исправлен']);
  assert.deepEqual(reasonsOf([]), ['Перерасчёт']);
});
