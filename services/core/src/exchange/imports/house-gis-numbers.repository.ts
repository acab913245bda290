// The identifiers of ГИС ЖКХ in rows of houses, each of which belongs to one account of the organization.
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../tables.ts';

export const GIS_NUMBERS = [
  { field: 'gisAccountNumber', column: 'gis_account_number' },
  { field: 'gisServiceId', column: 'gis_service_id' },
] as const;

/** Copies the accounts, of whichever house, that have an identifier of the rows. */
export async function copyHolders(trx: Trx, organizationId: number): Promise<void> {
  await sql`
    create temp table gis_holders on commit drop as
    select id, account_number, gis_account_number, gis_service_id from personal_accounts
    where personal_accounts.organization_id = ${organizationId} and (
      gis_account_number in (select given.gis_account_number from given)
      or gis_service_id in (select given.gis_service_id from given)
    )
  `.execute(trx);
  await sql`analyze gis_holders`.execute(trx);
}

/** Rows with an identifier that another account has and keeps, because the file does not change it. */
export function numbersOfOthers(
  column: (typeof GIS_NUMBERS)[number]['column'],
): RawBuilder<unknown> {
  return sql`
    select given.line, min(others.account_number) as param from given
    join gis_holders as others on ${sql.ref(`others.${column}`)} = ${sql.ref(`given.${column}`)}
      and others.id is distinct from given.account_id
    where not exists (
      select from given as moved
      where moved.account_number = others.account_number and ${sql.ref(`moved.${column}`)} is not null
    )
    group by given.line
  `;
}
