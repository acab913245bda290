// Devices without a GUID from ГИС ЖКХ, for a file to be filled in and imported.
import type { TableFormat } from '@kvartplata/contracts/table-files.ts';
import { naturalOrder } from '@kvartplata/domain/text/natural-order.ts';
import type { Readable } from 'node:stream';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import type { Caller } from '../../access/access.service.ts';
import { getOrganization } from '../../registry/organizations/organizations.service.ts';
import { gisMeterForm } from './gis-meter-form.ts';
import { listGisMeters, type GisMeterRow } from './gis-meters.repository.ts';
import { filledForm } from './import-files.ts';

/**
 * With an entry in the audit log, because the data is exported. @throws Refusal not-found for an organization that the caller may
 * not see
 */
export async function openGisMeters(
  caller: Caller,
  {
    organizationId,
    all = false,
  }: { readonly organizationId: number; readonly all?: boolean | undefined },
): Promise<readonly GisMeterRow[]> {
  await getOrganization(caller, organizationId);
  const rows = await listGisMeters(caller.db, organizationId, all);
  await recordChange(caller.db, caller.actor, {
    action: 'organization.gis-meters-exported',
    object: { type: 'organization', id: organizationId },
    organizationId,
    after: { meters: rows.length },
  });
  return rows.toSorted(
    (one, other) =>
      naturalOrder(one.address, other.address) ||
      naturalOrder(one.roomNumber ?? '', other.roomNumber ?? '') ||
      naturalOrder(one.accountNumber ?? '', other.accountNumber ?? '') ||
      naturalOrder(one.service, other.service) ||
      naturalOrder(one.serialNumber, other.serialNumber),
  );
}

export function gisMetersFile(format: TableFormat, rows: readonly GisMeterRow[]): Readable {
  return filledForm(format, gisMeterForm, rows);
}
