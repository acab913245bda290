// The payee of each service's charges, by month, in SQL: a row only where it differs from the month before.
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../tables.ts';
import type { MonthOfHouses } from './house-months.repository.ts';

export type PayeeOfService = {
  readonly houseId: number;
  readonly houseServiceId: number;
  /** Null for the organization itself. */
  readonly payeeId: number | null;
};

type OfMonth = Pick<MonthOfHouses, 'organizationId' | 'period'>;

/** The services whose payee in the month differs from the one given, with their present payee. */
export async function listReassigned(
  trx: Trx,
  month: OfMonth,
  services: readonly PayeeOfService[],
): Promise<readonly (PayeeOfService & { readonly formerId: number | null })[]> {
  const { rows } = await sql<PayeeOfService & { readonly formerId: number | null }>`
    select services.house_id, services.house_service_id, services.payee_id, services.former_id
    from (
      select given.*, (
          select charged_payees.payee_id from charged_payees
          where charged_payees.organization_id = given.organization_id and charged_payees.house_id = given.house_id
            and charged_payees.house_service_id = given.house_service_id and charged_payees.since <= given.period
          order by charged_payees.since desc
          limit 1
        ) as former_id
      from (${given(month, services)}) as given
    ) as services
    where services.payee_id is distinct from services.former_id
  `.execute(trx);
  return rows;
}

/** Applies from the month on. */
export async function assignPayees(
  trx: Trx,
  month: OfMonth,
  services: readonly PayeeOfService[],
): Promise<void> {
  await sql`
    insert into charged_payees (organization_id, house_id, house_service_id, since, payee_id)
    select given.organization_id, given.house_id, given.house_service_id, given.period, given.payee_id
    from (${given(month, services)}) as given
    order by given.house_id, given.house_service_id
    on conflict on constraint charged_payees_pkey do update set payee_id = excluded.payee_id
  `.execute(trx);
}

/** Keeps the payee of the month and the computed months after it, except for services whose payee changes with it anyway. */
export async function keepPayees(
  trx: Trx,
  month: OfMonth,
  services: readonly PayeeOfService[],
): Promise<void> {
  await sql`
    insert into charged_payees (organization_id, house_id, house_service_id, since, payee_id)
    select given.organization_id, given.house_id, given.house_service_id, given.period, given.payee_id
    from (${given(month, services)}) as given
    where exists (
      select from house_months
      where house_months.organization_id = given.organization_id and house_months.house_id = given.house_id
        and house_months.period >= given.period
    )
    order by given.house_id, given.house_service_id
    on conflict on constraint charged_payees_pkey do nothing
  `.execute(trx);
}

function given(
  { organizationId, period }: OfMonth,
  services: readonly PayeeOfService[],
): RawBuilder<unknown> {
  return sql`
    select ${organizationId}::bigint as organization_id, ${period}::date as period, told.*
    from unnest(
      ${services.map(({ houseId }) => houseId)}::bigint[],
      ${services.map(({ houseServiceId }) => houseServiceId)}::bigint[],
      ${services.map(({ payeeId }) => payeeId)}::bigint[]
    ) as told (house_id, house_service_id, payee_id)`;
}
