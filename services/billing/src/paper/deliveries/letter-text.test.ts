// What the letter with a receipt says about the amount due.
import assert from 'node:assert/strict';
import { test } from 'node:test';
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
