// Saves the three databases to a folder: each from one snapshot, and the three snapshots right after each other.
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { finishFolder } from '../platform/finish-folder.ts';
import { makeFolder } from '../platform/make-folder.ts';
import { openPicture } from '../platform/open-picture.ts';
import { MANIFEST } from '../platform/read-manifest.ts';
import type { ServiceName } from '../platform/service-environment.ts';
import {
  findMigration,
  listJobs,
  listMonths,
  listSequences,
  listTables,
  type Table,
} from './catalogue.ts';
import type { Manifest, SavedDatabase, SavedTable } from './manifest.ts';

/** A service that refers to the others' rows comes first: those are then in the later snapshots too. */
const ORDER = ['billing', 'core', 'auth'] as const satisfies readonly ServiceName[];
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

/**
 * @param urlOf of users who may read all rows: the owners of the tables
 * @param folder is created; it must not exist yet
 * @throws when it exists, or something cannot be read; the folder is not created then
 */
export async function saveDatabases(
  urlOf: (service: ServiceName) => string,
  folder: string,
): Promise<Manifest> {
  if (existsSync(folder)) throw new Error(`${folder} is there already`);
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  makeFolder(unfinished, 0o700);
  const clients: pg.Client[] = [];
  try {
    const takenAt = new Date().toISOString();
    for (const service of ORDER) clients.push(await openPicture(urlOf(service), 'backup'));
    const saved: [ServiceName, SavedDatabase][] = [];
    for (const [index, service] of ORDER.entries()) {
      const client = clients[index];
      if (client !== undefined)
        saved.push([service, await saveDatabase(client, service, unfinished)]);
    }
    const databases = Object.fromEntries(saved) as Manifest['databases'];
    const checkpoint = await findCheckpoint(clients[ORDER.indexOf('billing')]);
    const manifest: Manifest = { format: 1, takenAt, checkpoint, databases };
    writeFileSync(path.join(unfinished, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, {
      mode: 0o600,
      flush: true,
    });
    finishFolder(unfinished, folder);
    return manifest;
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  } finally {
    await Promise.all(clients.map(async (client) => client.end()));
  }
}

async function findCheckpoint(client: pg.Client | undefined): Promise<string | null> {
  const found = await client?.query<{ note: string }>(
    'select note from checkpoints order by size desc limit 1',
  );
  return found?.rows[0]?.note ?? null;
}

async function saveDatabase(
  client: pg.Client,
  service: ServiceName,
  folder: string,
): Promise<SavedDatabase> {
  const migration = await findMigration(client);
  if (migration === undefined) throw new Error(`the database of ${service} has no tables`);
  mkdirSync(path.join(folder, service), { mode: 0o700 });
  const tables: SavedTable[] = [];
  for (const table of await listTables(client))
    tables.push(await saveTable(client, table, folder, `${service}/${table.table}.copy.zst`));
  return {
    migration,
    tables,
    sequences: await listSequences(client),
    months: await listMonths(client),
    jobs: await listJobs(client),
  };
}

async function saveTable(
  client: pg.Client,
  { table, columns }: Table,
  folder: string,
  file: string,
): Promise<SavedTable> {
  const names = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const rows = client.query(copyTo(`copy (select ${names} from ${table}) to stdout`));
  const hash = createHash('sha256');
  await pipeline(
    rows,
    createZstdCompress(LEVEL),
    async function* hashed(pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        hash.update(piece);
        yield piece;
      }
    },
    createWriteStream(path.join(folder, file), { mode: 0o600, flush: true }),
  );
  return { table, columns, rows: rows.rowCount, file, sha256: hash.digest('hex') };
}
