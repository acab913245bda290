import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { PLACES } from './finder-places.ts';
import { foundPlaces } from './found-places.ts';

const FOUND = [
  { typed: 'оборотка', first: 'Оборотно-сальдовая ведомость', why: 'as accountants call it' },
  { typed: 'осв', first: 'Оборотно-сальдовая ведомость', why: 'by its short name' },
  { typed: 'turnover', first: 'Оборотно-сальдовая ведомость', why: 'in English' },
  { typed: 'Ключевая ставка', first: 'Пени: ключевая ставка', why: 'in capital letters' },
  {
    typed: 'ставка цб',
    first: 'Пени: ключевая ставка',
    why: 'one word of the name, one beside it',
  },
  { typed: 'реестры платежей', first: 'Реестры банков', why: 'by another name' },
  { typed: 'показаний', first: 'Странные показания', why: 'with another ending' },
  { typed: 'внести платеж', first: 'Внести платёж', why: 'е for ё' },
  { typed: 'внести оплату', first: 'Внести платёж', why: 'another word for the thing' },
  { typed: 'загрузить показания', first: 'Загрузить или внести показания', why: 'two words' },
  { typed: 'квитанции дома', first: 'Квитанции домов', why: 'a house' },
  { typed: 'рассч мес', first: 'Рассчитать месяц', why: 'by the beginnings of its words' },
  { typed: 'долги', first: 'Должники', why: 'what they owe' },
  { typed: 'платежи', first: 'Платежи', why: 'the page before what is done there' },
  { typed: 'сбер', first: 'Реестры банков', why: 'a bank' },
];
for (const { typed, first, why } of FOUND)
  test(`${typed} finds ${first}: ${why}`, () => {
    assert.equal(foundPlaces(typed, PLACES)[0]?.name.ru, first);
  });

for (const typed of ['', '  ', 'в', 'и на', 'долгов', 'садовая 12', 'ls03', '!?', '12'])
  test(`“${typed}” finds no place`, () => {
    assert.deepEqual(foundPlaces(typed, PLACES), []);
  });

test('places of a kind are listed together, five of them at most', () => {
  const kinds = foundPlaces('п', PLACES).map(({ kind }) => kind);
  assert.deepEqual(kinds, [...Array(5).fill('page'), ...Array(5).fill('action')]);
});

test('the places are exactly the pages of the router that need no record id', () => {
  const routes = [
    'router.tsx',
    'debt-work-routes.tsx',
    'gis-routes.tsx',
    'month-routes.tsx',
    'penalty-routes.tsx',
  ].flatMap((file) =>
    [
      ...readFileSync(path.join(import.meta.dirname, '..', file), 'utf8').matchAll(
        /^ {2}path: '([^']+)'/gm,
      ),
    ].map(([, found = '']) => found.replace('$period', '$month')),
  );
  const named = new Set(
    PLACES.map(({ href }) => href.replace(/[?#].*/, '').replace(/\$(?:worked|this)/, '$month')),
  );
  // Two only lead to the first of their pages, one to the month being worked on; users and letters are for admins, who find them in their menu.
  const all = routes.filter(
    (route) =>
      !/\$(?!month)|houses\/|^\/reports$|^\/penalties$|^\/month$|^\/users$|^\/mail$/.test(route),
  );
  assert.deepEqual([...named].toSorted(), all.toSorted());
});
