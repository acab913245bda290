// Debts by age, in SQL: the months stored in balances, compared with the latest month of each age.
import { sql, type RawBuilder } from 'kysely';
import type { HouseAccount, OpenDebts } from '../../payments/payments/allocations.service.ts';
import type { BillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import type { Trx } from '../../tables.ts';
import type { AgeBounds, OverdueAge } from './debt-age.ts';

export type HouseAges = {
  readonly houseId: number;
  readonly bounds: AgeBounds;
  /** The latest month whose limitation has ended; null when limitations are not applied. */
  readonly barredTo: BillingMonth | null;
};

/** Which accounts of an organization count as debtors. */
export type DebtorsOf = {
  readonly organizationId: number;
  readonly houses: readonly HouseAges[];
  /** Open debts from the books of unsettled accounts. */
  readonly read: readonly OpenDebts[];
  readonly minMonths: number;
  /** Only these accounts. */
  readonly only?: readonly number[] | undefined;
};

/** Roubles. */
export type Debts = {
  readonly principal: string;
  readonly penalty: string;
  readonly total: string;
  readonly notDue: string;
  readonly days0to30: string;
  readonly days31to90: string;
  readonly days91to180: string;
  readonly days181to365: string;
  readonly over365: string;
  /** The part of all these that is time-barred. */
  readonly timeBarred: string;
};

export type DebtorRow = Debts & {
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly monthsOfDebt: number;
  /** `YYYY-MM`; null when only penalties are owed. */
  readonly oldestMonth: string | null;
  /** Whether the balance alone determines the months of the debts, or its books have been read. */
  readonly isSettled: boolean;
};

/** For a house that has debtors. */
export type DebtSums = Debts & {
  readonly houseId: number;
  readonly debtors: number;
  /** Accounts whose figures are not final yet. */
  readonly unsettled: readonly HouseAccount[];
};

/** Kopecks, house and account of the last row of the page before. */
export type DebtPlace = readonly [number, number, number];

/** The largest debts first. */
export async function listLargestDebts(
  trx: Trx,
  debtors: DebtorsOf,
  { after, limit }: { readonly after: DebtPlace | undefined; readonly limit: number },
): Promise<readonly DebtorRow[]> {
  const [kopecks, houseId, accountId] = after ?? [];
  const isAfter =
    after === undefined
      ? sql`true`
      : sql`(
          owing.total < ${kopecks}::numeric / 100
          or owing.total = ${kopecks}::numeric / 100
            and (owing.house_id, owing.personal_account_id) > (${houseId}, ${accountId})
        )`;
  const { rows } = await sql<DebtorRow>`
    select ${DEBTOR}
    from (
      select * from (${owing(debtors)}) as owing
      where ${isAfter}
      order by owing.total desc, owing.house_id, owing.personal_account_id
      offset 0
    ) as owing
    cross join lateral (${AGED}) as aged
    where ${isDebtor(debtors)}
    order by owing.total desc, owing.house_id, owing.personal_account_id
    limit ${limit}
  `.execute(trx);
  return rows;
}

/** House by house. */
export async function listDebtorsByHouse(
  trx: Trx,
  debtors: DebtorsOf,
): Promise<readonly DebtorRow[]> {
  const { rows } = await sql<DebtorRow>`
    select ${DEBTOR}
    from (${owing(debtors)}) as owing
    cross join lateral (${AGED}) as aged
    where ${isDebtor(debtors)}
    order by owing.house_id, owing.personal_account_id
  `.execute(trx);
  return rows;
}

/** House by house. */
export async function sumDebts(trx: Trx, debtors: DebtorsOf): Promise<readonly DebtSums[]> {
  const { rows } = await sql<DebtSums>`
    select owing.house_id, count(*)::integer as debtors, sum(owing.principal) as principal, sum(owing.penalty) as penalty,
      sum(owing.total) as total, sum(aged.not_due) as not_due, sum(aged.days0to30) as days0to30,
      sum(aged.days31to90) as days31to90, sum(aged.days91to180) as days91to180, sum(aged.days181to365) as days181to365,
      sum(aged.over365) as over365, sum(aged.time_barred) as time_barred,
      coalesce(json_agg(json_build_object('houseId', owing.house_id, 'personalAccountId', owing.personal_account_id))
        filter (where not aged.is_settled), '[]') as unsettled
    from (${owing(debtors)}) as owing
    cross join lateral (${AGED}) as aged
    where ${isDebtor(debtors)}
    group by owing.house_id
  `.execute(trx);
  return rows;
}

export type DebtFingerprint = { readonly houseId: number; readonly print: string };

/** By house, a digest of the sums' basis: it changes whenever a balance does. */
export async function listDebtFingerprints(
  trx: Trx,
  { organizationId, houses }: Pick<DebtorsOf, 'organizationId' | 'houses'>,
): Promise<readonly DebtFingerprint[]> {
  const { rows } = await sql<DebtFingerprint>`
    select account_balances.house_id, concat_ws(':', count(*), bit_xor(
      hashint8extended(account_balances.personal_account_id, hash_numeric_extended(account_balances.principal_debt,
        hash_numeric_extended(account_balances.penalty_debt, hash_numeric_extended(account_balances.advance,
          jsonb_hash_extended(account_balances.open_debts, 0)))))
    )) as print
    from account_balances
    where account_balances.organization_id = ${organizationId}
      and account_balances.house_id = any(${houses.map(({ houseId }) => houseId)}::bigint[])
    group by account_balances.house_id
  `.execute(trx);
  return rows;
}

const DEBTOR = sql`owing.house_id, owing.personal_account_id, owing.principal, owing.penalty, owing.total, aged.*`;

/** Accounts that owe anything, even when an advance remains beside time-barred debts, with the ages of their houses. */
function owing({ organizationId, houses, read, only }: DebtorsOf): RawBuilder<unknown> {
  const houseIds = houses.map(({ houseId }) => houseId);
  const bounds = (age: OverdueAge): readonly string[] =>
    houses.map(({ bounds: of }) => of[age].toString());
  return sql`
    select account_balances.house_id, account_balances.personal_account_id,
      account_balances.principal_debt as principal, account_balances.penalty_debt as penalty,
      account_balances.principal_debt + account_balances.penalty_debt as total,
      coalesce(read.open_debts, account_balances.open_debts) as open_debts, account_balances.advance,
      read.open_debts is not null as is_read,
      ages.from1, ages.from31, ages.from91, ages.from181, ages.from366, ages.barred_to
    from account_balances
    join unnest(${houseIds}::bigint[], ${bounds('days0to30')}::text[], ${bounds('days31to90')}::text[],
      ${bounds('days91to180')}::text[], ${bounds('days181to365')}::text[], ${bounds('over365')}::text[],
      ${houses.map(({ barredTo }) => barredTo?.toString() ?? null)}::text[]
    ) as ages (house_id, from1, from31, from91, from181, from366, barred_to)
      on ages.house_id = account_balances.house_id
    left join unnest(${read.map(({ personalAccountId }) => personalAccountId)}::bigint[],
      ${read.map(({ openDebts }) => JSON.stringify(openDebts))}::jsonb[]
    ) as read (personal_account_id, open_debts)
      on read.personal_account_id = account_balances.personal_account_id
    where account_balances.organization_id = ${organizationId}
      and account_balances.house_id = any(${houseIds}::bigint[])
      and (${only === undefined} or account_balances.personal_account_id = any(${only ?? []}::bigint[]))
      and (account_balances.principal_debt > 0 or account_balances.penalty_debt > 0
        or account_balances.advance > 0 and account_balances.open_debts <> '{}')
  `;
}

/**
 * The open debts of a row of `owing`; its `from31` is the latest month that is overdue by 31 days. They are settled unless an
 * advance has not been allocated to them yet, or a month is negative.
 */
const AGED = sql`
  select (count(*) filter (where month <= owing.from1))::integer as months_of_debt,
    min(month) filter (where month <= owing.from1) as oldest_month,
    coalesce(sum(amount) filter (where month > owing.from1), 0.00) as not_due,
    coalesce(sum(amount) filter (where month <= owing.from1 and month > owing.from31), 0.00) as days0to30,
    coalesce(sum(amount) filter (where month <= owing.from31 and month > owing.from91), 0.00) as days31to90,
    coalesce(sum(amount) filter (where month <= owing.from91 and month > owing.from181), 0.00) as days91to180,
    coalesce(sum(amount) filter (where month <= owing.from181 and month > owing.from366), 0.00) as days181to365,
    coalesce(sum(amount) filter (where month <= owing.from366), 0.00) as over365,
    coalesce(sum(amount) filter (where month <= owing.barred_to), 0.00) as time_barred,
    owing.is_read or coalesce(sum(amount), 0) - owing.advance = owing.principal
      and (owing.advance = 0 or count(*) = 0) and coalesce(min(amount), 0) >= 0 as is_settled
  from (
    select open.month, open.amount::numeric as amount
    from jsonb_each_text(owing.open_debts) as open (month, amount)
  ) as open
  where amount <> 0
`;

/** An account whose only debts are not due yet is no debtor; unsettled accounts are kept until their books are read. */
function isDebtor({ minMonths }: DebtorsOf): RawBuilder<boolean> {
  return sql`(
    aged.months_of_debt >= ${minMonths} and (aged.months_of_debt > 0 or owing.penalty > 0) or not aged.is_settled
  )`;
}
