// Checks a piece of a registry: the account of each row, and its status.
import { judgeRows, type Claimed, type RowToJudge, type Verdict } from './judge-rows.ts';
import { lookUp, type KnownAccount, type Owner } from './look-up.ts';
import type { StoredRow } from './stored-row.ts';

export type JudgedRow = Omit<StoredRow, 'status'> &
  Pick<Verdict, 'status' | 'isClaimed'> & {
    readonly houseId: number | null;
    readonly personalAccountId: number | null;
  };

/** What a row repeats in other files. */
export type KnownBefore = Pick<RowToJudge, 'line' | 'sameFile' | 'samePayment' | 'sameOperation'>;

export type Known = {
  readonly importId: number;
  /** From core, by number. */
  readonly accounts: ReadonlyMap<string, KnownAccount>;
  readonly before: readonly KnownBefore[];
  /** By the rows before the piece; those of the piece are added. */
  readonly claimed: Claimed;
};

/** The rows, in order. */
export function judgePiece(
  piece: readonly StoredRow[],
  { importId, accounts, before, claimed }: Known,
): readonly JudgedRow[] {
  const beforeOf = new Map(before.map((one) => [one.line, one]));
  const ownerOf = new Map(
    piece.filter(needsAccount).map((row) => [row.line, lookUp(row.accountNumbers, accounts)]),
  );
  const toJudge = piece.filter(isRead).map(({ line, rowHash, operationHash, reasons }) => {
    const doubts = ownerOf.get(line)?.reasons ?? reasons;
    const known = beforeOf.get(line) ?? NOTHING_BEFORE;
    const { sameFile, samePayment, sameOperation } = known;
    return {
      importId,
      line,
      rowHash,
      operationHash,
      doubts,
      sameFile,
      samePayment,
      sameOperation,
    };
  });
  const verdictOf = new Map(judgeRows(toJudge, claimed).map((verdict) => [verdict.line, verdict]));
  return piece.map((row) =>
    toJudged(row, ownerOf.get(row.line), verdictOf.get(row.line) ?? rejectedByItself(row)),
  );
}

function toJudged(
  row: StoredRow,
  owner: Owner | undefined,
  { status, reasons, isClaimed }: Omit<Verdict, 'line'>,
): JudgedRow {
  const { houseId = null, personalAccountId = null } = owner ?? {};
  return { ...row, status, reasons, isClaimed, houseId, personalAccountId };
}

const NOTHING_BEFORE = { sameFile: null, samePayment: null, sameOperation: null };

/** Whether it has no fault. */
export function isRead({ status }: StoredRow): boolean {
  return status === 'read';
}

/** Whether nothing but its account is doubtful. */
export function needsAccount(row: StoredRow): boolean {
  return isRead(row) && row.reasons.length === 0;
}

function rejectedByItself({ reasons }: StoredRow): Omit<Verdict, 'line'> {
  return { status: 'rejected', reasons, isClaimed: false };
}
