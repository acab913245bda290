// The interface of an import kind: what it does with its rows, in the transaction of the import.
import type { PayeeName } from '@kvartplata/contracts/billing/internal.ts';
import type { Trx } from '../../tables.ts';
import type { ImportRow } from './imports.repository.ts';
import type { HouseMonths } from './imports.table.ts';
import type { RowReason } from './row-reasons.ts';

export type GivenRows = {
  readonly row: ImportRow;
  readonly today: Temporal.PlainDate;
  /** Reports after each piece how many rows are stored; throws when the work has to stop. */
  readonly onProgress: (rows: number) => Promise<void>;
  /** The organization's payees, if the import or the undo refers to any. */
  readonly payees: readonly PayeeName[];
  /** For an undo: the applied months that it would affect. */
  readonly booked: readonly HouseMonths[];
};

export type RefusedLine = RowReason & { readonly line: number };

/** A house, and the days that the changes in it affect. */
export type Touched = {
  readonly houseId: number;
  readonly from: string;
  readonly to: string | null;
};

export type ImportWorker = {
  /** Lays out the rows as `given`, finds which differ from what is stored, and refuses rows. */
  readonly judge: (trx: Trx, given: GivenRows) => Promise<void>;
  /** Stores what differs; returns refusals that only storing can find. */
  readonly store: (trx: Trx, given: GivenRows) => Promise<readonly RefusedLine[]>;
  /** The existing houses in which accepted rows change, or would change, what charges follow from. */
  readonly listTouched: (trx: Trx, row: ImportRow, limit: number) => Promise<readonly Touched[]>;
  /** Whether `store` is part of checking: it then runs, and is undone, for a dry run and with refused rows as well. */
  readonly judgesByStoring: boolean;
  /** Records what has been stored for an undo; kinds without it cannot be undone. */
  readonly remember?: (trx: Trx, row: ImportRow) => Promise<void>;
};

/** The author in the audit log. */
export function authorOf({ organizationId, requestedBy: userId, requestId }: ImportRow) {
  return { organizationId, userId, requestId };
}

/** The import to be undone. */
export function undoneOf({ id, undoes }: ImportRow): number {
  if (undoes === null) throw new Error(`import ${id} takes nothing back`);
  return undoes;
}
