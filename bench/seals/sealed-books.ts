// The ledger of an organization on a separate server: months that are applied in full and closed, and the log of their seals.
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Caller } from '@kvartplata/billing-service/src/access/access.service.ts';
import { mergeCharges } from '@kvartplata/billing-service/src/books/account-balances/account-balances.repository.ts';
import {
  createCheckpoints,
  type Checkpoints,
} from '@kvartplata/billing-service/src/books/seals/checkpoints.service.ts';
import { sealMonth } from '@kvartplata/billing-service/src/books/seals/seals.service.ts';
import { applyCycle } from '@kvartplata/billing-service/src/month/apply/apply.service.ts';
import { markClosed } from '@kvartplata/billing-service/src/month/close/close.repository.ts';
import type { BillingTables } from '@kvartplata/billing-service/src/tables.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { inTransaction, openDatabase } from '@kvartplata/platform/database/database.ts';
import { migrate } from '@kvartplata/platform/database/migrations.ts';
import { startEmbeddedPostgres } from '@kvartplata/platform/embedded-postgres/embedded-postgres.ts';
import type { Once } from '@kvartplata/platform/idempotency/once.ts';
import { visibilityOf } from '@kvartplata/platform/identity/memberships.ts';
import { createNoteSigner } from '@kvartplata/platform/proof/signed-note.ts';
import { NO_QUEUE } from '@kvartplata/platform/testing/no-queue.ts';
import { sql } from 'kysely';
import { ACCOUNTS_PER_HOUSE, draft } from '../apply/drafted-month.ts';
import { callerOf } from '../billing-caller.ts';

const TODAY = moscowDayOf(new Date());
const MERGED_AT_ONCE = 500;
const MIGRATIONS = path.resolve(import.meta.dirname, '../../services/billing/migrations');
const QUEUE = { ...NO_QUEUE, enqueue: async () => {} };

export type SealedBooks = {
  /** The connection URL of the owner of everything. */
  readonly url: string;
  readonly caller: Caller;
  readonly checkpoints: Checkpoints;
  /** Computes and applies a month of 2025. @returns the id of its cycle */
  readonly apply: (month: number) => Promise<number>;
  /** Closes the month. @returns the duration in milliseconds */
  readonly close: (cycleId: number) => Promise<number>;
};

export async function withBooks<Result>(
  accounts: number,
  work: (books: SealedBooks) => Promise<Result>,
): Promise<Result> {
  const directory = mkdtempSync(path.join(tmpdir(), 'kvartplata-bench-'));
  chmodSync(directory, 0o755);
  const server = await startEmbeddedPostgres({
    directory,
    password: 'bench',
    preferredPort: 0,
    databases: ['billing'],
  });
  const url = server.urlOf('billing');
  const asked = { url, applicationName: 'bench', poolSize: 1 };
  const owner = openDatabase<unknown>(asked);
  const application = openDatabase<BillingTables>({ ...asked, role: 'billing_app' });
  const service = openDatabase<BillingTables>(asked);
  try {
    await sql`set statement_timeout = 0`.execute(owner.db);
    await migrate(owner.db, MIGRATIONS);
    const caller = callerOf(
      application.seeing(() => visibilityOf([{ organizationId: 1, role: 'accountant' }])),
      ACCOUNTS_PER_HOUSE,
    );
    const checkpoints = createCheckpoints({
      db: service.db,
      signer: createNoteSigner('bench/seals', Buffer.alloc(32, 1)),
      log: { info: () => undefined, error: (told: unknown) => assert.fail(String(told)) },
      onPublished: async () => undefined,
    });
    return await work({
      url,
      caller,
      checkpoints,
      apply: async (month) => {
        const cycleId = await draft(owner.db, month, accounts);
        const once: Once = async (_trx, _organizationId, applying) => applying();
        await applyCycle({ queue: QUEUE, once, today: TODAY }, caller, cycleId);
        for (let houseId = 1; houseId <= Math.ceil(accounts / ACCOUNTS_PER_HOUSE); houseId += 1)
          await mergeCharges(caller.db, { organizationId: 1, houseIds: [houseId] }, MERGED_AT_ONCE);
        await sql`vacuum (analyze)`.execute(owner.db);
        await sql`checkpoint`.execute(owner.db);
        return cycleId;
      },
      close: async (cycleId) => {
        const startedAt = performance.now();
        await inTransaction(caller.db, async (trx) => {
          assert.ok(await markClosed(trx, { organizationId: 1, cycleId }, TODAY));
          await sealMonth(trx, { organizationId: 1, cycleId }, []);
        });
        await checkpoints.publish();
        return performance.now() - startedAt;
      },
    });
  } finally {
    await service.db.destroy();
    await application.db.destroy();
    await owner.db.destroy();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}
