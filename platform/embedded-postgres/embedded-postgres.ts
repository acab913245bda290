// A real PostgreSQL server from the npm package's binaries, for trying things out and for tests without a server of one's own.
import { spawn } from 'node:child_process';
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '../lifecycle/free-port.ts';
import { commandLineOf } from '../lifecycle/process-list.ts';
import { layServerFiles, type ServerFiles } from './server-files.ts';

export type EmbeddedPostgresOptions = {
  /** The server's files are kept in `<directory>/postgres`. */
  readonly directory: string;
  /** Of the superuser `postgres`; must be the same at every start on one directory. */
  readonly password: string;
  /** The port to use when it is free; otherwise any free one. */
  readonly preferredPort: number;
  /** Created if missing. */
  readonly databases: readonly string[];
  /** Server settings, e.g. `{ fsync: 'off' }`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The folder of initdb, pg_ctl and postgres; by default the npm package's. */
  readonly programs?: string;
};

export type EmbeddedPostgres = {
  readonly port: number;
  readonly dataDirectory: string;
  readonly logFile: string;
  readonly urlOf: (database: string) => string;
  readonly stop: () => Promise<void>;
};

const START_TIMEOUT_SECONDS = '60';
const LOG_TAIL_LINES = 5;
/** Older versions sort texts by the system's locale. */
const FIRST_WITH_OWN_LOCALES = 17;
/** With the last one only Latin letters have trigrams: searches for others are correct but slow. */
const LETTERS = ['C.UTF-8', 'en_US.UTF-8', 'C'];

/** @throws an Error with one clear sentence when the server cannot run on this directory */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const files = layServerFiles(options.directory, options.programs);
  if (existsSync(path.join(files.dataDirectory, 'PG_VERSION'))) {
    await assertSameVersion(files);
    await stopLeftOver(files);
  } else {
    await initialise(files, options.password, options.settings?.['fsync'] !== 'off');
  }
  const port = await freePort(options.preferredPort);
  await start(files, port, options.settings ?? {});
  const urlOf = urlsOn(port, options.password);
  await createDatabases(urlOf('postgres'), options.databases);
  return {
    port,
    dataDirectory: files.dataDirectory,
    logFile: files.logFile,
    urlOf,
    stop: async () => pgCtl(files, ['stop', '-m', 'fast', '-w']),
  };
}

/**
 * The databases of a server that is already running on this directory; undefined when there is none.
 * @param password the one given at its start
 */
export function findRunningPostgres(
  directory: string,
  password: string,
): Pick<EmbeddedPostgres, 'urlOf'> | undefined {
  const pidFile = path.join(directory, 'postgres/data/postmaster.pid');
  if (!existsSync(pidFile)) return undefined;
  // PostgreSQL's order of lines: process, directory, time, port.
  const [pid, , , port] = readFileSync(pidFile, 'utf8').split('\n');
  if (!(commandLineOf(Number(pid)) ?? '').includes('postgres')) return undefined;
  return { urlOf: urlsOn(Number(port), password) };
}

function urlsOn(port: number, password: string): EmbeddedPostgres['urlOf'] {
  return (database) =>
    `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

/** Created under a temporary name and then renamed: an interrupted start leaves no incomplete data directory. */
async function initialise(
  files: ServerFiles,
  password: string,
  mustSurvive: boolean,
): Promise<void> {
  const unfinished = `${files.dataDirectory}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  const passwordFile = `${files.dataDirectory}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (files.user !== undefined) chownSync(passwordFile, files.user.uid, files.user.gid);
  try {
    await initdbWithLetters(files, [
      '-D',
      unfinished,
      '-U',
      'postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      ...((await majorVersionOf(files)) < FIRST_WITH_OWN_LOCALES
        ? []
        : ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']),
      '--no-instructions',
      ...(mustSurvive ? [] : ['--no-sync']),
    ]);
    renameSync(unfinished, files.dataDirectory);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/**
 * Texts are sorted by code point on every system. pg_trgm asks the system what a letter is, so the first available locale is
 * used.
 */
async function initdbWithLetters(files: ServerFiles, args: readonly string[]): Promise<void> {
  for (const name of LETTERS) {
    try {
      await run(files, 'initdb', [...args, `--lc-ctype=${name}`]);
      return;
    } catch (error) {
      if (name === LETTERS.at(-1) || !String(error).includes('invalid locale name')) throw error;
    }
  }
}

async function assertSameVersion(files: ServerFiles): Promise<void> {
  const ofData = readFileSync(path.join(files.dataDirectory, 'PG_VERSION'), 'utf8').trim();
  const ofPrograms = await majorVersionOf(files);
  if (ofData !== String(ofPrograms)) {
    throw new Error(
      `the data in ${files.dataDirectory} belongs to PostgreSQL ${ofData}, the programs here are ${ofPrograms}; nothing was changed. Use another DATA_DIR, or move the data by pg_dump with PostgreSQL ${ofData}`,
    );
  }
}

async function majorVersionOf(files: ServerFiles): Promise<number> {
  return Number(/(\d+)\./.exec(await run(files, 'postgres', ['--version']))?.[1]);
}

/**
 * A server that outlived its parent process still holds the directory: it is ours, so it is stopped first.
 * After a power cut its process id may belong to another program, which must not get the signal.
 */
async function stopLeftOver(files: ServerFiles): Promise<void> {
  const pidFile = path.join(files.dataDirectory, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const [pid] = readFileSync(pidFile, 'utf8').split('\n', 1);
  const command = commandLineOf(Number(pid));
  if (command !== undefined && !command.includes('postgres')) {
    rmSync(pidFile);
    return;
  }
  await pgCtl(files, ['stop', '-m', 'fast', '-w']).catch(() => undefined);
}

async function start(
  files: ServerFiles,
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    max_connections: '200',
    ...settings,
  };
  const flags = Object.entries(all).map(([name, value]) => `-c ${name}='${value}'`);
  try {
    await pgCtl(files, [
      'start',
      '-w',
      '-t',
      START_TIMEOUT_SECONDS,
      '-l',
      path.basename(files.logFile),
      '-o',
      `-p ${port} ${flags.join(' ')}`,
    ]);
  } catch (error) {
    const log = existsSync(files.logFile)
      ? readFileSync(files.logFile, 'utf8').trimEnd().split('\n').slice(-LOG_TAIL_LINES)
      : [];
    throw new Error(
      `the embedded PostgreSQL did not start; the end of ${files.logFile}:\n${log.join('\n')}`,
      { cause: error },
    );
  }
}

async function createDatabases(url: string, names: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database');
    for (const name of names) {
      if (!rows.some((row) => row.datname === name))
        await client.query(`create database ${pg.escapeIdentifier(name)}`);
    }
  } finally {
    await client.end();
  }
}

/** pg_ctl builds a shell command from its paths, so it is given none that a user has chosen. */
async function pgCtl(files: ServerFiles, args: readonly string[]): Promise<void> {
  await run(files, 'pg_ctl', ['-D', path.basename(files.dataDirectory), '-s', ...args]);
}

/**
 * Runs one of the server's programs as the server's user and returns its standard output; on failure throws an Error with its
 * error output.
 */
async function run(files: ServerFiles, program: string, args: readonly string[]): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const child = spawn(path.join(files.binDirectory, program), args, {
    ...files.user,
    cwd: path.dirname(files.dataDirectory),
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let complaint = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  child.on('error', reject);
  // The server that pg_ctl starts inherits the pipes and keeps them open; other programs' output is complete at 'close'.
  child.on(program === 'pg_ctl' ? 'exit' : 'close', (code) => {
    child.stdout.destroy();
    child.stderr.destroy();
    if (code === 0) resolve(output);
    else reject(new Error(`${program} failed: ${complaint.trim() || `exit ${code}`}`));
  });
  return promise;
}
