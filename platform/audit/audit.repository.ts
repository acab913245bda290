// The audit log in SQL: entries are inserted in the transaction of the change they describe, and read; the database refuses
// everything else.
import type { AuditEntry } from '@kvartplata/contracts/audit.ts';
import { sql, type RawBuilder } from 'kysely';
import { inChunks } from '../database/batches.ts';
import type { Executor } from '../database/executor.ts';

/** Who makes the change; without a user it is the platform itself. */
export type Actor = {
  readonly userId: number | null;
  readonly requestId: string;
  /** The key of the program that acts in the user's name. */
  readonly apiKeyId?: number | undefined;
};

export type AuditedChange = {
  /** The object type and what happened to it, in the past tense: `cycle.applied`. */
  readonly action: `${string}.${string}`;
  readonly object: { readonly type: string; readonly id: number | string };
  /** Null for changes that belong to no organization. */
  readonly organizationId: number | null;
  /** The values before and after the change, without secrets and passwords. */
  readonly before?: AuditedFields | null | undefined;
  readonly after?: AuditedFields | null | undefined;
};

/** A change and who makes it. */
export type ActedChange = { readonly actor: Actor; readonly change: AuditedChange };

export type AuditedFields = Readonly<Record<string, unknown>>;

/** Stored in place of a null organization: on a distributed database these rows need a node, too. */
const OF_NOBODY = 0;
/** A row has nine parameters, and a statement at most 65,535. */
const INSERTED_AT_ONCE = 1000;
/** Only inserts of up to this many rows are prepared: each row count has a text and a plan of its own. */
const KEPT_UP_TO = 16;

/** @param trx the transaction of the change: both are kept, or neither */
export async function recordChange(
  trx: Executor,
  actor: Actor,
  change: AuditedChange,
): Promise<void> {
  await recordChanges(trx, actor, [change]);
}

/** Records many changes of one actor. */
export async function recordChanges(
  trx: Executor,
  actor: Actor,
  changes: readonly AuditedChange[],
): Promise<void> {
  for (const batch of inChunks(changes, INSERTED_AT_ONCE)) {
    const values = batch.flatMap((change) => valuesOf({ actor, change }));
    await sql(textOf(batch.length), ...values).execute(trx);
  }
}

/** Draws ids for entries that a function of the schema is to write together with the changes themselves. */
export function drawEntryIds(count: number): RawBuilder<{ readonly id: number }> {
  return sql`select /* kept: draw-entry-ids */ nextval('audit_log_ids') as id from generate_series(1, ${count}::integer)`;
}

/** Such an entry, as the function takes it. */
export function entryToRecord(id: number, { actor, change }: ActedChange): AuditedFields {
  return {
    id,
    user_id: actor.userId,
    action: change.action,
    object_type: change.object.type,
    object_id: String(change.object.id),
    before: change.before,
    after: change.after,
    request_id: actor.requestId,
    api_key_id: actor.apiKeyId,
  };
}

const texts = new Map<number, TemplateStringsArray>();

/** The text of the statement for this many rows, in the form that a template literal would have. */
function textOf(rows: number): TemplateStringsArray {
  const known = texts.get(rows);
  if (known !== undefined) return known;
  const name = rows <= KEPT_UP_TO ? `/* kept: record-changes-${rows} */` : '';
  // A list of values, which a distributed database sends to the right node. It would COPY the rows of a query there, and
  // row-level security forbids COPY.
  const text = `${name}
    insert into audit_log (organization_id, user_id, action, object_type, object_id, before, after, request_id, api_key_id)
    values ${Array.from({ length: rows }, () => '(?::bigint, ?::bigint, ?, ?, ?, ?::jsonb, ?::jsonb, ?, ?::bigint)').join(', ')}`;
  const pieces = text.split('?');
  const made = Object.assign(pieces, { raw: pieces });
  texts.set(rows, made);
  return made;
}

function valuesOf({ actor, change }: ActedChange): readonly (string | number | null)[] {
  return [
    change.organizationId ?? OF_NOBODY,
    actor.userId,
    change.action,
    change.object.type,
    String(change.object.id),
    json(change.before),
    json(change.after),
    actor.requestId,
    actor.apiKeyId ?? null,
  ];
}

export type AuditFilter = {
  /** Whose entries; `all` includes those without an organization. */
  readonly organizationIds: readonly number[] | 'all';
  readonly userId: number | undefined;
  /** An action, or its first word. */
  readonly action: string | undefined;
  readonly objectType: string | undefined;
  readonly objectId: string | undefined;
  readonly from: Date | undefined;
  /** Exclusive. */
  readonly to: Date | undefined;
  readonly beforeId: number | undefined;
  readonly limit: number;
};

type ListedEntry = Omit<AuditEntry, 'apiKeyId'> & { readonly apiKeyId: number | null };

/** Newest first. */
export async function listChanges(
  db: Executor,
  filter: AuditFilter,
): Promise<readonly AuditEntry[]> {
  const { organizationIds, userId, action, objectType, objectId, from, to, beforeId } = filter;
  const conditions = [
    organizationIds === 'all'
      ? sql`true`
      : sql`organization_id = any(${organizationIds}::bigint[])`,
    ...(userId === undefined ? [] : [sql`user_id = ${userId}`]),
    ...(action === undefined ? [] : [actionIs(action)]),
    ...(objectType === undefined ? [] : [sql`object_type = ${objectType}`]),
    ...(objectId === undefined ? [] : [sql`object_id = ${objectId}`]),
    ...(from === undefined ? [] : [sql`at >= ${from}`]),
    ...(to === undefined ? [] : [sql`at < ${to}`]),
    ...(beforeId === undefined ? [] : [sql`id < ${beforeId}`]),
  ];
  const { rows } = await sql<ListedEntry>`
    select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, nullif(organization_id, ${OF_NOBODY}) as organization_id, user_id, action, object_type as "objectType",
      object_id as "objectId", before, after, request_id, api_key_id as "apiKeyId"
    from audit_log
    where ${sql.join(conditions, sql` and `)}
    order by id desc
    limit ${filter.limit}
  `.execute(db);
  return rows.map(toEntry);
}

function toEntry({ apiKeyId, ...entry }: ListedEntry): AuditEntry {
  return apiKeyId === null ? entry : { ...entry, apiKeyId };
}

function actionIs(action: string) {
  return action.includes('.')
    ? sql`action = ${action}`
    : sql`split_part(action, '.', 1) = ${action}`;
}

function json(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}
