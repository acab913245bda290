import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeEdit } from './changed-lines.ts';
import { nameUnreleased } from './changelog.ts';

const day = Temporal.PlainDate.from('2026-03-09');

const changelogs = [
  {
    why: 'what stood under Unreleased stands under the version, and Unreleased is empty',
    before: '# Changelog\n\n## [Unreleased]\n\n### Added\n- A.\n\n## [1.0.0] - 2026-01-01\n',
    after:
      '# Changelog\n\n## [Unreleased]\n\n## [1.1.0] - 2026-03-09\n\n### Added\n- A.\n\n## [1.0.0] - 2026-01-01\n',
  },
  {
    why: 'a release that nobody wrote of has an empty section',
    before: '## [Unreleased]\n\n## [1.0.0] - 2026-01-01\n',
    after: '## [Unreleased]\n\n## [1.1.0] - 2026-03-09\n\n## [1.0.0] - 2026-01-01\n',
  },
  {
    why: 'the heading may be all there is',
    before: '## [Unreleased]',
    after: '## [Unreleased]\n\n## [1.1.0] - 2026-03-09',
  },
  {
    why: 'without the heading there is nothing to name',
    before: '# Changelog\n\nSee [Unreleased].\n',
    after: undefined,
  },
];
for (const { why, before, after } of changelogs) {
  test(`in the changelog ${why}`, () => assert.equal(nameUnreleased(before, '1.1.0', day), after));
}

const edits = [
  {
    why: 'lines that change in their place',
    before: 'a\nb\nc\nd',
    after: 'A\nb\nc\nD',
    shown: ['1 - a', '1 + A', '4 - d', '4 + D'],
  },
  { why: 'lines that come', before: 'a\n\nb', after: 'a\n\nnew\n\nb', shown: ['3 + new', '4 + '] },
  { why: 'lines that come at the end', before: 'a', after: 'a\nb', shown: ['2 + b'] },
  { why: 'lines that go', before: 'a\na\na', after: 'a\na', shown: ['3 - a'] },
];
for (const { why, before, after, shown } of edits) {
  test(`an edit is shown as ${why}`, () =>
    assert.equal(
      describeEdit({ path: 'file', before, after }),
      ['file', ...shown.map((line) => `  ${line}`)].join('\n'),
    ));
}
