import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countScale, MAJOR_REPAIRS_SCALE, stepOn, UTILITIES_SCALE } from './penalty-scale.ts';

const cases = [
  { overdueDay: 1, utilities: '0/1', majorRepairs: '0/1', why: 'the first day is free' },
  { overdueDay: 30, utilities: '0/1', majorRepairs: '0/1', why: 'the last free day' },
  { overdueDay: 31, utilities: '1/300', majorRepairs: '1/300', why: 'the first day that costs' },
  { overdueDay: 90, utilities: '1/300', majorRepairs: '1/300', why: 'the last at 1/300' },
  { overdueDay: 91, utilities: '1/130', majorRepairs: '1/300', why: 'repairs never reach 1/130' },
  { overdueDay: 5000, utilities: '1/130', majorRepairs: '1/300', why: 'the last step is for good' },
];

for (const { overdueDay, utilities, majorRepairs, why } of cases) {
  test(`overdue day ${overdueDay} costs ${utilities}, for repairs ${majorRepairs}: ${why}`, () => {
    const ofUtilities = stepOn(countScale(UTILITIES_SCALE), overdueDay).fraction;
    const ofRepairs = stepOn(countScale(MAJOR_REPAIRS_SCALE), overdueDay).fraction;
    assert.equal(`${ofUtilities.numerator}/${ofUtilities.denominator}`, utilities);
    assert.equal(`${ofRepairs.numerator}/${ofRepairs.denominator}`, majorRepairs);
  });
}

test('the due date itself is not an overdue day', () => {
  assert.throws(() => stepOn(countScale(UTILITIES_SCALE), 0), /no step for overdue day 0/);
});

test('the steps follow each other without a gap, with one denominator', () => {
  const { steps, denominator } = countScale(UTILITIES_SCALE);
  assert.deepEqual(
    steps.map(({ firstOverdueDay, lastOverdueDay, numerator }) => [
      firstOverdueDay,
      lastOverdueDay,
      numerator,
    ]),
    [
      [1, 30, 0n],
      [31, 90, 13n],
      [91, Number.POSITIVE_INFINITY, 30n],
    ],
  );
  assert.equal(denominator, 3900n);
});
