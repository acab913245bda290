import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replaceStrings } from './json-text.ts';
import { isLocked, raiseLock, raisePackage } from './package-text.ts';

const raise = { names: new Set(['@k/domain', '@k/core']), version: '2.0.0' };

const packages = [
  {
    why: 'its own version and its range of another, with every space as it was',
    before: '{ "name":"@k/core",\n\t"version" : "1.0.0", "dependencies": {"@k/domain": "1.0.0"}}\n',
    after: '{ "name":"@k/core",\n\t"version" : "2.0.0", "dependencies": {"@k/domain": "2.0.0"}}\n',
  },
  {
    why: 'a range of any kind, in any list of dependencies',
    before:
      '{"name":"a","devDependencies":{"@k/core":"^1.0.0"},"peerDependencies":{"@k/domain":"*"}}',
    after:
      '{"name":"a","devDependencies":{"@k/core":"2.0.0"},"peerDependencies":{"@k/domain":"2.0.0"}}',
  },
  {
    why: 'nothing of a package that is not raised, nor of dependencies from outside',
    before: '{"name":"a","version":"1.0.0","dependencies":{"b":"1.0.0"}}',
    after: '{"name":"a","version":"1.0.0","dependencies":{"b":"1.0.0"}}',
  },
  {
    why: 'no other field called version or like a package',
    before:
      '{"name":"@k/core","config":{"version":"1.0.0"},"paths":{"@k/domain":"x"},"version":"1"}',
    after:
      '{"name":"@k/core","config":{"version":"1.0.0"},"paths":{"@k/domain":"x"},"version":"2.0.0"}',
  },
];
for (const { why, before, after } of packages) {
  test(`in a package.json a release changes ${why}`, () =>
    assert.equal(raisePackage(before, raise), after));
}

const LOCK = `{
  "name": "@k/core", "version": "1.0.0",
  "packages": {
    "": { "name": "@k/core", "version": "1.0.0" },
    "domain": { "name": "@k/domain", "version": "1.0.0", "dependencies": { "left": "1.0.0" } },
    "web": { "name": "@k/web", "version": "1.0.0", "dependencies": { "@k/domain": "1.0.0" } },
    "node_modules/@k/domain": { "resolved": "domain", "link": true },
    "node_modules/left": { "version": "1.0.0" }
  }
}`;

test('in the lock a release changes the root twice, the workspaces, and their dependents', () => {
  assert.equal(
    raiseLock(LOCK, raise),
    `{
  "name": "@k/core", "version": "2.0.0",
  "packages": {
    "": { "name": "@k/core", "version": "2.0.0" },
    "domain": { "name": "@k/domain", "version": "2.0.0", "dependencies": { "left": "1.0.0" } },
    "web": { "name": "@k/web", "version": "1.0.0", "dependencies": { "@k/domain": "2.0.0" } },
    "node_modules/@k/domain": { "resolved": "domain", "link": true },
    "node_modules/left": { "version": "1.0.0" }
  }
}`,
  );
});

test('a package is locked when the lock has its folder at its version', () => {
  assert.ok(isLocked(LOCK, 'domain', '1.0.0'));
  assert.ok(!isLocked(LOCK, 'domain', '1.0.1'));
  assert.ok(!isLocked(LOCK, 'platform', '1.0.0'));
});

const texts = [
  { json: '{"a":"x"}', keys: ['a'], after: '{"a":"!"}', why: 'the value of a key' },
  {
    json: '{"a":{"b":"x","c":"x"}}',
    keys: ['a', 'c'],
    after: '{"a":{"b":"x","c":"!"}}',
    why: 'the value of an inner key',
  },
  {
    json: '{"a":[{"b":"x"}],"b":"x"}',
    keys: ['b'],
    after: '{"a":[{"b":"x"}],"b":"!"}',
    why: 'no key of the same name further in',
  },
  {
    json: String.raw`{"q\"{":"[","a":"\"}\\","b":"x"}`,
    keys: ['b'],
    after: String.raw`{"q\"{":"[","a":"\"}\\","b":"!"}`,
    why: 'what stands after brackets and quotes inside strings',
  },
  {
    json: '{"a":1,"b":null,"c":true}',
    keys: ['a'],
    after: '{"a":1,"b":null,"c":true}',
    why: 'no value that is no string',
  },
  {
    json: String.raw`{"\u0061":"x"}`,
    keys: ['a'],
    after: String.raw`{"\u0061":"!"}`,
    why: 'a key that is spelled with an escape',
  },
];
for (const { json, keys, after, why } of texts) {
  test(`a replacement in JSON text changes ${why}`, () => {
    const isIt = (found: readonly string[]) => found.join('\n') === keys.join('\n');
    assert.equal(
      replaceStrings(json, (found) => (isIt(found) ? '!' : undefined)),
      after,
    );
  });
}

test('a replacement is quoted as JSON requires', () =>
  assert.equal(
    replaceStrings('{"a":"x"}', () => '"$&\n'),
    String.raw`{"a":"\"$&\n"}`,
  ));
