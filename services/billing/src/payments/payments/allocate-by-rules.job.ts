// After a change of a rule that decides when a debt is due, or whether limitation applies: reallocates the payments of the
// accounts that have debts old enough.
import { inChunks } from '@kvartplata/platform/database/batches.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import type { JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import type { Logger } from 'pino';
import { lockAccountsOfHouse } from '../../books/account-balances/account-balances.service.ts';
import { listOldAccounts } from './allocations.repository.ts';
import { reallocate, RULE_ALLOCATION_QUEUE } from './allocations.service.ts';
import type { Db } from '../../tables.ts';

export type AllocationDeps = {
  readonly db: Db;
  readonly queue: JobQueue;
  readonly log: Pick<Logger, 'error'>;
};

/** Accounts locked by one transaction. */
const ACCOUNTS_AT_ONCE = 50;

/** Starts taking changed rules from the queue. */
export async function workRuleAllocations({ db, queue, log }: AllocationDeps): Promise<void> {
  await queue.work(RULE_ALLOCATION_QUEUE, async ({ organizationId, reference: ruleId }, signal) => {
    const accounts = await listOldAccounts(db, organizationId);
    for (const [houseId, ofHouse] of Map.groupBy(accounts, (account) => account.houseId)) {
      const house = { organizationId, houseId };
      const ids = ofHouse.map(({ personalAccountId }) => personalAccountId);
      for (const some of inChunks(ids, ACCOUNTS_AT_ONCE)) {
        signal.throwIfAborted();
        await inTransaction(db, async (trx) => {
          const places = await lockAccountsOfHouse(trx, house, some);
          await reallocate(trx, house, places, { reason: 'new-rules', causeId: ruleId });
        });
      }
    }
  });
  await queue.giveUp(RULE_ALLOCATION_QUEUE, async ({ reference: ruleId }) =>
    log.error({ ruleId }, 'payments were not allocated again by a rule that has changed'),
  );
}
