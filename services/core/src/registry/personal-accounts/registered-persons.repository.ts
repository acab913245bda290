// The dated history of an account's registered persons in SQL.
import type { RegisteredPersons } from '@kvartplata/contracts/core/registered-persons.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '../../tables.ts';
import type { AccountPlace } from './personal-accounts.repository.ts';

/** In chronological order. */
export async function listPersons(
  db: Db,
  { organizationId, houseId, id }: AccountPlace,
): Promise<RegisteredPersons[]> {
  return db
    .selectFrom('registeredPersons')
    .select(['personCount as count', 'validFrom'])
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('personalAccountId', '=', id)
    .orderBy('validFrom')
    .execute();
}

/** Replaces an entry that begins on the same day. */
export async function upsertPersons(
  trx: Trx,
  { organizationId, houseId, id }: AccountPlace,
  { count, validFrom }: RegisteredPersons,
): Promise<void> {
  await trx
    .insertInto('registeredPersons')
    .values({
      organizationId,
      houseId,
      personalAccountId: id,
      validFrom: validFrom,
      personCount: count,
    })
    .onConflict((conflict) =>
      conflict.constraint('registered_persons_pkey').doUpdateSet({ personCount: count }),
    )
    .execute();
}

/** Moves the first entry to this day, when it begins later. */
export async function updateFirstDay(
  trx: Trx,
  { organizationId, houseId, id }: AccountPlace,
  validFrom: string,
): Promise<void> {
  await sql`
    update registered_persons
    set valid_from = ${validFrom}
    where registered_persons.organization_id = ${organizationId} and registered_persons.house_id = ${houseId}
      and registered_persons.personal_account_id = ${id}
      and registered_persons.valid_from > ${validFrom}
      and registered_persons.valid_from = (
        select min(first.valid_from::date) from registered_persons as first
        where first.organization_id = ${organizationId} and first.house_id = ${houseId}
          and first.personal_account_id = ${id}
      )
  `.execute(trx);
}

export async function deletePersons(
  trx: Trx,
  { organizationId, houseId, id }: AccountPlace,
  validFrom: string,
): Promise<void> {
  await trx
    .deleteFrom('registeredPersons')
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('personalAccountId', '=', id)
    .where('validFrom', '=', validFrom)
    .execute();
}

export async function deleteHistory(
  trx: Trx,
  { organizationId, houseId, id }: AccountPlace,
): Promise<void> {
  await trx
    .deleteFrom('registeredPersons')
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('personalAccountId', '=', id)
    .execute();
}
