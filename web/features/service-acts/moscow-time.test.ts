import assert from 'node:assert/strict';
import { test } from 'node:test';
import { momentOf, parseMoment } from './moscow-time.ts';

for (const [day, time, instant] of [
  ['05.07.2026', '8:00', '2026-07-05T05:00:00.000Z'],
  ['05.07.2026', '0830', '2026-07-05T05:30:00.000Z'],
  ['05.07.2026', '8', '2026-07-05T05:00:00.000Z'],
  ['05.07.2026', '24:00', '2026-07-05T21:00:00.000Z'],
  ['05.07.2026', '24:30', undefined],
  ['05.07.2026', '8:60', undefined],
  ['31.02.2026', '8:00', undefined],
  ['05.07.2026', '', undefined],
] as const)
  test(`${day} ${time} is parsed as ${instant ?? 'no instant'}`, () =>
    assert.equal(parseMoment(day, time), instant));

test('an instant is shown in Moscow time', () => {
  assert.deepEqual(momentOf('2026-06-30T21:30:00.000Z'), { day: '2026-07-01', time: '00:30' });
});
