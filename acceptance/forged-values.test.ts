// Whoever can write to Redis cannot forge a membership: the services only trust values that they have written themselves.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { listCycles } from '@kvartplata/contracts/billing/cycles.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { startRedisServer, type RedisServer } from '@kvartplata/platform/testing/redis-server.ts';
import { Redis } from 'ioredis';
import { clientOf, type Person, signUp } from '@kvartplata/platform/testing/people.ts';
import { ask } from './testing/people.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';

describe(
  'a key-value store that somebody else writes into',
  { skip: missing('redis-server') },
  () => {
    let server: RedisServer;
    let redis: Redis;
    let services: ThreeServices;
    let owner: Person;
    let organizationId: number;

    before(async () => {
      server = await startRedisServer();
      redis = new Redis(server.url);
      services = await startThreeServices({}, { REDIS_URL: `${server.url}/0` });
      await signUp(services, 'administrator');
      owner = await signUp(services, 'owner');
      const body = { name: 'ТСЖ «Садовая, 12»' };
      ({ id: organizationId } = await clientOf(services, owner).call(createOrganization, { body }));
    });
    after(async () => {
      redis.disconnect();
      await services.stop();
      await server.kill();
    });

    test('gives a stranger no membership: neither a made-up one nor a copy of an owner’s', async () => {
      const query = { organizationId };
      await clientOf(services, owner).call(listCycles, { query });
      const owned = await redis.get(`memberships:${owner.userId}`);
      assert.match(owned ?? '', /"role":"owner"/);
      const madeUp = /\[.*$/.exec(owned ?? '')?.[0] ?? '';
      for (const [username, forged] of [
        ['maker', madeUp],
        ['copier', owned ?? ''],
      ] as const) {
        const stranger = await signUp(services, username);
        await redis.set(`memberships:${stranger.userId}`, forged);
        const { status } = await ask(services, stranger.authorization, listCycles, { query });
        assert.equal(status, 404, username);
      }
    });
  },
);
