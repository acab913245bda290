import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hash } from '@node-rs/argon2';
import { createPasswords } from './passwords.service.ts';

const passwords = await createPasswords();

/** CPU time, which other programs on the machine do not affect. */
async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  for (let run = 0; run < 9; run += 1) await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

describe('passwords', () => {
  it('are hashed with Argon2id, 19 MiB and two passes, each with its own salt', async () => {
    const [one, other] = [await passwords.hash('конь'), await passwords.hash('конь')];
    assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    assert.notEqual(one, other);
  });

  it('are the same whichever keyboard types their characters', async () => {
    const composed = await passwords.hash('чай й é');
    assert.equal(await passwords.verify(composed, 'чай й é'.normalize('NFD')), true);
    assert.equal(await passwords.verify(composed, 'чай й e'), false);
  });

  it('never match a missing hash, and checking takes as much work as with one', async () => {
    const right = await passwords.hash('верный конь');
    assert.equal(await passwords.verify(undefined, 'верный конь'), false);
    const known = await cpuMs(async () => passwords.verify(right, 'неверный конь'));
    const unknown = await cpuMs(async () => passwords.verify(undefined, 'неверный конь'));
    assert.ok(unknown > known / 3 && unknown < known * 3, `${unknown} ms against ${known} ms`);
  });

  it('are due for rehashing when their parameters are weaker than today’s', async () => {
    const weak = await hash('конь', { memoryCost: 8_192, timeCost: 2, parallelism: 1 });
    assert.equal(passwords.isOutdated(weak), true);
    assert.equal(passwords.isOutdated(await passwords.hash('конь')), false);
  });
});
