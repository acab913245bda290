// A line by hand of a company that waits for a second person's approval.
import type { ThreeServices } from './three-services.ts';

type Account = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly personalAccountId: number;
};

/** Requested by none of the test users. */
export async function addAdjustment(
  { owners }: ThreeServices,
  { organizationId, houseId, personalAccountId }: Account,
): Promise<number> {
  const { rows } = await owners.billing.query<{ id: string }>(
    `insert into waiting_adjustments (organization_id, house_id, personal_account_id, kind, debt_kind, amount, period,
       is_major_repairs, reason, basis, requested_by)
     values ($1, $2, $3, 'discount', 'principal', -1, '2020-01-01', false, 'перерасчёт', 'акт 3', 987654) returning id`,
    [organizationId, houseId, personalAccountId],
  );
  return Number(rows[0]?.id);
}
