// A million personal accounts of one organization: 10,000 houses in four cities, one city after another, 100 accounts
// per house, with names distributed as in reality.
import { sql, type Kysely } from 'kysely';
import { sized } from '../size.ts';

export const ACCOUNTS = sized({ whole: 1_000_000, short: 100_000 });
const HOUSES = ACCOUNTS / 100;

const CITIES = ['Самара', 'Тольятти', 'Сызрань', 'Жигулёвск'];
const STREETS =
  'Садовая Мира Ленина Гагарина Полевая Победы Кирова Берёзовая Заводская Луговая Лесная Школьная Речная Зелёная Новая Южная Северная Степная Мичурина Чапаева'.split(
    ' ',
  );
const SURNAMES =
  'Иванов Смирнов Кузнецов Попов Васильев Петров Соколов Михайлов Новиков Фёдоров Морозов Волков Алексеев Лебедев Семёнов Егоров Павлов Козлов Степанов Николаев Орлов Андреев Макаров Никитин Захаров Зайцев Соловьёв Борисов Яковлев Григорьев Романов Воробьёв Сергеев Кузьмин Фролов Александров Дмитриев Королёв Гусев Киселёв'.split(
    ' ',
  );
const ENDINGS = ['', 'ский', 'чук', 'енко', 'ых'];
const NAMES =
  'Иван Пётр Сергей Алексей Дмитрий Андрей Николай Михаил Егор Фёдор Павел Степан'.split(' ');

/** @param db a connection of the tables' owner */
export async function fillAccounts(db: Kysely<unknown>, userId: number): Promise<void> {
  const pick = (list: readonly string[], salt: number) =>
    sql`(${list}::text[])[1 + (hashint4extended(n, ${salt}) & 65535) % ${list.length}::integer]`;
  const statements = [
    sql`insert into organizations (id, name) values (1, 'Управляющая компания')`,
    sql`insert into organization_members (organization_id, user_id, role) values (1, ${userId}, 'viewer')`,
    sql`
      insert into houses (id, organization_id, address)
      select n, 1, 'г. ' || (${CITIES}::text[])[1 + (n - 1) * 4 / ${HOUSES}::integer] || ', ул. ' || ${pick(STREETS, 1)}
        || ', д. ' || 1 + n % 200
      from generate_series(1, ${HOUSES}::integer) as n`,
    sql`
      insert into rooms (organization_id, house_id, id, number, area)
      select 1, 1 + (n - 1) / 100, n, 1 + (n - 1) % 100, 50 from generate_series(1, ${ACCOUNTS}::integer) as n`,
    sql`
      insert into account_numbers (organization_id, account_number, house_id)
      select 1, 6300000000 + id, house_id from rooms`,
    sql`
      insert into personal_accounts (organization_id, house_id, id, room_id, account_number, payer, opened_on)
      select 1, 1 + (n - 1) / 100, n, n, 6300000000 + n,
        ${pick(SURNAMES, 2)} || ${pick(ENDINGS, 3)} || ' ' || ${pick(NAMES, 4)} || ' ' || ${pick(NAMES, 5)} || 'ович'
          || case when n % 50021 = 77 then ' Задунайский' else '' end,
        '2025-01-01'
      from generate_series(1, ${ACCOUNTS}::integer) as n`,
    sql`
      insert into registered_persons (organization_id, house_id, personal_account_id, valid_from, person_count)
      select organization_id, house_id, id, '2025-01-01', 1 + id % 4 from personal_accounts`,
    sql`vacuum (analyze)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
