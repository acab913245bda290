import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountsIn } from './account-in-text.ts';

const texts: { text: string; accounts: readonly string[] }[] = [
  { text: 'Оплата ЖКУ л/с 00012345 за июль 2026, кв. 5', accounts: ['00012345'] },
  { text: 'л/с: LS01', accounts: ['LS01'] },
  { text: 'Л/С №12-34/5.', accounts: ['12-34/5'] },
  { text: 'ЛС:000123;ФИО:Иванов И. И.;', accounts: ['000123'] },
  { text: 'лицевой счёт № 777 Иванов', accounts: ['777'] },
  { text: 'ПО ЛИЦЕВОМУ СЧЕТУ 777', accounts: ['777'] },
  { text: 'лиц.сч. 42', accounts: ['42'] },
  { text: 'лиц. счет N 42', accounts: ['42'] },
  { text: 'л/сч. 42 окт.2026', accounts: ['42'] },
  { text: 'л/c 42, C in Latin', accounts: ['42'] },
  { text: 'Л/С - 42', accounts: ['42'] },
  { text: 'за воду ЛС-42', accounts: ['42', 'ЛС-42'] },
  { text: 'по л/счету №42', accounts: ['42'] },
  { text: 'лиц/сч 42;кв. 5', accounts: ['42'] },
  { text: 'л.с.42, без НДС', accounts: ['42'] },
  { text: 'CLIENTNO:0045', accounts: ['0045'] },
  { text: 'л/с ЛС01', accounts: ['ЛС01'] },
  { text: 'за воду ЛС01', accounts: ['01', 'ЛС01'] },
  { text: 'л/с 12, затем л/с 12 и л/с 13', accounts: ['12', '13'] },
  { text: 'Коммунальные платежи//ЛС 17-2//Орлов К. И.//10.2026', accounts: ['17-2'] },
  { text: 'л/с 42- за июль', accounts: ['42'] },
  { text: 'л/с 42--Иванов', accounts: ['42'] },
  { text: 'л/с 17//2', accounts: [] },
  { text: 'квартплата за июль', accounts: [] },
  { text: 'Л.С. Петров, кв. 5', accounts: [] },
  { text: 'ЕЛС 80АА123456', accounts: [] },
  { text: 'после 12 числа', accounts: [] },
  { text: 'л/с 12 345', accounts: [] },
  { text: 'л/с 12 345000', accounts: ['12'] },
  { text: `л/с ${'1'.repeat(31)}`, accounts: [] },
  { text: 'л/с', accounts: [] },
  { text: '', accounts: [] },
];
for (const { text, accounts } of texts) {
  test(`"${text}" names ${accounts.join(' or ') || 'no account'}`, () =>
    assert.deepEqual(accountsIn(text), accounts));
}

const endless: { why: string; text: string; accounts: readonly string[] }[] = [
  { why: 'blanks', text: `л/с${' '.repeat(32_000)}!`, accounts: [] },
  { why: 'blanks before the number', text: `л/с${' '.repeat(32_000)}№ 17`, accounts: ['17'] },
  { why: 'numbers in numbers', text: `лс${'1-лс'.repeat(8_000)}1 234`, accounts: [] },
];
for (const { why, text, accounts } of endless)
  test(`a very long text is read quickly: ${why}`, () =>
    assert.deepEqual(accountsIn(text), accounts));

test('a long text of nothing but words for an account names none', () =>
  assert.deepEqual(accountsIn('л/с '.repeat(8000)), []));
