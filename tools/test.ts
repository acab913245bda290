// `npm test [-- files]`: starts a temporary PostgreSQL, creates a migrated template of each service's database, also on a cluster
// if there is one, and runs Node's test runner on all test files or on the named ones, several short ones per process.
import { globSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { startEmbeddedPostgres } from '@kvartplata/platform/embedded-postgres/embedded-postgres.ts';
import { offerNeighbours, SHARED_AT } from '@kvartplata/platform/testing/neighbours.ts';
import { makeTemporaryFolder } from '@kvartplata/platform/testing/temporary-folder.ts';
import { clusterUrls, SPANNING, templateName } from '@kvartplata/platform/testing/test-database.ts';
import { isHelpTold } from './platform/command-help.ts';
import slowestFiles from './slowest-files.ts';
import { makeSpanningTemplate, makeTemplate } from './testing/database-templates.ts';
import { groupsOf, moduleOf, type Group } from './testing/groups.ts';
import { LONGEST_TURN_MS, TURNS_PORT } from './testing/turn-variables.ts';
import { offerTurns } from './testing/turns.ts';

const HELP = `Runs all tests, or those that are named, on a PostgreSQL of their own.

  npm test [-- <files and folders>]

  --help   this text

docs/testing.md says more.`;

const SERVICES = ['auth', 'core', 'billing'];
const ALL_TESTS =
  '{domain,contracts,client,command-line,platform,services,web,acceptance,faults,tools,migrate-from}/**/*.test.ts';
/** Tests need no crash safety of their server, and starting a parallel worker takes longer than any of their statements. */
const FAST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_parallel_workers_per_gather: '0',
};
/** A folder for logging all statements, writable by the server's user. */
const STATEMENTS_TO = process.env['TEST_STATEMENTS_TO'];
const LOG_STATEMENTS = {
  log_statement: 'all',
  log_destination: 'jsonlog',
  logging_collector: 'on',
  log_directory: STATEMENTS_TO ?? '',
  log_filename: 'statements.log',
  log_rotation_age: '0',
  log_rotation_size: '0',
  log_parameter_max_length: '-1',
};
/** For one test, and for a process once its turn has come. */
const TIMEOUT_MS = Number(process.env['TEST_TIMEOUT_MS'] ?? '1200000');
/** Twice the cores of the build server: a test spends half of its time waiting. */
const FILES_AT_ONCE = Number(process.env['TEST_FILES_AT_ONCE'] ?? '4');
/** If the processor is still idle. */
const MOST_AT_ONCE = FILES_AT_ONCE * 2;
/** Folders whose files take longest come first: short ones then fill the processor to the end. */
const LONG_FIRST = ['acceptance', 'faults', 'migrate-from', 'tools', 'services'];
const root = path.resolve(import.meta.dirname, '..');
/** Four hundred processes load the same modules, one after the other. */
const COMPILED = path.join(root, 'node_modules/.cache/compiled');
const AWAIT_TURN = pathToFileURL(path.join(root, 'tools/testing/await-turn.ts')).href;

if (isHelpTold(process.argv.slice(2), HELP)) process.exit(0);
process.exitCode = await main(process.argv.slice(2));

async function main(names: readonly string[]): Promise<number> {
  const files = globSync(names.length > 0 ? names.map(testsOf) : ALL_TESTS, { cwd: root });
  if (files.length === 0) {
    console.error(`There is no such file: ${names.join(' ')}`);
    return 1;
  }
  const directory = makeTemporaryFolder('kvartplata-test-');
  // Checking a password takes a third of a connection's processor time, and a run opens thousands.
  const everyone = path.join(directory, 'pg_hba.conf');
  writeFileSync(everyone, 'host all all 127.0.0.1/32 trust\n', { mode: 0o644 });
  const postgres = await startEmbeddedPostgres({
    directory,
    password: 'test',
    preferredPort: 0,
    databases: SERVICES.map(templateName),
    settings: {
      ...FAST_SETTINGS,
      hba_file: everyone,
      ...(STATEMENTS_TO === undefined ? {} : LOG_STATEMENTS),
    },
  });
  try {
    for (const service of SERVICES)
      await makeTemplate(service, postgres.urlOf(templateName(service)));
    if (clusterUrls().length > 0)
      for (const service of SPANNING) await makeSpanningTemplate(service);
    // For this process as well: the shared services have their databases on this server.
    process.env['TEST_POSTGRES_URL'] = postgres.urlOf('postgres');
    const neighbours = await offerNeighbours({ NODE_COMPILE_CACHE: COMPILED });
    try {
      return await runTests(entriesOf(files, path.join(directory, 'groups')), {
        [SHARED_AT]: neighbours.url,
        // What a test leaves behind is deleted with everything else.
        TMPDIR: directory,
      });
    } finally {
      await neighbours.stop();
    }
  } finally {
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** A folder stands for the tests in it. */
function testsOf(name: string): string {
  const isFolder = statSync(path.resolve(root, name), { throwIfNoEntry: false })?.isDirectory();
  return isFolder === true ? path.join(name, '**/*.test.ts') : name;
}

/** What the runner starts processes for: a test file, or a file that is written here for a group. */
function entriesOf(files: readonly string[], folder: string): readonly string[] {
  mkdirSync(folder);
  const groups = groupsOf(files.map((file) => path.relative(root, path.resolve(root, file))));
  return groups
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .map(({ name, files: [file = '', ...others] }) => {
      if (others.length === 0) return file;
      const entry = path.join(folder, `${name.replaceAll('/', '-')}.test.mjs`);
      const urlOf = (each: string): string => pathToFileURL(path.join(root, each)).href;
      writeFileSync(entry, moduleOf([file, ...others], urlOf));
      return entry;
    });
}

async function runTests(entries: readonly string[], env: Record<string, string>): Promise<number> {
  const stopped = new AbortController();
  // On Ctrl-C end the tests and then the servers.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.abort());
  const turns = await offerTurns({ fewest: FILES_AT_ONCE, most: MOST_AT_ONCE });
  const events = run({
    files: [...entries],
    cwd: root,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: COMPILED,
      ...env,
      [TURNS_PORT]: String(turns.port),
      [LONGEST_TURN_MS]: String(TIMEOUT_MS),
    },
    execArgv: ['--import', AWAIT_TURN],
    concurrency: MOST_AT_ONCE,
    timeout: TIMEOUT_MS,
    signal: stopped.signal,
  });
  let hasPassed = false;
  events.on('test:summary', ({ file, success }) => {
    if (file === undefined) hasPassed = success;
  });
  const told = [events.compose(spec), events.compose(slowestFiles)];
  for (const each of told) each.pipe(process.stdout, { end: false });
  try {
    await Promise.all(told.map(async (each) => finished(each)));
  } finally {
    turns.stop();
  }
  return hasPassed && !stopped.signal.aborted ? 0 : 1;
}

function rankOf({ files: [file = ''] }: Group): number {
  const rank = LONG_FIRST.indexOf(file.split('/', 1)[0] ?? '');
  return rank === -1 ? LONG_FIRST.length : rank;
}
