// Inserts or changes the rows that a query finds, changes with an audit entry each, on a single machine and on a distributed
// database.
import { sql, type RawBuilder } from 'kysely';
import type { Executor } from './executor.ts';

/**
 * Inserts the rows that a query finds. Without `returning`, a distributed database would COPY them to the nodes, which row-level
 * security forbids.
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
 * Changes rows, with an audit entry for each.
 * @param type of the object, as in the audit log
 * @param before a query for the rows before the change; it may find unchanged ones, too; they have an `id`
 * @param change an update that returns the rows that it has changed
 * @param recordOf the record of a row, with the field names of the API
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
  // In a statement of its own: a distributed database may run the parts of one statement in any order.
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
