// One user asks for months of a thousand years: none of them gets a partition of the tables that all companies share, and
// another company's reads are answered as before.
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import type { Problem } from '@kvartplata/contracts/problem.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { signUp, type Person } from '@kvartplata/platform/testing/people.ts';
import { makeBilledHouse, type BilledHouse } from './testing/billed-house.ts';
import { ask, get } from './testing/people.ts';
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

/** The milliseconds that each of the reads of the other company takes, the slowest last. */
async function reads(): Promise<readonly number[]> {
  const { billing } = services.urls;
  const period = victims.months.at(-1) ?? '';
  const paths = [
    `account-balances?houseId=${victims.houseId}`,
    `ledger-entries?houseId=${victims.houseId}`,
    `charges/by-house/${victims.houseId}?period=${period}`,
    `reports/turnover-balance?houseId=${victims.houseId}&period=${period}`,
  ];
  const took: number[] = [];
  for (let nth = 0; nth < READS; nth += 1) {
    const began = performance.now();
    await get(victim, 'GET', `${billing}/api/billing/${paths[nth % paths.length]}`);
    took.push(performance.now() - began);
  }
  return took.toSorted((a, b) => a - b);
}

function tellReads(t: TestContext, when: string, took: readonly number[]): void {
  const [middle, slowest] = [took[Math.floor(took.length / 2)] ?? 0, took.at(-1) ?? 0];
  t.diagnostic(`${when}: median ${middle.toFixed(1)} ms, slowest ${slowest.toFixed(1)} ms`);
}

test('hundreds of far months make no partition and no cycle', async (t) => {
  const { organizationId, houseId } = attackers;
  const known = { partitions: await partitions(), cycles: await cycles() };
  tellReads(t, "another company's reads before", await reads());
  const refused = new Map<string, number>();
  for (let nth = 0; nth < REQUESTS; nth += 1) {
    const year = 2999 - nth * 3;
    const month = (nth % 12) + 1;
    const [path, body] = [
      ['cycles', { organizationId, year, month }] as const,
      ['calculation-jobs', { houseId, year, month }] as const,
      ['calculation-jobs?dryRun=true', { organizationId, year, month }] as const,
    ][nth % 3] ?? ['', {}];
    const url = `${services.urls.billing}/api/billing/${path}`;
    const answer = await ask(attacker.authorization, 'POST', url, body);
    const told = `${answer.status} ${(answer.body as Partial<Problem>).code}`;
    refused.set(told, (refused.get(told) ?? 0) + 1);
  }
  tellReads(t, "another company's reads after", await reads());
  assert.deepEqual([...refused], [['400 month-out-of-range', REQUESTS]]);
  assert.deepEqual({ partitions: await partitions(), cycles: await cycles() }, known);
});

test('the range ends with the month after the current one, and begins with the first account', async () => {
  const { organizationId, months } = attackers;
  const now = moscowDayOf(new Date()).toPlainYearMonth();
  const first = Temporal.PlainYearMonth.from(months[0] ?? '');
  const open = async (of: Temporal.PlainYearMonth): Promise<readonly unknown[]> => {
    const url = `${services.urls.billing}/api/billing/cycles`;
    const { year, month } = of;
    const answer = await ask(attacker.authorization, 'POST', url, { organizationId, year, month });
    const { code, detail } = answer.body as Partial<Problem>;
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
