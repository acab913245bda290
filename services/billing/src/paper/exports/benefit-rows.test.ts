// The claims of benefit lines, by category.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BenefitBasis, ChargeBasis } from '@kvartplata/domain/charging/charge-line.ts';
import { claimsAmong, returned } from './benefit-rows.ts';

const benefit = (category: BenefitBasis['category'], amount: string): BenefitBasis => ({
  category,
  share: '0.5000',
  persons: 1,
  limit: 'none',
  document: 'Удостоверение',
  amount,
  parts: [],
});
const line = (...benefits: readonly BenefitBasis[]): ChargeBasis => ({
  rule: 'benefit',
  daysInMonth: 31,
  parts: [],
  benefits: { charge: '500.00', benefits },
});
const correction = (stood: readonly number[], now?: ChargeBasis): ChargeBasis => ({
  rule: 'correction',
  daysInMonth: 31,
  parts: [],
  correction: {
    period: '2026-07',
    reason: 'p',
    stood: stood.map((chargeId) => ({ chargeId, period: '2026-07', amount: '0.00' })),
    ...(now && { now }),
  },
});
/** The claims of a line, when the charges before it are these, by id. */
const claimsOf = (basis: ChargeBasis, before: Readonly<Record<number, ChargeBasis>> = {}) =>
  claimsAmong(({ chargeId }) => before[chargeId] ?? assert.fail(`no charge ${chargeId}`))(basis);
const sums = (claims: ReturnType<typeof claimsOf>) =>
  claims.map(({ category, charged, benefit: sum }) => [category, charged, sum]);

const veteran = line(benefit('labour-veteran', '25.00'));
const disabled = line(benefit('disabled', '100.00'));

test('a line claims the sum of each category', () => {
  const both = line(benefit('disabled', '100.00'), benefit('labour-veteran', '25.00'));
  assert.deepEqual(sums(claimsOf(both)), [
    ['disabled', '500.00', '100.00'],
    ['labour-veteran', '500.00', '25.00'],
  ]);
});

test('a correction claims the difference to what was claimed before it', () => {
  assert.deepEqual(sums(claimsOf(correction([], disabled))), [['disabled', '500.00', '100.00']]);
  assert.deepEqual(sums(claimsOf(correction([1], disabled), { 1: veteran })), [
    ['labour-veteran', '0.00', '-25.00'],
    ['disabled', '500.00', '100.00'],
  ]);
  const before = { 1: veteran, 2: correction([1], disabled) };
  assert.deepEqual(sums(claimsOf(correction([1, 2]), before)), [['disabled', '0.00', '-100.00']]);
  assert.deepEqual(claimsOf(correction([1, 2], disabled), before), []);
});

test('a year claims what its months have not claimed yet', () => {
  const months = {
    1: disabled,
    2: line(benefit('disabled', '100.00')),
    3: correction([2], line(benefit('disabled', '90.00'))),
  };
  const year = correction([1, 2, 3], line(benefit('disabled', '250.00')));
  assert.deepEqual(sums(claimsOf(year, months)), [['disabled', '500.00', '60.00']]);
});

test('what is reversed is returned, and the next correction claims it again', () => {
  const more = line(benefit('disabled', '130.00'));
  const charges = { 1: disabled, 2: correction([1], more) };
  assert.deepEqual(sums(returned(claimsOf(disabled))), [['disabled', '0.00', '-100.00']]);
  assert.deepEqual(sums(claimsOf(correction([], more))), [['disabled', '500.00', '130.00']]);
  // Only the charge of the month was reversed, the correction still stands with 30.00.
  assert.deepEqual(sums(claimsOf(correction([2], more), charges)), [
    ['disabled', '500.00', '100.00'],
  ]);
});
