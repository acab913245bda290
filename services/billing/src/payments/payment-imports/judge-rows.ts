// What becomes of the rows of a registry: matched, quarantined or rejected, by what has come before them.
import { reason, type RowReason } from '../row-reasons.ts';

/** A row of an import. */
export type RowPlace = { readonly importId: number; readonly line: number };

export type RowToJudge = RowPlace & {
  readonly hasOperation: boolean;
  readonly operationHash: string | null;
  readonly rowHash: string;
  /** Why it is doubted by itself. */
  readonly doubts: readonly RowReason[];
  /** The same row of the same file, taken before. */
  readonly sameFile: RowPlace | null;
  /** A row that has brought the same payment, in whatever file. */
  readonly samePayment: RowPlace | null;
  /** A row that has brought the same operation, be it with another content. */
  readonly sameOperation: RowPlace | null;
};

export type Verdict = {
  readonly line: number;
  readonly status: 'matched' | 'quarantined' | 'rejected';
  readonly reasons: readonly RowReason[];
  /** No other row may bring its money any more. */
  readonly isClaimed: boolean;
};

/**
 * Judges rows in the order of the file. Those before them in the file are known like those of other files, once they have
 * claimed their money; those among them are seen here.
 */
export function judgeRows(rows: readonly RowToJudge[]): readonly Verdict[] {
  const claimed = {
    payments: new Map<string, RowPlace>(),
    operations: new Map<string, RowPlace>(),
  };
  return rows.map((row) => {
    const verdict = judgeRow({
      ...row,
      samePayment: row.samePayment ?? claimed.payments.get(row.rowHash) ?? null,
      sameOperation: row.sameOperation ?? claimed.operations.get(row.operationHash ?? '') ?? null,
    });
    if (!verdict.isClaimed) return verdict;
    claimed.payments.set(row.rowHash, row);
    if (row.operationHash !== null && !claimed.operations.has(row.operationHash))
      claimed.operations.set(row.operationHash, row);
    return verdict;
  });
}

function judgeRow(row: RowToJudge): Verdict {
  const { line, hasOperation, doubts, samePayment, sameOperation } = row;
  const taken = row.sameFile ?? (hasOperation ? samePayment : null);
  if (taken !== null)
    return { line, status: 'rejected', reasons: [takenBy(taken, row)], isClaimed: false };
  if (samePayment !== null) {
    // Without a number it may be another payment of the same day and sum: a person decides.
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
