import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import { deriveKeys } from '@kvartplata/platform/identity/keys.ts';
import fc from 'fast-check';
import { isMarkOf, payerMarkOf, readToken, tokenOf } from './receipt-token.ts';

const [SECRET, OTHER] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
const { links } = deriveKeys(SECRET);
const RECEIPT = {
  organizationId: 2,
  houseId: 3,
  personalAccountId: 41,
  period: parseBillingMonth('2026-07'),
  withdrawals: 2,
  payerMark: 'a-_9',
};
const LAST_DAY = parseDay('2027-02-01');
const TOKEN = tokenOf(links, RECEIPT, LAST_DAY);

test('a token opens the receipt that it was made for', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000_000_000 }),
      fc.integer({ min: 1, max: 1_000_000_000_000 }),
      fc.integer({ min: 1, max: 1_000_000_000_000 }),
      fc.integer({ min: 0, max: 999 * 12 + 11 }),
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.string(),
      (organizationId, houseId, personalAccountId, months, withdrawals, payer) => {
        const period = parseBillingMonth('2000-01').add({ months });
        const payerMark = payerMarkOf(links, personalAccountId, payer);
        const place = { organizationId, houseId, personalAccountId };
        const receipt = { ...place, period, withdrawals, payerMark };
        const read = readToken(links, tokenOf(links, receipt, LAST_DAY), LAST_DAY);
        assert.deepEqual(
          { ...read, period: read?.period.toString() },
          { ...receipt, period: period.toString() },
        );
      },
    ),
  );
});

test('it is valid to the end of its last day', () => {
  assert.ok(readToken(links, TOKEN, LAST_DAY));
  assert.equal(readToken(links, TOKEN, LAST_DAY.add({ days: 1 })), undefined);
});

test('a token with any character changed is invalid', () => {
  const signs = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.';
  for (let at = 0; at < TOKEN.length; at += 1) {
    for (const sign of signs) {
      if (sign === TOKEN[at]) continue;
      const changed = TOKEN.slice(0, at) + sign + TOKEN.slice(at + 1);
      assert.equal(readToken(links, changed, LAST_DAY), undefined, changed);
    }
  }
});

for (const { token, why } of [
  { token: '', why: 'nothing' },
  { token: '1.1.1.1', why: 'no MAC' },
  { token: `${TOKEN}.`, why: 'something behind it' },
  { token: `0${TOKEN}`, why: 'a zero before it' },
  { token: ` ${TOKEN}`, why: 'a space before it' },
  { token: `${TOKEN}\n`, why: 'a line feed behind it' },
  { token: tokenOf(deriveKeys(OTHER).links, RECEIPT, LAST_DAY), why: 'another secret' },
  { token: tokenOf(deriveKeys(SECRET).csrf, RECEIPT, LAST_DAY), why: 'a key for something else' },
  { token: 'é'.repeat(40), why: 'no such signs' },
]) {
  test(`it is invalid with ${why}`, () => {
    assert.equal(readToken(links, token, LAST_DAY), undefined);
  });
}

test('a token signed with the previous secret stays valid while that is known', () => {
  assert.ok(readToken(deriveKeys(OTHER, SECRET).links, TOKEN, LAST_DAY));
  assert.equal(readToken(deriveKeys(OTHER).links, TOKEN, LAST_DAY), undefined);
});

test('the mark of a payer can be checked only with the secret, or the previous one', () => {
  const payer = 'Соколова Анна Викторовна';
  const receipt = { ...RECEIPT, payerMark: payerMarkOf(links, RECEIPT.personalAccountId, payer) };
  assert.ok(isMarkOf(links, receipt, payer));
  assert.ok(!isMarkOf(links, receipt, 'Соколова Анна'));
  assert.ok(!isMarkOf(links, { ...receipt, personalAccountId: 1 }, payer));
  assert.ok(isMarkOf(deriveKeys(OTHER, SECRET).links, receipt, payer));
  assert.ok(!isMarkOf(deriveKeys(OTHER).links, receipt, payer));
});
