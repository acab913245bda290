// Services are killed at random moments of a month's work while people pay: nothing is lost, nothing is doubled, and the books
// are the same as when nothing is killed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { assertBooksHold } from './testing/books.ts';
import { chanceOf } from './testing/chance.ts';
import { accountsOf, booksOf, makeHouse, stepsOf, type House, type Step } from './testing/month.ts';
import { createPayers } from './testing/payers.ts';
import { round, tell } from './testing/round.ts';
import { startStand, type Stand } from './testing/stand.ts';

/** How soon a killed service has to be back on a machine that does nothing else, and on any machine. */
const BACK_MS = 5_000;
const BACK_AT_LAST_MS = 20_000;

let stand: Stand;

before(async () => {
  stand = await startStand();
});
after(async () => stand.stop());

type Round = { readonly step: Step; readonly spared: House; readonly tested: House };

/** The steps of two identical houses; when they are done, those of two others. */
async function* rounds(): AsyncGenerator<Round> {
  const { client } = stand;
  for (let pair = 1; ; pair += 1) {
    const spared = await makeHouse(client, `Дом, которому везёт, № ${pair}`);
    const tested = await makeHouse(client, `Дом, где гаснет свет, № ${pair}`);
    for (const step of stepsOf(client, spared.months)) yield { step, spared, tested };
  }
}

test(`${round.kills} kills, seed ${round.seed}`, async (t) => {
  const { client, platform, books } = stand;
  const chance = chanceOf(round.seed);
  const paying = await makeHouse(client, 'Дом, где платят');
  const payers = createPayers(client, await accountsOf(client, paying), chance);
  const backMs: number[] = [];

  for await (const { step, spared, tested } of rounds()) {
    const startedAt = performance.now();
    await step.run(spared);
    const victim = chance.pick(['billing', 'billing', 'core', 'auth']);
    const momentMs = chance.share() * (performance.now() - startedAt);
    t.diagnostic(`${step.name}: ${victim} is killed after ${Math.round(momentMs)} ms`);
    await payers.payWhile(async () => {
      const work = step.run(tested);
      await setTimeout(momentMs);
      backMs.push(await platform.killAndRestart(victim));
      await work;
    });
    assert.deepEqual(await booksOf(books, tested), await booksOf(books, spared), step.name);
    await assertBooksHold(books, payers.tried);
    if (backMs.length === round.kills) break;
  }
  await payers.settle();
  const counts = await assertBooksHold(books, payers.tried);
  assert.ok(counts.acknowledged > 0);
  assert.deepEqual(client.strange, []);
  const booked = `${counts.tried} payments tried, ${counts.acknowledged} acknowledged, all of them booked once, ${counts.bookedUntold} booked and nobody told`;
  for (const figure of [`${round.kills} kills: ${booked}`, howSoon(backMs)]) {
    t.diagnostic(figure);
    tell(figure);
  }
  if (round.isFull) assert.ok(Math.max(...backMs) < BACK_AT_LAST_MS, howSoon(backMs));
});

function howSoon(backMs: readonly number[]): string {
  const sorted = backMs.toSorted((a, b) => a - b).map(Math.round);
  const late = sorted.filter((ms) => ms > BACK_MS).length;
  return [
    `a killed service was back after ${sorted[sorted.length >> 1]} ms in the median, ${sorted.at(-1)} ms at most`,
    late === 0
      ? `never over ${BACK_MS} ms`
      : `OVER ${BACK_MS} ms ${late} TIMES OF ${sorted.length}`,
  ].join(', ');
}
