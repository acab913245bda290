// Residents send readings through the links of their receipts while a company's month is calculated; compared with as many
// readings sent by an accountant in the same time during the same calculation.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createReceiptLinks } from '@kvartplata/billing-service/src/paper/receipt-links/receipt-links.service.ts';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { createReading } from '@kvartplata/contracts/core/readings.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { deriveKeys } from '@kvartplata/platform/identity/keys.ts';
import { signIn } from '@kvartplata/platform/testing/people.ts';
import { calculate } from '../calculation/calculation.ts';
import { fillCore } from '../calculation/fill-core.ts';
import { startStand, USERNAME, type Stand } from '../calculation/stand.ts';
import type { Measured } from '../measured.ts';
import { sized } from '../size.ts';

const RESIDENTS = sized({ whole: 1_000, short: 100 });
const SECONDS = sized({ whole: 300, short: 10 });
const ACCOUNTS = sized({ whole: 100_000, short: 10_000 });
const ACCOUNTS_PER_HOUSE = 250;
/** The payer of every account in `fillCore`. */
const PAYER = 'Плательщик';
/** Above the 3 to 8 of the month before, and below what would be odd. */
const VALUE = '9';

/** Sends the nth request. @returns the status of the response */
type Send = (nth: number) => Promise<number>;

export async function benchResidents(): Promise<readonly Measured[]> {
  const secret = randomBytes(32);
  const stand = await startStand({ JWT_SECRET: secret.toString('base64') });
  try {
    const { id } = await stand.ask(createOrganization, { body: { name: 'УК «Показания»' } });
    const month = moscowDayOf(new Date()).toPlainYearMonth();
    const before = month.subtract({ months: 1 });
    await fillCore(stand.core.db, {
      organizationId: id,
      accounts: ACCOUNTS,
      accountsPerHouse: ACCOUNTS_PER_HOUSE,
      months: [`${before.toString()}-01`],
    });
    const beside = async (send: Send, status: number): Promise<readonly number[]> =>
      besideCalculation(async () => calculate(stand, id, before.toString()), send, status);
    const residents = await beside(byResidents(stand, secret, id, month), 200);
    const accountant = await beside(await byAccountant(stand, month), 201);
    const [ours, limit] = [residents.toSorted(byTime), accountant.toSorted(byTime)];
    const told = { name: 'residents', limit: 'as many readings posted by an accountant' };
    const size = `${RESIDENTS} residents send readings in ${SECONDS} s while ${ACCOUNTS} accounts are calculated`;
    return [
      { ...told, what: `${size}: the slowest hundredth`, ours: [p99(ours)], limits: [p99(limit)] },
      {
        ...told,
        what: `${size}: the slowest`,
        ours: [ours.at(-1) ?? Number.NaN],
        limits: [limit.at(-1) ?? Number.NaN],
      },
    ];
  } finally {
    await stand.stop();
  }
}

/** Spread evenly over the time, without waiting for each other; the calculation is repeated until all have a response. */
async function besideCalculation(
  work: () => Promise<void>,
  send: Send,
  status: number,
): Promise<readonly number[]> {
  const answered = new AbortController();
  const calculating = (async () => {
    while (!answered.signal.aborted) await work();
  })();
  const gapMs = (SECONDS * 1_000) / RESIDENTS;
  const times = await Promise.all(
    Array.from({ length: RESIDENTS }, async (_, nth) => {
      await setTimeout(nth * gapMs);
      const startedAt = performance.now();
      assert.equal(await send(nth), status);
      return performance.now() - startedAt;
    }),
  );
  answered.abort();
  await calculating;
  return times;
}

/** From the last account backwards, both meters of each at once. */
function byResidents(
  { billingProcess }: Stand,
  secret: Buffer,
  organizationId: number,
  period: Temporal.PlainYearMonth,
): Send {
  const links = createReceiptLinks(deriveKeys(secret).links, billingProcess.url, () => new Date());
  return async (nth) => {
    const personalAccountId = ACCOUNTS - nth;
    const { url } = links.linkTo({
      organizationId,
      houseId: houseOf(personalAccountId),
      personalAccountId,
      period,
      withdrawals: 0,
      payer: PAYER,
    });
    const readings = metersOf(personalAccountId).map((meterId) => ({ meterId, value: VALUE }));
    return post(`${url}/readings`, { readings, confirmed: true });
  };
}

/** From the first account onwards, one meter of each. */
async function byAccountant(
  { coreProcess, authProcess }: Stand,
  period: Temporal.PlainYearMonth,
): Promise<Send> {
  const authorization = await signIn(authProcess.url, USERNAME);
  const takenOn = moscowDayOf(new Date()).toString();
  return async (nth) => {
    const [meterId = 0] = metersOf(nth + 1);
    const url = coreProcess.url + addressOf(createReading, { params: { meterId } });
    const body = { period: period.toString(), value: VALUE, takenOn };
    return post(url, body, { authorization });
  };
}

async function post(
  url: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response.status;
}

/** The numbering of `fillCore`. */
function houseOf(account: number): number {
  return Math.floor((account - 1) / ACCOUNTS_PER_HOUSE) + 1;
}

function metersOf(account: number): readonly number[] {
  return [(account - 1) * 2 + 1, (account - 1) * 2 + 2];
}

function byTime(one: number, other: number): number {
  return one - other;
}

function p99(times: readonly number[]): number {
  return times[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN;
}
