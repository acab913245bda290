// The payees of an organization, requested from billing when a file of services, or one to be undone, refers to any.
import type { PayeeName } from '@kvartplata/contracts/billing/internal.ts';
import type { BooksClient } from '../../access/books-client.ts';
import type { Db } from '../../tables.ts';
import type { ImportRow } from './imports.repository.ts';
import * as payees from './service-payees.repository.ts';

/** @throws Refusal dependency-unavailable */
export async function findPayees(
  db: Db,
  books: BooksClient,
  row: ImportRow,
): Promise<readonly PayeeName[]> {
  if (row.kind !== 'services') return [];
  const { organizationId, undoes, requestId } = row;
  const areNamed =
    undoes === null
      ? await payees.rowsNamePayees(db, row)
      : await payees.recordsNamePayees(db, organizationId, undoes);
  return areNamed ? books.listPayees(organizationId, requestId) : [];
}
