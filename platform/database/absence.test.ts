import assert from 'node:assert/strict';
import { test } from 'node:test';
import { absenceOf } from './absence.ts';

const CASES: readonly {
  readonly error: object;
  readonly words: string;
  readonly absence: string | undefined;
}[] = [
  {
    error: { code: 'ECONNREFUSED', address: '10.0.0.7', port: 5432 },
    words: 'connect ECONNREFUSED',
    absence: 'the database at 10.0.0.7:5432 does not answer',
  },
  {
    error: { code: 'ENOTFOUND' },
    words: 'getaddrinfo ENOTFOUND coordinator',
    absence: 'the database at its address does not answer',
  },
  {
    error: {},
    words: 'timeout exceeded when trying to connect',
    absence: 'the database at its address does not answer',
  },
  {
    error: { code: '57P03' },
    words: 'the database system is starting up',
    absence: 'the database does not answer now: the database system is starting up',
  },
  {
    error: { code: '28000' },
    words: 'role "core" is not permitted to log in',
    absence: 'the database refuses the connection: role "core" is not permitted to log in',
  },
  {
    error: { code: '28P01' },
    words: 'password authentication failed for user "core"',
    absence: 'the database refuses the connection: password authentication failed for user "core"',
  },
  {
    error: { code: '3D000' },
    words: 'database "core" does not exist',
    absence: 'the database refuses the connection: database "core" does not exist',
  },
  {
    error: { code: '53300' },
    words: 'sorry, too many clients already',
    absence: 'the database refuses the connection: sorry, too many clients already',
  },
  {
    error: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    words: 'self-signed certificate',
    absence: 'the database cannot be asked as sslmode wants it: self-signed certificate',
  },
  {
    error: {},
    words: 'The server does not support SSL connections',
    absence:
      'the database cannot be asked as sslmode wants it: The server does not support SSL connections',
  },
  {
    error: { code: '25006' },
    words: 'cannot execute CREATE TABLE in a read-only transaction',
    absence:
      'the database is read-only now: cannot execute CREATE TABLE in a read-only transaction',
  },
  { error: { code: '42P01' }, words: 'relation "houses" does not exist', absence: undefined },
  { error: {}, words: 'what is a bug of ours', absence: undefined },
];

for (const { error, words, absence } of CASES)
  test(`${absence === undefined ? 'there all the same' : 'absent'}: ${words}`, () => {
    assert.equal(absenceOf(Object.assign(new Error(words), error)), absence);
  });

test('a value that is not an error says nothing about the database', () => {
  assert.equal(absenceOf('ECONNREFUSED'), undefined);
});
