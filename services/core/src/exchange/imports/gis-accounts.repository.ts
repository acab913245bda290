// Accounts without numbers from ГИС ЖКХ.
import { sql } from 'kysely';
import type { Db } from '../../tables.ts';

export type GisAccountRow = {
  readonly accountNumber: string;
  readonly gisAccountNumber: string | null;
  readonly gisServiceId: string | null;
  readonly gisAccountGuid: string | null;
  readonly address: string;
  readonly roomNumber: string;
  readonly payer: string;
};

/** Open accounts that lack a number, or all of the organization; unordered. */
export async function listGisAccounts(
  db: Db,
  organizationId: number,
  isAll: boolean,
): Promise<readonly GisAccountRow[]> {
  const { rows } = await sql<GisAccountRow>`
    select accounts.account_number, accounts.gis_account_number, accounts.gis_service_id, accounts.gis_account_guid,
      houses.address, rooms.number as room_number, accounts.payer
    from personal_accounts as accounts
    join houses on houses.organization_id = ${organizationId} and houses.id = accounts.house_id
    join rooms on rooms.organization_id = ${organizationId} and rooms.house_id = accounts.house_id
      and rooms.id = accounts.room_id
    where accounts.organization_id = ${organizationId} and (
      ${isAll} or accounts.closed_on is null
        and (accounts.gis_account_number is null or accounts.gis_service_id is null or accounts.gis_account_guid is null)
    )
  `.execute(db);
  return rows;
}
