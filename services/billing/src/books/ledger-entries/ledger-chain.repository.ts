// The ledger's hash chain in SQL: walked from the first link to the last, and compared with the entries and the documents behind
// them.
import type { HousesOf } from '@kvartplata/platform/database/of-organizations.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../tables.ts';

export type ChainFault = {
  readonly houseId: number;
  /** The link's number; null for an entry without a link. */
  readonly number: number | null;
  readonly period: string | null;
  /**
   * `entries`: the link's entries are not what they were when booked. `documents`: its payments, allocations, stornos or accruals
   * are not. `order`: the link does not follow from the one before it, or is not the last although the house's head says so.
   * `unlinked`: an entry or a document that no link lists.
   */
  readonly fault: 'entries' | 'documents' | 'order' | 'unlinked';
};

/** A month of a house; null for links without a month. */
export type MonthOfHouse = { readonly houseId: number; readonly period: string | null };

/** Of the houses: the months from a given one on, all when null; or only the listed ones. */
export type Months =
  | { readonly since: string | null }
  | { readonly among: readonly MonthOfHouse[] };

/** Links whose hash is wrong or that do not follow from the one before, and heads that are not the last link. */
export async function listOrderFaults(
  db: Db,
  { organizationId, houseIds }: HousesOf,
): Promise<readonly ChainFault[]> {
  const { rows } = await sql<ChainFault>`
    with links as materialized (
      select ledger_links.organization_id, ledger_links.house_id, ledger_links.number, ledger_links.period,
        ledger_links.created_at, ledger_links.digest, ledger_links.documents, ledger_links.hash,
        lag(ledger_links.number, 1, 0::bigint) over chain as number_before,
        lag(ledger_links.hash, 1, ''::bytea) over chain as hash_before
      from ledger_links
      where ledger_links.organization_id = ${organizationId} and ledger_links.house_id = any(${houseIds}::bigint[])
      window chain as (partition by ledger_links.house_id order by ledger_links.number)
    ),
    ends as (
      select distinct on (house_id) house_id, number, hash from links order by house_id, number desc
    ),
    heads as (
      select * from ledger_heads
      where ledger_heads.organization_id = ${organizationId} and ledger_heads.house_id = any(${houseIds}::bigint[])
    )
    select links.house_id, links.number, links.period, 'order' as fault
    from links
    where links.number <> links.number_before + 1
      or links.hash <> app.link_hash(links.hash_before, links.organization_id, links.house_id, links.number, links.period,
        links.created_at, links.digest, links.documents)
    union all
    select coalesce(heads.house_id, ends.house_id), coalesce(heads.number, ends.number), null, 'order'
    from heads
    full join ends on ends.house_id = heads.house_id
    where (heads.number, heads.hash) is distinct from (ends.number, ends.hash)
    order by house_id, number nulls last, period
  `.execute(db);
  return rows;
}

/** Entries that differ from what their links state, and those that no link lists. */
export async function listEntryFaults(
  db: Db,
  { organizationId, houseIds }: HousesOf,
  months: Months,
): Promise<readonly ChainFault[]> {
  if ('among' in months && months.among.length === 0) return [];
  const { rows } = await sql<ChainFault>`
    with links as (
      select * from ledger_links
      where ledger_links.organization_id = ${organizationId} and ledger_links.house_id = any(${houseIds}::bigint[])
        and ${isIn(months, 'ledgerLinks')}
    ),
    listed as (
      select links.house_id, links.number, links.period, links.created_at, entry.id, entry.place
      from links cross join unnest(links.entry_ids) with ordinality as entry (id, place)
    ),
    entries as (
      select * from ledger_entries
      where ledger_entries.organization_id = ${organizationId} and ledger_entries.house_id = any(${houseIds}::bigint[])
        and ${isIn(months, 'ledgerEntries')}
    ),
    held as materialized (
      select coalesce(listed.house_id, entries.house_id) as house_id, coalesce(listed.period, entries.period) as period,
        listed.number, listed.place, entries.created_at is distinct from listed.created_at as is_of_other_time,
        app.ledger_line(entries.personal_account_id, entries.id, entries.period, entries.transaction_type,
          entries.debt_kind, entries.debit, entries.credit, entries.document_id, entries.effective_on) as line
      from listed
      full join entries
        on entries.house_id = listed.house_id and entries.period = listed.period and entries.id = listed.id
    ),
    walked as (
      select held.house_id, held.number, bool_or(held.is_of_other_time) as is_of_other_time,
        sha256(convert_to(string_agg(held.line, E'\n' order by held.place), 'UTF8')) as digest
      from held
      where held.number is not null
      group by held.house_id, held.number
    )
    select links.house_id, links.number, links.period, 'entries' as fault
    from links
    join walked on walked.house_id = links.house_id and walked.number = links.number
    where walked.digest is distinct from links.digest or walked.is_of_other_time
    union all
    select distinct held.house_id, null::bigint, held.period, 'unlinked'
    from held
    where held.number is null
    order by house_id, number nulls last, period, fault
  `.execute(db);
  return rows;
}

function isIn(months: Months, table: 'ledgerEntries' | 'ledgerLinks'): RawBuilder<boolean> {
  const period = sql.ref(`${table}.period`);
  if ('since' in months)
    return sql`(${months.since}::date is null or ${period} >= ${months.since}::date)`;
  return sql`(${sql.ref(`${table}.houseId`)}, coalesce(${period}, '-infinity')) in (
    select month.house_id, coalesce(month.period, '-infinity')
    from unnest(${months.among.map(({ houseId }) => houseId)}::bigint[],
      ${months.among.map(({ period: first }) => first)}::date[]) as month (house_id, period)
  )`;
}

/** The same for the documents behind the entries, booked since a day. */
export async function listDocumentFaults(
  db: Db,
  { organizationId, houseIds }: HousesOf,
  since: string | null,
): Promise<readonly ChainFault[]> {
  const { rows } = await sql<ChainFault>`
    with links as materialized (
      select * from ledger_links
      where ledger_links.organization_id = ${organizationId} and ledger_links.house_id = any(${houseIds}::bigint[])
        and (${since}::date is null or ledger_links.created_at >= ${since}::date)
    ),
    named as (
      select links.house_id, links.number, links.created_at, document.id, document.place
      from links
      cross join unnest(links.document_ids) with ordinality as document (id, place)
    ),
    documents as (
      select * from booked_documents
      where booked_documents.organization_id = ${organizationId} and booked_documents.house_id = any(${houseIds}::bigint[])
        and (${since}::date is null or booked_documents.created_at >= ${since}::date)
    ),
    told as materialized (
      select coalesce(named.house_id, documents.house_id) as house_id, named.number, named.place,
        documents.created_at is distinct from named.created_at as is_of_other_time, documents.line
      from named
      full join documents on documents.house_id = named.house_id and documents.id = named.id
    ),
    told_links as (
      select told.house_id, told.number, bool_or(told.is_of_other_time) as is_of_other_time,
        sha256(convert_to(string_agg(told.line, E'\n' order by told.place), 'UTF8')) as digest
      from told
      where told.number is not null
      group by told.house_id, told.number
    )
    select links.house_id, links.number, links.period, 'documents' as fault
    from links
    join told_links on told_links.house_id = links.house_id and told_links.number = links.number
    where told_links.digest is distinct from links.documents or told_links.is_of_other_time
    union all
    select distinct told.house_id, null::bigint, null::date, 'unlinked'
    from told
    where told.number is null
    order by house_id, number nulls last, period, fault
  `.execute(db);
  return rows;
}
