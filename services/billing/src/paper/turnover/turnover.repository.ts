// The turnover of houses in SQL. Everything in one report is read in the same database snapshot.
import type { HousesOf } from '@kvartplata/platform/database/of-organizations.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../tables.ts';

/** First days of months, inclusive. */
export type TurnoverOf = HousesOf & {
  readonly from: string;
  readonly to: string;
};

export type TurnoverRead = TurnoverOf & {
  /** Reads all entries, so that a balance cannot hide what differs from them; otherwise earlier entries are taken from it. */
  readonly isThorough: boolean;
};

/** Roubles, positive when the debt grows: payments and reversals are negative. */
export type TurnoverRow = {
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly openingPrincipal: string;
  readonly openingPenalty: string;
  readonly charged: string;
  readonly recalculated: string;
  readonly penaltyRecalculated: string;
  readonly penaltyAccrued: string;
  readonly principalPaid: string;
  readonly penaltyPaid: string;
  readonly principalStorno: string;
  readonly penaltyStorno: string;
  readonly closingPrincipal: string;
  readonly closingPenalty: string;
  /** The sum of all entries less today's balance: has to be zero, and is not known unless all entries are read. */
  readonly principalDrift: string;
  readonly penaltyDrift: string;
};

/** One row per account. */
const SUMS_OF_ENTRIES = sql`
  select house_id, personal_account_id,
    sum(amount) filter (where is_before and debt_kind = 'principal') as opening_principal,
    sum(amount) filter (where is_before and debt_kind = 'penalty') as opening_penalty,
    sum(amount) filter (where is_within and counts_as = 'CHARGE') as charged,
    -sum(credit) filter (where is_within and booked_as = 'ADJUSTMENT' and debt_kind = 'principal') as lowered,
    -sum(credit) filter (where is_within and booked_as = 'ADJUSTMENT' and debt_kind = 'penalty') as penalty_lowered,
    sum(amount) filter (where is_within and counts_as = 'PENALTY') as penalty_accrued,
    sum(amount) filter (where is_within and counts_as = 'PAYMENT' and debt_kind = 'principal') as principal_paid,
    sum(amount) filter (where is_within and counts_as = 'PAYMENT' and debt_kind = 'penalty') as penalty_paid,
    sum(amount) filter (where is_within and counts_as = 'STORNO' and debt_kind = 'principal') as principal_storno,
    sum(amount) filter (where is_within and counts_as = 'STORNO' and debt_kind = 'penalty') as penalty_storno,
    sum(amount) filter (where (is_before or is_within) and debt_kind = 'principal') as closing_principal,
    sum(amount) filter (where (is_before or is_within) and debt_kind = 'penalty') as closing_penalty,
    sum(amount) filter (where debt_kind = 'principal') as principal_debt,
    sum(amount) filter (where debt_kind = 'penalty') as penalty_debt
  from entries
  group by house_id, personal_account_id
`;

/** What the entries before the months come to. */
const BALANCES_LESS_ENTRIES = sql`
  coalesce(balances.principal_debt, 0.00) - coalesce(booked.principal_debt, 0.00) as principal,
  coalesce(balances.penalty_debt, 0.00) - coalesce(booked.penalty_debt, 0.00) as penalty
`;
const NOTHING_UNREAD = sql`0.00 as principal, 0.00 as penalty`;

/** By account: corrections and absences of the applied months. */
function recalculations(of: TurnoverOf): RawBuilder<unknown> {
  return sql`
    select charges.house_id, charges.personal_account_id, sum(charges.amount) as amount
    from explained_charges as charges
    join house_months on house_months.organization_id = charges.organization_id
      and house_months.house_id = charges.house_id and house_months.period = charges.period
      and house_months.applied_at is not null
    where charges.organization_id = ${of.organizationId} and charges.house_id = any(${of.houseIds}::bigint[])
      and charges.period between ${of.from}::date and ${of.to}::date
      and charges.rate_type = 'recalculation'
    group by charges.house_id, charges.personal_account_id
  `;
}

/** By account and kind of debt: payments that were reversed in these months. */
function reversedPayments(of: TurnoverOf): RawBuilder<unknown> {
  return sql`
    select stornos.house_id, stornos.personal_account_id,
      sum(debit - credit) filter (where debt_kind = 'principal') as principal,
      sum(debit - credit) filter (where debt_kind = 'penalty') as penalty
    from stornos
    join ledger_entries on ledger_entries.organization_id = stornos.organization_id
      and ledger_entries.house_id = stornos.house_id
      and ledger_entries.personal_account_id = stornos.personal_account_id
      and ledger_entries.id = stornos.storno_id and ledger_entries.period = stornos.period
    where stornos.organization_id = ${of.organizationId} and stornos.house_id = any(${of.houseIds}::bigint[])
      and stornos.transaction_type = 'PAYMENT'
      and stornos.period between ${of.from}::date and ${of.to}::date
    group by stornos.house_id, stornos.personal_account_id
  `;
}

/** For every account with a balance, or an entry among those that are read. */
export async function listTurnover(db: Db, of: TurnoverRead): Promise<readonly TurnoverRow[]> {
  const { rows } = await sql<TurnoverRow>`
    with entries as (
      select house_id, personal_account_id, debt_kind, transaction_type as booked_as,
        app.counts_as(transaction_type, debt_kind, id, document_id, debit) as counts_as,
        debit - credit as amount, credit,
        period < ${of.from}::date as is_before, period between ${of.from}::date and ${of.to}::date as is_within
      from ledger_entries
      where ledger_entries.organization_id = ${of.organizationId} and ledger_entries.house_id = any(${of.houseIds}::bigint[])
        and ${of.isThorough ? sql`true` : sql`ledger_entries.period >= ${of.from}::date`}
    ),
    booked as (${SUMS_OF_ENTRIES}),
    recalculated as (${recalculations(of)}),
    paid_back as (${reversedPayments(of)}),
    balances as (
      select account_balances.house_id, account_balances.personal_account_id, account_balances.principal_debt, account_balances.penalty_debt
      from account_balances
      where account_balances.organization_id = ${of.organizationId} and account_balances.house_id = any(${of.houseIds}::bigint[])
    ),
    unread as (
      select house_id, personal_account_id, ${of.isThorough ? NOTHING_UNREAD : BALANCES_LESS_ENTRIES}
      from booked
      full join balances using (house_id, personal_account_id)
    )
    select house_id, personal_account_id,
      unread.principal + coalesce(booked.opening_principal, 0.00) as opening_principal,
      unread.penalty + coalesce(booked.opening_penalty, 0.00) as opening_penalty,
      coalesce(booked.charged, 0.00) - coalesce(recalculated.amount, 0.00) - coalesce(booked.lowered, 0.00) as charged,
      coalesce(recalculated.amount, 0.00) + coalesce(booked.lowered, 0.00) as recalculated,
      coalesce(booked.penalty_lowered, 0.00) as penalty_recalculated,
      coalesce(booked.penalty_accrued, 0.00) - coalesce(booked.penalty_lowered, 0.00) as penalty_accrued,
      coalesce(booked.principal_paid, 0.00) + coalesce(paid_back.principal, 0.00) as principal_paid,
      coalesce(booked.penalty_paid, 0.00) + coalesce(paid_back.penalty, 0.00) as penalty_paid,
      coalesce(booked.principal_storno, 0.00) - coalesce(paid_back.principal, 0.00) as principal_storno,
      coalesce(booked.penalty_storno, 0.00) - coalesce(paid_back.penalty, 0.00) as penalty_storno,
      unread.principal + coalesce(booked.closing_principal, 0.00) as closing_principal,
      unread.penalty + coalesce(booked.closing_penalty, 0.00) as closing_penalty,
      unread.principal + coalesce(booked.principal_debt, 0.00) - coalesce(balances.principal_debt, 0.00)
        as principal_drift,
      unread.penalty + coalesce(booked.penalty_debt, 0.00) - coalesce(balances.penalty_debt, 0.00) as penalty_drift
    from unread
    left join booked using (house_id, personal_account_id)
    left join balances using (house_id, personal_account_id)
    left join recalculated using (house_id, personal_account_id)
    left join paid_back using (house_id, personal_account_id)
    order by house_id, personal_account_id
  `.execute(db);
  return rows;
}

export type ServiceTurnoverRow = {
  readonly personalAccountId: number;
  /** Null when it concerns no service. */
  readonly houseServiceId: number | null;
  readonly code: string;
  readonly name: string;
  readonly charged: string;
  readonly recalculated: string;
  /** Negative, as in `TurnoverRow`. */
  readonly storno: string;
};

/** Movements by adjustments, their stornos and opening debts: account, service, sum, kind, and the name at that time. */
function byHand(of: TurnoverOf): RawBuilder<unknown> {
  return sql`
    select adjustments.personal_account_id, adjustments.house_service_id, adjustments.amount, false,
      adjustments.amount < 0, adjustments.service_name
    from adjustments
    where adjustments.organization_id = ${of.organizationId} and adjustments.house_id = any(${of.houseIds}::bigint[])
      and adjustments.debt_kind = 'principal'
      and adjustments.booked_in between ${of.from}::date and ${of.to}::date
    union all
    select adjustments.personal_account_id, adjustments.house_service_id, -adjustments.amount, true, false,
      adjustments.service_name
    from stornos
    join adjustments on adjustments.organization_id = stornos.organization_id
      and adjustments.house_id = stornos.house_id
      and adjustments.personal_account_id = stornos.personal_account_id and adjustments.id = stornos.document_id
    where stornos.organization_id = ${of.organizationId} and stornos.house_id = any(${of.houseIds}::bigint[])
      and stornos.transaction_type = 'ADJUSTMENT' and adjustments.debt_kind = 'principal'
      and stornos.period between ${of.from}::date and ${of.to}::date
    union all
    select opened_debts.personal_account_id, opened_debts.house_service_id, opened_debts.amount, false, false,
      opened_debts.service_name
    from opened_debts
    where opened_debts.organization_id = ${of.organizationId} and opened_debts.house_id = any(${of.houseIds}::bigint[])
      and opened_debts.booked_in between ${of.from}::date and ${of.to}::date
  `;
}

/**
 * Charges and reversals of the principal, by account and the service of the charge, adjustment or opening debt behind the entry.
 * What concerns no service has rows too, so that the rows of an account add up to its turnover.
 */
export async function listServiceTurnover(
  db: Db,
  of: TurnoverOf,
): Promise<readonly ServiceTurnoverRow[]> {
  const { rows } = await sql<ServiceTurnoverRow>`
    with booked as (
      select ledger_entries.personal_account_id, ledger_entries.document_id as charge_id,
        ledger_entries.period as charged_in, ledger_entries.debit - ledger_entries.credit as amount,
        false as is_storno
      from ledger_entries
      where ledger_entries.organization_id = ${of.organizationId} and ledger_entries.house_id = any(${of.houseIds}::bigint[])
        and ledger_entries.transaction_type = 'CHARGE'
        and ledger_entries.period between ${of.from}::date and ${of.to}::date
      union all
      select stornos.personal_account_id, stornos.document_id, stornos.entry_period,
        ledger_entries.debit - ledger_entries.credit, true
      from stornos
      join ledger_entries on ledger_entries.organization_id = stornos.organization_id
        and ledger_entries.house_id = stornos.house_id
        and ledger_entries.personal_account_id = stornos.personal_account_id
        and ledger_entries.id = stornos.storno_id and ledger_entries.period = stornos.period
      where stornos.organization_id = ${of.organizationId} and stornos.house_id = any(${of.houseIds}::bigint[])
        and stornos.transaction_type = 'CHARGE'
        and stornos.period between ${of.from}::date and ${of.to}::date
    ),
    of_services as (
      select booked.personal_account_id, charges.house_service_id, booked.amount, booked.is_storno,
        charges.rate_type = 'recalculation' as is_recalculated, null as name
      from booked
      join explained_charges as charges on charges.organization_id = ${of.organizationId}
        and charges.house_id = any(${of.houseIds}::bigint[]) and charges.period = booked.charged_in
        and charges.personal_account_id = booked.personal_account_id and charges.id = booked.charge_id
      union all
      ${byHand(of)}
    ),
    named as (
      select charged_services.house_service_id, charged_services.code, charged_services.name
      from charged_services
      where charged_services.organization_id = ${of.organizationId} and charged_services.house_id = any(${of.houseIds}::bigint[])
    )
    select of_services.personal_account_id, of_services.house_service_id, coalesce(named.code, '') as code,
      coalesce(named.name, max(of_services.name), 'Без услуги') as name,
      coalesce(sum(amount) filter (where not is_storno and not is_recalculated), 0.00) as charged,
      coalesce(sum(amount) filter (where not is_storno and is_recalculated), 0.00) as recalculated,
      coalesce(sum(amount) filter (where is_storno), 0.00) as storno
    from of_services
    left join named using (house_service_id)
    group by of_services.personal_account_id, of_services.house_service_id, named.code, named.name
    order by of_services.personal_account_id, of_services.house_service_id
  `.execute(db);
  return rows;
}

export type DocumentsRow = {
  readonly personalAccountId: number;
  readonly charges: number[];
  readonly accruals: number[];
  readonly adjustments: number[];
  readonly payments: number[];
  readonly stornos: number[];
  readonly openings: number[];
};

/** The documents behind the turnover, by account; for a storno the entry itself. */
export async function listDocuments(db: Db, of: TurnoverOf): Promise<readonly DocumentsRow[]> {
  const { rows } = await sql<DocumentsRow>`
    select ledger_entries.personal_account_id,
      coalesce(array_agg(document_id order by id) filter (where transaction_type = 'CHARGE'), '{}') as charges,
      coalesce(array_agg(document_id order by id) filter (where transaction_type = 'PENALTY'), '{}') as accruals,
      coalesce(array_agg(document_id order by id) filter (where transaction_type = 'ADJUSTMENT'), '{}')
        as adjustments,
      coalesce(array_agg(distinct document_id) filter (where transaction_type = 'PAYMENT'), '{}') as payments,
      coalesce(array_agg(id order by id) filter (where transaction_type = 'STORNO'), '{}') as stornos,
      coalesce(array_agg(document_id order by id) filter (
        where transaction_type = 'OPENING' and id = document_id and not exists (
          select from ledger_entries as taken_back
          where taken_back.organization_id = ${of.organizationId} and taken_back.house_id = any(${of.houseIds}::bigint[])
            and taken_back.personal_account_id = ledger_entries.personal_account_id
            and taken_back.period = ledger_entries.period and taken_back.transaction_type = 'OPENING'
            and taken_back.document_id = ledger_entries.id and taken_back.id <> ledger_entries.id
        )
      ), '{}') as openings
    from ledger_entries
    where ledger_entries.organization_id = ${of.organizationId} and ledger_entries.house_id = any(${of.houseIds}::bigint[])
      and period between ${of.from}::date and ${of.to}::date
    group by ledger_entries.personal_account_id
  `.execute(db);
  return rows;
}
