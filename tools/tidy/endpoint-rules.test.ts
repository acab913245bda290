import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addresses, endpointNames, endpointPages } from './endpoint-rules.ts';
import { messagesOf, placesOf } from './testing/small-project.ts';

function operation(name: string, id: string, path: string): string {
  return `export const ${name} = endpoint({\n  ...OF_HOUSES,\n  id: '${id}',\n  path: '${path}',\n});\n`;
}

test('an operation has the name of its export, and that name is unique', () => {
  const files = {
    'contracts/core/houses.ts':
      operation('listHouses', 'listHouses', '/api/houses') +
      operation('getHouse', 'readHouse', '/api/houses/:id'),
    'contracts/billing/houses.ts': operation('listHouses', 'listHouses', '/api/billing/houses'),
    'contracts/core/rooms.ts': 'export const rooms = other({ id: 1 });',
  };
  assert.deepEqual(messagesOf(endpointNames, files), [
    'getHouse calls itself readHouse',
    'listHouses is there already',
  ]);
  assert.deepEqual(placesOf(endpointNames, files), [
    'contracts/core/houses.ts:6',
    'contracts/billing/houses.ts:1',
  ]);
});

test('a page of the reference names the address of each operation', () => {
  const files = {
    'contracts/core/houses.ts':
      operation('listHouses', 'listHouses', '/api/houses') +
      operation('listRooms', 'listRooms', '/api/houses/:houseId/rooms'),
    'docs/reference/houses.md': '| `GET /api/houses` | 200 |',
    'docs/decisions/0001-rooms.md': '`/api/houses/:houseId/rooms`',
  };
  assert.deepEqual(messagesOf(endpointPages, files), [
    'no page in docs/reference names /api/houses/:houseId/rooms',
  ]);
});

const ADDRESSES = [
  { text: "ask('/api/houses')", found: true, why: 'a text' },
  { text: 'ask(`/api/houses/${id}`)', found: true, why: 'a template' },
  { text: 'ask(`${url}/api/houses?x=1`)', found: true, why: 'what follows a host' },
  { text: "startsWith('/api/')", found: false, why: 'all of them' },
  { text: "// '/api/houses' was here", found: false, why: 'a comment' },
  { text: "test('GET /api/houses is answered')", found: false, why: 'words' },
  { text: 'listHouses.path', found: false, why: 'an operation' },
];
for (const { text, found, why } of ADDRESSES)
  test(`an address is ${found ? 'found' : 'not seen'} in ${why}`, () => {
    const places = placesOf(addresses, { 'web/a.ts': `// a\n${text}`, 'contracts/a.ts': text });
    assert.deepEqual(places, found ? ['web/a.ts:2'] : []);
  });
