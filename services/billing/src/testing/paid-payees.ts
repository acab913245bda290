// Payees for a house whose charges a test writes without the calculation.
import type pg from 'pg';
import type { PayingHouse } from './paying-house.ts';

export type PayeeToWrite = {
  readonly houseServiceId: number;
  readonly name: string;
  /** The first day of a month. */
  readonly since?: string;
  readonly agencyReward?: string | null;
  readonly hasBank?: boolean;
  readonly settlementAccount?: string;
};

/** Inserts a payee, and makes it the payee of a service. Returns its id. */
export async function writePayee(
  owner: pg.Pool,
  { organizationId, houseId }: PayingHouse,
  payee: PayeeToWrite,
): Promise<number> {
  const { houseServiceId, name, since = '2020-01-01', agencyReward = null, hasBank = true } = payee;
  const { settlementAccount = '40703810238000000001' } = payee;
  const bank = hasBank
    ? ['ПАО Сбербанк', '044525225', settlementAccount, '30101810400000000225']
    : [null, null, null, null];
  const { rows } = await owner.query<{ id: string }>(
    `insert into payees (organization_id, name, inn, agency_reward, bank_name, bic, settlement_account, correspondent_account)
     values ($1, $2, '7707083893', $3, $4, $5, $6, $7) returning id`,
    [organizationId, name, agencyReward, ...bank],
  );
  const id = Number(rows[0]?.id);
  await owner.query(
    `insert into charged_services (organization_id, house_id, house_service_id, code, name, unit, kind)
     values ($1, $2, $3, 'service-' || $3::bigint, $4, 'м²', 'other') on conflict do nothing`,
    [organizationId, houseId, houseServiceId, name],
  );
  await owner.query(`insert into charged_payees values ($1, $2, $3, $4, $5)`, [
    organizationId,
    houseId,
    houseServiceId,
    since,
    id,
  ]);
  return id;
}
