// A request for several houses: each is as if requested alone, with a single end line.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  getBillingSnapshot,
  getHouseBillingSnapshot,
  type SnapshotLine,
} from '@kvartplata/contracts/core/billing-snapshot.ts';
import { seedGoldenHouse } from '@kvartplata/contracts/core/golden-house.ts';
import { makeMeteredHouse } from '../../testing/metered-house.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { readBillingSnapshot } from './billing-snapshot.service.ts';

const PERIOD = '2026-03';

let core: TestApp;
let organizationId: number;
let first: number;
let second: number;

before(async () => {
  core = await createTestApp();
  organizationId = await core.organizationOf(1);
  const golden = await core.ask(1, seedGoldenHouse, { body: { organizationId, houseId: 0 } });
  first = golden.body.houseId;
  second = (await makeMeteredHouse(core.db, organizationId, 10)).houseId;
});
after(async () => core.close());

const ask = async (houseIds: string, of = organizationId) =>
  core.askAsService(getBillingSnapshot, {
    query: { organizationId: of, houseIds, period: PERIOD },
  });

async function linesOf(
  asked: Promise<{ readonly status: number; readonly text: string }>,
): Promise<readonly SnapshotLine[]> {
  const response = await asked;
  assert.equal(response.status, 200, response.text);
  return response.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as SnapshotLine);
}

test('houses come first, then the accounts of each in order, then one end', async () => {
  const lines = await linesOf(ask(`${second},${first},987654`));
  const alone = await Promise.all(
    [first, second].map(async (id) =>
      linesOf(
        core.askAsService(getHouseBillingSnapshot, {
          params: { houseId: id },
          query: { period: PERIOD },
        }),
      ),
    ),
  );
  assert.deepEqual(lines, [
    ...alone.map(([house]) => house),
    ...alone.flatMap((of) => of.slice(1, -1)),
    { line: 'end', accounts: 20, lateMeters: [] },
  ]);
});

test('pages of any size hold the same lines', async () => {
  const whole = await linesOf(ask(`${first},${second}`));
  const period = Temporal.PlainYearMonth.from(PERIOD);
  const asked = { organizationId, houseIds: [second, first] };
  for (const size of [1, 3, 10, 11, 19, 20, 21]) {
    const lines: unknown[] = [];
    for await (const page of readBillingSnapshot(core.db, asked, period, size)) lines.push(...page);
    assert.deepEqual(lines, whole, `pages of ${size}`);
  }
});

test('missing houses and those of another organization give only the end line', async () => {
  const other = await core.organizationOf(2);
  for (const asked of [ask('987654'), ask(`${first},${second}`, other), ask('1', 987_654)])
    assert.deepEqual(await linesOf(asked), [{ line: 'end', accounts: 0, lateMeters: [] }]);
});

test('a request names at most a hundred houses, as plain ids', async () => {
  const many = (count: number): string => Array.from({ length: count }, (_, n) => n + 1).join();
  assert.equal((await ask(many(100))).status, 200);
  const bad = [many(101), '', '1,', ',1', '1,,2', '0', '0x1', '-1', '1;2', '1,99999999999999999'];
  for (const houseIds of bad) assert.equal((await ask(houseIds)).status, 400, houseIds);
});
