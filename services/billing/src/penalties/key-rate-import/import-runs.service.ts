// The runs of the import as people read them.
import type { KeyRateImportRun } from '@kvartplata/contracts/billing/key-rate-import.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import type { Db } from '../../tables.ts';
import { listRuns, type StoredRun } from './key-rate-import.repository.ts';

type PageRequest = { readonly limit?: number | undefined; readonly cursor?: string | undefined };

/** The newest first. @throws Refusal validation-failed */
export async function listImportRuns(
  db: Db,
  { limit = DEFAULT_PAGE_LIMIT, cursor }: PageRequest,
): Promise<PageOf<KeyRateImportRun>> {
  const [beforeId] = decodeCursor(cursor, ['number']) ?? [];
  const rows = await listRuns(db, { beforeId, limit: limit + 1 });
  return pageOf(rows, limit, ({ id }) => [id], toRun);
}

function toRun(row: StoredRun): KeyRateImportRun {
  const { id, finished_at, outcome, bank_rate, bank_rate_on, detail, requested_by } = row;
  return {
    id,
    finishedAt: finished_at.toISOString(),
    outcome,
    bankRate:
      bank_rate === null || bank_rate_on === null
        ? null
        : { baseCbrRate: bank_rate, on: bank_rate_on },
    detail,
    requestedBy: requested_by,
  };
}
