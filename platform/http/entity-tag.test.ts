import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entityTag, requireVersion } from './entity-tag.ts';
import { Refusal } from './refusal.ts';

const passing = [
  { ifMatch: undefined, why: 'nobody asked' },
  { ifMatch: '"3"', why: 'the version itself' },
  { ifMatch: '*', why: 'any version' },
  { ifMatch: '"2", "3"', why: 'one of several' },
  { ifMatch: 'W/"3"', why: 'weakened by a compressing proxy' },
];
for (const { ifMatch, why } of passing) {
  test(`If-Match ${ifMatch} allows a change of version 3: ${why}`, () => {
    requireVersion(ifMatch, 3);
  });
}

const stale = [
  { ifMatch: '"2"', why: 'an older version' },
  { ifMatch: '3', why: 'no quotes' },
  { ifMatch: '""', why: 'empty' },
  { ifMatch: '', why: 'nothing between the commas' },
  { ifMatch: '"33"', why: 'only begins alike' },
];
for (const { ifMatch, why } of stale) {
  test(`If-Match ${ifMatch} is stale for version 3: ${why}`, () => {
    assert.throws(
      () => requireVersion(ifMatch, 3),
      (error) => error instanceof Refusal && error.code === 'version-stale',
    );
  });
}

test('the tag of a version is quoted', () => {
  assert.equal(entityTag(12), '"12"');
});
