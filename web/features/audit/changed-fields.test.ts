import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedFields } from './changed-fields.ts';

test('a change lists only the fields that differ, nested ones included', () => {
  const before = { id: 1, name: 'УК', bankDetails: { bic: '1', bankName: 'Банк' }, months: [1, 2] };
  const after = { id: 1, name: 'УК', bankDetails: { bic: '2', bankName: 'Банк' }, months: [1, 3] };
  assert.deepEqual(changedFields(before, after), [
    { name: 'bic', before: '1', after: '2' },
    { name: 'months', before: [1, 2], after: [1, 3] },
  ]);
});

test('a new or deleted record lists all fields, except its own and parent ids', () => {
  const record = { id: 7, houseId: 3, organizationId: 1, value: '1.00', validTo: null };
  const [value, validTo] = [
    { name: 'value', text: '1.00' },
    { name: 'validTo', text: null },
  ];
  assert.deepEqual(changedFields(null, record), [
    { name: value?.name, before: undefined, after: value?.text },
    { name: validTo?.name, before: undefined, after: validTo?.text },
  ]);
  assert.deepEqual(changedFields(record, null), [
    { name: value?.name, before: value?.text, after: undefined },
    { name: validTo?.name, before: validTo?.text, after: undefined },
  ]);
});

test('a change without differences lists nothing', () => {
  assert.deepEqual(changedFields({ a: [1], b: { c: null } }, { a: [1], b: { c: null } }), []);
  assert.deepEqual(changedFields(null, null), []);
});

test('a field that becomes null, or a plain value that changes, is listed', () => {
  assert.deepEqual(changedFields({ closedOn: '2026-01-01' }, { closedOn: null }), [
    { name: 'closedOn', before: '2026-01-01', after: null },
  ]);
  assert.deepEqual(changedFields('viewer', 'owner'), [
    { name: '', before: 'viewer', after: 'owner' },
  ]);
});

test('a sheet of readings lists each reading that differs, with its meter', () => {
  const before = { readings: { 7: [3, '10.000', '2026-07-25', 'resident', false] } };
  const listed = [3, '11.000', '2026-07-25', 'operator', false];
  const added = [4, '5.000', '2026-07-25', 'operator', false];
  const after = { houseId: 1, period: '2026-07', added: 1, readings: { 7: listed, 8: added } };
  assert.deepEqual(changedFields(before, after), [
    { name: 'reading', before: before.readings[7], after: listed, meterId: 3 },
    { name: 'reading', before: undefined, after: added, meterId: 4 },
  ]);
});
