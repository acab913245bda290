// The fake core-service over HTTP, for separate billing processes. It can delay its responses.
import { getBillingSnapshot } from '@kvartplata/contracts/core/billing-snapshot.ts';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FakeCore } from './fake-houses.ts';

export type FakeCoreServer = {
  readonly url: string;
  /** Called before each snapshot, which is sent once this resolves. */
  beforeSnapshot: (houseIds: readonly number[]) => Promise<void>;
  readonly close: () => Promise<void>;
};

export async function serveFakeCore(core: FakeCore): Promise<FakeCoreServer> {
  const http = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  async function answer({ url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(url, 'http://core');
    const houseIds = (searchParams.get('houseIds') ?? '').split(',').map(Number);
    const houses = { organizationId: Number(searchParams.get('organizationId')), houseIds };
    const period = searchParams.get('period') ?? '';
    if (pathname === getBillingSnapshot.path) {
      await server.beforeSnapshot(houseIds);
      const { signal } = new AbortController();
      response.end(await core.client.readSnapshot(houses, period, '', signal));
    } else {
      const versions = await core.client.listHouseVersions(houses, period, '');
      const told = [...versions].map(([houseId, version]) => ({ houseId, version }));
      response.end(JSON.stringify({ versions: told }));
    }
  }

  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const server: FakeCoreServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    beforeSnapshot: async () => undefined,
    close: async () => {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
  return server;
}
