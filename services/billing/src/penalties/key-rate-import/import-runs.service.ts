// The import's runs, for people to read.
import type { KeyRateImportRun } from '@kvartplata/contracts/billing/key-rate-import.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { newestPage, type PageAsked } from '@kvartplata/platform/http/cursor.ts';
import type { Db } from '../../tables.ts';
import { listRuns, type StoredRun } from './key-rate-import.repository.ts';

/** Newest first. @throws Refusal validation-failed */
export async function listImportRuns(db: Db, page: PageAsked): Promise<PageOf<KeyRateImportRun>> {
  return newestPage(page, async (before) => listRuns(db, before), toRun);
}

function toRun(row: StoredRun): KeyRateImportRun {
  const { id, finishedAt, outcome, bankRate, bankRateOn, remarks, requestedBy } = row;
  return {
    id,
    finishedAt: finishedAt.toISOString(),
    outcome,
    bankRate:
      bankRate === null || bankRateOn === null ? null : { baseCbrRate: bankRate, on: bankRateOn },
    remarks: [...remarks],
    requestedBy: requestedBy,
  };
}
