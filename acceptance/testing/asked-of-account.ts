// What people request about an account, inserted as rows: a dispute about a receipt, and a request about a debt.
import type { ThreeServices } from './three-services.ts';

type Place = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly personalAccountId: number;
};

/** As from the page of a receipt, where no user is signed in. */
export async function addDispute({ owners }: ThreeServices, place: Place): Promise<number> {
  const { rows } = await owners.billing.query<{ id: number }>(
    `insert into disputes (organization_id, house_id, personal_account_id, account_number, period, line_code,
       service_name, amount, reason)
     values ($1, $2, $3, 'LS01', '2020-02-01', '01', 'Отопление', 1, 'дорого') returning id::integer`,
    [place.organizationId, place.houseId, place.personalAccountId],
  );
  return rows[0]?.id ?? 0;
}

/** As entered by an accountant. */
export async function addDebtRequest({ owners }: ThreeServices, place: Place): Promise<number> {
  const { rows } = await owners.billing.query<{ id: number }>(
    `insert into debt_requests (organization_id, house_id, personal_account_id, account_number, number, requested_by,
       received_on, created_by)
     values ($1, $2, $3, 'LS01', '10-1', 'УСЗН', '2020-03-02', 1) returning id::integer`,
    [place.organizationId, place.houseId, place.personalAccountId],
  );
  return rows[0]?.id ?? 0;
}
