// The data for accounts' penalties, in SQL: one statement, so that all of it is from the same moment, and one row per account
// with months and payments as lists, because reading a row for each would be most of the work.
import { sql, type RawBuilder } from 'kysely';
import { raiseWorkMemory } from '@kvartplata/platform/database/work-memory.ts';
import type { OrganizationIds } from '../../access/access.service.ts';
import { DEBT_MONTH, joinBrought, notReversed, ofOrganizations } from '../../access/scope.ts';
import type { Lowered } from '@kvartplata/domain/regulation/penalty-accrual/month-kinds.ts';
import type { Db, Trx } from '../../tables.ts';
import type { PlanColumns } from '../instalments/stored-plan.service.ts';

/**
 * Days are numbers since 1970-01-01, months are given by their first day, sums are kopecks; lists of the same length belong
 * together.
 */
export type PrincipalBooksRow = {
  readonly houseId: number;
  readonly personalAccountId: number;
  /** In order. */
  readonly months: readonly number[] | null;
  readonly charged: readonly number[] | null;
  /** How much of the charge is contributions for major repairs. */
  readonly majorRepairs: readonly number[] | null;
  /** How much of the charge is court fees. */
  readonly courtFees: readonly number[] | null;
  /** For a debt from an opening balance: the day from which its penalties are counted here, of each kind. */
  readonly utilitiesFrom: readonly (number | null)[] | null;
  readonly majorRepairsFrom: readonly (number | null)[] | null;
  /** Payments, and adjustments below zero before the payments of their day; in order of days and ids. */
  readonly paidOn: readonly number[] | null;
  readonly namedMonths: readonly (number | null)[] | null;
  readonly paid: readonly number[] | null;
  /** Null for a payment. */
  readonly lowers: readonly (Lowered | null)[] | null;
  readonly penaltyMonths: readonly number[] | null;
  readonly penaltyKinds: readonly ('utilities' | 'major-repairs')[] | null;
  readonly penalties: readonly number[] | null;
  /** The plans that cover, or have covered, debts of the account. */
  readonly plans: readonly PlanColumns[] | null;
  /** The latest day up to which penalties are booked. */
  readonly accruedTo: number | null;
};

/** Houses of one organization. */
export type OwnHouses = {
  readonly organizationId: number;
  readonly houseIds: readonly number[];
};

/** For all accounts of the houses with charges or accruals, without what was reversed. */
export async function listPrincipalBooks(
  db: Db,
  houses: OwnHouses,
): Promise<readonly PrincipalBooksRow[]> {
  const { organizationId, houseIds } = houses;
  const { rows } = await sql<PrincipalBooksRow>`
    with booked as (${bookedByMonth(houses)}),
    repairs as (${repairsByMonth(houses)}),
    openings as (${openingsByMonth(houses)}),
    added as (${addedByMonth(houses)}),
    charged as (${CHARGED}),
    paid as (
      select money.house_id, money.personal_account_id,
        json_agg(money.day - date '1970-01-01' order by money.day, money.id, money.named, money.lowers) as paid_on,
        json_agg(money.named - date '1970-01-01' order by money.day, money.id, money.named, money.lowers) as named_months,
        json_agg((money.amount * 100)::bigint order by money.day, money.id, money.named, money.lowers) as paid,
        json_agg(money.lowers order by money.day, money.id, money.named, money.lowers) as lowers
      from (
        select payments.house_id, payments.personal_account_id, payments.paid_on as day, payments.id,
          payments.named_period as named, payments.principal_amount as amount, null as lowers
        from payments
        where payments.organization_id = ${organizationId} and payments.house_id = any(${houseIds}::bigint[])
          and payments.principal_amount > 0
          and ${notReversed(organizationId, 'payments')}
        union all
        select adjustments.house_id, adjustments.personal_account_id, adjustments.effective_on, 0, adjustments.period,
          -adjustments.amount, case when adjustments.house_service_id is null then 'both'
            when adjustments.is_major_repairs then 'major-repairs' else 'utilities' end
        from adjustments
        where adjustments.organization_id = ${organizationId}
          and adjustments.house_id = any(${houseIds}::bigint[]) and adjustments.amount < 0
          and ${notReversed(organizationId, 'adjustments')} and adjustments.debt_kind = 'principal'
      ) as money
      group by money.house_id, money.personal_account_id
    ),
    accrued as (
      select debts.house_id, debts.personal_account_id, json_agg(debts.month) as penalty_months,
        json_agg(debts.kind) as penalty_kinds, json_agg(debts.kopecks) as penalties
      from (
        select penalty_accrual_debts.house_id, penalty_accrual_debts.personal_account_id, penalty_accrual_debts.kind,
          penalty_accrual_debts.period - date '1970-01-01' as month,
          (sum(penalty_accrual_debts.amount) * 100)::bigint as kopecks
        from penalty_accrual_debts
        where penalty_accrual_debts.organization_id = ${organizationId}
          and penalty_accrual_debts.house_id = any(${houseIds}::bigint[])
        group by penalty_accrual_debts.house_id, penalty_accrual_debts.personal_account_id,
          penalty_accrual_debts.period, penalty_accrual_debts.kind
      ) as debts
      group by debts.house_id, debts.personal_account_id
    ),
    accrued_to as (${accruedTo(houses)}),
    plans as (${plansByAccount(houses)})
    select house_id, personal_account_id, charged.months, charged.charged, charged.major_repairs, charged.court_fees,
      charged.utilities_from, charged.major_repairs_from, paid.paid_on, paid.named_months, paid.paid, paid.lowers, accrued.penalty_months, accrued.penalty_kinds,
      accrued.penalties, plans.plans,
      accrued_to.accrued_to
    from charged
    full join accrued using (house_id, personal_account_id)
    left join paid using (house_id, personal_account_id)
    left join accrued_to using (house_id, personal_account_id)
    left join plans using (house_id, personal_account_id)
    order by house_id, personal_account_id
  `.execute(db);
  return rows;
}

/** By account: the latest day up to which penalties are booked. */
function accruedTo({ organizationId, houseIds }: OwnHouses): RawBuilder<unknown> {
  return sql`
    select penalty_accruals.house_id, penalty_accruals.personal_account_id,
      max(penalty_accruals.target_on) - date '1970-01-01' as accrued_to
    from penalty_accruals
    where penalty_accruals.organization_id = ${organizationId}
      and penalty_accruals.house_id = any(${houseIds}::bigint[])
    group by penalty_accruals.house_id, penalty_accruals.personal_account_id
  `;
}

/** By account: the plans that cover, or have covered, its debts. */
function plansByAccount({ organizationId, houseIds }: OwnHouses): RawBuilder<unknown> {
  return sql`
    select instalments.house_id, instalments.personal_account_id,
      json_agg(json_build_object('startsOn', instalments.starts_on, 'amount', instalments.amount::text,
        'beside', instalments.beside::text, 'besideCharged', instalments.beside_charged::text, 'debts', instalments.debts, 'schedule', instalments.schedule,
        'cancelledOn', instalments.cancelled_on) order by instalments.id) as plans
    from instalments
    where instalments.organization_id = ${organizationId} and instalments.house_id = any(${houseIds}::bigint[])
    group by instalments.house_id, instalments.personal_account_id
  `;
}

/** By account: its months, and of each what is charged and how much of that is contributions for major repairs and court fees. */
const CHARGED = sql`
    select booked.house_id, booked.personal_account_id, json_agg(booked.month order by booked.month) as months,
      json_agg(booked.kopecks order by booked.month) as charged,
      json_agg(coalesce(repairs.kopecks, 0) + coalesce(openings.repairs, 0) + coalesce(added.repairs, 0)
        order by booked.month) as major_repairs,
      json_agg(coalesce(added.fees, 0) order by booked.month) as court_fees,
      json_agg(openings.utilities_from order by booked.month) as utilities_from,
      json_agg(openings.major_repairs_from order by booked.month) as major_repairs_from
    from booked
    left join repairs using (house_id, personal_account_id, month)
    left join openings using (house_id, personal_account_id, month)
    left join added using (house_id, personal_account_id, month)
    group by booked.house_id, booked.personal_account_id
  `;

/** Charges, opening balances and adjustments above zero, by account and month. */
function bookedByMonth({ organizationId, houseIds }: OwnHouses): RawBuilder<unknown> {
  return sql`
    select ledger_entries.house_id, ledger_entries.personal_account_id,
      ${DEBT_MONTH} - date '1970-01-01' as month,
      (sum(ledger_entries.debit - ledger_entries.credit) * 100)::bigint as kopecks
    from ledger_entries
    ${joinBrought(organizationId)}
    where ledger_entries.organization_id = ${organizationId}
      and ledger_entries.house_id = any(${houseIds}::bigint[])
      and ledger_entries.debt_kind = 'principal' and (ledger_entries.transaction_type in ('CHARGE', 'OPENING')
        or ledger_entries.transaction_type = 'ADJUSTMENT' and ledger_entries.debit > 0)
      and ${notReversed(organizationId, 'ledger_entries')}
    group by ledger_entries.house_id, ledger_entries.personal_account_id, ${DEBT_MONTH}
  `;
}

/** How much of the charges is contributions for major repairs. */
function repairsByMonth({ organizationId, houseIds }: OwnHouses): RawBuilder<unknown> {
  return sql`
    select charges.house_id, charges.personal_account_id, charges.period - date '1970-01-01' as month,
      (sum(charges.amount) * 100)::bigint as kopecks
    from charged_services
    join charges on charges.organization_id = charged_services.organization_id
      and charges.house_id = charged_services.house_id
      and charges.house_service_id = charged_services.house_service_id
    join house_months on house_months.organization_id = charges.organization_id
      and house_months.house_id = charges.house_id and house_months.period = charges.period
      and house_months.applied_at is not null
    where charged_services.organization_id = ${organizationId}
      and charged_services.house_id = any(${houseIds}::bigint[]) and charged_services.kind = 'major-repairs'
      and ${notReversed(organizationId, 'charges')}
    group by charges.house_id, charges.personal_account_id, charges.period
  `;
}

/** From which day penalties on opening balances are counted here, the same for all of a kind, and how much is contributions for major repairs. */
function openingsByMonth({ organizationId, houseIds }: OwnHouses): RawBuilder<unknown> {
  return sql`
    select opening_balances.house_id, opening_balances.personal_account_id,
      opening_balances.period - date '1970-01-01' as month,
      max(opening_balances.as_of) filter (where opening_balances.service_kind is distinct from 'major-repairs')
        - date '1970-01-01' as utilities_from,
      max(opening_balances.as_of) filter (where opening_balances.service_kind = 'major-repairs')
        - date '1970-01-01' as major_repairs_from,
      (coalesce(sum(opening_balances.amount) filter (where opening_balances.service_kind = 'major-repairs'), 0) * 100)::bigint
        as repairs
    from opening_balances
    join opening_imports on opening_imports.organization_id = opening_balances.organization_id
      and opening_imports.id = opening_balances.import_id and opening_imports.undone_at is null
    where opening_balances.organization_id = ${organizationId}
      and opening_balances.house_id = any(${houseIds}::bigint[]) and opening_balances.kind = 'principal'
    group by opening_balances.house_id, opening_balances.personal_account_id, opening_balances.period
  `;
}

/** How much of the adjustments above zero is contributions for major repairs, and how much court fees. */
function addedByMonth({ organizationId, houseIds }: OwnHouses): RawBuilder<unknown> {
  return sql`
    select adjustments.house_id, adjustments.personal_account_id,
      adjustments.booked_in - date '1970-01-01' as month,
      (coalesce(sum(adjustments.amount) filter (where adjustments.is_major_repairs
        and adjustments.kind not in ('court-fee', 'instalment-interest')), 0) * 100)::bigint as repairs,
      (coalesce(sum(adjustments.amount) filter (where adjustments.kind in ('court-fee', 'instalment-interest')), 0) * 100)::bigint as fees
    from adjustments
    where adjustments.organization_id = ${organizationId}
      and adjustments.house_id = any(${houseIds}::bigint[]) and adjustments.amount > 0
      and ${notReversed(organizationId, 'adjustments')}
    group by adjustments.house_id, adjustments.personal_account_id, adjustments.booked_in
  `;
}

/** For reading the books of many accounts: enough memory to sort, and one sort for all groupings. */
export async function raiseSortMemory(trx: Trx): Promise<void> {
  await raiseWorkMemory(trx);
  await sql`select set_config('enable_hashagg', 'off', true)`.execute(trx);
}

/** The houses that have books, by organization. */
export async function listBookedHouses(
  db: Db,
  organizationIds: OrganizationIds,
): Promise<readonly { readonly organizationId: number; readonly houseId: number }[]> {
  const { rows } = await sql<{ organizationId: number; houseId: number }>`
    select account_balances.organization_id, account_balances.house_id
    from account_balances
    where ${ofOrganizations('accountBalances', organizationIds)}
    group by account_balances.organization_id, account_balances.house_id
    order by 1, 2
  `.execute(db);
  return rows;
}
