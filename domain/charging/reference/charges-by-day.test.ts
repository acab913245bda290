// The calculation against the reference, in random houses of 20,000 accounts and 300 years of them; `npm run test:law` compares
// more.
import { test } from 'node:test';
import { compareHouse } from '../testing/compare-house.ts';
import { compareYear } from '../testing/compare-year.ts';

const ACCOUNTS = 20_000;
const YEARS = 300;

test('every line equals the day-by-day reference calculation, and its basis alone replays to its amount', (t) => {
  let [accounts, lines, seed] = [0, 0, 0];
  while (accounts < ACCOUNTS) {
    seed += 1;
    const compared = compareHouse(seed);
    accounts += compared.accounts;
    lines += compared.lines;
  }
  t.diagnostic(`${accounts} accounts of ${seed} houses, ${lines} lines`);
});

test('every recalculation of a year equals the day-by-day reference, and both refuse the same years', (t) => {
  let [lines, refused] = [0, 0];
  for (let seed = 1; seed <= YEARS; seed++) {
    const compared = compareYear(seed);
    lines += compared.lines;
    refused += Number(compared.isRefused);
  }
  t.diagnostic(`${YEARS} years, ${refused} of them refused, ${lines} lines`);
});
