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
  const { id, finishedAt, outcome, bankRate, bankRateOn, detail, requestedBy } = row;
  return {
    id,
    finishedAt: finishedAt.toISOString(),
    outcome,
    bankRate:
      bankRate === null || bankRateOn === null ? null : { baseCbrRate: bankRate, on: bankRateOn },
    detail,
    requestedBy: requestedBy,
  };
}
