// The databases that tests clone: migrated, with the queues that a service's first start creates, and empty otherwise.
import path from 'node:path';
import {
  QUEUES as OF_BILLING,
  SOLO_QUEUES as SOLO_OF_BILLING,
} from '@kvartplata/billing-service/src/queues.ts';
import { QUEUES as OF_CORE } from '@kvartplata/core-service/src/queues.ts';
import { openDatabase } from '@kvartplata/platform/database/database.ts';
import { bringUpToDate } from '@kvartplata/platform/database/fitness.ts';
import { migrate } from '@kvartplata/platform/database/migrations.ts';
import { openJobQueue, type JobQueueOptions } from '@kvartplata/platform/jobs/job-queue.ts';
import {
  closeSpanningDatabase,
  createSpanningDatabase,
} from '@kvartplata/platform/testing/engine-cluster.ts';
import { clusterUrls, templateName } from '@kvartplata/platform/testing/test-database.ts';

const QUEUES: Readonly<Record<string, Pick<JobQueueOptions, 'queues' | 'soloQueues'>>> = {
  core: { queues: OF_CORE },
  billing: { queues: OF_BILLING, soloQueues: SOLO_OF_BILLING },
};
const root = path.resolve(import.meta.dirname, '../..');

/** On the server of one machine. @param url of the template, which exists */
export async function makeTemplate(service: string, url: string): Promise<void> {
  const { db } = openDatabase<unknown>({ url, poolSize: 1, applicationName: 'test-template' });
  try {
    await migrate(db, migrationsOf(service));
  } finally {
    await db.destroy();
  }
  await createQueues(service, url);
}

/** On the cluster; only one after the other: adding nodes to two databases at once would conflict. */
export async function makeSpanningTemplate(service: string): Promise<void> {
  const name = templateName(service);
  const url = await createSpanningDatabase(clusterUrls(), name);
  const { db } = openDatabase<unknown>({ url, poolSize: 1, applicationName: 'test-template' });
  try {
    await bringUpToDate(db, { folder: migrationsOf(service), role: roleOf(service) });
  } finally {
    await db.destroy();
  }
  await createQueues(service, url);
  await closeSpanningDatabase(clusterUrls(), name);
}

/** Their creation takes longer than anything else that a service does at its first start. */
async function createQueues(service: string, databaseUrl: string): Promise<void> {
  const queues = QUEUES[service];
  if (queues === undefined) return;
  const errors: Error[] = [];
  const queue = await openJobQueue({
    ...queues,
    databaseUrl,
    role: roleOf(service),
    onError: (error) => errors.push(error),
  });
  await queue.stop();
  if (errors[0] !== undefined) throw errors[0];
}

const migrationsOf = (service: string): string =>
  path.join(root, 'services', service, 'migrations');

const roleOf = (service: string): string => `${service}_app`;
