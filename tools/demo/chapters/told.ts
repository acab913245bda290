// What the chapters of the demo stand on: who is told of, and what has been billed so far.
import type { Api, Urls } from '../api.ts';
import type { Books, SeededHouse } from '../bill-a-year.ts';
import type { Programs } from '../programs.ts';
import type { SecondHouse } from '../second-house/move-in.ts';

/** Who is told of, and where papers are laid. */
export type Stage = {
  readonly api: Api;
  readonly urls: Urls;
  readonly origin: string;
  readonly dataDirectory: string;
};

/** What the chapters stand on. */
export type Told = Stage & {
  readonly organizationId: number;
  readonly programs: Programs;
  readonly house: SeededHouse;
  readonly second: SecondHouse;
  readonly firstMonth: string;
  readonly lastMonth: string;
};

export type Billed = Told & {
  readonly books: Books;
  /** Of the second house. */
  readonly there: Books;
};

/** The last account, which stops paying. */
export function debtorOf({ balances }: Books): number {
  return balances.at(-1)?.personalAccountId ?? 0;
}
