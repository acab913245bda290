// The parts of a house's books that are split by payee, in SQL: charges that have one, and what moves the rest. Everything in one
// report is read in the same database snapshot.
import { sql, type RawBuilder } from 'kysely';
import { DEBT_MONTH, joinBrought } from '../../access/scope.ts';
import type { Db } from '../../tables.ts';

/** First days of months, inclusive. */
export type LinesOf = {
  readonly organizationId: number;
  readonly houseId: number;
  /** The month from which recalculations are listed separately. */
  readonly from: string;
  readonly to: string;
  /** Only these accounts; undefined for all. */
  readonly accountIds?: readonly number[] | undefined;
};

/** Roubles, positive when the debt grows; months are given by their first day. */
type OfAccount = { readonly personalAccountId: number; readonly amount: string };

export type ChargedPayeeRow = {
  readonly houseServiceId: number;
  readonly since: string;
  readonly payeeId: number | null;
};

/** The payee of each service's charges, and the month from which it applies. */
export async function listChargedPayees(
  db: Db,
  { organizationId, houseId }: Pick<LinesOf, 'organizationId' | 'houseId'>,
): Promise<readonly ChargedPayeeRow[]> {
  return db
    .selectFrom('chargedPayees')
    .select(['houseServiceId', 'since', 'payeeId'])
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .orderBy('houseServiceId')
    .orderBy('since')
    .execute();
}

export async function listMajorRepairs(
  db: Db,
  { organizationId, houseId }: Pick<LinesOf, 'organizationId' | 'houseId'>,
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('chargedServices')
    .select('houseServiceId')
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('kind', '=', 'major-repairs')
    .execute();
  return rows.map(({ houseServiceId }) => houseServiceId);
}

export type EntrySumRow = OfAccount & {
  readonly debtKind: 'principal' | 'penalty';
  readonly transactionType: 'CHARGE' | 'PENALTY' | 'PAYMENT' | 'OPENING';
  /** How the turnover counts it. */
  readonly countsAs: 'CHARGE' | 'PENALTY' | 'PAYMENT';
  /** The month of the debt. */
  readonly period: string;
  readonly bookedIn: string;
};

/** For all entries except adjustments and stornos. */
export async function listEntrySums(db: Db, of: LinesOf): Promise<readonly EntrySumRow[]> {
  const { rows } = await sql<EntrySumRow>`
    select ledger_entries.personal_account_id, ledger_entries.debt_kind, ledger_entries.transaction_type,
      counted.transaction_type as counts_as, ${DEBT_MONTH} as period, ledger_entries.period as booked_in,
      sum(debit - credit)::text as amount
    from ledger_entries
    ${joinBrought(of.organizationId)}
    cross join lateral app.counts_as(ledger_entries.transaction_type, ledger_entries.debt_kind, ledger_entries.id,
      ledger_entries.document_id, ledger_entries.debit) as counted (transaction_type)
    where ledger_entries.organization_id = ${of.organizationId} and ${inHouse('ledger_entries', of)} and ledger_entries.period <= ${of.to}::date
      and ledger_entries.transaction_type in ('CHARGE', 'PENALTY', 'PAYMENT', 'OPENING')
    group by ledger_entries.personal_account_id, ledger_entries.debt_kind, ledger_entries.transaction_type,
      counted.transaction_type, ${DEBT_MONTH}, ledger_entries.period
  `.execute(db);
  return rows;
}

export type ServiceChargeRow = OfAccount & {
  readonly houseServiceId: number;
  readonly period: string;
  /** For a correction, the month that it corrects. */
  readonly concerns: string;
  readonly isRecalculated: boolean;
};

/** The charges of some services in applied months. */
export async function listServiceCharges(
  db: Db,
  of: LinesOf,
  houseServiceIds: readonly number[],
): Promise<readonly ServiceChargeRow[]> {
  const { rows } = await sql<ServiceChargeRow>`
    select charges.personal_account_id, charges.house_service_id, charges.period,
      coalesce(charges.corrected_period, charges.period) as concerns,
      charges.rate_type = 'recalculation' as is_recalculated, sum(charges.amount)::text as amount
    from explained_charges as charges
    join house_months on house_months.organization_id = charges.organization_id
      and house_months.house_id = charges.house_id and house_months.period = charges.period
      and house_months.applied_at is not null
    where charges.organization_id = ${of.organizationId} and ${inHouse('charges', of)} and charges.period <= ${of.to}::date
      and charges.house_service_id = any(${houseServiceIds}::bigint[])
    group by charges.personal_account_id, charges.house_service_id, charges.period, charges.corrected_period,
      charges.rate_type = 'recalculation'
  `.execute(db);
  return rows;
}

export type RecalculatedRow = OfAccount & { readonly period: string };

/** The recalculations of all services, as in the turnover. */
export async function listRecalculated(db: Db, of: LinesOf): Promise<readonly RecalculatedRow[]> {
  const { rows } = await sql<RecalculatedRow>`
    select charges.personal_account_id, charges.period, sum(charges.amount)::text as amount
    from explained_charges as charges
    join house_months on house_months.organization_id = charges.organization_id
      and house_months.house_id = charges.house_id and house_months.period = charges.period
      and house_months.applied_at is not null
    where charges.organization_id = ${of.organizationId} and ${inHouse('charges', of)} and charges.period between ${of.from}::date and ${of.to}::date
      and charges.rate_type = 'recalculation'
    group by charges.personal_account_id, charges.period
  `.execute(db);
  return rows;
}

export type StornoRow = OfAccount & {
  readonly transactionType: 'CHARGE' | 'PAYMENT' | 'PENALTY' | 'ADJUSTMENT';
  readonly debtKind: 'principal' | 'penalty';
  readonly documentId: number;
  /** The month of the reversed entry; `period` is that of the storno. */
  readonly entryPeriod: string;
  readonly period: string;
  /** For a charge of one of the services. */
  readonly houseServiceId: number | null;
  readonly concerns: string | null;
};

export async function listStornos(
  db: Db,
  of: LinesOf,
  houseServiceIds: readonly number[],
): Promise<readonly StornoRow[]> {
  const { rows } = await sql<StornoRow>`
    select stornos.personal_account_id, stornos.transaction_type, ledger_entries.debt_kind, stornos.document_id,
      stornos.entry_period, stornos.period, (ledger_entries.debit - ledger_entries.credit)::text as amount,
      charges.house_service_id, coalesce(charges.corrected_period, charges.period) as concerns
    from stornos
    join ledger_entries on ledger_entries.organization_id = stornos.organization_id
      and ledger_entries.house_id = stornos.house_id
      and ledger_entries.personal_account_id = stornos.personal_account_id
      and ledger_entries.id = stornos.storno_id and ledger_entries.period = stornos.period
    left join explained_charges as charges on charges.organization_id = stornos.organization_id
      and charges.house_id = stornos.house_id and charges.period = stornos.entry_period
      and charges.personal_account_id = stornos.personal_account_id and charges.id = stornos.document_id
      and stornos.transaction_type = 'CHARGE' and charges.house_service_id = any(${houseServiceIds}::bigint[])
    where stornos.organization_id = ${of.organizationId} and ${inHouse('stornos', of)} and stornos.period <= ${of.to}::date
  `.execute(db);
  return rows;
}

export type AdjustmentRow = OfAccount & {
  readonly id: number;
  /** A court fee or the interest of an instalment plan, which are paid before the other lines of their month. */
  readonly isCourtFee: boolean;
  readonly debtKind: 'principal' | 'penalty';
  readonly period: string;
  readonly bookedIn: string;
  readonly houseServiceId: number | null;
  readonly isMajorRepairs: boolean;
};

export async function listAdjustments(db: Db, of: LinesOf): Promise<readonly AdjustmentRow[]> {
  const { rows } = await sql<AdjustmentRow>`
    select adjustments.personal_account_id, adjustments.id, adjustments.debt_kind, adjustments.period,
      adjustments.kind in ('court-fee', 'instalment-interest') as is_court_fee,
      adjustments.booked_in, adjustments.house_service_id, adjustments.is_major_repairs, adjustments.amount::text as amount
    from adjustments
    where adjustments.organization_id = ${of.organizationId} and ${inHouse('adjustments', of)} and adjustments.booked_in <= ${of.to}::date
  `.execute(db);
  return rows;
}

export type PenaltyRow = OfAccount & {
  /** The month of its entry, and the month of the debt that it is for. */
  readonly period: string;
  readonly debtPeriod: string;
  readonly kind: 'utilities' | 'major-repairs';
};

/** Penalties by the debts that they are for. */
export async function listPenalties(db: Db, of: LinesOf): Promise<readonly PenaltyRow[]> {
  const { rows } = await sql<PenaltyRow>`
    select debts.personal_account_id, penalty_accruals.period, debts.period as debt_period, debts.kind,
      sum(debts.amount)::text as amount
    from penalty_accrual_debts as debts
    join penalty_accruals on penalty_accruals.organization_id = debts.organization_id
      and penalty_accruals.house_id = debts.house_id
      and penalty_accruals.personal_account_id = debts.personal_account_id and penalty_accruals.id = debts.accrual_id
    where debts.organization_id = ${of.organizationId} and ${inHouse('debts', of)} and penalty_accruals.period <= ${of.to}::date
    group by debts.personal_account_id, penalty_accruals.period, debts.period, debts.kind
  `.execute(db);
  return rows;
}

export type PlacedRow = OfAccount & {
  readonly debtKind: 'principal' | 'penalty';
  /** The month of the debt to which it is allocated. */
  readonly period: string;
  /** The month of the payment. */
  readonly bookedIn: string;
  /** The number of closings before the allocation. */
  readonly closings: number;
};

/** How payments are allocated. @param closedAt when months were closed, earliest first */
export async function listPlaced(
  db: Db,
  of: LinesOf,
  closedAt: readonly Date[],
): Promise<readonly PlacedRow[]> {
  const closings = sql`width_bucket(payment_allocations.created_at, ${closedAt}::timestamptz[])`;
  const { rows } = await sql<PlacedRow>`
    select payment_allocations.personal_account_id, payment_allocations.debt_kind, payment_allocations.period,
      payments.booked_in, ${closings} as closings, sum(payment_allocations.amount)::text as amount
    from payment_allocations
    join payments on payments.organization_id = payment_allocations.organization_id
      and payments.house_id = payment_allocations.house_id
      and payments.personal_account_id = payment_allocations.personal_account_id
      and payments.id = payment_allocations.payment_id
    where payment_allocations.organization_id = ${of.organizationId} and ${inHouse('payment_allocations', of)} and payment_allocations.period <= ${of.to}::date
      and payments.booked_in <= ${of.to}::date
    group by payment_allocations.personal_account_id, payment_allocations.debt_kind, payment_allocations.period,
      payments.booked_in, closings
  `.execute(db);
  return rows;
}

export type Closing = { readonly period: string; readonly closedAt: Date };

/** The closed months, in the order of closing. */
export async function listClosings(db: Db, organizationId: number): Promise<readonly Closing[]> {
  const { rows } = await sql<Closing>`
    select billing_cycles.period, billing_cycles.closed_at
    from billing_cycles
    where billing_cycles.organization_id = ${organizationId} and billing_cycles.status = 'CLOSED'
    order by billing_cycles.closed_at, billing_cycles.period
  `.execute(db);
  return rows;
}

function inHouse(table: string, { houseId, accountIds }: LinesOf): RawBuilder<unknown> {
  const house = sql`${sql.ref(`${table}.house_id`)} = ${houseId}`;
  return accountIds === undefined
    ? house
    : sql`${house} and ${sql.ref(`${table}.personal_account_id`)} = any(${accountIds}::bigint[])`;
}
