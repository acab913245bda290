import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import Fastify from 'fastify';
import { until } from '../testing/until.ts';
import { Refusal } from './refusal.ts';
import { sendSpooled, spool } from './spooled-answer.ts';

test('spooled content is read back, whatever the pieces are', async () => {
  const pieces = Array.from({ length: 3_000 }, (_, nth) => Buffer.from(`${nth} `.repeat(nth % 50)));
  const { handle, bytes } = await spool(Readable.from(pieces, { objectMode: false }));
  const whole = Buffer.concat(pieces);
  assert.equal(bytes, whole.length);
  assert.deepEqual(await buffer(handle.createReadStream({ start: 0 })), whole);
});

test('spooling nothing gives an empty file', async () => {
  const { handle, bytes } = await spool(Readable.from([], { objectMode: false }));
  assert.equal(bytes, 0);
  await handle.close();
});

test('content that breaks off gives no file, and its error is the one reported', async () => {
  async function* broken(): AsyncGenerator<Buffer> {
    yield Buffer.from('begun');
    throw new Refusal('overloaded');
  }
  await assert.rejects(spool(Readable.from(broken(), { objectMode: false })), {
    code: 'overloaded',
  });
});

for (const when of ['before it is made', 'while it is sent'] as const)
  test(`the file is released when its reader goes away ${when}`, async () => {
    const app = Fastify();
    const { promise: spooled, resolve: isSpooled } = Promise.withResolvers<FileHandle>();
    const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>();
    app.get('/', async (request, reply) => {
      isAsked();
      if (when === 'before it is made') await once(request.raw.socket, 'close');
      const file = await spool(Readable.from([Buffer.alloc(20_000_000)], { objectMode: false }));
      isSpooled(file.handle);
      return sendSpooled(reply, file, { mediaType: 'text/plain' });
    });
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const reader = new AbortController();
    const reading = fetch(address, { signal: reader.signal });
    reading.catch(() => undefined);
    await asked;
    if (when === 'while it is sent') await (await reading).body?.getReader().read();
    reader.abort();
    const handle = await spooled;
    await until('the file is closed', async () => handle.fd === -1);
    await app.close();
  });
