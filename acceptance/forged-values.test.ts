// Whoever can write into Redis makes nobody a member of anything: what the services read there they believe only when they
// have written it themselves.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { startRedisServer, type RedisServer } from '@kvartplata/platform/testing/redis-server.ts';
import { Redis } from 'ioredis';
import { signUp, type Person } from '@kvartplata/platform/testing/people.ts';
import { ask, get } from './testing/people.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';

describe(
  'a key-value store that somebody else writes into',
  { skip: missing('redis-server') },
  () => {
    let server: RedisServer;
    let redis: Redis;
    let services: ThreeServices;
    let owner: Person;
    let cycles: string;

    before(async () => {
      server = await startRedisServer();
      redis = new Redis(server.url);
      services = await startThreeServices({}, { REDIS_URL: `${server.url}/0` });
      await signUp(services, 'administrator');
      owner = await signUp(services, 'owner');
      const { core, billing } = services.urls;
      const { id } = await get<{ id: number }>(owner, 'POST', `${core}/api/organizations`, {
        name: 'ТСЖ «Садовая, 12»',
      });
      cycles = `${billing}/api/billing/cycles?organizationId=${id}`;
    });
    after(async () => {
      redis.disconnect();
      await services.stop();
      await server.kill();
    });

    test('gives a stranger no membership: neither one that was made up, nor the copied one of an owner', async () => {
      await get(owner, 'GET', cycles);
      const owned = await redis.get(`memberships:${owner.userId}`);
      assert.match(owned ?? '', /"role":"owner"/);
      const madeUp = /\[.*$/.exec(owned ?? '')?.[0] ?? '';
      for (const [username, forged] of [
        ['maker', madeUp],
        ['copier', owned ?? ''],
      ] as const) {
        const stranger = await signUp(services, username);
        await redis.set(`memberships:${stranger.userId}`, forged);
        assert.equal((await ask(stranger.authorization, 'GET', cycles)).status, 404, username);
      }
    });
  },
);
