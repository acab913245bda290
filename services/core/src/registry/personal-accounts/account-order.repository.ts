// The accounts of an organization that match a search, with their sort keys.
import { sql } from 'kysely';
import type { Db } from '../../tables.ts';

export type SoughtAccount = {
  readonly id: number;
  readonly houseId: number;
  readonly accountNumber: string;
  /** The additional sort key. */
  readonly key: string;
};

export type SoughtFilter = {
  readonly organizationId: number;
  readonly houseId: number | undefined;
  readonly status: 'open' | 'closed' | undefined;
  /** The day on which it is open or closed. */
  readonly day: string;
  /** `like` patterns over folded texts: each must match the account's text or the address. */
  readonly patterns: readonly string[];
};

const KEYS = {
  rooms: sql`rooms.number`,
  number: sql`''`,
  payer: sql`personal_accounts.payer`,
  area: sql`rooms.area::text`,
} as const;

/** Unordered. */
export async function listSoughtAccounts(
  db: Db,
  { organizationId, houseId, status, day, patterns }: SoughtFilter,
  key: keyof typeof KEYS,
): Promise<readonly SoughtAccount[]> {
  const isOpen = sql`coalesce(personal_accounts.closed_on >= ${day}::date, true)`;
  const conditions = [
    sql`personal_accounts.organization_id = ${organizationId}`,
    ...(houseId === undefined ? [] : [sql`personal_accounts.house_id = ${houseId}`]),
    ...(status === undefined ? [] : [status === 'open' ? isOpen : sql`not ${isOpen}`]),
    ...patterns.map(
      (pattern) =>
        sql`(personal_accounts.search_text like ${pattern} or houses.search_text like ${pattern})`,
    ),
  ];
  const { rows } = await sql<SoughtAccount>`
    select personal_accounts.id, personal_accounts.house_id, personal_accounts.account_number, ${KEYS[key]} as key
    from personal_accounts
    join houses on houses.organization_id = personal_accounts.organization_id
      and houses.id = personal_accounts.house_id
    join rooms on rooms.organization_id = personal_accounts.organization_id
      and rooms.house_id = personal_accounts.house_id and rooms.id = personal_accounts.room_id
    where ${sql.join(conditions, sql` and `)}
  `.execute(db);
  return rows;
}

/** The houses of an organization. */
export async function listHouseAddresses(
  db: Db,
  organizationId: number,
): Promise<readonly { readonly id: number; readonly address: string }[]> {
  return db
    .selectFrom('houses')
    .select(['id', 'address'])
    .where('organizationId', '=', organizationId)
    .execute();
}
