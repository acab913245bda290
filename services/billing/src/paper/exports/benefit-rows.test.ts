// The claims of benefit lines, by category.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BenefitBasis, ChargeBasis } from '@kvartplata/domain/charging/charge-line.ts';
import { claimedBy, claimedIn } from './benefit-rows.ts';

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
const correction = (now?: ChargeBasis): ChargeBasis => ({
  rule: 'correction',
  daysInMonth: 31,
  parts: [],
  correction: { period: '2026-07', reason: 'p', stood: [], ...(now && { now }) },
});
const sums = (claims: ReturnType<typeof claimedIn>) =>
  claims.map(({ category, charged, benefit: sum }) => [category, charged, sum]);

test('a line claims the sum of each category', () => {
  const both = line(benefit('disabled', '100.00'), benefit('labour-veteran', '25.00'));
  assert.deepEqual(sums(claimedIn(both)), [
    ['disabled', '500.00', '100.00'],
    ['labour-veteran', '500.00', '25.00'],
  ]);
});

test('a correction claims the difference to what was claimed before it', () => {
  const veteran = line(benefit('labour-veteran', '25.00'));
  const disabled = line(benefit('disabled', '100.00'));
  assert.deepEqual(sums(claimedBy(correction(disabled), [])), [['disabled', '500.00', '100.00']]);
  assert.deepEqual(sums(claimedBy(correction(disabled), [veteran])), [
    ['labour-veteran', '0.00', '-25.00'],
    ['disabled', '500.00', '100.00'],
  ]);
  assert.deepEqual(sums(claimedBy(correction(), [correction(disabled)])), [
    ['disabled', '0.00', '-100.00'],
  ]);
  assert.deepEqual(claimedBy(correction(disabled), [correction(disabled)]), []);
});

test('a year claims what its months have not claimed yet', () => {
  const months = [
    line(benefit('disabled', '100.00')),
    correction(line(benefit('disabled', '90.00'))),
  ];
  const year = correction(line(benefit('disabled', '250.00')));
  assert.deepEqual(sums(claimedBy(year, months)), [['disabled', '500.00', '60.00']]);
});
