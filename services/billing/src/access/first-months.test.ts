import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { createMemoryStore } from '@kvartplata/platform/key-value/memory-store.ts';
import { createFirstMonths, parseFirstMonth } from './first-months.ts';

test('core is asked once while the month has begun, and again before a month counts as too early', async () => {
  const store = createMemoryStore();
  const told: { firstMonth: string | null; times: number } = { firstMonth: null, times: 0 };
  const findFirstMonth = createFirstMonths(
    {
      findOrganization: async (organizationId) => {
        told.times += 1;
        const { firstMonth } = told;
        return organizationId === 7
          ? {
              organizationId,
              name: 'УК',
              inn: null,
              firstMonth,
              confirmAbove: null,
              stepUpAbove: null,
            }
          : undefined;
      },
    },
    store,
  );
  const find = async (asked: string, organizationId = 7): Promise<readonly unknown[]> => {
    const found = await findFirstMonth(organizationId, parseBillingMonth(asked), 'r1');
    return [found?.toString(), told.times];
  };
  assert.deepEqual(await find('2026-03'), [undefined, 2]);
  told.firstMonth = '2026-02';
  assert.deepEqual(await find('2026-03'), ['2026-02', 3], 'an account has been opened since');
  assert.deepEqual(await find('2026-02'), ['2026-02', 3]);
  assert.deepEqual(await find('2026-01'), ['2026-02', 4], 'it might have been opened earlier');
  told.firstMonth = '2025-12';
  assert.deepEqual(await find('2026-01'), ['2025-12', 5]);
  assert.deepEqual(await find('2026-01', 8), [undefined, 7], 'an organization that core lacks');
  await store.close();
});

test('the first month of an account older than the books is the first of the books', () => {
  assert.equal(parseFirstMonth('1999-12')?.toString(), '2000-01');
  assert.equal(parseFirstMonth('1900-01')?.toString(), '2000-01');
  assert.equal(parseFirstMonth('2000-02')?.toString(), '2000-02');
  assert.equal(parseFirstMonth(null), undefined);
});
