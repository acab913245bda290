// Converting the value of a penalty rule between its form and its body.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PenaltyRuleKind } from '@kvartplata/contracts/billing/penalty-rules.ts';
import { parseRuleValue, typedRuleValue } from './rule-value.ts';

const THIRDS = [
  { fromDay: 31, fraction: '1/300' },
  { fromDay: 91, fraction: '1/150' },
];

for (const { kind, typed, value, again = typed } of [
  { kind: 'rate-cap', typed: '9,5', value: '9.5' },
  { kind: 'rate-cap', typed: '0', value: '0' },
  { kind: 'scale', typed: '31 1/300, 91 1/150', value: THIRDS },
  { kind: 'scale', typed: ' 31  1/300;91 1/150 ', value: THIRDS, again: '31 1/300, 91 1/150' },
  { kind: 'scale', typed: '1 0', value: [{ fromDay: 1, fraction: '0' }] },
  { kind: 'due-day', typed: '25', value: 25 },
  { kind: 'working-day', typed: 'false', value: false },
  { kind: 'limitation', typed: 'false', value: false },
  { kind: 'method', typed: 'payment-day', value: 'payment-day' },
] as const)
  test(`“${typed}” for a ${kind} is parsed, and shown again`, () => {
    const read = parseRuleValue(kind, typed);
    assert.deepEqual(read, value);
    assert.equal(typedRuleValue({ kind, value: read ?? '' }), again);
  });

for (const { kind, typed } of [
  { kind: 'rate-cap', typed: 'много' },
  { kind: 'scale', typed: '' },
  { kind: 'scale', typed: '31' },
  { kind: 'scale', typed: '31 1/300, 91' },
  { kind: 'scale', typed: '31 2/300' },
  { kind: 'due-day', typed: '5-го' },
] satisfies readonly { kind: PenaltyRuleKind; typed: string }[])
  test(`“${typed}” is not a ${kind}`, () => {
    assert.equal(parseRuleValue(kind, typed), undefined);
  });
