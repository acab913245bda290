// The caller of billing-service in benchmarks without HTTP.
import assert from 'node:assert/strict';
import type { Caller } from '@kvartplata/billing-service/src/access/access.service.ts';
import type { Db } from '@kvartplata/billing-service/src/tables.ts';

/** An accountant of organization 1. Core is replaced by a stub that knows where an account is, and what `told` contains. */
export function callerOf(
  db: Db,
  accountsPerHouse: number,
  told: Partial<Caller['core']> = {},
): Caller {
  const core: Partial<Caller['core']> = {
    findAccount: async (personalAccountId) => ({
      personalAccountId,
      houseId: Math.floor(personalAccountId / accountsPerHouse) + 1,
      organizationId: 1,
      accountNumber: String(personalAccountId),
    }),
    findFirstMonth: async (_, asked) => asked,
    ...told,
  };
  return {
    userId: 1,
    requestId: 'bench',
    actor: { userId: 1, requestId: 'bench' },
    db,
    within: () => ({ role: 'accountant', db }),
    core: core as Caller['core'],
    getOwn: async (what, find) => {
      const row = await find();
      assert.ok(row !== undefined, what);
      return row;
    },
    requireStepUp: async () => {},
    requireRole: async () => {},
    ownOrganizations: () => [1],
    joinedOrganizations: async () => [1],
    organizationsOf: async () => {
      throw new Error('not asked here');
    },
  };
}
