// On which day more persons would be entitled than are registered.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findExceededDay, type Entitled, type ExceededDay } from './benefit-rules.ts';

const TWO = [{ count: 2, validFrom: '2020-01-01' }];
const FEWER = [...TWO, { count: 1, validFrom: '2026-07-16' }];
const of = (persons: number, more: Partial<Entitled> = {}): Entitled => ({
  validFrom: '2026-07-01',
  validTo: null,
  persons,
  services: [1],
  ...more,
});

const cases: readonly (readonly [
  why: string,
  benefit: Entitled,
  others: readonly Entitled[],
  registered: typeof TWO,
  exceeded: ExceededDay | undefined,
])[] = [
  ['all who are registered', of(2), [], TWO, undefined],
  ['not more', of(3), [], TWO, { day: '2026-07-01', entitled: 3, registered: 2 }],
  ['two benefits share the persons', of(1), [of(1)], TWO, undefined],
  [
    'as long as there are enough',
    of(1),
    [of(2, { validFrom: '2026-08-01' })],
    TWO,
    { day: '2026-08-01', entitled: 3, registered: 2 },
  ],
  ['another service is another sum', of(2), [of(2, { services: [2] })], TWO, undefined],
  [
    'from the day on which fewer are left',
    of(2),
    [],
    FEWER,
    { day: '2026-07-16', entitled: 2, registered: 1 },
  ],
  ['and not once it has ended', of(2, { validTo: '2026-07-15' }), [], FEWER, undefined],
  ['nobody is registered', of(1), [], [], { day: '2026-07-01', entitled: 1, registered: 0 }],
];
for (const [why, benefit, others, registered, exceeded] of cases)
  test(`who is entitled: ${why}`, () => {
    assert.deepEqual(findExceededDay(benefit, others, registered), exceeded);
  });
