// The response of social protection: sums to credit, accounts that it has refused, and those without a sum.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cp1251 } from '@kvartplata/platform/testing/table-files.ts';
import { sentenceOf } from '../../row-reasons.ts';
import { readAll, refusalOf, told } from '../../../testing/registries.ts';

test('sums are payments, and a refusal is reported with its reason', async () => {
  const content = cp1251(
    'Лицевой счёт;Месяц;Категория;Решение;Причина отказа;Сумма субсидии;Дата перечисления\r\n' +
      'LS01;2026-06;Ветеран труда;Принято;;1 250,40;14.07.2026\r\n' +
      'LS02;2026-06;Инвалид;Отказано;истекла справка;;\r\n' +
      'LS03;2026-06;Инвалид;Принято;;0,00;14.07.2026\r\n' +
      'LS04;2026-06;Инвалид;может быть;;5,00;14.07.2026\r\n' +
      'Итого;;;;;1250,40;\r\n',
  );
  const { rows, declared } = await readAll('subsidy', content);
  assert.deepEqual(rows.map(told), [
    '2 LS01 1250.40 2026-07-14 2026-06 -',
    '3 - - - - - subsidy-refused',
    '4 - - - - - nothing-to-credit',
    '5 - - - - - row-unreadable',
  ]);
  assert.equal(declared.kopecks, 1_250_40n);
  const [refusal] = rows[1]?.faults ?? [];
  assert.ok(refusal);
  assert.equal(sentenceOf(refusal, 'ru'), 'соцзащита отказала по счёту LS02: истекла справка');
});

test('a table without decisions has only sums', async () => {
  const { rows } = await readAll(
    'subsidy',
    'account;subsidy;date\nLS01;5;2026-07-14\nLS02;;2026-07-14\n',
  );
  assert.deepEqual(rows.map(told), [
    '2 LS01 5.00 2026-07-14 - -',
    '3 LS02 - 2026-07-14 - - amount-unreadable',
  ]);
});

test('a table without required columns is refused', async () => {
  assert.match(
    await refusalOf('subsidy', 'счёт;субсидия\nLS01;5\n'),
    /^wrong-columns: .*account, date/,
  );
});

test('a table with two columns of sums is refused', async () => {
  assert.match(
    await refusalOf(
      'subsidy',
      'Лицевой счет;Сумма субсидии;Сумма компенсации;Дата\nLS01;1000,00;500,00;14.07.2026\n',
    ),
    /^wrong-columns: .*: Сумма субсидии, Сумма компенсации$/,
  );
});
