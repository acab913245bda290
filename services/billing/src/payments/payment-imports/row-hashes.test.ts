import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRow, type RegistryRow, type WrittenRow } from './registry-row.ts';
import { hashesOf } from './row-hashes.ts';

const WRITTEN: WrittenRow = {
  line: 4,
  source: 'a;b',
  accounts: ['LS01'],
  amount: '10.00',
  day: '2026-07-14',
  period: '',
  operation: '17',
  payer: 'Иванов',
  purpose: 'за июль',
  fault: null,
};

function row(more: Partial<WrittenRow> = {}): RegistryRow {
  return readRow({ ...WRITTEN, ...more }, Temporal.PlainDate.from('2026-07-31'));
}

const FIRST = hashesOf('sberbank', row());

const others: { why: string; more: Partial<WrittenRow>; same: 'row' | 'operation' | 'nothing' }[] =
  [
    { why: 'another line', more: { line: 9, source: 'x' }, same: 'row' },
    { why: 'another purpose', more: { purpose: 'июль', payer: '' }, same: 'row' },
    { why: 'another form of the amount', more: { amount: '10' }, same: 'row' },
    { why: 'another amount', more: { amount: '10.01' }, same: 'operation' },
    { why: 'another account', more: { accounts: ['LS02'] }, same: 'operation' },
    { why: 'another day', more: { day: '2026-07-15' }, same: 'operation' },
    { why: 'another operation', more: { operation: '18' }, same: 'nothing' },
    { why: 'no operation', more: { operation: '' }, same: 'nothing' },
  ];
for (const { why, more, same } of others) {
  test(`an operation with ${why}: ${same} has the same hash`, () => {
    const hashes = hashesOf('sberbank', row(more));
    assert.deepEqual(
      [hashes.row === FIRST.row, hashes.operation === FIRST.operation],
      [same === 'row', same !== 'nothing'],
    );
  });
}

test('a payment without an operation is hashed by all its fields', () => {
  const hashOf = (more: Partial<WrittenRow> = {}): string =>
    hashesOf('csv', row({ operation: '', ...more })).row;
  assert.equal(hashOf(), hashOf({ line: 9 }));
  for (const more of [{ purpose: 'июль' }, { payer: '' }, { period: '062026' }])
    assert.notEqual(hashOf(more), hashOf());
});

test('operations of different profiles have different hashes', () =>
  assert.notEqual(hashesOf('yookassa', row()).operation, FIRST.operation));
