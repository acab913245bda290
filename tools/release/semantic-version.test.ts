import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareVersions, parseVersion } from './semantic-version.ts';

const versions = [
  { text: '0.0.0', parts: [0, 0, 0] },
  { text: '1.2.3', parts: [1, 2, 3] },
  { text: '10.200.3000', parts: [10, 200, 3000] },
  { text: '0.0.9007199254740991', parts: [0, 0, 9_007_199_254_740_991] },
];
for (const { text, parts } of versions) {
  test(`${text} is a version`, () => assert.deepEqual(parseVersion(text), parts));
}

const others = [
  { text: '', why: 'nothing' },
  { text: '1.2', why: 'two numbers' },
  { text: '1.2.3.4', why: 'four numbers' },
  { text: 'v1.2.3', why: 'the v is the tag’s' },
  { text: '1.02.3', why: 'a leading zero' },
  { text: '-1.2.3', why: 'a sign' },
  { text: '1.2.x', why: 'a range' },
  { text: '1.2.3-rc.1', why: 'a pre-release' },
  { text: '1.2.3+abc', why: 'build metadata' },
  { text: ' 1.2.3', why: 'a space' },
  { text: '1.2.3\n', why: 'a line end' },
  { text: '1.2.٣', why: 'a digit of another script' },
  { text: '1.2.9007199254740992', why: 'more than npm takes' },
];
for (const { text, why } of others) {
  test(`${JSON.stringify(text)} is no version: ${why}`, () =>
    assert.equal(parseVersion(text), undefined));
}

const ordered = [
  '0.0.1',
  '0.0.10',
  '0.1.0',
  '0.9.0',
  '0.10.0',
  '1.0.0',
  '1.0.1',
  '2.0.0',
  '10.0.0',
];
test('versions are ordered numerically, not alphabetically', () => {
  const parsed = ordered.map((text) => parseVersion(text)!);
  assert.deepEqual(parsed.toReversed().toSorted(compareVersions), parsed);
  assert.equal(compareVersions([1, 2, 3], [1, 2, 3]), 0);
});
