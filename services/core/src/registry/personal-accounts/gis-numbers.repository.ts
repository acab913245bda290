// The identifiers of accounts in ГИС ЖКХ in SQL.
import { sql } from 'kysely';
import type { Trx } from '../../tables.ts';
import type { AccountPlace } from './personal-accounts.repository.ts';

export type GisNumbers = {
  readonly gisAccountNumber: string | null;
  readonly gisServiceId: string | null;
  readonly gisAccountGuid: string | null;
};

/** Blocks other changes of these identifiers in the organization until the transaction ends. */
export async function lockGisNumbers(trx: Trx, organizationId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('gis-numbers', ${organizationId}))`.execute(
    trx,
  );
}

/** Other accounts of the organization that have one of them. */
export async function listHolders(
  trx: Trx,
  { organizationId, houseId, id }: AccountPlace,
  numbers: GisNumbers,
): Promise<readonly (GisNumbers & { readonly accountNumber: string })[]> {
  const { rows } = await sql<GisNumbers & { readonly accountNumber: string }>`
    select account_number, gis_account_number, gis_service_id, gis_account_guid from personal_accounts
    where personal_accounts.organization_id = ${organizationId}
      and (gis_account_number = ${numbers.gisAccountNumber} or gis_service_id = ${numbers.gisServiceId}
        or gis_account_guid = ${numbers.gisAccountGuid})
      and (personal_accounts.house_id, personal_accounts.id) <> (${houseId}, ${id})
    order by account_number
  `.execute(trx);
  return rows;
}
