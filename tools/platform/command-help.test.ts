import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { BARE_ENVIRONMENT } from '@kvartplata/platform/testing/bare-environment.ts';
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
