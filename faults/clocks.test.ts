// Clocks jump over midnight, a leap day and the year's end, back by an hour, or differ between machines: days follow the
// calendar, nobody is locked out for good, and the books stay correct.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { createPayment } from '@kvartplata/contracts/billing/payments.ts';
import { SERVICES, type ServiceName } from '@kvartplata/contracts/endpoint.ts';
import { findProgram, missing } from '@kvartplata/platform/testing/programs.ts';
import { sql } from 'kysely';
import { signIn } from '@kvartplata/platform/testing/people.ts';
import { ask } from '../acceptance/testing/people.ts';
import type { Answered } from '@kvartplata/platform/testing/answered.ts';
import { assertBooksHold } from './testing/books.ts';
import { accountsOf, makeHouse } from './testing/month.ts';
import { startStand, type Stand } from './testing/stand.ts';

const library = findProgram('libfaketime');
const options = { skip: missing('libfaketime') };

const directory = mkdtempSync(path.join(tmpdir(), 'kvartplata-clocks-'));
const fileOf = (service: ServiceName): string => path.join(directory, service);

let stand: Stand;
let accountId: number;

/** Sets the clocks of some services ahead of the machine's by so many seconds. */
function setAhead(seconds: number, services: readonly ServiceName[] = SERVICES): void {
  const sign = seconds < 0 ? '' : '+';
  for (const service of services) writeFileSync(fileOf(service), `${sign}${seconds}\n`);
}

function setTo(instant: string): void {
  setAhead(Math.round((Date.parse(instant) - Date.now()) / 1000));
}

before(async () => {
  if (library === undefined) return;
  setAhead(0);
  stand = await startStand({
    variablesOf: (service) => ({
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: fileOf(service),
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    }),
  });
  const { client } = stand;
  const house = await makeHouse(client, 'Дом вне времени');
  [accountId = 0] = await accountsOf(client, house);
  // The database has its own clock, for which these months are too far in the future.
  for (const month of ['2027-12-01', '2028-01-01', '2028-02-01', '2028-03-01'])
    await sql`select app.make_month(${month})`.execute(stand.books.db);
});
after(async () => {
  if (library === undefined) return;
  await stand.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** With a new session. */
async function pay(paidOn: string): Promise<Answered<typeof createPayment>> {
  const { urls } = stand.platform;
  const authorization = await signIn(urls.auth, 'payer');
  const body = { personalAccountId: accountId, amount: '100.00', paidOn };
  return ask(stand.platform, authorization, createPayment, { body });
}

const MIDNIGHTS = [
  { lastDay: '2027-12-31', nextDay: '2028-01-01', why: 'the end of a year' },
  { lastDay: '2028-02-28', nextDay: '2028-02-29', why: 'the beginning of a leap day' },
  { lastDay: '2028-02-29', nextDay: '2028-03-01', why: 'the end of a leap day' },
];
for (const { lastDay, nextDay, why } of MIDNIGHTS)
  test(
    `${why}: a payment belongs to its day in Moscow, and to the month of that day`,
    options,
    async () => {
      setTo(`${lastDay}T23:00:00+03:00`);
      const early = await pay(nextDay);
      assert.equal(early.status, 400, early.text);
      const last = await pay(lastDay);
      assert.equal(last.status, 201, last.text);
      assert.equal(last.body.period, lastDay.slice(0, 7));
      setTo(`${nextDay}T00:00:30+03:00`);
      const next = await pay(nextDay);
      assert.equal(next.status, 201, next.text);
      assert.equal(next.body.period, nextDay.slice(0, 7));
      await assertBooksHold(stand.books, []);
    },
  );

test(
  'clocks that are set back by an hour lock out nobody who signs in again',
  options,
  async () => {
    setTo('2028-03-10T12:00:00+03:00');
    assert.equal((await pay('2028-03-10')).status, 201);
    setTo('2028-03-10T11:00:00+03:00');
    const again = await pay('2028-03-10');
    assert.equal(again.status, 201, again.text);
    await assertBooksHold(stand.books, []);
  },
);

test(
  'a service whose clock is some seconds ahead still works with the others',
  options,
  async () => {
    for (const ahead of SERVICES) {
      setAhead(0);
      setAhead(3, [ahead]);
      const paid = await pay('2026-01-15');
      assert.equal(paid.status, 201, `${ahead}: ${JSON.stringify(paid.body)}`);
    }
  },
);
