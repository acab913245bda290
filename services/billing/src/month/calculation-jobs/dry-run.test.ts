// A dry run of a calculation, with and without overrides: its result, and that nothing of it is stored.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  createCalculationJob,
  listCalculationJobs,
} from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { listHouseCharges, type Charge } from '@kvartplata/contracts/billing/charges.ts';
import { listCycles } from '@kvartplata/contracts/billing/cycles.ts';
import type { DryRun } from '@kvartplata/contracts/billing/dry-runs.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import { parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Answered } from '@kvartplata/platform/testing/answered.ts';
import type { Caller } from '../../access/access.service.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import {
  ask,
  calculate,
  longAfterReadings,
  readAll,
  seedHouse,
  type SeededHouse,
  type TestUser,
} from '../../testing/test-user.ts';
import { dryRunCalculation } from './dry-run.service.ts';
import type { DryRuns } from './dry-runs.service.ts';

const { day, month: withoutReadings } = longAfterReadings();

let stand: BillingStand;
let owner: TestUser;
let house: SeededHouse;
/** A month that is computed, and one that is not. */
let computed: string;
let empty: string;

before(async () => {
  stand = await startBillingStand({ today: () => day });
  owner = await stand.newUser();
  house = await seedHouse(stand.coreUrl, owner);
  [, computed = '', empty = ''] = house.months;
  await calculate(stand.app, owner, { houseId: house.houseId }, computed);
});
after(async () => stand.stop());

async function askToTry(
  period: string,
  more: object = {},
  user = owner,
): Promise<Answered<typeof createCalculationJob>> {
  const [year, month] = period.split('-').map(Number);
  const body = { houseId: house.houseId, year, month, ...more };
  return ask(stand.app, user, createCalculationJob, { query: { dryRun: true }, body });
}

async function tryMonth(period: string, more: object = {}): Promise<DryRun> {
  const { status, body } = await askToTry(period, more);
  assert.equal(status, 200);
  assert.ok('totals' in body);
  return body;
}

async function charges(): Promise<readonly Charge[]> {
  const { houseId } = house;
  return readAll(stand.app, owner, listHouseCharges, {
    params: { houseId },
    query: { limit: 200 },
  });
}

async function serviceOf(code: string): Promise<number> {
  const charge = (await charges()).find(({ serviceCode }) => serviceCode === code);
  return charge?.houseServiceId ?? 0;
}

function sum(amounts: readonly (string | null)[]): bigint {
  return sumBy(amounts, (amount) => parseKopecks(amount ?? '0.00'));
}

describe('a dry run', () => {
  test('of a month already computed changes nothing, and says so', async () => {
    const body = await tryMonth(computed);
    const stored = sum((await charges()).map(({ amount }) => amount));
    assert.deepEqual(
      [parseKopecks(body.totals.before), parseKopecks(body.totals.after), body.totals.difference],
      [stored, stored, '0.00'],
    );
    assert.deepEqual([body.totals.accounts, body.totals.changedAccounts], [10, 0]);
    assert.deepEqual([body.period, body.houseIds], [computed, [house.houseId]]);
    assert.ok(body.accounts.every(({ before: was, after: is }) => was === is));
  });

  test('of a month not yet computed gives what a job would, and stores nothing', async () => {
    const body = await tryMonth(empty);
    assert.ok(body.accounts.every(({ before: was }) => was === null));
    assert.equal(body.totals.before, '0.00');
    const [jobs, cycles] = [
      await readAll(stand.app, owner, listCalculationJobs),
      await readAll(stand.app, owner, listCycles),
    ];
    assert.deepEqual([jobs.length, cycles.length], [1, 1]);
    assert.ok((await charges()).every(({ period }) => period === computed));

    await calculate(stand.app, owner, { houseId: house.houseId }, empty);
    const stored = (await charges()).filter(({ period }) => period === empty);
    for (const { personalAccountId, after: tried } of body.accounts) {
      const own = stored.filter((charge) => charge.personalAccountId === personalAccountId);
      assert.equal(parseKopecks(tried), sum(own.map(({ amount }) => amount)));
    }
  });

  test('of an organization equals that of its houses', async () => {
    const ofHouse = await tryMonth(computed);
    const ofAll = await tryMonth(computed, {
      houseId: undefined,
      organizationId: house.organizationId,
    });
    assert.deepEqual(ofAll, ofHouse);
  });

  test('lists the accounts it could not charge', async () => {
    const body = await tryMonth(withoutReadings);
    assert.equal(body.skippedCount, 10);
    assert.equal(body.skipped[0]?.reason, 'house-reading-missing');
  });
});

describe('a dry run, as if', () => {
  test('the upkeep cost ten roubles more: 32.10 m² are 321.00 more', async () => {
    const tariffs = [{ serviceCode: 'upkeep', value: '44.18' }];
    const body = await tryMonth(computed, { overrides: { tariffs } });
    const [first] = body.accounts;
    assert.deepEqual([first?.accountNumber, first?.difference], ['LS01', '321.00']);
    assert.equal(body.totals.changedAccounts, 10);
    assert.equal(
      sum(body.accounts.map(({ difference }) => difference)),
      parseKopecks(body.totals.difference),
    );
    const houseServiceId = await serviceOf('upkeep');
    const byId = { tariffs: [{ houseServiceId, value: 44.18 }] };
    assert.deepEqual(await tryMonth(computed, { overrides: byId }), body);
  });

  test('the norm of hot water were 4 instead of 3.19: one person pays 174.04 more, and drains it', async () => {
    const norms = [{ serviceCode: 'hot-water', value: '4' }];
    const body = await tryMonth(computed, { overrides: { norms } });
    // 4 × 214.87 − 685.44; (4.335 + 4) × 38.52 = 321.0642, − 289.86
    assert.equal(body.accounts[0]?.difference, '205.24');
  });

  test('common-house needs went by the norm, which the house does not have: nobody is charged', async () => {
    const body = await tryMonth(computed, { overrides: { odnMethod: 'norm' } });
    const odn = (await charges()).filter(
      ({ period, serviceCode }) => period === computed && serviceCode === 'cold-water-odn',
    );
    assert.equal(parseKopecks(body.totals.difference), -sum(odn.map(({ amount }) => amount)));
    assert.equal(body.skippedCount, 10);
  });
});

describe('a dry run is refused', () => {
  const upkeep = { serviceCode: 'upkeep', value: '1' };
  const refusals: readonly {
    readonly why: string;
    readonly more: object;
    readonly expected: readonly [status: number, code: string];
  }[] = [
    {
      why: 'with a service that nobody is charged for',
      more: { overrides: { tariffs: [{ serviceCode: 'gas', value: '1' }] } },
      expected: [422, 'unprocessable-reference'],
    },
    {
      why: 'with a component that the service has not',
      more: { overrides: { tariffs: [{ ...upkeep, component: 'heat' }] } },
      expected: [422, 'unprocessable-reference'],
    },
    {
      why: 'with a value that is of no service',
      more: { overrides: { norms: [{ value: '1' }] } },
      expected: [400, 'validation-failed'],
    },
    {
      why: 'with a tariff below zero',
      more: { overrides: { tariffs: [{ ...upkeep, value: '-1' }] } },
      expected: [400, 'validation-failed'],
    },
    {
      why: 'with an override that is none',
      more: { overrides: { colour: 'red' } },
      expected: [400, 'validation-failed'],
    },
    { why: 'of no house', more: { houseId: undefined }, expected: [400, 'validation-failed'] },
    { why: 'of an unknown house', more: { houseId: 424_242 }, expected: [404, 'not-found'] },
  ];
  for (const { why, more, expected } of refusals) {
    test(why, async () => {
      const { status, problem } = await askToTry(computed, more);
      assert.deepEqual([status, problem.code], expected);
    });
  }

  test('to a stranger', async () => {
    const stranger = await stand.newUser();
    const asked = await askToTry('2026-01', {}, stranger);
    assert.deepEqual([asked.status, asked.problem.code], [404, 'not-found']);
  });

  test('of more accounts than an answer allows, before core is queried', async () => {
    const core: Partial<Caller['core']> = {
      findHouse: async () => ({ organizationId: 1, houseId: 1, accounts: 10_001, address: '' }),
      findFirstMonth: async (_, month) => month,
    };
    const caller = {
      core: core as Caller['core'],
      db: stand.db,
      requireRole: async () => {},
    } as Partial<Caller> as Caller;
    const asked = { houseId: 1, year: 2026, month: 1 };
    await assert.rejects(
      dryRunCalculation({} as DryRuns, caller, asked, parseDay('2026-02-01')),
      (error: unknown) => error instanceof Refusal && error.code === 'too-much-at-once',
    );
  });

  test('overrides without a dry run', async () => {
    const body = { houseId: house.houseId, year: 2026, month: 1, overrides: {} };
    const asked = await ask(stand.app, owner, createCalculationJob, { body });
    assert.deepEqual([asked.status, asked.problem.code], [400, 'validation-failed']);
  });
});
