import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { Refusal } from './refusal.ts';
import { spool } from './spooled-answer.ts';

test('what is spooled is read again, whatever the pieces are', async () => {
  const pieces = Array.from({ length: 3_000 }, (_, nth) => Buffer.from(`${nth} `.repeat(nth % 50)));
  const { handle, bytes } = await spool(Readable.from(pieces, { objectMode: false }));
  const whole = Buffer.concat(pieces);
  assert.equal(bytes, whole.length);
  assert.deepEqual(await buffer(handle.createReadStream({ start: 0 })), whole);
});

test('nothing is a file of nothing', async () => {
  const { handle, bytes } = await spool(Readable.from([], { objectMode: false }));
  assert.equal(bytes, 0);
  await handle.close();
});

test('content that breaks off is no file, and its error is the one that is told', async () => {
  async function* broken(): AsyncGenerator<Buffer> {
    yield Buffer.from('begun');
    throw new Refusal('overloaded');
  }
  await assert.rejects(spool(Readable.from(broken(), { objectMode: false })), {
    code: 'overloaded',
  });
});
