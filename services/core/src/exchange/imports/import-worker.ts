// What each kind of import does with its rows, in the one transaction of the import.
import type { PayeeName } from '@kvartplata/contracts/billing/internal.ts';
import type { Trx } from '../../tables.ts';
import type { ImportRow } from './imports.repository.ts';
import type { HouseMonths } from './imports.table.ts';
import type { RowReason } from './row-reasons.ts';

export type GivenRows = {
  readonly row: ImportRow;
  readonly today: Temporal.PlainDate;
  /** Told after each piece how many rows are stored; throws when the work has to stop. */
  readonly onProgress: (rows: number) => Promise<void>;
  /** Those of the organization, where what is given or taken back names any. */
  readonly payees: readonly PayeeName[];
  /** Of an import that takes another back: the months that are booked by now and that what goes counts in. */
  readonly booked: readonly HouseMonths[];
};

export type RefusedLine = RowReason & { readonly line: number };

/** A house, and the days on which what changes in it counts. */
export type Touched = {
  readonly houseId: number;
  readonly from: string;
  readonly to: string | null;
};

export type ImportWorker = {
  /** Lays the rows out as `given`, finds which differ from what is stored, and refuses what it can see. */
  readonly judge: (trx: Trx, given: GivenRows) => Promise<void>;
  /** Stores what differs; reasons that only storing finds out are given back. */
  readonly store: (trx: Trx, given: GivenRows) => Promise<readonly RefusedLine[]>;
  /** The houses that were there before and that good rows change, or would, in what charges follow from. */
  readonly listTouched: (trx: Trx, row: ImportRow, limit: number) => Promise<readonly Touched[]>;
  /** Whether `store` belongs to the judging: it is then done, and undone, for a dry run and for refused rows as well. */
  readonly judgesByStoring: boolean;
  /** Remembers what has been stored, so that it can be taken back; without it nothing of the kind can. */
  readonly remember?: (trx: Trx, row: ImportRow) => Promise<void>;
};

/** Who is told of in the audit log. */
export function authorOf({ organizationId, requestedBy: userId, requestId }: ImportRow) {
  return { organizationId, userId, requestId };
}

/** The import that is taken back. */
export function undoneOf({ id, undoes }: ImportRow): number {
  if (undoes === null) throw new Error(`import ${id} takes nothing back`);
  return undoes;
}
