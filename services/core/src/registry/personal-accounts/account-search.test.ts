// The list of personal accounts, page by page and by words, compared with what plain SQL finds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import {
  listAccountsOfHouse,
  listPersonalAccounts,
  type PersonalAccount,
} from '@kvartplata/contracts/core/personal-accounts.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { sql } from 'kysely';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { searchPatterns } from '../search-patterns.ts';

/** In organizations 1 and 2; SMALL is in 3 alone. */
const LARGE = 1;
const SMALL = 2;
const HOUSES = 300;
/** More than are scanned before the index is used. */
const ACCOUNTS = 24_000;

let core: TestApp;

before(async () => {
  core = await createTestApp();
  await sql
    .raw(`
      insert into organizations (id, name) select n, 'УК ' || n from generate_series(1, 3) as n;
      insert into organization_members (organization_id, user_id, role)
        values (1, ${LARGE}, 'viewer'), (2, ${LARGE}, 'owner'), (3, ${SMALL}, 'viewer');
      insert into houses (id, organization_id, address)
        select n, case when n % 10 = 0 then 3 when n % 10 = 1 then 2 else 1 end,
          case when n <= 160 then 'г. Тольятти, ' else 'г. Самара, ' end
            || (array['ул. Садовая', 'ул. Мира', 'пр. Ленина', 'ул. Берёзовая'])[1 + n * 7 % 4] || ', д.' || n
        from generate_series(1, ${HOUSES}) as n;
      insert into rooms (organization_id, house_id, id, number, area)
        select houses.organization_id, houses.id, n, ((n - 1) / ${HOUSES} + 1)::text, 50
        from generate_series(1, ${ACCOUNTS}) as n join houses on houses.id = n % ${HOUSES} + 1;
      insert into account_numbers (organization_id, account_number, house_id)
        select houses.organization_id, 'ЛС-' || rooms.id, houses.id
        from rooms
        join houses on houses.organization_id = rooms.organization_id and houses.id = rooms.house_id;
      insert into personal_accounts (organization_id, house_id, id, room_id, account_number, payer, opened_on)
        select organization_id, house_id, id, id, 'ЛС-' || id,
          (array['Иванов', 'Петров', 'Семёнов', 'Самарин'])[1 + id / 7 * 13 % 4]
            || (array['', 'ский', 'чук'])[1 + id / 11 * 31 % 3]
            || case when id % 1999 = 0 then ' Редкий' when id % 23997 = 5 then ' Единственный' else '' end,
          '2025-01-01'
        from rooms;
      analyze;
    `)
    .execute(core.db);
});
after(async () => core.close());

async function list(user: number | 'admin', query: Record<string, string>) {
  const response = await core.ask(user, listPersonalAccounts, { query });
  assert.equal(response.status, 200, response.text);
  return response.body;
}

/** Also for invalid queries that the client would not send, such as an empty one. */
async function statusOf(query: string): Promise<number> {
  const url = `${addressOf(listPersonalAccounts)}?${query}`;
  const authorization = await core.userAuthorization(LARGE);
  return (await core.app.inject({ url, headers: { authorization } })).statusCode;
}

/** The ids of all pages together. */
async function listAll(user: number | 'admin', query: Record<string, string>): Promise<number[]> {
  const ids: number[] = [];
  let cursor: string | null = null;
  do {
    const page: PageOf<PersonalAccount> = await list(user, {
      ...query,
      ...(cursor === null ? {} : { cursor }),
    });
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return ids;
}

async function findPlainly(
  organizationIds: readonly number[],
  search: string,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select personal_accounts.id
    from personal_accounts
    join houses on houses.organization_id = personal_accounts.organization_id
      and houses.id = personal_accounts.house_id
    where houses.organization_id = any(${organizationIds}::bigint[])
      and not exists (
        select from unnest(${searchPatterns(search)}::text[]) as pattern
        where houses.search_text not like pattern and personal_accounts.search_text not like pattern
      )
    order by personal_accounts.house_id, personal_accounts.id
    limit ${limit}
  `.execute(core.db);
  return rows.map(({ id }) => id);
}

test('a flat is found by exactly its number, however the word for it is written', async () => {
  for (const search of ['кв 7', 'кв. 7', 'Квартира 7', 'кв.7', 'кв7', 'садовая кв №7']) {
    const { items } = await list(LARGE, { search, limit: '200' });
    assert.deepEqual(new Set(items.map(({ roomNumber }) => roomNumber)), new Set(['7']), search);
  }
  const { items } = await list(LARGE, { search: 'садовая 8 кв 7' });
  assert.ok(items.length > 0);
  assert.ok(items.every(({ address }) => /Садовая, д\.8/.test(address)));
});

const searches: { search: string; why: string }[] = [
  { search: 'иванов', why: 'frequent' },
  { search: 'ИВАНОВСКИЙ', why: 'in capital letters' },
  { search: 'редкий', why: 'rare' },
  { search: 'единственный', why: 'once or twice' },
  { search: 'никто', why: 'never' },
  { search: 'кв 7', why: 'a flat' },
  { search: 'самара', why: 'an address of the second half' },
  { search: 'самар', why: 'addresses and payers' },
  { search: 'самара ивановчук', why: 'a payer in the second half' },
  { search: 'самара самарин', why: 'a word in a word' },
  { search: 'садовая редкий', why: 'a rare payer of a street' },
  { search: 'березовая семенов', why: 'е for ё, in both' },
  { search: 'ЛС-12345', why: 'a number' },
  { search: 'лс-23', why: 'the beginning of numbers' },
  { search: '7', why: 'a room, a house or a number that begins so' },
  { search: 'мира 17 5', why: 'a street, a house, a room' },
  { search: 'ыъ', why: 'a short word that is nowhere' },
  { search: '% _', why: 'signs of a pattern' },
  { search: 'самара иванов ул мира 2', why: 'many words' },
];
for (const { search, why } of searches) {
  test(`"${search}" finds the same in pages as plain SQL: ${why}`, async () => {
    const first = await list(LARGE, { search, limit: '50' });
    assert.deepEqual(
      first.items.map(({ id }) => id),
      await findPlainly([1, 2], search, 50),
    );
    const all = await findPlainly([1, 2], search, ACCOUNTS);
    if (all.length < 2_000) assert.deepEqual(await listAll(LARGE, { search, limit: '137' }), all);
  });
}

test('accounts are found by their ids, except those of others', async () => {
  const ids = [7, 8, 9, 10, 11, 309, 999_999].join();
  const found = await listAll(LARGE, { ids, limit: '2' });
  const { rows } = await sql<{ id: number }>`
    select personal_accounts.id
    from personal_accounts
    join houses on houses.organization_id = personal_accounts.organization_id
      and houses.id = personal_accounts.house_id
    where personal_accounts.id in (7, 8, 9, 10, 11, 309) and houses.organization_id in (1, 2)
    order by personal_accounts.house_id, personal_accounts.id
  `.execute(core.db);
  assert.ok(found.length > 2 && found.length < 6);
  assert.deepEqual(
    found,
    rows.map(({ id }) => id),
  );
  const [seventh] = (await list(LARGE, { ids: '7' })).items;
  assert.deepEqual(await listAll(LARGE, { ids, houseId: String(seventh?.houseId) }), [7]);
  assert.deepEqual(await listAll(SMALL, { ids: '7' }), []);
  for (const query of ['ids=', 'ids=7,x', 'ids=7&search=a'])
    assert.equal(await statusOf(query), 400, query);
});

test('a page is limited to the organizations and the house requested', async () => {
  const search = 'редкий';
  const all = { search, limit: '200' };
  assert.deepEqual(await listAll(SMALL, all), await findPlainly([3], search, ACCOUNTS));
  assert.deepEqual(
    await listAll(LARGE, { ...all, organizationId: '2' }),
    await findPlainly([2], search, ACCOUNTS),
  );
  assert.deepEqual(await listAll('admin', all), await findPlainly([1, 2, 3], search, ACCOUNTS));
  const ofHouse = await list(LARGE, { houseId: '22', search: 'иванов' });
  assert.ok(ofHouse.items.length > 0);
  assert.deepEqual(new Set(ofHouse.items.map(({ houseId }) => houseId)), new Set([22]));
  assert.deepEqual((await list(99, { search })).items, []);
  for (const foreign of [
    'houseId=10',
    'organizationId=3',
    'houseId=22&organizationId=2',
    'houseId=12345',
  ])
    assert.equal(await statusOf(foreign), 404, foreign);
});

test('without words all accounts come in order of house, and the same within a house', async () => {
  assert.deepEqual(await listAll(SMALL, { limit: '200' }), await findPlainly([3], '', ACCOUNTS));
  const page = await core.ask(SMALL, listAccountsOfHouse, {
    params: { houseId: 20 },
    query: { limit: 200 },
  });
  const ids = page.body.items.map(({ id }) => id);
  assert.deepEqual(ids, await listAll(SMALL, { houseId: '20' }));
  assert.equal(ids.length, ACCOUNTS / HOUSES);
  assert.deepEqual(await listAll(SMALL, { search: ' ., ', houseId: '20' }), ids);
});

test('a search has at most eight words and no control characters', async () => {
  const ask = async (search: string) =>
    core.ask(LARGE, listPersonalAccounts, { query: { search } });
  assert.equal((await ask('а б в г д е ж з')).status, 200);
  assert.equal(await statusOf('search='), 400);
  for (const search of ['а б в г д е ж з и', 'a\u0000b', 'x'.repeat(101)]) {
    const response = await ask(search);
    assert.equal(response.status, 400, response.text);
    assert.equal(response.problem.errors?.[0]?.path, '/search');
  }
  assert.equal(
    (await core.ask(LARGE, listPersonalAccounts, { query: { cursor: 'WzFd' } })).status,
    400,
  );
});

test('a renamed account is found only by its new name', async () => {
  const finds = async (search: string) => (await listAll('admin', { search, limit: '200' })).length;
  await core.db
    .updateTable('rooms')
    .set({ number: 'Мансарда' })
    .where('houseId', '=', 5)
    .where('id', '=', 4)
    .execute();
  await core.db
    .updateTable('houses')
    .set({ address: 'Хутор Ёлкино' })
    .where('id', '=', 6)
    .execute();
  await core.db
    .updateTable('personalAccounts')
    .set({ payer: 'Жужин' })
    .where('houseId', '=', 7)
    .where('id', '=', 6)
    .execute();
  assert.deepEqual(
    [
      await finds('мансарда'),
      await finds('елкино'),
      await finds('жужин'),
      await finds('елкино жужин'),
    ],
    [1, ACCOUNTS / HOUSES, 1, 0],
  );
});
