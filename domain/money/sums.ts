// Exact sums: of kopecks, volumes and weights as bigint, and of money as it is written.

import { formatKopecks, parseKopecks } from './kopecks.ts';

export function sumOf(amounts: Iterable<bigint>): bigint {
  let sum = 0n;
  for (const amount of amounts) sum += amount;
  return sum;
}

export function sumBy<Item>(items: Iterable<Item>, amountOf: (item: Item) => bigint): bigint {
  let sum = 0n;
  for (const item of items) sum += amountOf(item);
  return sum;
}

/**
 * The sum of roubles such as "1234.50", with two decimals; "0.00" for none.
 * @throws DecimalFormatError as `parseKopecks`
 */
export function sumOfMoney(amounts: Iterable<string>): string {
  return formatKopecks(sumBy(amounts, parseKopecks));
}
