import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAddressWrong } from './address-wrong.ts';

test('a rejection is about the address unless it names another cause', () => {
  for (const said of [
    'all recipients were rejected: 550 5.1.1 <anna@example.org>: no such mailbox',
    '550-5.2.1 the mailbox is disabled',
    '550 no such mailbox',
    '550 5.7.1.99 is where you are', // no status code, but an IP address
    '5.0.0',
    '5.1.1',
  ])
    assert.ok(isAddressWrong(said), said);
  for (const said of [
    '554 5.7.1 <anna@example.org>: Relay access denied',
    '550 relay not permitted',
    '552 5.2.2 the mailbox is full',
    '552 no room',
    '5.7.26',
  ])
    assert.ok(!isAddressWrong(said), said);
});
