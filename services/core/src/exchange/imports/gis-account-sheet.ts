// Accounts as rows of the form of the state's numbers: those that lack one, or all.
import type { TableFormat } from '@kvartplata/contracts/table-files.ts';
import { naturalOrder } from '@kvartplata/domain/text/natural-order.ts';
import { writeTable } from '@kvartplata/platform/table-files/write-table.ts';
import type { Cell } from '@kvartplata/platform/table-files/written-table.ts';
import type { Readable } from 'node:stream';
import type { Caller } from '../../access/access.service.ts';
import { getOrganization } from '../../registry/organizations/organizations.service.ts';
import { gisAccountForm } from './gis-account-form.ts';
import { listGisAccounts, type GisAccountRow } from './gis-accounts.repository.ts';

/** @throws Refusal not-found for an organization of others */
export async function openGisAccounts(
  caller: Caller,
  {
    organizationId,
    all = false,
  }: { readonly organizationId: number; readonly all?: boolean | undefined },
): Promise<readonly GisAccountRow[]> {
  await getOrganization(caller, organizationId);
  const rows = await listGisAccounts(caller.db, organizationId, all);
  return rows.toSorted(
    (one, other) =>
      naturalOrder(one.address, other.address) ||
      naturalOrder(one.roomNumber, other.roomNumber) ||
      naturalOrder(one.accountNumber, other.accountNumber),
  );
}

export function gisAccountsFile(format: TableFormat, rows: readonly GisAccountRow[]): Readable {
  const { columns, sheetName } = gisAccountForm;
  function* table(): Generator<readonly Cell[]> {
    yield columns.map(({ title }) => title);
    yield columns.map(({ note }) => note);
    for (const row of rows) {
      const cells: Readonly<Record<string, string | null>> = row;
      yield columns.map(({ code }) => cells[code] ?? '');
    }
  }
  return writeTable(format, {
    rows: table(),
    sheetName,
    widths: columns.map(({ width }) => width),
  });
}
