// The account data for the residents door, in SQL.
import type { ResidentPreferences } from '@kvartplata/contracts/core/residents-door.ts';
import { sql } from 'kysely';
import type { HousePlace } from '../../access/places.ts';
import type { Db, Trx } from '../../tables.ts';

export type AccountOfHouse = { readonly houseId: number; readonly personalAccountId: number };
export type AccountPlace = AccountOfHouse & HousePlace;

export type AccountRow = ResidentPreferences & {
  readonly organizationId: number;
  readonly roomId: number;
  readonly accountNumber: string;
  readonly payer: string;
  readonly openedOn: string;
  readonly closedOn: string | null;
  readonly readingFromDay: number | null;
  readonly readingToDay: number | null;
};

/** Undefined when the house has no such account. */
export async function findAccount(
  db: Db,
  { houseId, personalAccountId }: AccountOfHouse,
): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`/* kept: find-resident-account */
    select personal_accounts.organization_id, personal_accounts.room_id, personal_accounts.account_number,
      personal_accounts.payer, personal_accounts.opened_on, personal_accounts.closed_on, personal_accounts.email,
      personal_accounts.wants_paper, houses.reading_from_day, houses.reading_to_day
    from personal_accounts
    join houses on houses.organization_id = personal_accounts.organization_id
      and houses.id = personal_accounts.house_id
    where personal_accounts.id = ${personalAccountId} and personal_accounts.house_id = ${houseId}
  `.execute(db);
  return rows[0];
}

export type MeterRow = { readonly id: number; readonly verifiedUntil: string | null };

/** The account's own meters and those of its room, removed ones too. */
export async function listMeters(
  db: Db | Trx,
  { organizationId, houseId, personalAccountId }: AccountPlace,
  roomId: number,
): Promise<readonly MeterRow[]> {
  return db
    .selectFrom('meters')
    .select(['id', 'verifiedUntil'])
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where((meter) =>
      meter.or([meter('personalAccountId', '=', personalAccountId), meter('roomId', '=', roomId)]),
    )
    .orderBy('id')
    .execute();
}

/** Locked until the transaction ends; undefined when the account no longer exists. */
export async function lockPreferences(
  trx: Trx,
  { organizationId, houseId, personalAccountId }: AccountPlace,
): Promise<ResidentPreferences | undefined> {
  return trx
    .selectFrom('personalAccounts')
    .select(['email', 'wantsPaper'])
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', personalAccountId)
    .forUpdate()
    .executeTakeFirst();
}

export async function updatePreferences(
  trx: Trx,
  { organizationId, houseId, personalAccountId }: AccountPlace,
  { email, wantsPaper }: ResidentPreferences,
): Promise<void> {
  await trx
    .updateTable('personalAccounts')
    .set((account) => ({ email, wantsPaper, version: account('version', '+', 1) }))
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('id', '=', personalAccountId)
    .execute();
}
