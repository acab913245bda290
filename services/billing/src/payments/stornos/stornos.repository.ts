// The documents that can be reversed, in SQL.
import { sql } from 'kysely';
import type { OrganizationIds } from '../../access/access.service.ts';
import { ofOrganizations } from '../../access/scope.ts';
import type { Db } from '../../tables.ts';

export type ChargeToReverse = {
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly organizationId: number;
  readonly period: string;
  readonly amount: string;
  /** In the ledger: its house's month is applied, and its amount is not 0.00. */
  readonly isBooked: boolean;
};

export async function findChargeToReverse(
  db: Db,
  organizationIds: OrganizationIds,
  chargeId: number,
): Promise<ChargeToReverse | undefined> {
  const { rows } = await sql<ChargeToReverse>`
    select charges.house_id, charges.personal_account_id, charges.organization_id, charges.period, charges.amount,
      house_months.applied_at is not null and charges.amount <> 0 as is_booked
    from charges
    join house_months on house_months.organization_id = charges.organization_id
      and house_months.house_id = charges.house_id and house_months.period = charges.period
    where ${ofOrganizations('charges', organizationIds)} and charges.id = ${chargeId}
  `.execute(db);
  return rows[0];
}
