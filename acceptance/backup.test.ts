// A backup of a running platform, restored on an empty server, and the platform that continues from there.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { refreshSession } from '@kvartplata/contracts/auth/sessions.ts';
import { closeCycle } from '@kvartplata/contracts/billing/close.ts';
import { createPayment } from '@kvartplata/contracts/billing/payments.ts';
import { getMonthSeal } from '@kvartplata/contracts/billing/seals.ts';
import { SERVICES, type ServiceName } from '@kvartplata/contracts/endpoint.ts';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '@kvartplata/platform/embedded-postgres/embedded-postgres.ts';
import { allOrNone } from '@kvartplata/platform/testing/service-process.ts';
import pg from 'pg';
import { clientOf, cookieIn, cookiesOf, openSession } from '@kvartplata/platform/testing/people.ts';
import {
  makeEnvironments,
  startService,
} from '@kvartplata/platform/testing/service-environments.ts';
import { doctorBackup, type Doctored } from './testing/doctored-backup.ts';
import { runTool, type UrlOf } from './testing/run-tool.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';
import { makeTwoCompanies, type TwoCompanies } from './testing/two-companies.ts';

const SECRET = randomBytes(32).toString('base64');

let services: ThreeServices;
let companies: TwoCompanies;
let sealedCycle: number;
/** Of somebody who is signed in before the backup and works on after it. */
let refreshToken: string;
let directory: string;
let server: EmbeddedPostgres;
let folder: string;

before(async () => {
  services = await startThreeServices({}, { JWT_SECRET: SECRET });
  companies = await makeTwoCompanies(services);
  const { auth } = services.urls;
  refreshToken = (await openSession(auth, companies.people.accountant.username)).refreshToken;
  const { rows } = await services.owners.billing.query<{ id: number }>(
    `select id::integer from billing_cycles where status = 'APPLIED' and organization_id = $1`,
    [companies.own.organizationId],
  );
  sealedCycle = rows[0]?.id ?? 0;
  // An import whose turn has not come.
  await services.owners.core.query(
    `insert into job_queue.job (name, group_id, data, start_after)
       values ('import', '7', '{"organizationId": 7, "reference": 4711}', now() + interval '1 hour')`,
  );
  directory = mkdtempSync(path.join(tmpdir(), 'backup-'));
  chmodSync(directory, 0o755);
  folder = path.join(directory, 'saved');
  server = await startEmbeddedPostgres({
    directory: path.join(directory, 'server'),
    password: 'test',
    preferredPort: 0,
    databases: SERVICES,
    settings: { fsync: 'off', synchronous_commit: 'off' },
  });
});
after(async () => {
  await services.stop();
  await server.stop();
  rmSync(directory, { recursive: true });
});

const sourceUrl: UrlOf = (service) => {
  const { host, port, user, password, database } = new pg.Client(services.owners[service].options);
  return `postgres://${user}:${String(password)}@${host}:${port}/${database}`;
};

/** Every table with its number of rows and a fingerprint of its content. */
async function contentsOf(url: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and relname not in ('kysely_migration', 'compatible_migrations') order by 1`);
    const lines: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ count: string; print: string }>(
        `select count(*), md5(coalesce(string_agg(row::text, ';' order by row::text), '')) as print from ${name} as row`,
      );
      lines.push(`${name} ${rows[0]?.count} ${rows[0]?.print}`);
    }
    return lines;
  } finally {
    await client.end();
  }
}

async function contents(urlOf: UrlOf): Promise<Readonly<Record<ServiceName, readonly string[]>>> {
  return {
    auth: await contentsOf(urlOf('auth')),
    core: await contentsOf(urlOf('core')),
    billing: await contentsOf(urlOf('billing')),
  };
}

test('a month is closed, so that the backup contains a seal', async () => {
  await clientOf(services, companies.people.owner).call(closeCycle, {
    params: { cycleId: sealedCycle },
  });
});

test('a running platform is saved into a new folder, readable by its owner alone', async () => {
  const metrics = path.join(directory, 'backup.prom');
  const saved = await runTool('backup', [folder, '--metrics', metrics], sourceUrl);
  assert.equal(saved.stderr, '');
  assert.match(saved.stdout, /^core: \d+ tables, [1-9]\d* rows, 1 jobs waiting, of \S+:\d+\/\S+$/m);
  assert.match(saved.stdout, /JWT_SECRET and CHECKPOINT_KEY are not in it/);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  const again = await runTool('backup', [folder], sourceUrl);
  assert.deepEqual([again.code, again.stderr], [1, `Not saved: ${folder} is there already\n`]);
  const { takenAt } = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as {
    takenAt: string;
  };
  const told = readFileSync(metrics, 'utf8').match(/^backup_taken_timestamp_seconds (.*)$/m)?.[1];
  assert.equal(new Date(Number(told) * 1000).toISOString(), takenAt);
});

test('a backup whose metrics cannot be written says so', async () => {
  const untold = path.join(directory, 'untold');
  const place = path.join(directory, 'nowhere', 'backup.prom');
  const { code, stderr } = await runTool('backup', [untold, '--metrics', place], sourceUrl);
  assert.equal(code, 1);
  assert.match(stderr, /the backup is whole, but nobody is told: ENOENT/);
  assert.ok(existsSync(path.join(untold, 'manifest.json')));
});

test('a backup with one changed byte is refused before anything is touched', async () => {
  const file = path.join(folder, 'billing/ledger_entries.copy.zst');
  const good = readFileSync(file);
  const bad = Buffer.from(good);
  bad[40] = (bad[40] ?? 0) ^ 1;
  writeFileSync(file, bad);
  try {
    const refused = await runTool('restore', [folder], server.urlOf);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /billing\/ledger_entries\.copy\.zst is not what was saved/);
    assert.deepEqual((await contents(server.urlOf)).auth, []);
  } finally {
    writeFileSync(file, good);
  }
});

test('an empty server gets every row back, and its books add up', async () => {
  const restored = await runTool('restore', [folder], server.urlOf);
  assert.equal(restored.stderr, '');
  assert.match(restored.stdout, /^billing: \d+ tables, into \S+:\d+\/\S+$/m);
  assert.match(restored.stdout, /every balance, payment and link is in order/);
  assert.deepEqual(await contents(server.urlOf), await contents(sourceUrl));
});

test('a job that was waiting waits again', async () => {
  const client = new pg.Client({ connectionString: server.urlOf('core') });
  await client.connect();
  try {
    const waiting = `from job_queue.job where name = 'import' and state = 'created'`;
    const { rows } = await client.query(`select data ${waiting}`);
    assert.deepEqual(rows, [{ data: { organizationId: 7, reference: 4711 } }]);
    await client.query(`delete ${waiting}`);
  } finally {
    await client.end();
  }
});

test('databases that are not empty are left alone, unless overwriting is asked for', async () => {
  const held = await contents(server.urlOf);
  const refused = await runTool('restore', [folder], server.urlOf);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /the database of auth is not empty/);
  assert.deepEqual(await contents(server.urlOf), held);
  const done = await runTool('restore', [folder, '--overwrite'], server.urlOf);
  assert.equal(done.stderr, '');
  assert.deepEqual(await contents(server.urlOf), held);
});

test('databases that a service is using are left alone in any case', async () => {
  const refused = await runTool('restore', [folder, '--overwrite'], sourceUrl);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /the auth-service works on its database: stop it first/);
});

/** The status, and the next token. */
async function refresh(authUrl: string, token: string): Promise<readonly [number, string]> {
  const headers = { cookie: `refresh_token=${token}` };
  const answer = await fetch(authUrl + refreshSession.path, { method: 'POST', headers });
  return [answer.status, cookieIn(cookiesOf(answer.headers), 'refresh_token')];
}

test('the restored platform works: sessions are valid, the seal holds, and new documents get free numbers', async () => {
  for (const _ of ['while the backup was taken', 'after it'])
    [, refreshToken] = await refresh(services.urls.auth, refreshToken);
  const { urls, environmentOf } = await makeEnvironments(server.urlOf, { JWT_SECRET: SECRET });
  const start = async (service: ServiceName) => startService(service, environmentOf(service));
  const running = await allOrNone(SERVICES.map(start));
  try {
    const { owner } = companies.people;
    const seal = await clientOf({ urls }, owner).call(getMonthSeal, {
      params: { cycleId: sealedCycle },
    });
    assert.deepEqual([seal.isValid, seal.chainFaults], [true, []]);
    const { personalAccountId } = companies.own;
    const payment = { personalAccountId, amount: '2.50', paidOn: '2020-02-11' };
    const { id } = await clientOf({ urls }, owner).call(createPayment, { body: payment });
    assert.ok(id > companies.own.paymentId);
    assert.deepEqual((await refresh(urls.auth, refreshToken))[0], 200);
  } finally {
    await Promise.all(running.map(async (service) => service.stop()));
  }
});

const NONE = (): boolean => false;

/** All rows except the first. */
function butOne(): () => boolean {
  let seen = 0;
  return () => (seen += 1) > 1;
}

for (const [lacks, changes, why] of [
  ['a table', { payments: 'gone' }, /the backup lacks the table payments/],
  ['rows', { payments: NONE, payment_allocations: NONE }, /the books do not add up/],
  ['a single entry', { ledger_entries: butOne() }, /the books do not add up/],
  ['a single charge', { charges: butOne() }, /the books do not add up/],
  ['a line of a sealed month', { sealed_lines: butOne() }, /the books do not add up/],
  ['an entry of the audit log', { audit_log: butOne() }, /the books do not add up/],
  ['a seal', { month_seals: NONE, seal_log: NONE, checkpoints: NONE }, /the books do not add up/],
] satisfies readonly [string, Doctored, RegExp][])
  test(`a backup that lacks ${lacks} is refused, even if its checksums were recomputed`, async () => {
    const doctored = path.join(directory, lacks);
    doctorBackup(folder, doctored, changes);
    const refused = await runTool('restore', [doctored, '--overwrite'], server.urlOf);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, why);
  });

test('books restored to a state before a backup are detected by its manifest', async () => {
  const since = path.join(folder, 'manifest.json');
  const asked = ['--since', since];
  const told = await runTool('verify-ledger', asked, server.urlOf);
  assert.equal(told.code, 1);
  assert.match(told.stdout, /^✗ log of seals, 1: the log of seals does not go on from this head/m);
  const inOrder = await runTool('verify-ledger', asked, sourceUrl);
  assert.deepEqual([inOrder.code, inOrder.stderr], [0, '']);
});
