// What the chapters of the demo build on: whom they are about, and what has been billed so far.
import type { Api, Urls } from '../api.ts';
import type { Books, SeededHouse } from '../bill-a-year.ts';
import type { Programs } from '../programs.ts';
import type { SecondHouse } from '../second-house/move-in.ts';

/** Whom the demo is about, and where it puts documents. */
export type Stage = {
  readonly api: Api;
  readonly urls: Urls;
  readonly origin: string;
  readonly dataDirectory: string;
};

/** What the chapters build on. */
export type Chapter = Stage & {
  readonly organizationId: number;
  readonly programs: Programs;
  readonly house: SeededHouse;
  readonly second: SecondHouse;
  readonly firstMonth: string;
  readonly lastMonth: string;
};

export type Billed = Chapter & {
  readonly books: Books;
  /** The books of the second house. */
  readonly there: Books;
};

/** The last account, which stops paying. */
export function debtorOf({ balances }: Books): number {
  return balances.at(-1)?.personalAccountId ?? 0;
}
