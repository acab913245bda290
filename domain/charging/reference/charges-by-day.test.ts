// The calculation against the reference, in random houses: as many as CHARGING_CASES says, 2,000 when it says nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calculateHouse } from '../calculate-house.ts';
import { replay } from '../replay.ts';
import { randomHouse } from '../testing/random-house.ts';
import { randomOf } from '../testing/random.ts';
import { chargesByDay } from './charges-by-day.ts';

const CASES = Number(process.env.CHARGING_CASES ?? '2000');

test('every line is what the reference says day by day, and its basis alone gives its amount again', () => {
  for (let seed = 1; seed <= CASES; seed++) {
    const { house, accounts } = randomHouse(randomOf(seed));
    const { lines, skipped } = calculateHouse(house, accounts);
    const expected = chargesByDay(house, accounts);
    const amounts = new Map(
      lines.map((line) => [
        `${line.personalAccountId}/${line.houseServiceId}/${line.line}`,
        line.amountKopecks,
      ]),
    );
    const why = `seed ${seed}`;
    assert.deepEqual(new Set(skipped.map((one) => one.personalAccountId)), expected.skipped, why);
    for (const key of new Set([...amounts.keys(), ...expected.amounts.keys()]))
      assert.equal(amounts.get(key) ?? 0n, expected.amounts.get(key) ?? 0n, `${why}, line ${key}`);
    for (const line of lines) {
      const stored = JSON.parse(JSON.stringify(line.basis)) as typeof line.basis;
      assert.equal(replay(stored), line.amountKopecks, `${why}, replay of ${line.basis.rule}`);
    }
  }
});
