import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roomAddress } from './room-address.ts';

test('a flat and a non-residential room have different words in an address', () => {
  const room = { address: 'г. Зареченск, д. 12', roomNumber: '5' };
  assert.equal(roomAddress({ ...room, roomKind: 'residential' }), 'г. Зареченск, д. 12, кв. 5');
  assert.equal(
    roomAddress({ ...room, roomKind: 'non-residential', roomNumber: 'Н1' }),
    'г. Зареченск, д. 12, пом. Н1',
  );
});
