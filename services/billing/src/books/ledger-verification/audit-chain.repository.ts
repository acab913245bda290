// The chains of the audit log in SQL: walked from first link to last, and compared with the entries.
import { sql } from 'kysely';
import type { Db } from '../../tables.ts';

export type AuditFault = {
  readonly organizationId: number;
  /** The link's number; null for an entry without a link. */
  readonly chain: number | null;
  readonly number: number | null;
  /** `link`: its entries, or the link before it, have changed. `end`: the chain does not end where it should. */
  readonly fault: 'link' | 'end' | 'unlinked';
};

/** For an organization; 0 for entries that belong to none. Any row is a fault. */
export async function listAuditFaults(
  db: Db,
  organizationId: number,
): Promise<readonly AuditFault[]> {
  const { rows } = await sql<AuditFault>`
    with links as materialized (
      select audit_links.*,
        lag(audit_links.number, 1, 0::bigint) over walk as number_before,
        lag(audit_links.hash, 1, ''::bytea) over walk as hash_before
      from audit_links
      where audit_links.organization_id = ${organizationId}
      window walk as (partition by audit_links.chain order by audit_links.number)
    ),
    listed as (
      select links.chain, links.number, entry.id, entry.place
      from links
      cross join unnest(links.entry_ids) with ordinality as entry (id, place)
    ),
    entries as (
      select * from audit_log where audit_log.organization_id = ${organizationId}
    ),
    held as materialized (
      select listed.chain, listed.number, listed.place,
        app.audit_line(entries.id, entries.at, entries.user_id, entries.action, entries.object_type, entries.object_id,
          entries.before, entries.after, entries.request_id, entries.api_key_id) as line,
        entries.id is null as is_gone
      from listed
      full join entries on entries.id = listed.id
    ),
    walked as (
      select held.chain, held.number, bool_or(held.is_gone) as is_gone,
        string_agg(held.line, E'\n' order by held.place) as lines
      from held
      where held.chain is not null
      group by held.chain, held.number
    ),
    heads as (
      select * from audit_heads where audit_heads.organization_id = ${organizationId}
    ),
    ends as (
      select distinct on (links.chain) links.chain, links.number, links.hash
      from links
      order by links.chain, links.number desc
    )
    select ${organizationId}::bigint as organization_id, links.chain, links.number, 'link' as fault
    from links
    join walked on walked.chain = links.chain and walked.number = links.number
    where walked.is_gone or links.number <> links.number_before + 1
      or links.hash <> sha256(links.hash_before || convert_to(walked.lines, 'UTF8'))
    union all
    select ${organizationId}::bigint, coalesce(heads.chain, ends.chain), coalesce(heads.number, ends.number), 'end'
    from heads
    full join ends on ends.chain = heads.chain
    where (heads.number, heads.hash) is distinct from (ends.number, ends.hash)
    union all
    select distinct ${organizationId}::bigint, null::bigint, null::bigint, 'unlinked'
    from held
    where held.chain is null
    order by chain nulls last, number nulls last, fault
  `.execute(db);
  return rows;
}
