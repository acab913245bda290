// What can be taken back, in SQL.
import { sql } from 'kysely';
import type { Db } from '../tables.ts';

export type ChargeToReverse = {
  readonly house_id: number;
  readonly personal_account_id: number;
  readonly organization_id: number;
  readonly period: string;
  /** In the ledger: its cycle is applied, and it is not 0.00. */
  readonly is_booked: boolean;
};

export async function findChargeToReverse(
  db: Db,
  chargeId: number,
): Promise<ChargeToReverse | undefined> {
  const { rows } = await sql<ChargeToReverse>`
    select charges.house_id, charges.personal_account_id, charges.organization_id, charges.period,
      billing_cycles.status <> 'DRAFT' and charges.amount <> 0 as is_booked
    from charges
    join billing_cycles on billing_cycles.id = charges.billing_cycle_id
    where charges.id = ${chargeId}
  `.execute(db);
  return rows[0];
}
