// Rows that a statement finds among tables of its transaction: inserted into stored ones, or changed there with an entry in the
// audit log for each, on one machine and on many.
import { sql, type RawBuilder } from 'kysely';
import type { Executor } from './executor.ts';

/**
 * Inserts the rows that a statement finds. A database that spans nodes would copy them there, which row-level security
 * refuses, unless the statement tells of each.
 */
export async function insertFound(trx: Executor, insert: RawBuilder<unknown>): Promise<void> {
  await sql`with inserted as (${insert} returning 1) select count(*) from inserted`.execute(trx);
}

/** Who changes rows of the organization, and in which request. */
export type Author = {
  readonly organizationId: number;
  readonly userId: number;
  readonly requestId: string;
};

/**
 * Changes rows, with an entry in the audit log for each.
 * @param type of the object, as the audit log names it
 * @param before a query of the rows as they are, and others that stay; they have an `id`
 * @param change an update that tells of the rows that it has changed
 * @param recordOf the record of a row, as the interface names its fields
 */
export async function changeFound(
  trx: Executor,
  type: string,
  { organizationId, userId, requestId }: Author,
  {
    before,
    change,
    recordOf,
  }: {
    readonly before: RawBuilder<unknown>;
    readonly change: RawBuilder<unknown>;
    readonly recordOf: (row: RawBuilder<unknown>) => RawBuilder<unknown>;
  },
): Promise<void> {
  // Read by a statement of its own: a database that spans nodes may run the parts of one in any order.
  await sql`create temp table before on commit drop as ${before}`.execute(trx);
  await sql`
    with changed as (${change}), inserted as (
      insert into audit_log (organization_id, user_id, action, object_type, object_id, before, after, request_id)
      select ${organizationId}, ${userId}, ${`${type}.changed`}, ${type}, changed.id::text, ${recordOf(sql.ref('before'))},
        ${recordOf(sql.ref('changed'))}, ${requestId}
      from changed join before on before.id = changed.id
      returning 1
    )
    select count(*) from inserted
  `.execute(trx);
  await sql`drop table before`.execute(trx);
}
