// Accounts without numbers from ГИС ЖКХ, for a file to be filled in and imported.
import type { TableFormat } from '@kvartplata/contracts/table-files.ts';
import { naturalOrder } from '@kvartplata/domain/text/natural-order.ts';
import type { Readable } from 'node:stream';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import type { Caller } from '../../access/access.service.ts';
import { getOrganization } from '../../registry/organizations/organizations.service.ts';
import { gisAccountForm } from './gis-account-form.ts';
import { listGisAccounts, type GisAccountRow } from './gis-accounts.repository.ts';
import { filledForm } from './import-files.ts';

/**
 * With an entry in the audit log, because the data is exported. @throws Refusal not-found for an organization that the caller may
 * not see
 */
export async function openGisAccounts(
  caller: Caller,
  {
    organizationId,
    all = false,
  }: { readonly organizationId: number; readonly all?: boolean | undefined },
): Promise<readonly GisAccountRow[]> {
  await getOrganization(caller, organizationId);
  const rows = await listGisAccounts(caller.db, organizationId, all);
  await recordChange(caller.db, caller.actor, {
    action: 'organization.gis-accounts-exported',
    object: { type: 'organization', id: organizationId },
    organizationId,
    after: { accounts: rows.length },
  });
  return rows.toSorted(
    (one, other) =>
      naturalOrder(one.address, other.address) ||
      naturalOrder(one.roomNumber, other.roomNumber) ||
      naturalOrder(one.accountNumber, other.accountNumber),
  );
}

export function gisAccountsFile(format: TableFormat, rows: readonly GisAccountRow[]): Readable {
  return filledForm(format, gisAccountForm, rows);
}
