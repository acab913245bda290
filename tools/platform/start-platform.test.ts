import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { getSystemVersion } from '@kvartplata/contracts/core/version.ts';
import { getHealth } from '@kvartplata/contracts/operation.ts';
import { freePort } from '@kvartplata/platform/lifecycle/free-port.ts';
import { commandLineOf } from '@kvartplata/platform/lifecycle/process-list.ts';
import { sendOnce } from '@kvartplata/platform/testing/answered.ts';
import { BARE_ENVIRONMENT } from '@kvartplata/platform/testing/bare-environment.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { buildPage } from '../web/build-page.ts';
import { ROOT, SERVICES, type ServiceName } from './service-environment.ts';

type Start = {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** Its exit code, once it has ended and all its output has arrived. */
  readonly ended: Promise<number | null>;
};

let dataDirectory: string;
let ports: Record<string, string>;
let started: Start[] = [];

before(async () => {
  dataDirectory = mkdtempSync(path.join(tmpdir(), 'start-test-'));
  chmodSync(dataDirectory, 0o755);
  ports = {
    AUTH_HTTP_PORT: String(await freePort()),
    CORE_HTTP_PORT: String(await freePort()),
    BILLING_HTTP_PORT: String(await freePort()),
    WEB_HTTP_PORT: 'off',
  };
});
// A failed test leaves its platform running: the next one would find the folder held, and this process would never end.
afterEach(async () => {
  const left = started.filter(({ child }) => child.exitCode === null && child.signalCode === null);
  for (const { child } of left) child.kill('SIGTERM');
  await Promise.all(left.map(async ({ ended }) => ended));
  started = [];
});
after(() => rmSync(dataDirectory, { recursive: true, force: true }));

function start(environment: Record<string, string> = {}, program = 'start'): Start {
  const child = spawn(process.execPath, [`tools/${program}.ts`], {
    cwd: ROOT,
    env: { ...BARE_ENVIRONMENT, DATA_DIR: dataDirectory, ...ports, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const platform = { child, output: () => output, ended };
  started.push(platform);
  return platform;
}

async function said(platform: Start, words: string): Promise<void> {
  const hasSaid = (): boolean => platform.output().includes(words);
  await until(`it says "${words}"`, () => hasSaid() || platform.child.exitCode !== null);
  assert.ok(hasSaid(), platform.output());
}

/** The processes of the three services and of the embedded server. */
function processesOf(platform: Start): readonly number[] {
  const lines = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n');
  const services = lines
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid = 0, parent]) => (parent === platform.child.pid ? [pid] : []))
    .filter((pid) => commandLineOf(pid)?.includes('main.ts'));
  return [...services, ...databaseProcess()];
}

function databaseProcess(): readonly number[] {
  const file = path.join(dataDirectory, 'postgres/data/postmaster.pid');
  return existsSync(file) ? [Number(readFileSync(file, 'utf8').split('\n', 1)[0])] : [];
}

async function allGone(pids: readonly number[]): Promise<void> {
  await until(`${pids.join()} are gone`, () =>
    pids.every((pid) => commandLineOf(pid) === undefined),
  );
}

/** The versions of the system and of every service, as core reports them. */
async function versions(): Promise<Record<string, string>> {
  const url = `http://127.0.0.1:${ports['CORE_HTTP_PORT']}`;
  const { body } = await sendOnce(fetch, url, undefined, getSystemVersion);
  const { system, frontend, services } = body;
  const { auth, core, billing } = services;
  return {
    system,
    frontend,
    auth: auth.version,
    core: core.version,
    billing: billing.version,
  };
}

function versionIn(folder: string): string {
  const file = path.join(ROOT, folder, 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

async function health(service: ServiceName): Promise<unknown> {
  const url = `http://127.0.0.1:${ports[`${service.toUpperCase()}_HTTP_PORT`]}`;
  return (await sendOnce(fetch, url, undefined, getHealth(service))).body.status;
}

test('all invalid variables of all services are reported at once, as they were spelled, and nothing starts', async () => {
  const platform = start({
    AUTH_HTTP_PORT: 'abc',
    WEB_HTTP_PORT: '80a',
    CORS_ORIGIN: 'nonsense',
    CORE_DATABASE_URL: 'mysql://root:hunter2@localhost/core',
    BILLING_REDIS_URL: 'nonsense',
    USE_HTTPS: 'perhaps',
    JWT_SECRET: '!',
  });
  assert.equal(await platform.ended, 1);
  const [head, ...lines] = platform.output().trimEnd().split('\n');
  assert.equal(head, 'The platform cannot start: The configuration is not usable:');
  const names = lines.map((line) => line.trim().split(' ', 1)[0] ?? '');
  assert.deepEqual(
    names.toSorted((a, b) => a.localeCompare(b)),
    [
      'AUTH_HTTP_PORT',
      'BILLING_REDIS_URL',
      'CORE_DATABASE_URL',
      'CORS_ORIGIN',
      'JWT_SECRET',
      'USE_HTTPS',
      'WEB_HTTP_PORT',
    ],
  );
  assert.ok(!platform.output().includes('hunter2'));
  assert.ok(!existsSync(path.join(dataDirectory, 'postgres')));
});

test('a port in use is reported in a line of its own, and nothing starts', async () => {
  const other = createServer().listen(Number(ports['CORE_HTTP_PORT']), '127.0.0.1');
  await once(other, 'listening');
  const platform = start();
  assert.equal(await platform.ended, 1);
  assert.equal(
    platform.output(),
    `The platform cannot start: port ${ports['CORE_HTTP_PORT']} of the core-service is in use; stop what listens there, or set CORE_HTTP_PORT\n`,
  );
  assert.ok(!existsSync(path.join(dataDirectory, 'postgres')));
  other.close();
});

for (const program of ['start', 'demo', 'dev'])
  test(`Ctrl-C during the start of npm run ${program} leaves nothing behind`, async () => {
    const platform = start({}, program);
    await said(platform, 'Starting the services');
    const server = databaseProcess();
    assert.equal(server.length, 1);
    platform.child.kill('SIGINT');
    assert.equal(await platform.ended, 0, platform.output());
    await allGone(server);
  });

test('the platform runs, keeps others off its folder, and Ctrl-C ends it all', async () => {
  const platform = start();
  await said(platform, 'The platform is running');
  for (const service of SERVICES) assert.equal(await health(service), 'ok');
  assert.deepEqual(await versions(), {
    system: versionIn('.'),
    frontend: versionIn('.'),
    auth: versionIn('services/auth'),
    core: versionIn('services/core'),
    billing: versionIn('services/billing'),
  });
  const processes = processesOf(platform);
  assert.equal(processes.length, 4);
  const log = path.join(dataDirectory, 'logs/auth.log');
  assert.equal(statSync(log).mode & 0o777, 0o600, 'it may hold the secret of the first admin');

  const second = start({ AUTH_HTTP_PORT: String(await freePort()) });
  assert.equal(await second.ended, 1);
  assert.match(second.output(), /^The platform cannot start: the platform is already running on /);
  assert.equal(await health('auth'), 'ok', 'the first one lives');

  const startedAt = performance.now();
  platform.child.kill('SIGINT');
  assert.equal(await platform.ended, 0, platform.output());
  assert.ok(performance.now() - startedAt < 15_000, `${performance.now() - startedAt} ms`);
  assert.match(platform.output(), /Stopped\. Nothing is lost/);
  await allGone(processes);
  assert.ok(!existsSync(path.join(dataDirectory, 'start.pid')));
});

test('the page is served where the services expect it, with their addresses', async () => {
  await buildPage(() => undefined);
  const webPort = String(await freePort());
  const platform = start({ WEB_HTTP_PORT: webPort });
  await said(platform, 'The platform is running');
  const origin = `http://localhost:${webPort}`;
  const page = await fetch(`http://127.0.0.1:${webPort}/houses/1`);
  assert.equal(page.status, 200);
  assert.match(await page.text(), new RegExp(`localhost:${ports['CORE_HTTP_PORT']}`));
  const policy = page.headers.get('content-security-policy') ?? '';
  assert.match(policy, new RegExp(`connect-src .*localhost:${ports['AUTH_HTTP_PORT']}`));
  const answer = await fetch(`http://127.0.0.1:${ports['CORE_HTTP_PORT']}/health`, {
    headers: { origin },
  });
  assert.equal(answer.headers.get('access-control-allow-origin'), origin);

  platform.child.kill('SIGINT');
  assert.equal(await platform.ended, 0);
});

test('outside dev the output says who the first admin is, and where the secret is', async () => {
  const platform = start({ APP_ENV: 'production', BOOTSTRAP_ADMIN: 'chief' });
  await said(platform, 'The platform is running');
  assert.doesNotMatch(platform.output(), /the very first user is/);
  assert.match(platform.output(), /BOOTSTRAP_ADMIN names, by the secret in \S+auth\.log/);
  const log = path.join(dataDirectory, 'logs/auth.log');
  await until('the secret is there', () => readFileSync(log, 'utf8').includes('"bootstrapSecret"'));
  platform.child.kill('SIGINT');
  assert.equal(await platform.ended, 0, platform.output());
});

test('a service that dies is restarted', async () => {
  const platform = start();
  await said(platform, 'The platform is running');
  const core = processesOf(platform).find((pid) =>
    commandLineOf(pid)?.includes('core/src/main.ts'),
  );
  assert.ok(core);
  process.kill(core, 'SIGKILL');
  await said(platform, 'The core-service ended by itself; starting it again');
  await until('core answers again', async () => (await health('core')) === 'ok');
  const processes = processesOf(platform);
  assert.equal(processes.length, 4);
  platform.child.kill('SIGTERM');
  assert.equal(await platform.ended, 0);
  await allGone(processes);
});

test('when the start is killed its services end by themselves, and the next start works', async () => {
  const killed = start();
  await said(killed, 'The platform is running');
  const processes = processesOf(killed);
  killed.child.kill('SIGKILL');
  await killed.ended;
  const services = processes.filter((pid) => !databaseProcess().includes(pid));
  assert.equal(services.length, 3);
  await allGone(services);

  const next = start();
  await said(next, 'The platform is running');
  assert.equal(await health('core'), 'ok');
  const processesOfNext = processesOf(next);
  next.child.kill('SIGINT');
  assert.equal(await next.ended, 0);
  await allGone([...processes, ...processesOfNext]);
});

test('an unavailable database is reported in one line, and waited for', async () => {
  const platform = start({
    CORE_DATABASE_URL: `postgres://core:hunter2@127.0.0.1:${await freePort()}/core`,
  });
  await said(platform, 'The platform is running');
  const told = platform
    .output()
    .match(/^The core-service waits: the database at 127\.0\.0\.1:\d+ does not answer$/gm);
  assert.equal(told?.length, 1, platform.output());
  assert.ok(!platform.output().includes('hunter2'));
  const processes = processesOf(platform);
  platform.child.kill('SIGINT');
  assert.equal(await platform.ended, 0);
  await allGone(processes);
});
