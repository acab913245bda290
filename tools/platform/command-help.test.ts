import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { globSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { BARE_ENVIRONMENT } from '@kvartplata/platform/testing/bare-environment.ts';
import { makeTemporaryFolder } from '@kvartplata/platform/testing/temporary-folder.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { ROOT } from './service-environment.ts';

/** Nothing listens there: a command that did its work would fail. */
const DATABASES = Object.fromEntries(
  ['AUTH', 'CORE', 'BILLING'].map((name) => [`${name}_DATABASE_URL`, 'postgres://127.0.0.1:9/x']),
);

function run(program: string, ...args: readonly string[]) {
  return spawnSync(process.execPath, [path.join(ROOT, `tools/${program}.ts`), ...args], {
    env: { ...BARE_ENVIRONMENT, ...DATABASES },
    encoding: 'utf8',
  });
}

/** The last step of an installation, and a reporter of the test runner: nobody calls them by hand. */
const NO_PROGRAMS = ['tools/join-modules.ts', 'tools/slowest-files.ts'];
const PROGRAMS = [
  ...globSync('tools/*.ts', { cwd: ROOT }),
  'command-line/src/main.ts',
  'migrate-from/src/main.ts',
].filter((file) => !file.endsWith('.test.ts') && !NO_PROGRAMS.includes(file));
/** More would only wait for the processor. */
const AT_ONCE = 4;
/** A program that does its work instead is ended. */
const TIMEOUT_MS = 60_000;

/** As its users call it: `npm run law`, `npm test`, `node tools/openapi.ts`. */
function callOf(file: string): string {
  const [name] =
    Object.entries(packageJson.scripts).find(([, script]) => script.endsWith(`node ${file}`)) ?? [];
  if (file.startsWith('command-line/')) return 'kvartplata';
  if (name === undefined) return `node ${file}`;
  return ['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`;
}

test('every program prints its usage for --help, and leaves no file behind', async () => {
  const folder = makeTemporaryFolder('command-help-');
  const left = PROGRAMS.values();
  const work = async (): Promise<void> => {
    for (const file of left) {
      const { stdout, stderr } = await promisify(execFile)(
        process.execPath,
        [path.join(ROOT, file), '--help'],
        { cwd: folder, env: { ...BARE_ENVIRONMENT, ...DATABASES }, timeout: TIMEOUT_MS },
      );
      assert.equal(stderr, '', file);
      assert.ok(stdout.includes(callOf(file)), `${file}: ${stdout}`);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    assert.deepEqual(readdirSync(folder), []);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a program that writes a folder takes no option for one', () => {
  for (const args of [['--hepl'], ['one', 'two']]) {
    const { status, stdout, stderr } = run('openapi', ...args);
    assert.deepEqual([status, stdout, stderr], [1, '', 'Name one folder: --help says more\n']);
  }
});

for (const program of [
  'archive',
  'backup',
  'migrate',
  'restore',
  'verify-ledger',
  'verify-references',
]) {
  test(`${program} prints its usage, and does nothing else`, () => {
    for (const args of [['--help'], ['/nowhere', '-h']]) {
      const { status, stdout, stderr } = run(program, ...args);
      assert.equal(status, 0, stderr);
      assert.ok(stdout.includes(`npm run ${program}`), stdout);
      assert.equal(stderr, '');
    }
  });

  test(`${program} refuses an unknown option in one sentence`, () => {
    const { status, stderr } = run(program, '--dry-run');
    assert.equal(status, 1);
    assert.match(stderr, /^Not \w+: [^\n]+\n$/);
    assert.doesNotMatch(stderr, /does not answer|positional/);
  });
}

for (const program of ['start', 'demo', 'dev'])
  test(`${program} starts nothing for its usage or an unknown argument`, () => {
    const help = run(program, '--help');
    assert.equal(help.status, 0, help.stderr);
    assert.match(help.stdout, new RegExp(`npm (?:run )?${program} .*\\n[^]*--lang`));
    for (const unknown of ['--exti', 'extra']) {
      const { status, stdout, stderr } = run(program, unknown);
      assert.equal(status, 1);
      assert.equal(stdout, '');
      assert.match(stderr, new RegExp(`^Not started: [^\\n]*${unknown}[^\\n]*\\n$`));
    }
  });
