// Restores the databases of a backup: runs the migrations that it had, inserts its rows, sequences and waiting jobs, and then
// runs the newer migrations.
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { inTransaction, openDatabase, openPool } from '@kvartplata/platform/database/database.ts';
import { bringUpToDate, requireRole } from '@kvartplata/platform/database/fitness.ts';
import { spansNodes } from '@kvartplata/platform/database/spanning.ts';
import { openJobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { wantedBy, type ServiceName } from '../platform/service-environment.ts';
import { askWorkers, listRelations, listTables } from './catalogue.ts';
import type { SavedDatabase, SavedTable } from './manifest.ts';

const GIVEN_UP = /-given-up$/;

/**
 * Whether the database may be filled.
 * @throws an Error when a service is using it, it has tables that may not be dropped, or there is no role for queries
 */
export async function checkTarget(
  service: ServiceName,
  url: string,
  overwrite: boolean,
): Promise<void> {
  await connected(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(`
      select distinct application_name as name from pg_stat_activity
      where datname = current_database() and application_name in ('${service}-service', 'job-queue')`);
    if (rows.length > 0)
      throw new Error(`the ${service}-service works on its database: stop it first`);
    if ((await listRelations(client)).length === 0) return;
    if (!overwrite)
      throw new Error(
        `the database of ${service} is not empty: name another, or drop what it holds by --overwrite`,
      );
    if (await spansNodes(client))
      throw new Error(
        `the database of ${service} spans nodes and is not empty: it is not overwritten, make a new one`,
      );
  });
  await asOwner(url, async (db) => requireRole(db, wantedBy(service).role));
}

/** @param url of a user who may create schemas; the tables will belong to this user */
export async function putBack(
  service: ServiceName,
  url: string,
  folder: string,
  saved: SavedDatabase,
): Promise<void> {
  await connected(url, async (client) => {
    // In an empty database an extension that distributes tables would be dropped together with the schema.
    if ((await listRelations(client)).length > 0) await dropAll(client);
  });
  await migrateDatabase(service, url, saved.migration);
  await connected(url, async (client) => fill(client, folder, saved));
  await queueAgain(url, saved.jobs);
  await migrateDatabase(service, url);
}

async function dropAll(client: pg.PoolClient): Promise<void> {
  await client.query(`
    drop schema if exists job_queue cascade;
    drop schema if exists app cascade;
    drop schema if exists former_application cascade;
    drop schema if exists public cascade;
    create schema public;
    grant usage on schema public to public;`);
}

async function migrateDatabase(service: ServiceName, url: string, last?: string): Promise<void> {
  await asOwner(url, async (db) => bringUpToDate(db, wantedBy(service), { last }));
}

async function asOwner(
  url: string,
  work: (db: Kysely<unknown>) => Promise<unknown>,
): Promise<void> {
  const { db } = openDatabase<unknown>({ url, poolSize: 1, applicationName: 'restore' });
  try {
    await work(db);
  } finally {
    await db.destroy();
  }
}

/** In one transaction. Rows are inserted as saved, without triggers: their effects were saved as well. */
async function fill(client: pg.PoolClient, folder: string, saved: SavedDatabase): Promise<void> {
  await client.query(`set timezone = 'UTC'`);
  await client.query('begin');
  await client.query('set constraints all immediate');
  const make = await nameMaker(client);
  for (const month of saved.months) await client.query(`select ${make}($1)`, [month]);
  const relations = await listRelations(client);
  for (const name of relations) await client.query(`alter table ${name} disable trigger user`);
  // Migrations have filled catalogues, which are in the backup as well.
  for (const { table } of (await listTables(client)).toReversed()) {
    if (!saved.tables.some((one) => one.table === table))
      throw new Error(`the backup lacks the table ${table}`);
    await client.query(`delete from ${table}`);
  }
  for (const table of saved.tables) await fillTable(client, folder, table);
  await goOn(client, saved.sequences);
  for (const name of relations) await client.query(`alter table ${name} enable trigger user`);
  await client.query('commit');
  await client.query('analyze');
}

/** Otherwise the worker with the same number would use the same values again. */
async function goOn(client: pg.PoolClient, sequences: SavedDatabase['sequences']): Promise<void> {
  const isSpanning = await spansNodes(client);
  for (const { sequence, next, node } of sequences) {
    if (node === undefined) await client.query('select setval($1, $2, false)', [sequence, next]);
    else if (isSpanning)
      await askWorkers(
        client,
        `select count(setval(${pg.escapeLiteral(sequence)}, ${BigInt(next)}, false))
         from pg_dist_local_group where groupid = ${node}`,
      );
  }
}

/**
 * The function that creates the partitions of any saved month. Schemas from before the months were limited have only one
 * function.
 */
async function nameMaker(client: pg.PoolClient): Promise<string> {
  const { rows } = await client.query<{ isBounded: boolean }>(
    `select to_regprocedure('app.make_month(date)') is not null as "isBounded"`,
  );
  return rows[0]?.isBounded === true ? 'app.make_month' : 'app.ensure_month';
}

async function fillTable(
  client: pg.PoolClient,
  folder: string,
  { table, columns, file, rows }: SavedTable,
): Promise<void> {
  const names = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const into = client.query(copyFrom(`copy ${table} (${names}) from stdin`));
  await pipeline(createReadStream(path.join(folder, file)), createZstdDecompress(), into);
  const { rows: counted } = await client.query<{ count: string }>(`select count(*) from ${table}`);
  if (Number(counted[0]?.count) !== rows)
    throw new Error(`${table} has ${counted[0]?.count} rows instead of ${rows}`);
}

async function queueAgain(url: string, jobs: SavedDatabase['jobs']): Promise<void> {
  if (jobs.length === 0) return;
  const queues = [...new Set(jobs.map(({ queue }) => queue.replace(GIVEN_UP, '')))];
  const errors: Error[] = [];
  const queue = await openJobQueue({
    databaseUrl: url,
    queues,
    role: undefined,
    onError: (error) => errors.push(error),
  });
  const { db } = openDatabase<unknown>({ url, poolSize: 1, applicationName: 'restore' });
  try {
    await inTransaction(db, async (trx) => {
      for (const { queue: name, organizationId, reference } of jobs)
        await queue.enqueueMany(trx, name, organizationId ?? 0, [reference]);
    });
  } finally {
    await db.destroy();
    await queue.stop();
  }
  if (errors[0] !== undefined) throw errors[0];
}

/** Connects as services do, so that a distributed database is filled like any other; without a limit of time for a statement. */
async function connected(
  url: string,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const pool = openPool(
    { url, poolSize: 1, applicationName: 'restore', namesOfSql: true },
    { pipeline: false },
  );
  try {
    const client = await pool.connect();
    try {
      await client.query('set statement_timeout = 0');
      await work(client);
    } finally {
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}
