// Accrual jobs over HTTP: which accounts they book for, that two at once book only once, and what stops them.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  accruePenalties,
  getAccrualJob,
  getPenaltyAccrual,
  listAccrualJobs,
  listPenaltyAccruals,
} from '@kvartplata/contracts/billing/penalty-accruals.ts';
import {
  deletePenaltyRate,
  listPenaltyRates,
  type PenaltyRate,
} from '@kvartplata/contracts/billing/penalty-rates.ts';
import { formatDay, moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { openCopyingDatabase } from '@kvartplata/platform/database/copying.ts';
import { visibilityOf } from '@kvartplata/platform/identity/memberships.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import type pg from 'pg';
import type { BillingTables } from '../../tables.ts';
import { assertInOrder } from '../../testing/in-order.ts';
import { makeAccruingHouse, type AccruingHouse } from '../../testing/accruing.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { untilAllocated } from '../../testing/paying-house.ts';
import { ask } from '../../testing/test-user.ts';
import { runAccrual } from './run-accrual.job.ts';

let stand: BillingStand;
let owner: pg.Pool;
let house: AccruingHouse;
let account: number;

const today = moscowDayOf(new Date());

before(async () => {
  stand = await startBillingStand();
  ({ owner } = stand);
});
beforeEach(async () => {
  house = await makeAccruingHouse(stand);
  ({ account } = house);
});
after(async () => {
  await assertInOrder(stand.db);
  await stand.stop();
});

async function listRates(): Promise<readonly PenaltyRate[]> {
  return (await house.ask(listPenaltyRates)).body;
}

describe('an accrual job', () => {
  test('is for a house or for all houses of an organization, and is polled at its Location', async () => {
    await house.charge('2025-01', [[account, '39000.00']]);
    const { organizationId, houseId } = house;
    const job = await house.accrue('2025-03-22', { organizationId });
    assert.deepEqual(
      [job.organizationId, job.houseIds.includes(houseId), job.totalAmount],
      [organizationId, true, '123.50'],
    );
    assert.deepEqual((await house.ask(listAccrualJobs)).body.items, [job]);
  });

  test('expects the accounts of all its houses, and has processed all of them when completed', async () => {
    await house.charge('2025-01', [[account, '39000.00']]);
    const { organizationId } = house;
    const { body } = await house.ask(accruePenalties, {
      body: { organizationId, targetDate: '2025-03-22' },
    });
    assert.equal(body.totalAccounts, house.accounts.length + 1, "the other house's, too");
    const job = await house.untilEnded(body.id);
    assert.deepEqual(
      [job.status, job.totalAccounts, job.processedAccounts],
      ['COMPLETED', 1, 1],
      'the others have nothing booked',
    );
  });

  test('is created once under one idempotency key', async () => {
    await house.charge('2025-01', [[account, '39000.00']]);
    const send = async (targetDate: string) =>
      house.ask(accruePenalties, {
        body: { houseId: house.houseId, targetDate },
        idempotencyKey: `accrue ${account}`,
      });
    const first = await send('2025-03-22');
    const again = await send('2025-03-22');
    assert.deepEqual([first.status, again.status], [202, 202]);
    assert.equal(again.body.id, first.body.id);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    assert.equal((await send('2025-03-23')).problem.code, 'idempotency-key-reused');
    await house.untilEnded(again.body.id);
  });

  test('run concurrently on one house books once', async () => {
    await house.charge(
      '2025-01',
      house.accounts.map((one) => [one, '39000.00']),
    );
    const jobs = await Promise.all(
      Array.from({ length: 6 }, async () => house.accrue('2025-03-22')),
    );
    // Jobs requested while one of them waited are the same job.
    const booked = new Map(jobs.map(({ id, createdAccruals }) => [id, createdAccruals]));
    assert.equal(
      [...booked.values()].reduce((sum, created) => sum + created, 0),
      house.accounts.length,
    );
    assert.deepEqual(await house.owed(account), ['39000.00', '123.50']);
  });

  test('fails with the day whose rate is missing, and books nothing', async () => {
    await house.charge('2013-06', [[account, '39000.00']]);
    await house.charge('2025-01', [[account, '39000.00']]);
    const rates = await listRates();
    const covering = rates.find(
      ({ validFrom, validTo }) => validFrom <= '2025-03-20' && (validTo ?? '9') >= '2025-03-20',
    );
    assert.ok(covering);
    await owner.query(`update penalty_rates set valid_to = '2025-03-17' where id = $1`, [
      covering.id,
    ]);
    try {
      const job = await house.accrue('2025-03-22');
      assert.deepEqual(
        [job.status, job.error, job.errorFacts, job.createdAccruals],
        ['FAILED', 'rate-missing', { day: '2025-03-18' }, 0],
      );
      assert.deepEqual(await house.accruals(), []);
    } finally {
      await owner.query('update penalty_rates set valid_to = $2 where id = $1', [
        covering.id,
        covering.validTo,
      ]);
    }
    // Debts overdue since before 2016 are left out; their rates are not even read.
    assert.equal((await house.accrue('2025-03-22')).totalAmount, '123.50');
  });

  test('continues where another process stopped', async () => {
    await house.charge('2025-01', [[account, '39000.00']]);
    const { rows } = await owner.query<{ id: number }>(
      `insert into penalty_accrual_jobs (organization_id, house_ids, target_on, status, processed_houses, requested_by, request_id)
       values ($1, array[$2, $2 + 1000000], '2025-03-22', 'RUNNING', 1, 1, 'test') returning id::integer`,
      [house.organizationId, house.houseId],
    );
    const [job] = rows;
    assert.ok(job);
    await stand.db.transaction().execute(async (trx) =>
      stand.queue.enqueue(trx, 'penalty-accrual', {
        organizationId: house.organizationId,
        reference: job.id,
      }),
    );
    const ended = await house.untilEnded(job.id);
    assert.deepEqual([ended.status, ended.createdAccruals], ['COMPLETED', 0]);
  });

  test('leaves its turn to other organizations between houses, and is continued in the next', async () => {
    await house.charge('2025-01', [[account, '39000.00']]);
    const { organizationId, houseId } = house;
    const { rows } = await owner.query<{ id: number }>(
      `insert into penalty_accrual_jobs (organization_id, house_ids, target_on, requested_by, request_id)
       values ($1, array[$2, $2 + 1000000], '2025-03-22', 1, 'test') returning id::integer`,
      [organizationId, houseId],
    );
    const jobId = rows[0]?.id ?? 0;
    const copying = openCopyingDatabase<BillingTables>(
      { url: stand.databaseUrl, poolSize: 1, applicationName: 'test' },
      visibilityOf('all'),
    );
    const runTurn = async (): Promise<'unfinished' | void> =>
      runAccrual({ db: stand.db, copying }, { organizationId, jobId }, AbortSignal.any([]), {
        accountsAtOnce: 0,
        turnMs: 0,
      });
    const read = async () =>
      (await house.ask(getAccrualJob, { params: { accrualJobId: jobId } })).body;
    assert.equal(await runTurn(), 'unfinished');
    assert.deepEqual([(await read()).status, (await read()).totalAmount], ['RUNNING', '123.50']);
    assert.equal(await runTurn(), undefined);
    assert.deepEqual([(await read()).status, (await read()).totalAmount], ['COMPLETED', '123.50']);
    await copying.close();
  });

  const refused = [
    { body: { targetDate: formatDay(today.add({ days: 1 })) }, status: 400, why: 'a day to come' },
    { body: { targetDate: '1999-12-31' }, status: 400, why: 'before anything is counted' },
    { body: { targetDate: undefined }, status: 400, why: 'up to no day' },
    { body: { organizationId: 1 }, status: 400, why: 'two places' },
    { body: { houseId: undefined }, status: 400, why: 'no place' },
    { body: { houseId: 987_654_321 }, status: 404, why: 'no house of the caller' },
  ];
  for (const { body, status, why } of refused)
    test(`is refused: ${why}`, async () => {
      const answer = await house.ask(accruePenalties, {
        body: {
          houseId: house.houseId,
          targetDate: '2025-03-22',
          ...body,
        },
      });
      assert.equal(answer.status, status, answer.text);
    });

  test('of another organization is a 404', async () => {
    await house.charge('2025-01', [[account, '39000.00']]);
    const job = await house.accrue('2025-03-22');
    const [accrual] = await house.accruals();
    const stranger = await stand.newUser();
    const asked = [
      await ask(stand.app, stranger, getAccrualJob, { params: { accrualJobId: job.id } }),
      await ask(stand.app, stranger, getPenaltyAccrual, { params: { accrualId: accrual?.id } }),
      await ask(stand.app, stranger, listPenaltyAccruals, {
        query: { personalAccountId: account },
      }),
      await ask(stand.app, stranger, listPenaltyAccruals, { query: { houseId: house.houseId } }),
    ];
    assert.deepEqual(
      asked.map(({ status }) => status),
      [404, 404, 404, 404],
    );
  });
});

describe('a rate used by a penalty', () => {
  const deleted = async (id: number | undefined) =>
    ask(stand.app, stand.admin, deletePenaltyRate, { params: { penaltyRateId: id } });

  const ratesOf = async (from: string, to: string) =>
    (await listRates()).filter(
      ({ validFrom, validTo }) => validFrom <= to && (validTo ?? '9') >= from,
    );

  test('cannot be deleted once the penalty is booked', async () => {
    await house.charge('2025-01', [[account, '39000.00']]);
    await house.accrue('2025-03-22');
    const used = await ratesOf('2025-03-13', '2025-03-22');
    assert.ok(used.length > 0);
    for (const { id } of used) {
      const answer = await deleted(id);
      assert.deepEqual([answer.status, answer.problem.code], [409, 'rate-in-use']);
    }
  });

  test('cannot be deleted while the penalty is being booked either', async () => {
    await house.charge('2026-01', [[account, '39000.00']]);
    const [used] = await ratesOf('2026-03-13', '2026-03-20');
    // The charges are merged as well.
    await untilAllocated(owner);
    const payer = await owner.connect();
    try {
      await payer.query('begin');
      await payer.query(
        `select from merged_balances
         where organization_id = $1 and house_id = $2 and personal_account_id = $3 for update`,
        [house.organizationId, house.houseId, account],
      );
      const job = house.accrue('2026-03-20');
      // Balances are updated last: everything else has been booked.
      await until('the accrual waits for the balance', async () => (await waiting()) === 1);
      const answer = deleted(used?.id);
      await until('the deletion waits too', async () => (await waiting()) === 2);
      await payer.query('commit');
      assert.equal((await job).totalAmount, '98.80');
      assert.equal((await answer).problem.code, 'rate-in-use');
    } finally {
      payer.release(true);
    }
  });
});

/** The number of sessions that wait for a lock, on any node. */
async function waiting(): Promise<number> {
  const { rows: views } = await owner.query<{ name: string }>(
    `select coalesce(to_regclass('citus_stat_activity'), 'pg_stat_activity')::text as name`,
  );
  const { rows } = await owner.query<{ waiting: number }>(
    `select count(*)::integer as waiting from ${views[0]?.name}
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting ?? 0;
}
