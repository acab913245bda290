// Failed sign-ins in the audit log: only of existing users, and limited per hour for each, so that guessing cannot fill the disk.
import { sql } from 'kysely';
import type { Db } from '../tables.ts';

const MOST_AN_HOUR = 5;

/** An unknown name is not recorded: it may be a password typed into the wrong field. */
export async function recordFailedSignIn(db: Db, key: string, requestId: string): Promise<void> {
  await sql`
    insert into audit_log (action, object_type, object_id, request_id)
    select 'sign-in.failed', 'user', users.id::text, ${requestId}
    from users
    where (users.username_key = ${key} or users.email_key = ${key}) and ${MOST_AN_HOUR} > (
      select count(*) from audit_log
      where object_type = 'user' and object_id = users.id::text and action = 'sign-in.failed'
        and at > now() - interval '1 hour'
    )
  `.execute(db);
}
