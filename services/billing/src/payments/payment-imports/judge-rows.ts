// Decides the status of a registry's rows: matched, quarantined or rejected, by what was imported before them.
import { reason, type RowReason } from '../row-reasons.ts';

/** A row of an import. */
export type RowPlace = { readonly importId: number; readonly line: number };

export type RowToJudge = RowPlace & {
  /** Null for a row without an operation. */
  readonly operationHash: string | null;
  readonly rowHash: string;
  /** Doubts about the row itself. */
  readonly doubts: readonly RowReason[];
  /** The same row of the same file, imported before. */
  readonly sameFile: RowPlace | null;
  /** A row that has brought the same payment, in any file. */
  readonly samePayment: RowPlace | null;
  /** A row that has brought the same operation, even with other content. */
  readonly sameOperation: RowPlace | null;
};

export type Verdict = {
  readonly line: number;
  readonly status: 'matched' | 'quarantined' | 'rejected';
  readonly reasons: readonly RowReason[];
  /** No other row can bring this payment any more. */
  readonly isClaimed: boolean;
};

/** The lines of a file that have claimed payments and operations, by their hashes. */
export type Claimed = {
  readonly payments: Map<string, number>;
  readonly operations: Map<string, number>;
};

export function claimNothing(): Claimed {
  return { payments: new Map(), operations: new Map() };
}

/** Checks rows in file order, and adds what they claim to `claimed`. */
export function judgeRows(rows: readonly RowToJudge[], claimed: Claimed): readonly Verdict[] {
  return rows.map((row) => {
    const { importId, line, rowHash, operationHash } = row;
    const placeOf = (claim: number | undefined) =>
      claim === undefined ? null : { importId, line: claim };
    const verdict = judgeRow({
      ...row,
      samePayment: row.samePayment ?? placeOf(claimed.payments.get(rowHash)),
      sameOperation: row.sameOperation ?? placeOf(claimed.operations.get(operationHash ?? '')),
    });
    if (!verdict.isClaimed) return verdict;
    claimed.payments.set(rowHash, line);
    if (operationHash !== null && !claimed.operations.has(operationHash))
      claimed.operations.set(operationHash, line);
    return verdict;
  });
}

function judgeRow(row: RowToJudge): Verdict {
  const { line, doubts, samePayment, sameOperation } = row;
  const hasOperation = row.operationHash !== null;
  const taken = row.sameFile ?? (hasOperation ? samePayment : null);
  if (taken !== null)
    return { line, status: 'rejected', reasons: [takenBy(taken, row)], isClaimed: false };
  if (samePayment !== null) {
    // Without an operation number it may be another payment of the same day and amount: a person decides.
    const reasons = [...doubts, reason('looks-taken', samePayment.importId, samePayment.line)];
    return { line, status: 'quarantined', reasons, isClaimed: false };
  }
  const reasons =
    sameOperation === null
      ? doubts
      : [...doubts, reason('operation-differs', sameOperation.importId, sameOperation.line)];
  return {
    line,
    status: reasons.length === 0 ? 'matched' : 'quarantined',
    reasons,
    isClaimed: true,
  };
}

function takenBy(taken: RowPlace, { importId }: RowToJudge): RowReason {
  return taken.importId === importId
    ? reason('repeats-line', taken.line)
    : reason('already-taken', taken.importId, taken.line);
}
