// Idempotency keys in SQL, in the transaction of the effect that they stand for.
import { sql } from 'kysely';
import type { Executor } from '../database/executor.ts';

const KEPT_HOURS = 24;
/** Every new key sweeps away a few of its organization that are past their time: the table stays as small as a day's keys. */
const SWEPT_AT_ONCE = 10;

/** Holds the key until the transaction ends; false when another transaction does. */
export async function tryLockKey(
  trx: Executor,
  organizationId: number,
  key: string,
): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`idempotency:${organizationId}:${key}`}, 0)) as held
  `.execute(trx);
  return rows[0]?.held === true;
}

export async function findAnswer(
  trx: Executor,
  organizationId: number,
  key: string,
): Promise<{ readonly requestHash: string; readonly answer: unknown } | undefined> {
  const { rows } = await sql<{ requestHash: string; answer: unknown }>`
    select request_hash, answer from idempotency_keys
    where organization_id = ${organizationId} and key = ${key} and kept_until > now()
  `.execute(trx);
  return rows[0];
}

/** Puts the answer in the place of one that is past its time. */
export async function upsertAnswer(
  trx: Executor,
  kept: {
    readonly organizationId: number;
    readonly key: string;
    readonly requestHash: string;
    readonly answer: unknown;
  },
): Promise<void> {
  await sql`
    insert into idempotency_keys (organization_id, key, request_hash, answer, kept_until)
    values (${kept.organizationId}, ${kept.key}, ${kept.requestHash}, ${JSON.stringify(kept.answer)}::json,
      now() + make_interval(hours => ${KEPT_HOURS}))
    on conflict on constraint idempotency_keys_pkey do update
      set request_hash = excluded.request_hash, answer = excluded.answer, kept_until = excluded.kept_until
  `.execute(trx);
}

export async function deleteExpired(trx: Executor, organizationId: number): Promise<void> {
  await sql`
    delete from idempotency_keys
    where organization_id = ${organizationId} and key in (
      select key from idempotency_keys
      where organization_id = ${organizationId} and kept_until <= now()
      order by kept_until limit ${SWEPT_AT_ONCE} for update skip locked
    )
  `.execute(trx);
}
