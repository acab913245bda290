// What the letter with a receipt says about the amount due, and that it has no links but ours.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CONTRACTOR } from '../../testing/contractor.ts';
import { makeReceipt } from '../../testing/drawn-receipt.ts';
import { letterText } from './letter-text.ts';

const LEAVE = 'https://receipts.example.org/r/mail/x';

function sumOf(paid: string): string | undefined {
  const { text } = letterText(makeReceipt({ books: { paid } }), LEAVE);
  return /К оплате: .*/.exec(text.replaceAll('\u00a0', ' '))?.[0];
}

test('an amount due has a due date', () =>
  assert.equal(sumOf('6351.98'), 'К оплате: 3 039,66 ₽, до 17.08.2026'));

test('without an amount due the letter has no due date, and shows any advance', () => {
  assert.equal(sumOf('9391.64'), 'К оплате: 0,00 ₽');
  assert.equal(
    sumOf('9891.64'),
    'К оплате: 0,00 ₽, переплата 500,00 ₽ зачтётся в следующие месяцы',
  );
});

test('whatever an organization writes into it becomes no link', () => {
  const link = 'https://evil.example/win';
  const receipt = makeReceipt({
    head: {
      contractor: { ...CONTRACTOR, name: `Приз ${link}`, phone: 'www.evil.example' },
      house: { address: `Получите на evil.com, ${link}`, roomsArea: '1.00', commonArea: null },
    },
    account: { accountNumber: link, roomNumber: link },
  });
  const { subject, text } = letterText({ ...receipt, link: null }, LEAVE);
  assert.doesNotMatch(`${subject}\n${text.replace(LEAVE, '')}`, /evil\.\S|\/\//);
  assert.match(text, /Адрес: Получите на evil\. com, … кв\. …/);
});

test('an honest address is told whole', () => {
  const address = `Российская Федерация, Московская область, ${'муниципальный район, '.repeat(5)}д. 5/2`;
  const head = { house: { address, roomsArea: '1.00', commonArea: null } };
  assert.ok(letterText(makeReceipt({ head }), LEAVE).text.includes(`Адрес: ${address}, кв. 1\n`));
});
