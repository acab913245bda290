// Seals in SQL: the content of a closed month as a tree of its accounts' lines and as hashes that another program can recompute.
import type { CheckOutcome } from '@kvartplata/contracts/billing/closing-checks.ts';
import { sql, type RawBuilder } from 'kysely';
import type { OwnCycle } from '../cycles/cycles.repository.ts';
import type { Db, Trx } from '../../tables.ts';

/** What a seal states; hashes have 32 bytes. */
export type SealHashes = {
  readonly accounts: number;
  readonly turnoverHash: Buffer;
  readonly chainHash: Buffer;
  readonly papersHash: Buffer;
};

export type SealRow = SealHashes & {
  readonly logIndex: number;
  readonly checks: readonly CheckOutcome[];
  readonly createdAt: Date;
};

/** Consecutive lines of the month, and the root of their tree. */
export type Tile = {
  /** 0, 1, 2, … */
  readonly number: number;
  readonly accounts: number;
  /** Houses whose first line is in it. */
  readonly newHouses: number;
  readonly root: Buffer;
};

/** Lines in a tile; a power of two, since only full trees of equal height combine into the same tree by their roots. */
export const TILE_LINES = 256;

/**
 * The tiles of a cycle's books, computed now. For a closed month they never change, since it accepts no entries. Later movements
 * are subtracted from today's balances, so a seal reads the month and those that followed, never the years before. An account
 * whose figures are all 0.00 has no line.
 */
function tilesOf({ organizationId, cycleId }: OwnCycle): RawBuilder<unknown> {
  return sql`
    with month as materialized (
      select billing_cycles.period from billing_cycles
      where billing_cycles.organization_id = ${organizationId} and billing_cycles.id = ${cycleId}
    ),
    booked as (
      select entries.house_id, entries.personal_account_id,
        ${sumOf(sql`debt_kind = 'principal' and entries.period > month.period`)} as principal_since,
        ${sumOf(sql`debt_kind = 'penalty' and entries.period > month.period`)} as penalty_since,
        ${sumInMonth('CHARGE', 'principal')} as charged,
        ${sumInMonth('PENALTY', 'penalty')} as accrued,
        ${sumInMonth('PAYMENT', 'principal')} as principal_paid,
        ${sumInMonth('PAYMENT', 'penalty')} as penalty_paid,
        ${sumInMonth('STORNO', 'principal')} as principal_storno,
        ${sumInMonth('STORNO', 'penalty')} as penalty_storno
      from month
      join ledger_entries as entries on entries.organization_id = ${organizationId}
        and entries.period >= month.period
      group by entries.house_id, entries.personal_account_id
    ),
    turnover as (
      select balances.house_id, balances.personal_account_id,
        coalesce(booked.charged, 0.00) as charged, coalesce(booked.accrued, 0.00) as accrued,
        coalesce(booked.principal_paid, 0.00) as principal_paid, coalesce(booked.penalty_paid, 0.00) as penalty_paid,
        coalesce(booked.principal_storno, 0.00) as principal_storno,
        coalesce(booked.penalty_storno, 0.00) as penalty_storno,
        balances.principal_debt - coalesce(booked.principal_since, 0.00) as principal_closing,
        balances.penalty_debt - coalesce(booked.penalty_since, 0.00) as penalty_closing
      from month
      join account_balances as balances on balances.organization_id = ${organizationId}
      left join booked on booked.house_id = balances.house_id
        and booked.personal_account_id = balances.personal_account_id
    ),
    lines as (
      select house_id, personal_account_id,
        concat_ws('|', ${organizationId}::bigint, to_char(month.period, 'YYYY-MM'), house_id, personal_account_id, charged, accrued,
          principal_paid, penalty_paid, principal_storno, penalty_storno, principal_closing, penalty_closing) as line,
        row_number() over (order by house_id, personal_account_id) - 1 as place,
        lag(house_id) over (order by house_id, personal_account_id) is distinct from house_id as begins_house
      from turnover
      cross join month
      where (charged, accrued, principal_paid, penalty_paid, principal_storno, penalty_storno, principal_closing,
        penalty_closing) <> (0, 0, 0, 0, 0, 0, 0, 0)
    ),
    tiles as (
      select (lines.place / ${sql.lit(TILE_LINES)})::integer as number, count(*)::integer as accounts,
        (count(*) filter (where lines.begins_house))::integer as new_houses,
        (array_agg(lines.house_id order by lines.place))[1] as first_house_id,
        (array_agg(lines.personal_account_id order by lines.place))[1] as first_account_id,
        string_agg(lines.line, E'\n' order by lines.place) as lines,
        app.tree_root(string_agg(app.leaf_hash(lines.line), ''::bytea order by lines.place)) as root
      from lines
      group by lines.place / ${sql.lit(TILE_LINES)}
    )`;
}

function sumInMonth(transactionType: string, debtKind: string) {
  return sumOf(sql`app.counts_as(entries.transaction_type, entries.debt_kind, entries.id, entries.document_id, entries.debit)
    = ${sql.lit(transactionType)} and entries.debt_kind = ${sql.lit(debtKind)} and entries.period = month.period`);
}

function sumOf(condition: ReturnType<typeof sql>) {
  return sql`sum(entries.debit - entries.credit) filter (where ${condition})`;
}

/** In order. */
export async function listTilesNow(db: Db, cycle: OwnCycle): Promise<readonly Tile[]> {
  const { rows } = await sql<Tile>`
    ${tilesOf(cycle)}
    select tiles.number, tiles.accounts, tiles.new_houses, tiles.root from tiles order by tiles.number
  `.execute(db);
  return rows;
}

/** Stores the month's lines with its seal. In order. */
export async function insertTiles(trx: Trx, cycle: OwnCycle): Promise<readonly Tile[]> {
  const { rows } = await sql<Tile>`
    ${tilesOf(cycle)},
    kept as (
      insert into sealed_lines (organization_id, billing_cycle_id, sealed_at, number, first_house_id, first_account_id,
        lines, root)
      select ${cycle.organizationId}::bigint, ${cycle.cycleId}::bigint, now(), tiles.number, tiles.first_house_id,
        tiles.first_account_id, tiles.lines, tiles.root
      from tiles
      returning number
    )
    select tiles.number, tiles.accounts, tiles.new_houses, tiles.root
    from tiles
    join kept on kept.number = tiles.number
    order by tiles.number
  `.execute(trx);
  return rows;
}

/** The number of houses whose chains have a link of the month or an earlier one, with the hash over their last such links. */
export async function hashChains(
  db: Db,
  { organizationId, cycleId }: OwnCycle,
): Promise<{ readonly houseIds: readonly number[]; readonly chainHash: Buffer }> {
  const { rows } = await sql<{ houseIds: readonly number[]; chainHash: Buffer }>`
    with ends as (
      select ledger_heads.house_id, last.number, last.hash
      from ledger_heads
      cross join lateral (
        select links.number, links.hash from ledger_links as links
        where links.organization_id = ${organizationId} and links.house_id = ledger_heads.house_id
          and links.period <= (
            select billing_cycles.period from billing_cycles
            where billing_cycles.organization_id = ${organizationId} and billing_cycles.id = ${cycleId}
          )
        order by links.number desc
        limit 1
      ) as last
      where ledger_heads.organization_id = ${organizationId}
    )
    select coalesce(array_agg(ends.house_id order by ends.house_id), '{}') as house_ids,
      sha256(convert_to(coalesce(string_agg(concat_ws('|', ends.house_id, ends.number, encode(ends.hash, 'hex')),
        E'\n' order by ends.house_id), ''), 'UTF8')) as chain_hash
    from ends
  `.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error('an aggregate has a row');
  return found;
}

/**
 * The hash over what a closed month has besides its entries, as rows of PostgreSQL in order: the cycle, its undone closings, its
 * houses' months, the templates of their charges, and its corrections with their charges.
 */
export async function hashPapers(
  db: Db,
  { organizationId, cycleId }: OwnCycle,
  sealedAt: Date | null,
): Promise<Buffer> {
  const { rows } = await sql<{ papersHash: Buffer }>`
    with month as materialized (
      select * from billing_cycles
      where billing_cycles.organization_id = ${organizationId} and billing_cycles.id = ${cycleId}
    ),
    papers as (
      select 1 as kind, 0::bigint as house_id, 0::bigint as id, 0::bigint as line, 0::bigint as more,
        row(month.year, month.month, month.created_at at time zone 'UTC', month.applied_at at time zone 'UTC', month.applied_on,
          month.closed_at at time zone 'UTC', month.closed_on)::text as paper
      from month
      union all
      select 2, 0, row_number() over (order by month_reopenings.closed_at), 0, 0,
        row(month_reopenings.closed_at at time zone 'UTC', month_reopenings.reason, month_reopenings.reopened_by,
          month_reopenings.created_at at time zone 'UTC')::text
      from month_reopenings
      where month_reopenings.organization_id = ${organizationId} and month_reopenings.billing_cycle_id = ${cycleId}
        and (${sealedAt}::timestamptz is null or month_reopenings.closed_at < ${sealedAt}::timestamptz)
      union all
      select 3, house_months.house_id, 0, 0, 0,
        row(house_months.house_id, house_months.billing_cycle_id, house_months.calculation_job_id, house_months.accounts, house_months.charges,
          house_months.amount, house_months.computed_at at time zone 'UTC', house_months.core_version,
          house_months.content_hash, house_months.charges_hash, house_months.applied_at at time zone 'UTC')::text
      from month
      join house_months on house_months.organization_id = ${organizationId} and house_months.period = month.period
      union all
      select 4, templates.house_id, templates.number, 0, 0, templates::text
      from month
      join charge_templates as templates on templates.organization_id = ${organizationId}
        and templates.period = month.period
      union all
      select 5, corrections.house_id, corrections.id, 0, 0,
        row(corrections.house_id, corrections.id, corrections.billing_cycle_id, corrections.period_from, corrections.period_to, corrections.reason,
          corrections.line_count, corrections.amount, corrections.requested_by,
          corrections.created_at at time zone 'UTC')::text
      from month
      join corrections on corrections.organization_id = ${organizationId} and corrections.period = month.period
      union all
      select 6, charges.house_id, charges.personal_account_id, charges.house_service_id, charges.line, charges::text
      from month
      join charges on charges.organization_id = ${organizationId} and charges.period = month.period
        and charges.template < 0
    )
    select sha256(convert_to(coalesce(string_agg(papers.paper, E'\n'
      order by papers.kind, papers.house_id, papers.id, papers.line, papers.more), ''), 'UTF8')) as papers_hash
    from papers
  `.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error('an aggregate has a row');
  return found.papersHash;
}

export async function insertSeal(
  trx: Trx,
  cycle: OwnCycle,
  { logIndex, accounts, turnoverHash, chainHash, papersHash, checks }: Omit<SealRow, 'createdAt'>,
): Promise<void> {
  await trx
    .insertInto('monthSeals')
    .values({
      billingCycleId: cycle.cycleId,
      organizationId: cycle.organizationId,
      logIndex,
      accounts,
      turnoverHash,
      chainHash,
      papersHash,
      checks: JSON.stringify(checks),
    })
    .execute();
}

/** The seal of the month's current closing. */
export async function findSeal(
  db: Db,
  { organizationId, cycleId }: OwnCycle,
): Promise<SealRow | undefined> {
  const { rows } = await sql<SealRow>`
    select month_seals.log_index, month_seals.accounts, month_seals.turnover_hash, month_seals.chain_hash,
      month_seals.papers_hash, month_seals.checks, month_seals.created_at
    from month_seals
    where month_seals.organization_id = ${organizationId} and month_seals.billing_cycle_id = ${cycleId}
      and not exists (
        select from month_reopenings
        where month_reopenings.organization_id = ${organizationId} and month_reopenings.billing_cycle_id = ${cycleId}
          and month_reopenings.closed_at = month_seals.created_at
      )
  `.execute(db);
  return rows[0];
}

/** The month's cycle if it is closed; undefined when it is not, or does not exist. */
export async function findClosedCycle(
  db: Db,
  organizationId: number,
  period: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select billing_cycles.id from billing_cycles
    where billing_cycles.organization_id = ${organizationId} and billing_cycles.period = ${period}
      and billing_cycles.status = 'CLOSED'
  `.execute(db);
  return rows[0]?.id;
}

/** The tile that would contain an account's line; undefined when the line would come before all tiles. */
export async function findTile(
  db: Db,
  { organizationId, cycleId }: OwnCycle,
  { houseId, personalAccountId }: { readonly houseId: number; readonly personalAccountId: number },
): Promise<{ readonly number: number; readonly lines: string } | undefined> {
  const { rows } = await sql<{ number: number; lines: string }>`
    select sealed_lines.number, sealed_lines.lines
    from sealed_lines
    where sealed_lines.organization_id = ${organizationId} and sealed_lines.billing_cycle_id = ${cycleId}
      and ${ofSealThatHolds({ organizationId, cycleId })}
      and (sealed_lines.first_house_id, sealed_lines.first_account_id) <= (${houseId}::bigint, ${personalAccountId}::bigint)
    order by sealed_lines.number desc
    limit 1
  `.execute(db);
  return rows[0];
}

/** The roots of a sealed month's tiles, in order. */
export async function listTileRoots(
  db: Db,
  { organizationId, cycleId }: OwnCycle,
): Promise<readonly Buffer[]> {
  const { rows } = await sql<{ root: Buffer }>`
    select sealed_lines.root
    from sealed_lines
    where sealed_lines.organization_id = ${organizationId} and sealed_lines.billing_cycle_id = ${cycleId}
      and ${ofSealThatHolds({ organizationId, cycleId })}
    order by sealed_lines.number
  `.execute(db);
  return rows.map(({ root }) => root);
}

/** Compared in the database, since a JavaScript Date would lose the microseconds. */
function ofSealThatHolds({ organizationId, cycleId }: OwnCycle): RawBuilder<boolean> {
  return sql`sealed_lines.sealed_at = (
    select billing_cycles.closed_at from billing_cycles
    where billing_cycles.organization_id = ${organizationId} and billing_cycles.id = ${cycleId}
  )`;
}
