// Checking and booking opening balances in SQL: a file's rows are compared and booked without leaving the database.
import { sql, type RawBuilder } from 'kysely';
import type { AccountPlace } from '../../books/account-balances/account-balances.repository.ts';
import type { Db, Trx } from '../../tables.ts';
import type { JudgedSum, WaitingSum } from './judge-sums.ts';
import type { OpeningImportData, OwnOpening } from './opening-imports.repository.ts';
import type { CountedReason, OpeningReason } from './opening-reasons.ts';

/** Serializes the checks of an organization, so that of two concurrent files the second sees the first. */
export async function lockJudging(trx: Trx, organizationId: number): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${`opening-balances:${organizationId}`}, 0))
  `.execute(trx);
}

/**
 * Locks the cycles of earlier months until the transaction ends, so that an apply which charges the same months is seen, or sees
 * the debts. Closing a month locks its cycle before it blocks bookings, so this comes before `holdMonthsOpen`.
 */
export async function lockEarlierCycles(
  trx: Trx,
  { organizationId, asOf }: Pick<OpeningImportData, 'organizationId' | 'asOf'>,
): Promise<void> {
  await sql`
    select from billing_cycles
    where billing_cycles.organization_id = ${organizationId} and billing_cycles.period < ${asOf}::date
      and billing_cycles.status <> 'CLOSED'
    order by billing_cycles.period
    for no key update
  `.execute(trx);
}

/** Another import that has booked the same file in the same way and is not undone. */
export async function findSame(
  db: Db | Trx,
  row: Pick<OpeningImportData, 'organizationId' | 'id' | 'fileHash' | 'asOf' | 'mapping'>,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select same.id
    from opening_imports as same
    where same.organization_id = ${row.organizationId} and same.file_hash = ${row.fileHash}
      and same.as_of = ${row.asOf}::date and same.mapping is not distinct from ${row.mapping === null ? null : JSON.stringify(row.mapping)}::jsonb
      and same.status in ('COMPLETED', 'UNDOING') and not same.dry_run and same.repeats is null and same.id <> ${row.id}
    order by same.id desc
    limit 1
  `.execute(db);
  return rows[0]?.id ?? null;
}

/** The first piece after a number. */
export async function findPiece(
  db: Db | Trx,
  { organizationId, importId }: OwnOpening,
  behind: number,
): Promise<{ readonly number: number; readonly rows: readonly WaitingSum[] } | undefined> {
  const piece = await db
    .selectFrom('openingImportPieces')
    .select(['number', 'rows'])
    .where('organizationId', '=', organizationId)
    .where('importId', '=', importId)
    .where('number', '>', behind)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
  return piece && { number: piece.number, rows: piece.rows };
}

/** The columns of a checked sum. */
const SUM_COLUMNS = sql`line integer, cells jsonb, house_id bigint, personal_account_id bigint, period date, kind text, amount numeric,
  house_service_id bigint, service_name text, service_kind text`;

/** The checked sums of a file. */
function sumsOf({ organizationId, importId }: OwnOpening): RawBuilder<unknown> {
  return sql`
    select given.*
    from opening_import_pieces
    cross join lateral jsonb_to_recordset(opening_import_pieces.rows) as given (${SUM_COLUMNS})
    where opening_import_pieces.organization_id = ${organizationId} and opening_import_pieces.import_id = ${importId}
  `;
}

/** Refuses sums that are in the file twice. */
export async function refuseRepeated(trx: Trx, own: OwnOpening): Promise<void> {
  await sql`
    insert into opening_import_refusals (organization_id, import_id, line, cells, reasons)
    select ${own.organizationId}::bigint, ${own.importId}::bigint, numbered.line, numbered.cells,
      jsonb_build_array(jsonb_build_object('code', 'repeated', 'params', jsonb_build_array(numbered.first_line::text)))
    from (
      select sums.line, sums.cells, first_value(sums.line) over same as first_line, row_number() over same as nth
      from (${sumsOf(own)}) as sums
      window same as (
        partition by sums.house_id, sums.personal_account_id, sums.period, sums.kind, sums.house_service_id order by sums.line
      )
    ) as numbered
    where numbered.nth > 1
    on conflict (organization_id, import_id, line) do nothing
  `.execute(trx);
}

/** Refuses sums that another import has booked and that are not undone. */
export async function refuseBooked(trx: Trx, own: OwnOpening): Promise<void> {
  await refuse(trx, own, bookedElsewhere(own.organizationId, sumsOf(own)));
}

/** Refuses debts of months for which the account is charged here. */
export async function refuseCharged(trx: Trx, own: OwnOpening): Promise<void> {
  await refuse(trx, own, chargedHere(own.organizationId, sumsOf(own)));
}

/** Refuses debts of months of which the account has others, of the same kind, whose penalties are counted here from another day. */
export async function refuseCountedOtherwise(
  trx: Trx,
  own: OwnOpening,
  asOf: string,
): Promise<void> {
  await refuse(trx, own, countedOtherwise(own.organizationId, sumsOf(own), asOf));
}

/** The conflicts of sums, which are not stored here, with the books; only the first reason of each. */
export async function listAgainst(
  db: Db,
  organizationId: number,
  judged: readonly JudgedSum[],
  asOf: string,
): Promise<readonly { readonly line: number; readonly reason: OpeningReason }[]> {
  const sums = sql`select given.* from jsonb_to_recordset(${JSON.stringify(judged)}::jsonb) as given (${SUM_COLUMNS})`;
  const { rows } = await sql<{ line: number; reason: OpeningReason }>`
    select distinct on (line) line, reason
    from (
      select 1 as rank, booked.line, booked.reason from (${bookedElsewhere(organizationId, sums)}) as booked
      union all
      select 2, charged.line, charged.reason from (${chargedHere(organizationId, sums)}) as charged
      union all
      select 3, counted.line, counted.reason from (${countedOtherwise(organizationId, sums, asOf)}) as counted
    ) as found
    order by line, rank
  `.execute(db);
  return rows;
}

async function refuse(trx: Trx, own: OwnOpening, found: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into opening_import_refusals (organization_id, import_id, line, cells, reasons)
    select ${own.organizationId}::bigint, ${own.importId}::bigint, found.line, found.cells, jsonb_build_array(found.reason)
    from (${found}) as found
    on conflict (organization_id, import_id, line) do nothing
  `.execute(trx);
}

/** Those of the sums that are in an import that is booked and not undone. */
function bookedElsewhere(organizationId: number, sums: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select sums.line, sums.cells, jsonb_build_object('code', 'already-booked',
      'params', jsonb_build_array(booked.import_id::text, booked.line::text)) as reason
    from (${sums}) as sums
    join opening_balances as booked on booked.organization_id = ${organizationId} and booked.house_id = sums.house_id
      and booked.personal_account_id = sums.personal_account_id and booked.period = sums.period and booked.kind = sums.kind
      and booked.house_service_id is not distinct from sums.house_service_id
    join opening_imports as other on other.organization_id = ${organizationId} and other.id = booked.import_id
      and other.undone_at is null
  `;
}

/** Those of the sums that are debts of months for which their account is charged here. */
function chargedHere(organizationId: number, sums: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select sums.line, sums.cells, jsonb_build_object('code', 'month-charged',
      'params', jsonb_build_array(to_char(sums.period, 'YYYY-MM'))) as reason
    from (${sums}) as sums
    join house_months on house_months.organization_id = ${organizationId} and house_months.house_id = sums.house_id
      and house_months.period = sums.period and house_months.applied_at is not null
    where sums.kind = 'principal' and exists (
      select from ledger_entries
      where ledger_entries.organization_id = ${organizationId} and ledger_entries.house_id = sums.house_id
        and ledger_entries.personal_account_id = sums.personal_account_id and ledger_entries.period = sums.period
        and ledger_entries.transaction_type = 'CHARGE'
    )
  `;
}

/** Those of the sums that join debts of their month and kind whose penalties are counted here from another day. */
function countedOtherwise(
  organizationId: number,
  sums: RawBuilder<unknown>,
  asOf: string,
): RawBuilder<unknown> {
  return sql`
    select sums.line, sums.cells, jsonb_build_object('code', 'counted-from-differs',
      'params', jsonb_build_array(to_char(sums.period, 'YYYY-MM'), to_char(booked.as_of, 'YYYY-MM'), booked.import_id::text)) as reason
    from (${sums}) as sums
    join opening_balances as booked on booked.organization_id = ${organizationId} and booked.house_id = sums.house_id
      and booked.personal_account_id = sums.personal_account_id and booked.period = sums.period and booked.kind = 'principal'
      and (booked.service_kind is not distinct from 'major-repairs') = (sums.service_kind is not distinct from 'major-repairs')
      and booked.as_of <> ${asOf}::date
    join opening_imports as other on other.organization_id = ${organizationId} and other.id = booked.import_id
      and other.undone_at is null
    where sums.kind = 'principal'
  `;
}

export type Judged = {
  readonly refused: number;
  readonly principal: string;
  readonly penalty: string;
  readonly advance: string;
};

/** The totals of refused rows and of the others. */
export async function sumJudged(trx: Trx, own: OwnOpening): Promise<Judged> {
  const { rows } = await sql<Judged>`
    with refused as (
      select line from opening_import_refusals
      where opening_import_refusals.organization_id = ${own.organizationId} and import_id = ${own.importId}
    )
    select (select count(*)::integer from refused) as refused,
      coalesce(sum(sums.amount) filter (where sums.kind = 'principal'), 0.00)::numeric(20, 2) as principal,
      coalesce(sum(sums.amount) filter (where sums.kind = 'penalty'), 0.00)::numeric(20, 2) as penalty,
      coalesce(sum(sums.amount) filter (where sums.kind = 'advance'), 0.00)::numeric(20, 2) as advance
    from (${sumsOf(own)}) as sums
    where sums.line not in (select refused.line from refused)
  `.execute(trx);
  const [judged] = rows;
  if (judged === undefined) throw new Error('an aggregate has a row');
  return judged;
}

/** How many rows each reason has refused, the most frequent first. */
export async function countReasons(trx: Trx, own: OwnOpening): Promise<readonly CountedReason[]> {
  const { rows } = await sql<CountedReason>`
    select reason ->> 'code' as code, count(*)::integer as count, min(line) as first_line
    from opening_import_refusals
    cross join lateral jsonb_array_elements(reasons) as reason
    where opening_import_refusals.organization_id = ${own.organizationId} and import_id = ${own.importId}
    group by reason ->> 'code'
    order by 2 desc, 1
  `.execute(trx);
  return rows;
}

/** The months without partitions. @param months their first days */
export async function listMonthsToMake(
  db: Db,
  months: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ month: string }>`
    select month from unnest(${months}::date[]) as month
    where to_regclass('ledger_entries_' || to_char(month, 'YYYY_MM')) is null
    order by month
  `.execute(db);
  return rows.map(({ month }) => month);
}

/**
 * Stores each sum of the file as the document of an entry. Months are given by their first days.
 * @param firstOpen the first month that is not closed; null when none is
 */
export async function insertBalances(
  trx: Trx,
  { organizationId, importId }: OwnOpening,
  { asOf, firstOpen }: { readonly asOf: string; readonly firstOpen: string | null },
): Promise<void> {
  await sql`
    select app.write_openings(${organizationId}, ${importId}, ${asOf}::date, ${firstOpen}::date)
  `.execute(trx);
}

/** What an import has booked in a house. */
export type BookedHouse = {
  readonly houseId: number;
  readonly rows: number;
  readonly personalAccountIds: readonly number[];
  /** The first day of the first month that it is booked in. */
  readonly firstMonth: string;
};

/** Ordered by house, each with its accounts in order. */
export async function listBookedHouses(trx: Trx, own: OwnOpening): Promise<readonly BookedHouse[]> {
  const { rows } = await sql<BookedHouse>`
    select opening_balances.house_id, count(*)::integer as rows,
      array_agg(distinct opening_balances.personal_account_id order by opening_balances.personal_account_id)
        as personal_account_ids,
      min(opening_balances.booked_in) as first_month
    from opening_balances
    where opening_balances.organization_id = ${own.organizationId} and opening_balances.import_id = ${own.importId}
    group by opening_balances.house_id
    order by opening_balances.house_id
  `.execute(trx);
  return rows;
}

/** The first day of the first month in which an import has booked. */
export async function findFirstMonth(
  trx: Db | Trx,
  { organizationId, importId }: OwnOpening,
): Promise<string | undefined> {
  const { rows } = await sql<{ month: string }>`
    select opening_balances.booked_in as month
    from opening_balances
    where opening_balances.organization_id = ${organizationId} and opening_balances.import_id = ${importId}
    order by opening_balances.period
    limit 1
  `.execute(trx);
  return rows[0]?.month;
}

/** Books the import's sums in the houses, or reverses them. The balances of its accounts must be locked. */
export async function postOpening(
  trx: Trx,
  { organizationId, importId }: OwnOpening,
  houseIds: readonly number[],
  isUndo: boolean,
): Promise<void> {
  await sql`
    select app.post_opening(${organizationId}, ${importId}, ${houseIds}::bigint[], ${isUndo})
  `.execute(trx);
}

/**
 * Months in which anything else was booked since on accounts that the books did not know before the import, which may have come
 * with its move.
 */
export async function listBookedUpon(
  trx: Trx,
  { organizationId, importId }: OwnOpening,
): Promise<readonly string[]> {
  const { rows } = await sql<{ month: string }>`
    select distinct to_char(ledger_entries.period, 'YYYY-MM') as month
    from (
      select opening_balances.house_id, opening_balances.personal_account_id, min(opening_balances.created_at) as since
      from opening_balances
      where opening_balances.organization_id = ${organizationId} and opening_balances.import_id = ${importId}
      group by opening_balances.house_id, opening_balances.personal_account_id
    ) as opened
    join ledger_entries on ledger_entries.organization_id = ${organizationId}
      and ledger_entries.house_id = opened.house_id
      and ledger_entries.personal_account_id = opened.personal_account_id
    where ledger_entries.transaction_type <> 'OPENING' and not exists (
      select from ledger_entries as earlier
      where earlier.organization_id = ${organizationId} and earlier.house_id = opened.house_id
        and earlier.personal_account_id = opened.personal_account_id and earlier.created_at < opened.since
    )
    order by month
  `.execute(trx);
  return rows.map(({ month }) => month);
}

/** The balances of its accounts must be locked. */
export async function forgetUndone(
  trx: Trx,
  { organizationId, importId }: OwnOpening,
): Promise<void> {
  await sql`select app.forget_undone(${organizationId}, ${importId})`.execute(trx);
}

export function placesOf(
  organizationId: number,
  { houseId, personalAccountIds }: BookedHouse,
): readonly AccountPlace[] {
  return personalAccountIds.map((personalAccountId) => ({
    organizationId,
    houseId,
    personalAccountId,
  }));
}
