// What a database holds, in short: two fingerprints differ when a row was added, changed or removed meanwhile. Only an
// export is no change: it is a read that the audit log tells of.
import type pg from 'pg';

/** By table. Partitions count with their parent. */
export async function fingerprintOf(owner: pg.Pool): Promise<Readonly<Record<string, string>>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`,
  );
  const prints: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await owner.query<{ print: string }>(
      `select count(*) || ':' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as print
       from ${name} t ${name === 'audit_log' ? "where action not like '%-exported'" : ''}`,
    );
    prints[name] = rows[0]?.print ?? '';
  }
  return prints;
}
