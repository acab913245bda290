// What every fault test starts from: the platform on databases of its own, and a user of it.
import type { BillingTables } from '@kvartplata/billing-service/src/tables.ts';
import { SERVICES } from '@kvartplata/contracts/endpoint.ts';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import { createTestDatabase } from '@kvartplata/platform/testing/test-database.ts';
import { signUp } from '@kvartplata/platform/testing/people.ts';
import { openClient, type Client } from './client.ts';
import { startPlatform, type Platform, type PlatformOptions } from './platform.ts';

export type Books = Database<BillingTables>;

export type Stand = {
  readonly platform: Platform;
  readonly client: Client;
  /** Billing's database as its owner. */
  readonly books: Books;
  readonly stop: () => Promise<void>;
};

/** @param databaseUrlOf existing databases; by default clones of the templates */
export async function startStand(options: Partial<PlatformOptions> = {}): Promise<Stand> {
  const drops: (() => Promise<void>)[] = [];
  const urls: Record<string, string> = {};
  for (const service of SERVICES) {
    const named = options.databaseUrlOf?.(service);
    if (named !== undefined) {
      urls[service] = named;
      continue;
    }
    const database = await createTestDatabase(service);
    urls[service] = database.url;
    drops.push(database.drop);
  }
  const databaseUrlOf: PlatformOptions['databaseUrlOf'] = (service) => urls[service] ?? '';
  const platform = await startPlatform({ ...options, databaseUrlOf });
  await signUp(platform, 'payer');
  const books = openDatabase<BillingTables>({
    url: databaseUrlOf('billing'),
    poolSize: 2,
    applicationName: 'fault-checks',
  });
  return {
    platform,
    client: openClient(platform.urls, 'payer'),
    books,
    stop: async () => {
      await platform.stop();
      await books.db.destroy();
      for (const drop of drops) await drop();
    },
  };
}
