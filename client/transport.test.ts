import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withCookies } from './transport.ts';

/** A cookie jar, and the cookies that each request sends. */
function open(...lines: readonly (readonly string[])[]) {
  const brought: (string | null)[] = [];
  const given = lines.values();
  const send = withCookies(async (_url, { headers }) => {
    brought.push(new Headers(headers).get('cookie'));
    const all = (given.next().value ?? []).map((line): [string, string] => ['set-cookie', line]);
    return new Response('', { headers: all });
  });
  return { send, brought };
}

test('a cookie is sent where its path allows, and nowhere else', async () => {
  const { send, brought } = open([
    'access=a; Path=/; HttpOnly',
    'refresh=r; Max-Age=60; Path=/api/auth',
  ]);
  for (const address of [
    '/api/auth/login',
    '/api/auth',
    '/api/auth/refresh',
    '/api/authors',
    '/api/x',
  ])
    await send(`http://localhost:8001${address}`, {});
  const both = 'access=a; refresh=r';
  assert.deepEqual(brought, [null, both, both, 'access=a', 'access=a']);
});

test('a cookie is replaced, and deleted', async () => {
  const { send, brought } = open(['a=1', 'b=1'], ['a=2', 'b=; Path=/'], ['a=3; Max-Age=0; Path=/']);
  for (let count = 0; count < 4; count += 1) await send('http://localhost:8001/', {});
  assert.deepEqual(brought, [null, 'a=1; b=1', 'a=2', null]);
});

test('headers sent with every request are added to a request’s own', async () => {
  const send = withCookies(async (_url, { headers }) => Response.json([...new Headers(headers)]), {
    origin: 'http://localhost:3000',
  });
  const answer = await send('http://localhost:8001/', { headers: { 'if-match': '"1"' } });
  assert.deepEqual(await answer.json(), [
    ['if-match', '"1"'],
    ['origin', 'http://localhost:3000'],
  ]);
});
