// A real database for a test file: a clone of a migrated template on the server that `npm test` has started.
import { randomBytes } from 'node:crypto';
import pg from 'pg';

export type TestDatabase = {
  readonly url: string;
  /** Drops the database once nobody is connected any more; who does not leave in time is thrown out. */
  readonly drop: () => Promise<void>;
};

const OBJECT_IN_USE = '55006';

/**
 * @param template a template that the test runner has made: `auth`, `core`, `billing`, or `empty`
 */
export async function createTestDatabase(template: string): Promise<TestDatabase> {
  const server = testServerUrl();
  const name = `test_${template}_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name} template ${templateName(template)}`);
  return {
    url: databaseUrl(server, name),
    drop: async () => dropDatabase(server, name),
  };
}

export function templateName(template: string): string {
  return template === 'empty' ? 'template1' : `template_${template}`;
}

/** The same server's other database. */
function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/**
 * Sessions that are just ending are left to end, for which the server waits some seconds: thrown out, they would still
 * tell their clients so.
 */
async function dropDatabase(server: string, name: string): Promise<void> {
  try {
    await onServer(server, `drop database if exists ${name}`);
  } catch (error) {
    if ((error as { code?: string }).code !== OBJECT_IN_USE) throw error;
    await onServer(server, `drop database ${name} with (force)`);
  }
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function testServerUrl(): string {
  const url = process.env['TEST_POSTGRES_URL'];
  if (url === undefined)
    throw new Error('this test needs PostgreSQL: run it as `npm test -- path/to/file.test.ts`');
  return url;
}
