// The calculation against the reference, in random houses of 20,000 accounts; `npm run test:law` compares more.
import { test } from 'node:test';
import { compareHouse } from '../testing/compare-house.ts';

const ACCOUNTS = 20_000;

test('every line is what the reference says day by day, and its basis alone gives its amount again', (t) => {
  let [accounts, lines, seed] = [0, 0, 0];
  while (accounts < ACCOUNTS) {
    seed += 1;
    const compared = compareHouse(seed);
    accounts += compared.accounts;
    lines += compared.lines;
  }
  t.diagnostic(`${accounts} accounts of ${seed} houses, ${lines} lines`);
});
