// How long an import of 100,000 accounts from XLSX takes (upload, checks and storing), compared with a bare insert of the same
// rows, and how much memory the service uses meanwhile above its idle state.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { openDatabase } from '@kvartplata/platform/database/database.ts';
import { migrate } from '@kvartplata/platform/database/migrations.ts';
import { startEmbeddedPostgres } from '@kvartplata/platform/embedded-postgres/embedded-postgres.ts';
import { signAccessToken } from '@kvartplata/platform/identity/access-token.ts';
import { createClient } from '@kvartplata/client/client.ts';
import { getImport, importHouses } from '@kvartplata/contracts/core/imports.ts';
import { deriveKeys } from '@kvartplata/platform/identity/keys.ts';
import { writeTable } from '@kvartplata/platform/table-files/write-table.ts';
import type { Cell } from '@kvartplata/platform/table-files/written-table.ts';
import { sql, type Kysely } from 'kysely';
import type { Measured } from '../measured.ts';
import { sized } from '../size.ts';
import { columnsOf } from '../table-columns.ts';

const PAIRS = 3;
const ACCOUNTS = sized({ whole: 100_000, short: 5_000 });
const ACCOUNTS_A_HOUSE = 500;
const USER_ID = 1;
const LOOK_EVERY_MS = 100;
const MIGRATIONS = path.resolve(import.meta.dirname, '../../services/core/migrations');
/** The tables that an import fills, in the order in which they refer to each other. */
const TABLES = ['houses', 'rooms', 'account_numbers', 'personal_accounts', 'registered_persons'];

export async function benchImport(): Promise<readonly Measured[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'kvartplata-bench-'));
  chmodSync(directory, 0o755);
  const server = await startEmbeddedPostgres({
    directory,
    password: 'bench',
    preferredPort: 0,
    databases: ['core'],
  });
  const databaseUrl = server.urlOf('core');
  const owner = openDatabase<unknown>({ url: databaseUrl, poolSize: 1, applicationName: 'bench' });
  await migrate(owner.db, MIGRATIONS);
  await sql`insert into organizations (id, name) values (1, 'УК')`.execute(owner.db);
  await sql`insert into organization_members (organization_id, user_id, role) values (1, ${USER_ID}, 'accountant')`.execute(
    owner.db,
  );
  const core = fork(path.join(import.meta.dirname, 'core-process.ts'), {
    env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl },
  });
  try {
    const [{ url }] = (await once(core, 'message')) as [{ url: string }];
    const file = await buffer(
      writeTable('xlsx', { rows: rowsOfFile(), sheetName: 'Дома', widths: [] }),
    );
    const [first, again, limits]: [number[], number[], number[]] = [[], [], []];
    const idleBytes = await peakOf(core);
    const peaks: number[] = [];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      first.push(await timeImport(url, file, { changed: ACCOUNTS, unchanged: 0 }));
      peaks.push(await peakOf(core));
      again.push(await timeImport(url, file, { changed: 0, unchanged: ACCOUNTS }));
      limits.push(await timeBareInsert(owner.db));
    }
    const above = Math.max(...peaks) - idleBytes;
    const limit = 'a bare insert of the same rows into the same tables';
    const note = `file ${mib(file.length)} MiB, at most ${mib(above)} MiB above ${mib(idleBytes)} MiB idle`;
    return [
      {
        name: 'import',
        what: `${ACCOUNTS} accounts from XLSX, ${note}`,
        limit,
        ours: first,
        limits,
      },
      { name: 'import', what: 'the same file again', limit, ours: again, limits },
    ];
  } finally {
    const ended = once(core, 'exit');
    core.disconnect();
    await ended;
    await owner.db.destroy();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

function* rowsOfFile(): Generator<readonly Cell[]> {
  yield [
    'Адрес дома',
    'Площадь общего имущества, кв. м',
    'Номер помещения',
    'Площадь помещения, кв. м',
    'Вид помещения',
    'Лицевой счёт',
    'Плательщик',
    'Зарегистрировано человек',
    'Собственников',
    'Доля в помещении',
    'Дата открытия счёта',
    'Дата закрытия счёта',
  ];
  for (let nth = 0; nth < ACCOUNTS; nth += 1) {
    const room = String((nth % ACCOUNTS_A_HOUSE) + 1);
    yield [
      `г. Самара, ул. Садовая, д. ${Math.floor(nth / ACCOUNTS_A_HOUSE) + 1}`,
      { decimal: '1426.50' },
      room,
      { decimal: `${30 + (nth % 50)}.10` },
      'жилое',
      `ЛС-${nth}`,
      `Соколова Анна Викторовна ${nth}`,
      { decimal: String(nth % 5) },
      { decimal: String((nth % 3) + 1) },
      { decimal: '1' },
      { day: `20${String(10 + (nth % 15))}-02-01` },
      '',
    ];
  }
}

/** From the first byte of the upload to the end of the import. */
async function timeImport(
  url: string,
  file: Buffer,
  expected: { readonly changed: number; readonly unchanged: number },
): Promise<number> {
  const keys = deriveKeys(Buffer.alloc(32, 7), undefined);
  const { token } = await signAccessToken(
    keys.access,
    { userId: USER_ID, sessionId: 'bench', authenticatedAt: new Date(), methods: ['pwd'] },
    new Date(),
  );
  const { call } = createClient({ urls: { core: url }, bearer: token });
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(file)]), 'houses.xlsx');
  const startedAt = performance.now();
  let told = await call(importHouses, { body: form });
  while (['QUEUED', 'RUNNING'].includes(told.status)) {
    await setTimeout(LOOK_EVERY_MS);
    told = await call(getImport, { params: { importId: told.id } });
  }
  const took = performance.now() - startedAt;
  const { changed, unchanged } = told;
  if (changed !== expected.changed || unchanged !== expected.unchanged)
    throw new Error(`the import ended as ${JSON.stringify(told)}`);
  return took;
}

/** Deletes the rows and inserts them again, then deletes them for the next import. */
async function timeBareInsert(db: Kysely<unknown>): Promise<number> {
  for (const name of TABLES) {
    await sql`drop table if exists ${sql.table(`saved_${name}`)}`.execute(db);
    await sql`create table ${sql.table(`saved_${name}`)} as select * from ${sql.table(name)}`.execute(
      db,
    );
  }
  const columns = await Promise.all(TABLES.map(async (name) => columnsOf(db, name)));
  await sql`truncate ${sql.join(TABLES.map((name) => sql.table(name)))} cascade`.execute(db);
  const startedAt = performance.now();
  await db.transaction().execute(async (trx) => {
    for (const [index, name] of TABLES.entries()) {
      const own = columns[index];
      await sql`insert into ${sql.table(name)} (${own}) select ${own} from ${sql.table(`saved_${name}`)}`.execute(
        trx,
      );
    }
  });
  const took = performance.now() - startedAt;
  await sql`truncate ${sql.join(TABLES.map((name) => sql.table(name)))} cascade`.execute(db);
  return took;
}

async function peakOf(core: ChildProcess): Promise<number> {
  await setTimeout(LOOK_EVERY_MS);
  core.send('peak');
  const [{ peakBytes }] = (await once(core, 'message')) as [{ peakBytes: number }];
  return peakBytes;
}

function mib(bytes: number): string {
  return (bytes / 1_048_576).toFixed(1);
}
