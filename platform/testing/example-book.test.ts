import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createClient } from '@kvartplata/client/client.ts';
import { catalogueOf } from '@kvartplata/contracts/catalogue.ts';
import { endpoint } from '@kvartplata/contracts/endpoint.ts';
import { Day, DayText, Id } from '@kvartplata/contracts/scalars.ts';
import Type from 'typebox';
import { route } from '../http/route.ts';
import { isAlike, openExampleBook, operationsAbout } from './example-book.ts';
import { injectedInto } from './injected.ts';
import { createTestApp } from './test-app.ts';

const makeThing = endpoint({
  id: 'makeThing',
  service: 'core',
  method: 'POST',
  path: '/api/shelves/:shelfId/things',
  tag: 'things',
  summary: 'Make a thing',
  description: 'A sentence.',
  access: 'public',
  query: Type.Object({ dryRun: Type.Optional(Type.String()) }),
  body: Type.Object({ madeOn: Day }),
  answers: { 201: Type.Object({ id: Id, madeOn: DayText, words: Type.String() }) },
  refusals: [],
});
const told = { description: 'Things', tags: { things: 'Things' }, examples: {} };
const THINGS = catalogueOf('core', told, [{ makeThing }]);

let folder: string;
let file: URL;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'examples-'));
  file = pathToFileURL(path.join(folder, 'examples.json'));
  writeFileSync(file, '{}');
});
afterEach(() => {
  delete process.env['UPDATE_EXAMPLES'];
  rmSync(folder, { recursive: true });
});

let nextId = 0;
/** Asks so often for a thing, perhaps aside, and closes the book. */
async function tell(times: number, words = 'a thing', isAside = false): Promise<void> {
  const app = await createTestApp(
    (server) => {
      route(server, makeThing, async ({ body }) => ({
        id: (nextId += 1),
        madeOn: body.madeOn.toString(),
        words,
      }));
    },
    { catalogue: THINGS },
  );
  // What operators ask has another tag, and is not asked here.
  const book = openExampleBook(app, operationsAbout(THINGS, ['things']), file);
  const { call } = createClient({
    urls: { core: 'http://core' },
    transport: injectedInto(app),
    bearer: 'x',
  });
  const asked = {
    params: { shelfId: 3 },
    query: { dryRun: 'no' },
    body: { madeOn: '2026-10-31' },
  };
  for (let count = 0; count < times; count += 1)
    await (isAside ? book.aside(async () => call(makeThing, asked)) : call(makeThing, asked));
  await app.close();
  book.close();
}

describe('a book of examples', () => {
  test('holds the first request, as it went over the wire', async () => {
    process.env['UPDATE_EXAMPLES'] = '1';
    await tell(2);
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), {
      makeThing: {
        params: { shelfId: '3' },
        query: { dryRun: 'no' },
        body: { madeOn: '2026-10-31' },
        status: 201,
        answer: { id: nextId - 1, madeOn: '2026-10-31', words: 'a thing' },
      },
    });
  });

  test('is unchanged when the same is recorded again, though ids differ', async () => {
    process.env['UPDATE_EXAMPLES'] = '1';
    await tell(1);
    delete process.env['UPDATE_EXAMPLES'];
    await tell(1);
  });

  test('fails when the answer differs', async () => {
    process.env['UPDATE_EXAMPLES'] = '1';
    await tell(1);
    delete process.env['UPDATE_EXAMPLES'];
    await assert.rejects(tell(1, 'another'), /another/);
  });

  test('fails while an operation was never recorded, or only as an aside', async () => {
    await assert.rejects(tell(0), /makeThing/);
    await assert.rejects(tell(1, 'a thing', true), /makeThing/);
  });
});

const PAIRS: readonly {
  readonly one: unknown;
  readonly other: unknown;
  readonly alike: boolean;
  readonly why: string;
}[] = [
  { one: { id: 1 }, other: { id: 2 }, alike: true, why: 'ids' },
  { one: { houseIds: [1] }, other: { houseIds: [2] }, alike: true, why: 'lists of ids' },
  { one: { houseId: '3' }, other: { houseId: '4' }, alike: true, why: 'ids in an address' },
  { one: { limit: '3' }, other: { limit: '4' }, alike: false, why: 'texts of numbers' },
  { one: { limit: 1 }, other: { limit: 2 }, alike: false, why: 'numbers' },
  { one: 'DRAFT', other: 'APPLIED', alike: false, why: 'words' },
  { one: '1234.50', other: '1234.51', alike: false, why: 'sums' },
  { one: '2026-01', other: '2026-02', alike: true, why: 'months' },
  { one: '2026-07-01T09:00:00.000Z', other: '2027-01-01T00:00:00Z', alike: true, why: 'instants' },
  { one: '2026-01', other: null, alike: false, why: 'a month and none' },
  { one: [1], other: [1, 2], alike: false, why: 'a longer list' },
  { one: { a: 1 }, other: { a: 1, b: undefined }, alike: false, why: 'one field more' },
  { one: 'a/b+00aa00aa+AQ==', other: 'a/b+11bb11bb+AQ==', alike: true, why: 'verifier keys' },
  { one: '1|2026-01|a', other: '1|2026-01|b', alike: true, why: 'lines of seals' },
  { one: 'a\n1\n\n— a A=\n', other: 'a\n1\n\n— a B=\n', alike: true, why: 'signed notes' },
  { one: 'E1Q9whcLTE8FTJ7JVxVZjb3I', other: 'sXrg-wbtx6BnPZ2FBJYu4Q', alike: true, why: 'tokens' },
];
for (const { one, other, alike, why } of PAIRS)
  test(`${alike ? 'alike' : 'told apart'}: ${why}`, () => {
    assert.equal(isAlike(one, other), alike);
  });
