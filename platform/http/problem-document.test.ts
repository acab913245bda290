import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Problem } from '@kvartplata/contracts/problem.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { openDatabase, type Database } from '../database/database.ts';
import { freePort } from '../lifecycle/free-port.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { answerError } from './problem-document.ts';
import { Refusal } from './refusal.ts';

let testDatabase: TestDatabase;
let database: Database<unknown>;
let away: Database<unknown>;
let service: TestApp;
const config = { access: 'public' } as const;

before(async () => {
  testDatabase = await createTestDatabase('empty');
  database = openDatabase({ url: testDatabase.url, poolSize: 2, applicationName: 'problems' });
  away = openDatabase({
    url: `postgres://nobody:hunter2@127.0.0.1:${await freePort()}/none`,
    poolSize: 1,
    applicationName: 'problems',
  });
  await database.pool.query(`
    create extension btree_gist;
    create table house (id bigint primary key, secret_name text);
    create table stay (
      house_id bigint references house,
      during int4range,
      exclude using gist (house_id with =, during with &&)
    );
    insert into house values (1, 'top secret');
    insert into stay values (1, '[1,10)');
  `);
  service = await openTestApp((app) => {
    app.post(
      '/sql',
      { config, schema: { body: Type.Object({ sql: Type.String() }) } },
      async ({ body }) => (await database.pool.query(body.sql)).rows,
    );
    app.get('/away', { config }, async () => away.pool.query('select 1'));
    app.get('/bug', { config }, async () => {
      throw new TypeError('cannot read hunter2 of undefined');
    });
    app.get('/odd', { config }, async () => {
      // oxlint-disable-next-line no-throw-literal
      throw 'hunter2';
    });
    app.get('/limited', { config }, async () => {
      throw new Refusal('too-many-requests', undefined, { retryAfterSeconds: 61 });
    });
  });
});
after(async () => {
  await service.close();
  await database.db.destroy();
  await away.db.destroy();
  await testDatabase.drop();
});

const raise = (code: string): string =>
  `do $$ begin raise exception 'top secret' using errcode = '${code}'; end $$`;
const databaseErrors = [
  { sql: `insert into house values (1, 'x')`, status: 409, code: 'conflict', why: '23505' },
  {
    sql: `insert into stay values (1, '[5,6)')`,
    status: 409,
    code: 'period-overlap',
    why: '23P01',
  },
  {
    sql: `insert into stay values (7, '[1,2)')`,
    status: 422,
    code: 'unprocessable-reference',
    why: '23503',
  },
  { sql: `select 'top secret'::bigint`, status: 400, code: 'validation-failed', why: '22P02' },
  { sql: `select 10 ^ 400::numeric / 0`, status: 400, code: 'validation-failed', why: '22012' },
  {
    sql: raise('40001'),
    status: 503,
    code: 'dependency-unavailable',
    why: 'serialization failure',
  },
  { sql: raise('40P01'), status: 503, code: 'dependency-unavailable', why: 'deadlock' },
  { sql: raise('55P03'), status: 503, code: 'dependency-unavailable', why: 'no lock in time' },
  { sql: raise('57014'), status: 503, code: 'dependency-unavailable', why: 'statement cancelled' },
  { sql: raise('53300'), status: 503, code: 'dependency-unavailable', why: 'too many connections' },
  { sql: raise('53100'), status: 503, code: 'dependency-unavailable', why: 'disk full' },
  { sql: raise('08006'), status: 503, code: 'dependency-unavailable', why: 'connection failure' },
  {
    sql: 'select pg_terminate_backend(pg_backend_pid())',
    status: 503,
    code: 'dependency-unavailable',
    why: '57P01, the session killed in the middle',
  },
  { sql: 'select * from no_such_table', status: 500, code: 'internal-error', why: 'our own fault' },
  { sql: raise('23514'), status: 500, code: 'internal-error', why: 'a check nobody translated' },
  { sql: raise('42501'), status: 500, code: 'internal-error', why: 'a grant is missing' },
];
for (const { sql, status, code, why } of databaseErrors) {
  test(`the database error of ${sql.slice(0, 50)} is a ${status} ${code}: ${why}`, async () => {
    const response = await fetch(`${service.url}/sql`, {
      method: 'POST',
      body: JSON.stringify({ sql }),
      headers: { 'content-type': 'application/json' },
    });
    const text = await response.text();
    const problem = JSON.parse(text) as Problem;
    assert.deepEqual([response.status, problem.code], [status, code]);
    assert.equal(response.headers.get('retry-after') !== null, status === 503);
    assert.doesNotMatch(text, /secret|house_pkey|stay_|relation|no_such_table/);
  });
}

test('an unavailable database is a 503 with Retry-After that hides where the database is', async () => {
  const response = await fetch(`${service.url}/away`);
  assert.equal(response.status, 503);
  assert.ok(Number(response.headers.get('retry-after')) > 0);
  assert.doesNotMatch(await response.text(), /127\.0\.0\.1|hunter2|ECONNREFUSED/);
});

for (const path of ['/bug', '/odd']) {
  test(`an unexpected error (${path}) is a 500 that hides its cause`, async () => {
    const response = await fetch(service.url + path);
    const text = await response.text();
    assert.equal(response.status, 500);
    assert.equal((JSON.parse(text) as Problem).code, 'internal-error');
    assert.doesNotMatch(text, /hunter2|TypeError|at |\.ts/);
  });
}

test('a refusal with a known end has Retry-After', async () => {
  const response = await fetch(`${service.url}/limited`);
  assert.equal(response.status, 429);
  assert.equal(response.headers.get('retry-after'), '61');
});

/** The log lines of an error. */
function loggedOf(error: unknown): readonly (readonly [string, object, string])[] {
  const lines: (readonly [string, object, string])[] = [];
  const log = {
    warn: (facts: object, words: string) => lines.push(['warn', facts, words]),
    error: (facts: object, words: string) => lines.push(['error', facts, words]),
  };
  const reply = new Proxy({}, { get: () => () => reply }) as unknown as FastifyReply;
  answerError(error, { log, id: '1', url: '/away' } as unknown as FastifyRequest, reply);
  return lines;
}

test('an unavailable dependency is logged in one line without a stack, an unexpected error in full', () => {
  const refused = { code: 'ECONNREFUSED', address: '10.0.0.7', port: 5432 };
  const cause = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:8001'), refused);
  const reasons: readonly (readonly [Error, string])[] = [
    [cause, 'the database at 10.0.0.7:5432 does not answer'],
    [
      new Refusal('dependency-unavailable', 'The auth-service is not available now', { cause }),
      'The auth-service is not available now: connect ECONNREFUSED 10.0.0.7:8001',
    ],
    [new Refusal('dependency-unavailable', 'It waits'), 'It waits'],
  ];
  for (const [error, reason] of reasons)
    assert.deepEqual(loggedOf(error), [['warn', { reason }, 'request failed']]);
  const bugs = [new TypeError('of undefined'), Object.assign(new Error('x'), { code: '57014' })];
  for (const err of bugs) assert.deepEqual(loggedOf(err), [['error', { err }, 'request failed']]);
  assert.deepEqual(loggedOf(new Refusal('overloaded')), []);
});
