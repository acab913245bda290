import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { ALONE, groupsOf, moduleOf } from './groups.ts';

test('every file is in one group, with its neighbours, at most eight', () => {
  const rooms = Array.from({ length: 9 }, (_, nth) => `services/core/src/registry/r${nth}.test.ts`);
  const files = [
    'domain/money/fraction.test.ts',
    'faults/clocks.test.ts',
    'domain/money/parts.test.ts',
    'faults/kills.test.ts',
    ...rooms,
    'services/core/src/prices/houses.test.ts',
  ];
  const groups = groupsOf(files);
  assert.deepEqual(
    groups.map(({ name }) => name),
    [
      'faults/clocks.test.ts',
      'faults/kills.test.ts',
      'domain/money',
      'services/core/src/registry-1',
      'services/core/src/registry-2',
      'services/core/src/prices/houses.test.ts',
    ],
  );
  assert.deepEqual(groups.flatMap((group) => group.files).toSorted(), files.toSorted());
  assert.deepEqual(groups[3]?.files, rooms.slice(0, 5));
});

test('a file that changes its process is in a group alone, and exists', () => {
  for (const file of ALONE) {
    assert.ok(existsSync(path.resolve(import.meta.dirname, '../..', file)), file);
    const neighbour = path.join(path.dirname(file), 'a.test.ts');
    assert.deepEqual(
      groupsOf([file, neighbour]).map((group) => group.files),
      [[file], [neighbour]],
    );
  }
});

test('the module of a group makes each file a suite', () => {
  assert.equal(
    moduleOf(['a.test.ts'], (file) => `file:///b/${file}`),
    `import { describe } from 'node:test';
describe("a.test.ts", async () => {
  await import("file:///b/a.test.ts");
});
`,
  );
});
