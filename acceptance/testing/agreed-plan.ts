// An instalment plan of a company.
import type { ThreeServices } from './three-services.ts';

type Account = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly personalAccountId: number;
};

/** A plan that an allowed request may cancel. */
export async function addInstalment(
  { owners }: ThreeServices,
  { organizationId, houseId, personalAccountId }: Account,
): Promise<number> {
  const debts = [{ period: '2019-12-01', amount: '2.00' }];
  const schedule = ['2999-01', '2999-02'].map((month) => ({
    period: `${month}-01`,
    dueOn: `${month}-28`,
    principal: '1.00',
    interest: '0.01',
  }));
  const { rows } = await owners.billing.query<{ id: number }>(
    `insert into instalments (organization_id, house_id, personal_account_id, starts_on, amount, beside, beside_charged, annual_interest,
       highest_interest, debts, schedule, created_by)
     values ($1, $2, $3, '2020-01-01', 2, 0, 0, 9, 9, $4, $5, 987654) returning id::integer`,
    [organizationId, houseId, personalAccountId, JSON.stringify(debts), JSON.stringify(schedule)],
  );
  return rows[0]?.id ?? 0;
}
