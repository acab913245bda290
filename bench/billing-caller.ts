// Who asks billing-service in a benchmark that leaves HTTP out.
import assert from 'node:assert/strict';
import type { Caller } from '@kvartplata/billing-service/src/access/access.service.ts';
import type { Db } from '@kvartplata/billing-service/src/tables.ts';

/** An accountant of organization 1, without the way to core that tells where an account is. */
export function callerOf(db: Db, accountsPerHouse: number): Caller {
  const unused = async (): Promise<never> => {
    throw new Error('not asked here');
  };
  return {
    userId: 1,
    requestId: 'bench',
    actor: { userId: 1, requestId: 'bench' },
    db,
    getOwn: async (what, find) => {
      const row = await find();
      assert.ok(row !== undefined, what);
      return row;
    },
    requireRole: async () => {},
    requireHouse: unused,
    requireAccount: async (personalAccountId) => ({
      personalAccountId,
      houseId: Math.floor(personalAccountId / accountsPerHouse) + 1,
      organizationId: 1,
      accountNumber: String(personalAccountId),
    }),
    organizationsOf: unused,
    organizationOf: unused,
    listHouses: unused,
    findFirstMonth: async (_, asked) => asked,
    closingFacts: { openHouses: unused, unverifiedMeters: unused, tariffGaps: unused },
    readAccountCards: unused,
    scopeOf: unused,
  };
}
