// Compares the calculation of a random house with the reference, in tests of a few thousand and in runs of a million accounts.
import assert from 'node:assert/strict';
import { calculateHouse } from '../calculate-house.ts';
import type { CommonNeedsMonth } from '../common-needs-month.ts';
import type { HouseFacts } from '../house-facts.ts';
import { chargesByDay } from '../reference/charges-by-day.ts';
import type { Needs } from '../reference/needs-by-month.ts';
import { replay } from '../replay.ts';
import { randomHouse } from './random-house.ts';
import { randomOf } from './random.ts';

/**
 * Every line equals that of the reference, the same accounts are skipped, and a line's basis alone reproduces its amount.
 * @returns the numbers of accounts and lines of the house
 * @throws AssertionError naming the seed and the line
 */
export function compareHouse(seed: number): { readonly accounts: number; readonly lines: number } {
  const { house, accounts } = randomHouse(randomOf(seed));
  const { lines, skipped, commonNeeds } = calculateHouse(house, accounts);
  const expected = chargesByDay(house, accounts);
  const amounts = new Map(
    lines.map((line) => [
      `${line.personalAccountId}/${line.houseServiceId}/${line.line}`,
      line.amountKopecks,
    ]),
  );
  const why = `seed ${seed}`;
  assert.deepEqual(
    new Set(skipped.map((one) => one.personalAccountId)),
    expected.skipped,
    `${why}, who is skipped`,
  );
  for (const key of new Set([...amounts.keys(), ...expected.amounts.keys()]))
    assert.equal(amounts.get(key) ?? 0n, expected.amounts.get(key) ?? 0n, `${why}, line ${key}`);
  const needs = commonNeeds.map((one): readonly [number, Needs] => [
    one.houseServiceId,
    inUnits(house, one),
  ]);
  assert.deepEqual(new Map(needs), expected.needs, `${why}, common-house needs`);
  for (const line of lines) {
    const stored = JSON.parse(JSON.stringify(line.basis)) as typeof line.basis;
    assert.equal(replay(stored), line.amountKopecks, `${why}, replay of ${line.basis.rule}`);
  }
  return { accounts: accounts.length, lines: lines.length };
}

function inUnits({ services }: HouseFacts, month: CommonNeedsMonth): Needs {
  const service = services.find(({ houseServiceId }) => houseServiceId === month.houseServiceId);
  const unit = 10n ** BigInt(6 - (service?.precision ?? 0));
  const drawn = month.drawnE6 === null ? null : month.drawnE6 / unit;
  return { whole: month.sharedE6 / unit, drawn, left: month.carriedE6 / unit };
}
