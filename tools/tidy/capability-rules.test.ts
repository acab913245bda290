// One name for a capability everywhere.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capabilityNames } from './capability-rules.ts';
import { placesOf } from './testing/small-project.ts';

const CONTRACT = { 'contracts/core/rooms.ts': 'export const listRooms = endpoint({});' };
const asking = (contract: string): string =>
  `import * as api from '@kvartplata/contracts/core/${contract}.ts';`;

const CASES = [
  { path: 'services/core/src/registry/rooms/rooms.routes.ts', text: asking('rooms'), fits: true },
  { path: 'services/core/src/registry/flats/flats.routes.ts', text: asking('rooms'), fits: false },
  {
    path: 'services/core/src/exchange/facts/facts.routes.ts',
    text: asking('internal'),
    fits: true,
  },
  { path: 'services/core/src/paper/sheets/sheets.routes.ts', text: '', fits: true },
  { path: 'docs/reference/rooms.md', text: '# Rooms', fits: true },
  { path: 'docs/reference/flats.md', text: '# Flats', fits: false },
  { path: 'docs/reference/records.md', text: '# Records', fits: true },
  { path: 'web/features/rooms/rooms.ts', text: '', fits: true },
  { path: 'web/features/flats/flat-list.tsx', text: '', fits: false },
  { path: 'web/features/rooms/room-list.tsx', text: '', fits: true },
];

for (const { path, text, fits } of CASES)
  test(`${path} ${text === '' ? '' : 'with its text '}is ${fits ? 'left alone' : 'named'}`, () => {
    assert.deepEqual(
      placesOf(capabilityNames, { ...CONTRACT, [path]: text }),
      fits ? [] : [`${path}:1`],
    );
  });

test('a test of contracts is not a contract', () => {
  assert.deepEqual(
    placesOf(capabilityNames, {
      'contracts/core/rooms.test.ts': '',
      'docs/reference/rooms.md': '',
    }),
    ['docs/reference/rooms.md:1'],
  );
});
