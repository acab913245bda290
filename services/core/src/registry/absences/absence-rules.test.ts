import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCrowdedDay, type Away, type CrowdedDay } from './absence-rules.ts';

const TWO = { registered: [{ count: 2, validFrom: '2020-01-01' }], owners: 1 };
const NOBODY = { registered: [{ count: 0, validFrom: '2020-01-01' }], owners: 3 };
const FEWER = {
  registered: [
    { count: 3, validFrom: '2020-01-01' },
    { count: 1, validFrom: '2026-07-16' },
  ],
  owners: 1,
};
const away = (from: number, to: number, persons: number): Away => ({
  from: `2026-07-${String(from).padStart(2, '0')}`,
  to: `2026-07-${String(to).padStart(2, '0')}`,
  persons,
});

const cases: readonly (readonly [
  why: string,
  dwelling: typeof TWO,
  absence: Away,
  others: readonly Away[],
  crowded: CrowdedDay | undefined,
])[] = [
  ['all who live there may be away', TWO, away(1, 31, 2), [], undefined],
  ['not more', TWO, away(3, 9, 3), [], { day: '2026-07-03', away: 3, living: 2 }],
  ['two absences may share days', TWO, away(1, 10, 1), [away(5, 20, 1)], undefined],
  [
    'as long as there are persons for both',
    TWO,
    away(1, 10, 1),
    [away(5, 20, 2)],
    { day: '2026-07-05', away: 3, living: 2 },
  ],
  ['those that touch share none', TWO, away(1, 10, 2), [away(11, 20, 2)], undefined],
  [
    'three together are too many, though no two are',
    TWO,
    away(1, 20, 1),
    [away(2, 8, 1), away(8, 9, 1)],
    { day: '2026-07-08', away: 3, living: 2 },
  ],
  ['the owners count where nobody is registered', NOBODY, away(1, 10, 3), [], undefined],
  [
    'the day counts on which fewer are left',
    FEWER,
    away(10, 20, 2),
    [],
    { day: '2026-07-16', away: 2, living: 1 },
  ],
  ['and not one before the absence', FEWER, away(16, 20, 1), [away(1, 15, 3)], undefined],
];
for (const [why, dwelling, absence, others, crowded] of cases) {
  test(`who is away: ${why}`, () => {
    assert.deepEqual(findCrowdedDay(absence, others, dwelling), crowded);
  });
}
