// One user requests months of a thousand years: none of them gets a partition of the tables that all companies share, and another
// company's reads are as fast as before.
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { listAccountBalances } from '@kvartplata/contracts/billing/account-balances.ts';
import { createCalculationJob } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { listHouseCharges } from '@kvartplata/contracts/billing/charges.ts';
import { createCycle } from '@kvartplata/contracts/billing/cycles.ts';
import { listLedgerEntries } from '@kvartplata/contracts/billing/ledger-entries.ts';
import { getTurnoverBalance } from '@kvartplata/contracts/billing/turnover.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { clientOf, type Person, signUp } from '@kvartplata/platform/testing/people.ts';
import { makeBilledHouse, type BilledHouse } from './testing/billed-house.ts';
import { ask } from './testing/people.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';

let services: ThreeServices;
let victim: Person;
let attacker: Person;
let victims: BilledHouse;
let attackers: BilledHouse;

const REQUESTS = 300;
const READS = 20;

before(async () => {
  services = await startThreeServices();
  victim = await signUp(services, 'victim');
  attacker = await signUp(services, 'attacker');
  victims = await makeBilledHouse(services, victim);
  attackers = await makeBilledHouse(services, attacker);
});
after(async () => services.stop());

async function partitions(): Promise<number> {
  const { rows } = await services.owners.billing.query<{ count: number }>(
    `select count(*)::integer as count from pg_inherits
     where inhparent in ('charges'::regclass, 'ledger_entries'::regclass)`,
  );
  return rows[0]?.count ?? 0;
}

async function cycles(): Promise<number> {
  const { rows } = await services.owners.billing.query<{ count: number }>(
    'select count(*)::integer as count from billing_cycles where organization_id = $1',
    [attackers.organizationId],
  );
  return rows[0]?.count ?? 0;
}

/** How many milliseconds each read of the other company takes, the slowest last. */
async function reads(): Promise<readonly number[]> {
  const period = victims.months.at(-1) ?? '';
  const { call } = clientOf(services, victim);
  const { houseId } = victims;
  const asking = [
    async () => call(listAccountBalances, { query: { houseId } }),
    async () => call(listLedgerEntries, { query: { houseId } }),
    async () => call(listHouseCharges, { params: { houseId }, query: { period } }),
    async () => call(getTurnoverBalance, { query: { houseId, period } }),
  ];
  const took: number[] = [];
  for (let nth = 0; nth < READS; nth += 1) {
    const began = performance.now();
    await asking[nth % asking.length]?.();
    took.push(performance.now() - began);
  }
  return took.toSorted((a, b) => a - b);
}

function reportReads(t: TestContext, when: string, took: readonly number[]): void {
  const [middle, slowest] = [took[Math.floor(took.length / 2)] ?? 0, took.at(-1) ?? 0];
  t.diagnostic(`${when}: median ${middle.toFixed(1)} ms, slowest ${slowest.toFixed(1)} ms`);
}

test('hundreds of requests for distant months create no partition and no cycle', async (t) => {
  const { organizationId, houseId } = attackers;
  const known = { partitions: await partitions(), cycles: await cycles() };
  reportReads(t, "another company's reads before", await reads());
  const refused = new Map<string, number>();
  for (let nth = 0; nth < REQUESTS; nth += 1) {
    const year = 2999 - nth * 3;
    const month = (nth % 12) + 1;
    const { authorization } = attacker;
    const answer = await [
      async () =>
        ask(services, authorization, createCycle, { body: { organizationId, year, month } }),
      async () =>
        ask(services, authorization, createCalculationJob, { body: { houseId, year, month } }),
      async () =>
        ask(services, authorization, createCalculationJob, {
          query: { dryRun: true },
          body: { organizationId, year, month },
        }),
    ][nth % 3]?.();
    const told = `${answer?.status} ${answer?.problem.code}`;
    refused.set(told, (refused.get(told) ?? 0) + 1);
  }
  reportReads(t, "another company's reads after", await reads());
  assert.deepEqual([...refused], [['400 month-out-of-range', REQUESTS]]);
  assert.deepEqual({ partitions: await partitions(), cycles: await cycles() }, known);
});

test('months are accepted from that of the first account to the one after the current one', async () => {
  const { organizationId, months } = attackers;
  const now = moscowDayOf(new Date()).toPlainYearMonth();
  const first = Temporal.PlainYearMonth.from(months[0] ?? '');
  const open = async (of: Temporal.PlainYearMonth): Promise<readonly unknown[]> => {
    const { year, month } = of;
    const answer = await ask(services, attacker.authorization, createCycle, {
      body: { organizationId, year, month },
    });
    if (answer.status === 201) return [201];
    const { code, detail } = answer.problem;
    return [answer.status, code, detail];
  };
  const last = now.add({ months: 1 });
  assert.equal((await open(last))[0], 201);
  assert.equal((await open(first))[0], 201);
  for (const month of [last.add({ months: 1 }), first.subtract({ months: 1 })]) {
    const [status, code, detail] = await open(month);
    assert.deepEqual([status, code], [400, 'month-out-of-range']);
    assert.match(
      String(detail),
      new RegExp([first, last].map(String).join('.*')),
      'it names the range',
    );
  }
});
