// Checks that every closed month has its seal, and every seal its lines and its place in the log, in SQL.
import { sql } from 'kysely';
import type { Db } from '../../tables.ts';

export type SealFault = {
  readonly billingCycleId: number;
  /**
   * `missing`: the month is closed but has no seal. `open`: it has one but is not closed. `lines`: its lines do not match its
   * root. `log`: the log has another line at its place. `chain`, `papers`: the books give another hash.
   */
  readonly fault: 'missing' | 'open' | 'lines' | 'log' | 'chain' | 'papers';
};

/** Closed months of the organization without a seal, and seals whose lines or log entry differ. */
export async function listSealFaults(
  db: Db,
  organizationId: number,
): Promise<readonly SealFault[]> {
  const { rows } = await sql<SealFault>`
    with seals as (
      select * from month_seals where month_seals.organization_id = ${organizationId}
    ),
    holding as (
      select * from seals
      where not exists (
        select from month_reopenings
        where month_reopenings.organization_id = ${organizationId}
          and month_reopenings.billing_cycle_id = seals.billing_cycle_id
          and month_reopenings.closed_at = seals.created_at
      )
    ),
    cycles as (
      select * from billing_cycles where billing_cycles.organization_id = ${organizationId}
    ),
    tiles as (
      select sealed_lines.billing_cycle_id, sealed_lines.sealed_at, sealed_lines.number, sealed_lines.root,
        string_to_array(sealed_lines.lines, E'\n') as lines,
        array[sealed_lines.organization_id, sealed_lines.first_house_id, sealed_lines.first_account_id]::text[] as first
      from sealed_lines
      where sealed_lines.organization_id = ${organizationId}
    ),
    trees as (
      select tiles.billing_cycle_id, tiles.sealed_at, sum(cardinality(tiles.lines)) as accounts,
        app.tree_root(string_agg(tiles.root, ''::bytea order by tiles.number)) as root,
        bool_and(
          tiles.root = app.tree_root((
            select string_agg(app.leaf_hash(each.line), ''::bytea order by each.place)
            from unnest(tiles.lines) with ordinality as each (line, place)
          ))
          and (string_to_array(tiles.lines[1], '|'))[3:4] = tiles.first[2:3]
        ) as is_whole,
        max(tiles.number) + 1 = count(*) as is_gapless
      from tiles
      group by tiles.billing_cycle_id, tiles.sealed_at
    )
    select cycles.id as billing_cycle_id, 'missing' as fault
    from cycles
    where cycles.status = 'CLOSED' and not exists (
      select from holding where holding.billing_cycle_id = cycles.id and holding.created_at = cycles.closed_at
    )
    union all
    select holding.billing_cycle_id, 'open'
    from holding
    left join cycles on cycles.id = holding.billing_cycle_id and cycles.status = 'CLOSED'
      and cycles.closed_at = holding.created_at
    where cycles.id is null
    union all
    select coalesce(seals.billing_cycle_id, trees.billing_cycle_id), 'lines'
    from seals
    full join trees on trees.billing_cycle_id = seals.billing_cycle_id and trees.sealed_at = seals.created_at
    where (seals.accounts::bigint, seals.turnover_hash, true, true) is distinct from
        (coalesce(trees.accounts, 0)::bigint, coalesce(trees.root, app.tree_root('')), coalesce(trees.is_whole, true),
          coalesce(trees.is_gapless, true))
    union all
    select seals.billing_cycle_id, 'log'
    from seals
    left join cycles on cycles.id = seals.billing_cycle_id
    left join seal_log on seal_log.index = seals.log_index
    where seal_log.leaf is distinct from app.seal_leaf(seals.organization_id, cycles.period, seals.billing_cycle_id,
      seals.created_at, seals.accounts, seals.turnover_hash, seals.chain_hash, seals.papers_hash, seals.checks)
    order by 1, 2
  `.execute(db);
  return rows;
}

export type HoldingSeal = {
  readonly billingCycleId: number;
  readonly logIndex: number;
  readonly chainHash: Buffer;
  readonly papersHash: Buffer;
  readonly createdAt: Date;
  /** Whether its closing was not undone. */
  readonly holds: boolean;
};

/** Every seal of the organization, in the order of months. */
export async function listSeals(db: Db, organizationId: number): Promise<readonly HoldingSeal[]> {
  const { rows } = await sql<HoldingSeal>`
    select month_seals.billing_cycle_id, month_seals.log_index, month_seals.chain_hash, month_seals.papers_hash,
      month_seals.created_at, not exists (
        select from month_reopenings
        where month_reopenings.organization_id = ${organizationId}
          and month_reopenings.billing_cycle_id = month_seals.billing_cycle_id
          and month_reopenings.closed_at = month_seals.created_at
      ) as holds
    from month_seals
    join billing_cycles on billing_cycles.organization_id = month_seals.organization_id
      and billing_cycles.id = month_seals.billing_cycle_id
    where month_seals.organization_id = ${organizationId}
    order by billing_cycles.period, month_seals.created_at
  `.execute(db);
  return rows;
}

export async function listSealedOrganizations(db: Db): Promise<readonly number[]> {
  const { rows } = await sql<{ organizationId: number }>`
    select distinct month_seals.organization_id from month_seals
  `.execute(db);
  return rows.map(({ organizationId }) => organizationId);
}

export async function listCheckpoints(
  db: Db,
): Promise<readonly { readonly size: number; readonly note: string }[]> {
  return db.selectFrom('checkpoints').select(['size', 'note']).orderBy('size').execute();
}

export type IndexedLeaf = { readonly index: number; readonly leaf: string };

export async function listIndexedLeaves(db: Db): Promise<readonly IndexedLeaf[]> {
  return db.selectFrom('sealLog').select(['index', 'leaf']).orderBy('index').execute();
}
