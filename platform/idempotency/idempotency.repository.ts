// Statements on idempotency keys; they run in the transaction of the effects that the keys stand for.
import { sql, type RawBuilder } from 'kysely';

const KEPT_HOURS = 24;
/** Each new key also deletes a few expired ones of its organization: the table never holds much more than a day's keys. */
const SWEPT_AT_ONCE = 10;

/** Locks those of the keys that no other transaction has locked, until this one ends. */
export function tryLockKeys(
  organizationId: number,
  keys: readonly string[],
): RawBuilder<{ readonly key: string }> {
  return sql`select /* kept: lock-keys */ asked.key
    from unnest(${keys}::text[]) as asked (key)
    where pg_try_advisory_xact_lock(hashtextextended('idempotency:' || ${organizationId}::bigint || ':' || asked.key, 0))
  `;
}

export type KeptAnswer = {
  readonly key: string;
  readonly requestHash: string;
  readonly answer: unknown;
};

export function listAnswers(
  organizationId: number,
  keys: readonly string[],
): RawBuilder<KeptAnswer> {
  return sql`select /* kept: list-answers */
      idempotency_keys.key, idempotency_keys.request_hash, idempotency_keys.answer
    from idempotency_keys
    where idempotency_keys.organization_id = ${organizationId} and idempotency_keys.key = any(${keys}::text[])
      and idempotency_keys.kept_until > now()
  `;
}

/** Stores the answers, replacing expired ones. */
export function upsertAnswers(
  organizationId: number,
  answers: readonly KeptAnswer[],
): RawBuilder<unknown> {
  return sql`/* kept: upsert-answers */
    insert into idempotency_keys (organization_id, key, request_hash, answer, kept_until)
    select ${organizationId}::bigint, kept.key, kept.request_hash, kept.answer::json, now() + make_interval(hours => ${KEPT_HOURS})
    from unnest(
      ${answers.map(({ key }) => key)}::text[],
      ${answers.map(({ requestHash }) => requestHash)}::text[],
      ${answers.map(({ answer }) => JSON.stringify(answer))}::text[]
    ) as kept (key, request_hash, answer)
    on conflict on constraint idempotency_keys_pkey do update
      set request_hash = excluded.request_hash, answer = excluded.answer, kept_until = excluded.kept_until
  `;
}

export function deleteExpired(organizationId: number): RawBuilder<unknown> {
  return sql`/* kept: delete-expired-keys */
    delete from idempotency_keys
    where organization_id = ${organizationId} and key in (
      select key from idempotency_keys
      where organization_id = ${organizationId} and kept_until <= now()
      order by kept_until limit ${SWEPT_AT_ONCE} for update skip locked
    )
  `;
}
