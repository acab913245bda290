// The verification job: it runs at a start without one in the last day, and reports to the log and the metrics.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getSealsKey } from '@kvartplata/contracts/billing/seals.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import pg from 'pg';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { ask } from '../../testing/test-user.ts';
import { verifyAndTell } from './verify-ledger.job.ts';

let stand: BillingStand;
let owner: pg.Client;

before(async () => {
  stand = await startBillingStand();
  owner = new pg.Client({ connectionString: stand.databaseUrl });
  await owner.connect();
});
after(async () => {
  await owner.end();
  await stand.stop();
});

async function figure(name: string): Promise<string | undefined> {
  const { body } = await stand.app.inject({ url: '/metrics' });
  return new RegExp(`^${name}{[^}]*} (\\S+)$`, 'm').exec(body)?.[1];
}

async function countVerifications(): Promise<number> {
  const { rows } = await owner.query(
    'select from ledger_verifications where finished_at is not null',
  );
  return rows.length;
}

test('a first start verifies, and the metrics show it', async () => {
  await until('the ledger is verified', async () => (await countVerifications()) === 1);
  assert.equal(await figure('ledger_drifting_accounts'), '0');
  assert.equal(await figure('ledger_stray_payments'), '0');
  assert.equal(await figure('ledger_wrong_sums'), '0');
  assert.equal(await figure('ledger_chain_faults'), '0');
  assert.equal(await figure('ledger_seal_faults'), '0');
  assert.equal(await figure('ledger_verification_progress'), '1');
  assert.ok(Number(await figure('ledger_verification_age_seconds')) < 600);
});

test('a start on the same day verifies nothing, a day later it verifies again', async () => {
  await stand.queue.ensure('ledger-verification', 1);
  await untilDone();
  assert.equal(await countVerifications(), 1);
  await owner.query(
    `insert into ledger_verifications (organizations, started_at, finished_at)
     values (0, now() - interval '26 hours', now() - interval '25 hours')`,
  );
  await stand.queue.ensure('ledger-verification', 1);
  await until('it is verified again', async () => (await countVerifications()) === 3);
});

async function keyOfLog(): Promise<string> {
  const { body } = await ask(stand.app, stand.admin, getSealsKey, {});
  return body.key;
}

async function untilDone(): Promise<void> {
  await until('the job is done', async () => {
    const { rowCount } = await owner.query(
      `select from job_queue.job where name = 'ledger-verification' and state in ('created', 'retry', 'active')`,
    );
    return rowCount === 0;
  });
}

test('it is scheduled every night at three, Moscow time', async () => {
  const { rows } = await owner.query(
    `select cron, timezone from job_queue.schedule where name = 'ledger-verification'`,
  );
  assert.deepEqual(rows, [{ cron: '0 3 * * *', timezone: 'Europe/Moscow' }]);
});

test('faults are an error in the log and a value in the metrics', async () => {
  await untilDone();
  await owner.query(
    `insert into merged_balances (house_id, personal_account_id, organization_id, principal_debt, last_updated_at)
     select 1, n, 1, n, now() from generate_series(1, 12) as n`,
  );
  await owner.query(
    `insert into payments (house_id, id, personal_account_id, organization_id, amount, principal_amount, penalty_amount,
       paid_on, booked_in, source) values (1, 7, 1, 1, 10, 10, 0, '2026-01-20', '2026-01-01', 'manual')`,
  );
  await owner.query(
    `insert into ledger_heads (house_id, organization_id, number, hash) values (1, 1, 1, '')`,
  );
  await owner.query(
    `insert into house_month_sums (organization_id, house_id, period, paid) values (1, 1, '2026-01-01', 10)`,
  );
  const lines: unknown[][] = [];
  await verifyAndTell({
    db: stand.db,
    keys: [await keyOfLog()],
    log: { error: (...line: unknown[]) => void lines.push(line) },
  });
  assert.equal(lines.length, 1);
  const [faults, text] = lines[0] as [
    { drift: unknown[]; strayPayments: unknown[]; wrongSums: unknown[] },
    string,
  ];
  assert.equal(
    text,
    'the books of organization 1 are not in order: drift 12, strayPayments 1, wrongSums 1, chainFaults 2, strayDocuments 1',
  );
  assert.deepEqual([faults.drift.length, faults.strayPayments.length], [10, 1]);
  assert.deepEqual(faults.wrongSums, [{ houseId: 1, period: '2026-01' }]);
  assert.equal(await figure('ledger_drifting_accounts'), '12');
  assert.equal(await figure('ledger_stray_payments'), '1');
  assert.equal(await figure('ledger_wrong_sums'), '1');
  assert.equal(await figure('ledger_chain_faults'), '2');
  assert.equal(await figure('ledger_stray_documents'), '1');
});

test('an organization that cannot be read is counted, and the others are verified', async () => {
  await owner.query(
    `insert into adjustments (organization_id, house_id, personal_account_id, id, kind, debt_kind, amount, period, booked_in,
       effective_on, is_major_repairs, reason, basis, requested_by)
     values (1, 1, 1, 9, 'write-off', 'principal', -1, '2026-01-01', '2026-01-01', '2026-01-20', false, 'test', 'test', 1)`,
  );
  await owner.query(
    `create policy damaged on adjustments as restrictive for select using (1 / (organization_id - 1) is not null)`,
  );
  await owner.query(
    `insert into ledger_heads (house_id, organization_id, number, hash) values (2, 2, 1, '')`,
  );
  const lines: unknown[][] = [];
  await verifyAndTell({
    db: stand.db,
    keys: [await keyOfLog()],
    log: { error: (...line: unknown[]) => void lines.push(line) },
  });
  assert.deepEqual(
    lines.map(([, text]) => text),
    [
      'the books of organization 1 could not be verified',
      'the books of organization 2 are not in order: chainFaults 1',
    ],
  );
  assert.equal(await figure('ledger_unread_organizations'), '1');
  assert.equal(await figure('ledger_chain_faults'), '1');
  await owner.query(
    'drop policy damaged on adjustments; delete from ledger_heads where house_id = 2',
  );
});

test('an interrupted one resumes after the last organization, and its faults are counted once', async () => {
  await owner.query(
    `insert into ledger_verifications (organizations, verified, last_organization_id, wrong_sums) values (2, 1, 1, 3)`,
  );
  assert.equal(await figure('ledger_verification_progress'), '0.5');
  const lines: unknown[][] = [];
  await verifyAndTell({
    db: stand.db,
    keys: [await keyOfLog()],
    log: { error: (...line: unknown[]) => void lines.push(line) },
  });
  assert.deepEqual(lines, []);
  assert.equal(await figure('ledger_wrong_sums'), '3');
  assert.equal(await figure('ledger_drifting_accounts'), '0');
  assert.equal(await figure('ledger_verification_progress'), '1');
});
