// Fingerprints of a database: two differ when a row was added, changed or removed in between. Exports do not count: they are
// reads that are written to the audit log, or recorded as made. What the service does by itself after its start is left out as
// well, and so is what a read has found and keeps for the next one.
import { createHash } from 'node:crypto';
import type pg from 'pg';

const OWN_DOINGS = [
  'ledger_verifications',
  'key_rate_imports',
  'audit_heads',
  'audit_links',
  'seal_verifications',
  'gis_exports',
  'found_outliers',
  'odd_meters',
  'webhook_deliveries',
];

/** By table. Partitions count with their parent. */
export async function fingerprintOf(owner: pg.Pool): Promise<Readonly<Record<string, string>>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname <> all ($1)
     order by relname`,
    [OWN_DOINGS],
  );
  const text = tables
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) || ':' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as print
         from ${name} t ${name === 'audit_log' ? "where action not like '%-exported' and action not like '%-downloaded'" : ''}`,
    )
    .join(' union all ');
  // Planning a query of a hundred tables costs more than running it, so it is prepared, as long as the tables are the same.
  const { rows } = await owner.query<{ name: string; print: string }>({ name: nameOf(text), text });
  return Object.fromEntries(rows.map(({ name, print }) => [name, print]));
}

/** A session prepares one statement per name. */
function nameOf(text: string): string {
  return `fingerprint-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
}
