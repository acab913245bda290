// The payees of an organization, which billing keeps: asked for when a file of services names any, or one that is taken back did.
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
