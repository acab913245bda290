import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import {
  changedDays,
  daysOfPersons,
  nearestDay,
  personsOn,
  type ChargedAccount,
} from './account-days.ts';

type Changeable = ChargedAccount &
  Pick<PersonalAccount, 'accountNumber' | 'payer' | 'registeredPersons'>;

const ACCOUNT: Changeable = {
  roomId: 1,
  accountNumber: 'A1',
  payer: 'Иванов',
  registeredPersons: 2,
  owners: 1,
  share: '1.00000000',
  openedOn: '2025-03-01',
  closedOn: null,
};
const CLOSED = { closedOn: '2026-06-30' };

const changes: {
  why: string;
  before?: Partial<Changeable>;
  after: Partial<Changeable>;
  days: readonly [string | null, string | null] | null;
}[] = [
  { why: 'a name is charged nothing', after: { payer: 'Петров', accountNumber: 'A2' }, days: null },
  { why: 'persons count in their history', after: { registeredPersons: 3 }, days: null },
  { why: 'a share counts always', after: { share: '0.5' }, days: ['2025-03-01', null] },
  {
    why: 'owners count always',
    before: CLOSED,
    after: { ...CLOSED, owners: 2 },
    days: ['2025-03-01', '2026-06-30'],
  },
  {
    why: 'another room, open longer',
    before: CLOSED,
    after: { roomId: 2 },
    days: ['2025-03-01', null],
  },
  {
    why: 'another room, from earlier on',
    after: { roomId: 2, openedOn: '2024-01-01' },
    days: ['2024-01-01', null],
  },
  { why: 'opened earlier', after: { openedOn: '2025-01-15' }, days: ['2025-01-15', '2025-02-28'] },
  { why: 'opened later', after: { openedOn: '2025-03-02' }, days: ['2025-03-01', '2025-03-01'] },
  { why: 'closed', after: CLOSED, days: ['2026-07-01', null] },
  { why: 'opened again', before: CLOSED, after: {}, days: ['2026-07-01', null] },
  {
    why: 'closed earlier',
    before: CLOSED,
    after: { closedOn: '2026-04-30' },
    days: ['2026-05-01', '2026-06-30'],
  },
  {
    why: 'both ends moved',
    before: CLOSED,
    after: { openedOn: '2025-04-01', closedOn: '2026-08-31' },
    days: ['2025-03-01', '2026-08-31'],
  },
  { why: 'closed at the end of time', after: { closedOn: '2999-12-31' }, days: null },
];
for (const { why, before = {}, after, days } of changes) {
  test(`a change affects these days: ${why}`, () => {
    const found = changedDays({ ...ACCOUNT, ...before }, { ...ACCOUNT, ...after });
    assert.deepEqual(found, days === null ? null : { from: days[0], to: days[1] });
  });
}

const HISTORY = [
  { count: 2, validFrom: '2025-03-01' },
  { count: 3, validFrom: '2026-01-16' },
];

test('an entry applies until the day before the next, within the life of the account', () => {
  const days = (validFrom: string, closedOn: string | null = null) =>
    daysOfPersons(HISTORY, validFrom, { openedOn: '2025-03-01', closedOn });
  assert.deepEqual(days('2025-03-01'), { from: '2025-03-01', to: '2026-01-15' });
  assert.deepEqual(days('2026-01-16'), { from: '2026-01-16', to: null });
  assert.deepEqual(days('2026-01-16', '2026-06-30'), { from: '2026-01-16', to: '2026-06-30' });
  assert.deepEqual(days('2025-03-01', '2025-12-31'), { from: '2025-03-01', to: '2025-12-31' });
  assert.equal(
    daysOfPersons(HISTORY, '2024-01-01', { openedOn: '2026-02-01', closedOn: null }),
    null,
  );
  assert.equal(days('2026-01-16', '2025-12-31'), null);
});

test('the count on a day is that of the last entry up to it', () => {
  assert.equal(personsOn(HISTORY, '2025-02-28'), undefined);
  assert.equal(personsOn(HISTORY, '2026-01-15'), 2);
  assert.equal(personsOn(HISTORY, '2026-01-16'), 3);
});

test('a day outside an account’s life maps to the nearest day in it', () => {
  const life = { openedOn: '2025-03-01', closedOn: '2026-06-30' };
  assert.equal(nearestDay('2025-01-01', life), '2025-03-01');
  assert.equal(nearestDay('2026-01-01', life), '2026-01-01');
  assert.equal(nearestDay('2026-08-15', life), '2026-06-30');
  assert.equal(nearestDay('2026-08-15', { ...life, closedOn: null }), '2026-08-15');
});
