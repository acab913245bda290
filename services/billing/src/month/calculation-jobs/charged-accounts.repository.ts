// The number of each charged account, by month, in SQL: a row only where it differs from the month before.
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../tables.ts';
import type { ChargedAccount } from './compute-houses.ts';
import type { HouseMonth } from './house-months.repository.ts';

export type NumberedAccount = ChargedAccount & { readonly houseId: number };

type OfMonth = Pick<HouseMonth, 'organizationId' | 'period'>;

/** The accounts whose number in the month differs from the one given, with their present number. */
export async function listRenumbered(
  trx: Trx,
  month: OfMonth,
  accounts: readonly NumberedAccount[],
): Promise<readonly (NumberedAccount & { readonly formerNumber: string | null })[]> {
  const { rows } = await sql<NumberedAccount & { readonly formerNumber: string | null }>`
    select accounts.house_id, accounts.personal_account_id as id, accounts.account_number, accounts.former_number
    from (
      select given.*, (
          select charged_accounts.account_number from charged_accounts
          where charged_accounts.organization_id = given.organization_id and charged_accounts.house_id = given.house_id
            and charged_accounts.personal_account_id = given.personal_account_id
            and charged_accounts.since <= given.period
          order by charged_accounts.since desc
          limit 1
        ) as former_number
      from (${given(month, accounts)}) as given
    ) as accounts
    where accounts.account_number is distinct from accounts.former_number
  `.execute(trx);
  return rows;
}

/** Applies from the month on. */
export async function assignNumbers(
  trx: Trx,
  month: OfMonth,
  accounts: readonly NumberedAccount[],
): Promise<void> {
  await sql`
    insert into charged_accounts (organization_id, house_id, personal_account_id, since, account_number)
    select given.organization_id, given.house_id, given.personal_account_id, given.period, given.account_number
    from (${given(month, accounts)}) as given
    order by given.house_id, given.personal_account_id
    on conflict on constraint charged_accounts_pkey do update set account_number = excluded.account_number
  `.execute(trx);
}

/** Keeps the number of the month and the computed months after it, except for accounts whose number changes with it anyway. */
export async function keepNumbers(
  trx: Trx,
  month: OfMonth,
  accounts: readonly NumberedAccount[],
): Promise<void> {
  await sql`
    insert into charged_accounts (organization_id, house_id, personal_account_id, since, account_number)
    select given.organization_id, given.house_id, given.personal_account_id, given.period, given.account_number
    from (${given(month, accounts)}) as given
    where exists (
      select from house_months
      where house_months.organization_id = given.organization_id and house_months.house_id = given.house_id
        and house_months.period >= given.period
    )
    order by given.house_id, given.personal_account_id
    on conflict on constraint charged_accounts_pkey do nothing
  `.execute(trx);
}

function given(
  { organizationId, period }: OfMonth,
  accounts: readonly NumberedAccount[],
): RawBuilder<unknown> {
  return sql`
    select ${organizationId}::bigint as organization_id, ${period}::date as period, told.*
    from unnest(
      ${accounts.map(({ houseId }) => houseId)}::bigint[],
      ${accounts.map(({ id }) => id)}::bigint[],
      ${accounts.map(({ accountNumber }) => accountNumber)}::text[]
    ) as told (house_id, personal_account_id, account_number)`;
}
