// Which months cannot be corrected, and who may not correct any.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import {
  createCorrection,
  getCorrection,
  listCorrections,
} from '@kvartplata/contracts/billing/corrections.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Answered } from '@kvartplata/platform/testing/answered.ts';
import { sql } from 'kysely';
import type { Caller } from '../../access/access.service.ts';
import { makeMonths } from '../../books/cycles/month-partitions.service.ts';
import type { DryRuns } from '../calculation-jobs/dry-runs.service.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { putTariff } from '../../testing/core-facts.ts';
import {
  ask,
  calculate,
  seedHouse,
  type SeededHouse,
  type TestUser,
} from '../../testing/test-user.ts';
import { correctMonths } from './corrections.service.ts';

let stand: BillingStand;
let owner: TestUser;
let house: SeededHouse;
/** A month in the ledger whose tariff has changed since, and one that is not in the ledger. */
let applied: string;
let draft: string;

before(async () => {
  stand = await startBillingStand();
  owner = await stand.newUser();
  house = await seedHouse(stand.coreUrl, owner);
  const { houseId } = house;
  [applied = '', draft = ''] = house.months;
  const job = await calculate(stand.app, owner, { houseId }, applied);
  await ask(stand.app, owner, applyCycle, { params: { cycleId: job.billingCycleId } });
  await calculate(stand.app, owner, { houseId }, draft);
  await putTariff(stand.coreUrl, owner, { houseId, code: 'upkeep', value: '35.00' });
});
after(async () => stand.stop());

async function correct(more: object, user = owner): Promise<Answered<typeof createCorrection>> {
  const months = { periodFrom: applied, periodTo: applied };
  const body = { houseId: house.houseId, ...months, reason: 'просто так', ...more };
  return ask(stand.app, user, createCorrection, { body });
}

const refusals: readonly {
  readonly why: string;
  readonly body: () => object;
  readonly expected: readonly [status: number, code: string];
}[] = [
  {
    why: 'of months in the wrong order',
    body: () => ({ periodFrom: draft, periodTo: applied }),
    expected: [400, 'validation-failed'],
  },
  {
    why: 'of more than three years',
    body: () => ({ periodFrom: '2020-01', periodTo: '2023-01' }),
    expected: [400, 'validation-failed'],
  },
  {
    why: 'without a reason',
    body: () => ({ reason: '' }),
    expected: [400, 'validation-failed'],
  },
  {
    why: 'of months that are drafts',
    body: () => ({ periodFrom: draft, periodTo: draft }),
    expected: [409, 'months-not-applied'],
  },
  {
    why: 'of a house that nobody knows',
    body: () => ({ houseId: 424_242 }),
    expected: [404, 'not-found'],
  },
];
for (const { why, body, expected } of refusals) {
  test(`a correction is refused ${why}`, async () => {
    const answer = await correct(body());
    assert.deepEqual([answer.status, answer.problem.code], expected);
  });
}

test('a correction is refused to a stranger, who cannot see any either', async () => {
  const { body: charged } = await correct({});
  const stranger = await stand.newUser();
  const asked = await correct({}, stranger);
  assert.deepEqual([asked.status, asked.problem.code], [404, 'not-found']);
  const params = { correctionId: charged.id };
  const seen = await ask(stand.app, stranger, getCorrection, { params });
  assert.deepEqual([seen.status, seen.problem.code], [404, 'not-found']);
  const query = { houseId: house.houseId };
  const list = await ask(stand.app, stranger, listCorrections, { query });
  assert.deepEqual([list.status, list.problem.code], [404, 'not-found']);
});

test('a correction of a month billed by a former application is refused', async () => {
  await addFormerBill('2024-01');
  const months = { periodFrom: '2024-01', periodTo: '2024-01' };
  const answer = await correct(months);
  assert.deepEqual([answer.status, answer.problem.code], [409, 'former-bills']);
});

test('a correction of more accounts than an answer allows is refused before anything is computed', async () => {
  const { houseId, organizationId } = house;
  const core: Partial<Caller['core']> = {
    findHouse: async () => ({ houseId, organizationId, accounts: 20_001, address: '' }),
  };
  const caller = {
    db: stand.db,
    core: core as Caller['core'],
    requireRole: async () => {},
  } as Partial<Caller> as Caller;
  const asked = {
    houseId,
    periodFrom: Temporal.PlainYearMonth.from(applied),
    periodTo: Temporal.PlainYearMonth.from(applied),
    reason: 'просто так',
  };
  const untouched = {
    dryRuns: {} as DryRuns,
    once: (async () => undefined) as never,
    today: parseDay('2026-02-01'),
  };
  await assert.rejects(
    correctMonths(untouched, caller, asked),
    (error: unknown) => error instanceof Refusal && error.code === 'too-much-at-once',
  );
});

/** A bill like those created by the move from a former application. */
async function addFormerBill(period: string): Promise<void> {
  const [year, month] = period.split('-').map(Number);
  const firstDay = `${period}-01`;
  const { organizationId, houseId } = house;
  await makeMonths(stand.db, [firstDay]);
  await sql`
    insert into billing_cycles (organization_id, year, month) values (${organizationId}, ${year}, ${month})
  `.execute(stand.db);
  await sql`
    insert into charge_templates (organization_id, house_id, period, number, rate_type, rule, tariff, reading_missing,
      basis)
    values (${organizationId}, ${houseId}, ${firstDay}::date, 1, 'norm', 'former-bill', 1, false,
      '{"rule": "former-bill", "daysInMonth": 31, "parts": []}')
  `.execute(stand.db);
  await sql`
    insert into charges (organization_id, house_id, period, personal_account_id, house_service_id, line, template,
      consumption, amount, own)
    values (${organizationId}, ${houseId}, ${firstDay}::date, 1, 1, 0, 1, 1, 1, '')
  `.execute(stand.db);
  await sql`
    insert into house_months (house_id, period, organization_id, billing_cycle_id, charges, amount, applied_at)
    select ${houseId}, ${firstDay}::date, ${organizationId}, id, 1, 1, now()
    from billing_cycles where organization_id = ${organizationId} and period = ${firstDay}::date
  `.execute(stand.db);
  await sql`
    update billing_cycles set status = 'APPLIED', applied_at = now()
    where organization_id = ${organizationId} and period = ${firstDay}::date
  `.execute(stand.db);
}
