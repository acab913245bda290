// A file of houses for tests, and what an organization has after importing it.
import { type Import, importHouses } from '@kvartplata/contracts/core/imports.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';
import { csv, importFile } from './import-files.ts';
import type { TestApp } from './test-app.ts';

export const HOUSE_HEADER = [
  'Адрес дома',
  'Код ФИАС дома',
  'Площадь общего имущества, кв. м',
  'Месяцы отопления',
  'Номер помещения',
  'Площадь помещения, кв. м',
  'Вид помещения',
  'Лицевой счёт',
  'Плательщик',
  'Зарегистрировано человек',
  'Собственников',
  'Доля в помещении',
  'Дата открытия счёта',
  'Дата закрытия счёта',
];

export type HouseRow = {
  readonly address?: string;
  readonly fias?: string;
  readonly common?: string;
  readonly season?: string;
  readonly room?: string;
  readonly area?: string;
  readonly kind?: string;
  readonly account?: string;
  readonly payer?: string;
  readonly persons?: string;
  readonly owners?: string;
  readonly share?: string;
  readonly opened?: string;
  readonly closed?: string;
};

export function houseCells(row: HouseRow): string[] {
  return [
    row.address ?? 'ул. Мира, д. 1',
    row.fias ?? '',
    row.common ?? '',
    row.season ?? '',
    row.room ?? '1',
    row.area ?? '45,1',
    row.kind ?? '',
    row.account ?? 'A1',
    row.payer ?? 'Иванов И. И.',
    row.persons ?? '2',
    row.owners ?? '',
    row.share ?? '',
    row.opened ?? '01.02.2020',
    row.closed ?? '',
  ];
}

export function houseFile(rows: readonly HouseRow[]): string {
  return csv([HOUSE_HEADER, ...rows.map(houseCells)]);
}

export async function importHouseRows(
  core: TestApp,
  user: number,
  rows: readonly HouseRow[],
  query?: Sent['query'],
): Promise<Import> {
  return importFile(core, user, importHouses, houseFile(rows), query);
}

export type StoredAccount = {
  readonly address: string;
  readonly fiasId: string | null;
  readonly commonArea: string | null;
  readonly number: string;
  readonly area: string;
  readonly kind: string;
  readonly accountNumber: string;
  readonly payer: string;
  readonly owners: number;
  readonly share: string;
  readonly openedOn: string;
  readonly closedOn: string | null;
  /** `from: count, from: count` */
  readonly persons: string;
  readonly houseVersion: number;
  readonly roomVersion: number;
  readonly version: number;
};

/** Ordered by number. */
export async function storedAccounts(
  db: Db,
  organizationId: number,
): Promise<readonly StoredAccount[]> {
  const { rows } = await sql<StoredAccount>`
    select houses.address, houses.fias_id, houses.common_area, rooms.number, rooms.area, rooms.kind,
      accounts.account_number, accounts.payer, accounts.owners, accounts.share, accounts.opened_on, accounts.closed_on,
      (select string_agg(valid_from || ': ' || person_count, ', ' order by valid_from) from registered_persons
       where registered_persons.organization_id = accounts.organization_id
         and registered_persons.house_id = accounts.house_id and personal_account_id = accounts.id) as persons,
      houses.version as house_version, rooms.version as room_version, accounts.version
    from personal_accounts as accounts
    join houses on houses.organization_id = accounts.organization_id and houses.id = accounts.house_id
    join rooms on rooms.organization_id = accounts.organization_id and rooms.house_id = accounts.house_id
      and rooms.id = accounts.room_id
    where accounts.organization_id = ${organizationId}
    order by accounts.account_number
  `.execute(db);
  return rows;
}
