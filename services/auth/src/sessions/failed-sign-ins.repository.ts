// A user's failed sign-ins from the audit log, shown to that user: somebody may be trying their password.
import type { FailedSignIns } from '@kvartplata/contracts/auth/own-sessions.ts';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';

/** In the last 30 days. */
export async function getFailedSignIns(db: Db, userId: number): Promise<FailedSignIns> {
  const { rows } = await sql<FailedSignIns>`
    select count(*)::integer as count,
      to_char(max(at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last_at
    from audit_log
    where object_type = 'user' and object_id = ${String(userId)} and action = 'sign-in.failed'
      and at > now() - interval '30 days'
  `.execute(db);
  return rows[0] ?? { count: 0, lastAt: null };
}
