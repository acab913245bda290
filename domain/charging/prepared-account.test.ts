import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepareAccount } from './prepared-account.ts';
import { daysOfMonth } from './month-days.ts';
import { account, house } from './testing/facts.ts';

for (const { areaE2, shareE8, area } of [
  { areaE2: 5430n, shareE8: 100_000_000n, area: { area: '54.30' } },
  {
    areaE2: 5000n,
    shareE8: 33_330_000n,
    area: { area: '16.665', roomArea: '50.00', share: '0.33330000' },
  },
  {
    areaE2: 5500n,
    shareE8: 33_333_333n,
    area: { area: '18.333333', roomArea: '55.00', share: '0.33333333' },
  },
  {
    areaE2: 5500n,
    shareE8: 50_000_000n,
    area: { area: '27.50', roomArea: '55.00', share: '0.50000000' },
  },
])
  test(`an explanation shows ${area.area} m², precisely enough to give its result`, () => {
    const month = daysOfMonth(house([]).month);
    assert.deepEqual(prepareAccount(month, account(1, { areaE2, shareE8 })).area, area);
  });
