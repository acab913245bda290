import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { registerHooks } from 'node:module';
import { test } from 'node:test';

const INSTALLED = path.resolve(import.meta.dirname, '../node_modules');

test('an installation has joined packages of hundreds of modules, and a second run changes nothing', () => {
  const kysely = path.join(INSTALLED, 'kysely/dist/index.js');
  const before = readFileSync(kysely, 'utf8');
  execFileSync(process.execPath, [path.join(import.meta.dirname, 'join-modules.ts')]);
  assert.equal(readFileSync(kysely, 'utf8'), before);
  assert.deepEqual(
    readdirSync(INSTALLED).filter((name) => /^\.(?:jose|kysely|typebox)-/.test(name)),
    [],
  );
});

/** Each with the names that our modules import. */
const NAMES = namesIn(
  globSync(
    '{platform,services,contracts,client,command-line,migrate-from,web,tools}/**/*.{ts,tsx}',
    {
      cwd: path.resolve(INSTALLED, '..'),
      exclude: ['**/node_modules/**'],
    },
  ),
);

function namesIn(files: readonly string[]): readonly string[] {
  const found = files.flatMap((file) => {
    const text = readFileSync(path.resolve(INSTALLED, '..', file), 'utf8');
    return [...text.matchAll(/'((?:jose|kysely|typebox)(?:\/[a-z-]+)*)'/g)];
  });
  return [...new Set(found.map(([, name = '']) => name))];
}

test('no module that our code imports is a second copy', () => {
  assert.ok(NAMES.includes('typebox/system'), NAMES.join(' '));
  for (const name of NAMES) {
    const text = readFileSync(new URL(import.meta.resolve(name)), 'utf8');
    assert.match(
      text,
      /^\/\/ Joined from the modules of this package|^export [^;]* from "[./]*joined\//,
      name,
    );
  }
});

test('all that they export is loaded as a handful of modules', async () => {
  const loaded: string[] = [];
  const hooks = registerHooks({
    load: (url, context, next) => {
      loaded.push(url);
      return next(url, context);
    },
  });
  const once = `?${process.pid}`;
  for (const name of NAMES) await import(`${import.meta.resolve(name)}${once}`);
  hooks.deregister();
  assert.ok(loaded.length <= 15, loaded.join('\n'));
});
