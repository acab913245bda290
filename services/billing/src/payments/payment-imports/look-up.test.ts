import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookUp } from './look-up.ts';

const KNOWN = new Map([
  ['LS01', { accountNumber: 'LS01', houseId: 3, personalAccountId: 31 }],
  ['LS02', { accountNumber: 'LS02', houseId: 4, personalAccountId: 42 }],
]);

const rows: { why: string; numbers: readonly string[]; told: string }[] = [
  { why: 'the number is an account', numbers: ['LS01'], told: '3 31' },
  { why: 'one of its numbers is', numbers: ['01', 'LS02'], told: '4 42' },
  { why: 'none is', numbers: ['LS03', 'LS04'], told: '- - account-unknown LS03, LS04' },
  { why: 'both are', numbers: ['LS02', 'LS01'], told: '- - accounts-several LS02, LS01' },
  { why: 'only its case differs', numbers: ['ls01'], told: '- - account-unknown ls01' },
];
for (const { why, numbers, told } of rows) {
  test(`finds the account of a row: ${why}`, () => {
    const owner = lookUp(numbers, KNOWN);
    assert.equal(
      [
        owner.houseId ?? '-',
        owner.personalAccountId ?? '-',
        ...owner.reasons.map(({ code, params }) => `${code} ${params.join(' ')}`),
      ].join(' '),
      told,
    );
  });
}
