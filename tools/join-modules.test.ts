import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { registerHooks } from 'node:module';
import { test } from 'node:test';

const INSTALLED = path.resolve(import.meta.dirname, '../node_modules');

test('an installation has joined the packages of hundreds of modules, and a second run leaves them alone', () => {
  const kysely = path.join(INSTALLED, 'kysely/dist/index.js');
  const before = readFileSync(kysely, 'utf8');
  execFileSync(process.execPath, [path.join(import.meta.dirname, 'join-modules.ts')]);
  assert.equal(readFileSync(kysely, 'utf8'), before);
  assert.deepEqual(
    readdirSync(INSTALLED).filter((name) => /^\.(?:jose|kysely|typebox)-/.test(name)),
    [],
  );
});

test('what they offer is loaded as a handful of modules', async () => {
  const loaded: string[] = [];
  const hooks = registerHooks({
    load: (url, context, next) => {
      loaded.push(url);
      return next(url, context);
    },
  });
  const once = `?${process.pid}`;
  for (const name of ['jose', 'kysely', 'typebox', 'typebox/value', 'typebox/format'])
    await import(`${import.meta.resolve(name)}${once}`);
  hooks.deregister();
  assert.ok(loaded.length <= 10, loaded.join('\n'));
});
