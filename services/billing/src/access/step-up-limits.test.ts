import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryStore } from '@kvartplata/platform/key-value/memory-store.ts';
import { createStepUpLimits } from './step-up-limits.ts';

test('core is asked once per organization for concurrent payments, with a limit or without', async () => {
  const store = createMemoryStore();
  const asked: number[] = [];
  const find = createStepUpLimits(
    {
      findOrganization: async (organizationId) => {
        asked.push(organizationId);
        const stepUpAbove = organizationId === 7 ? '1000.00' : null;
        return {
          organizationId,
          name: 'УК',
          inn: null,
          firstMonth: null,
          confirmAbove: null,
          stepUpAbove,
        };
      },
    },
    store,
  );
  const told = await Promise.all([7, 7, 8, 8].map(async (id) => find(id, 'r1')));
  assert.deepEqual(told, ['1000.00', '1000.00', null, null]);
  assert.equal(await find(7, 'r2'), '1000.00');
  assert.equal(await find(8, 'r3'), null);
  assert.deepEqual(asked, [7, 8]);
  await store.close();
});
