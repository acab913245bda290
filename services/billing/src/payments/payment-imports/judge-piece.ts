// A piece of a registry is judged: whose each row is, and what becomes of it.
import { judgeRows, type Claimed, type RowToJudge, type Verdict } from './judge-rows.ts';
import { lookUp, type KnownAccount } from './look-up.ts';
import type { StoredRow } from './stored-row.ts';

export type JudgedRow = Omit<StoredRow, 'status'> &
  Pick<Verdict, 'status' | 'isClaimed'> & {
    readonly houseId: number | null;
    readonly personalAccountId: number | null;
  };

/** What has come before a row in other files. */
export type KnownBefore = Pick<RowToJudge, 'line' | 'sameFile' | 'samePayment' | 'sameOperation'>;

export type Known = {
  readonly importId: number;
  /** Of core, by number. */
  readonly accounts: ReadonlyMap<string, KnownAccount>;
  readonly before: readonly KnownBefore[];
  /** By the rows before the piece; those of the piece come to it. */
  readonly claimed: Claimed;
};

/** The rows in their order. */
export function judgePiece(
  piece: readonly StoredRow[],
  { importId, accounts, before, claimed }: Known,
): readonly JudgedRow[] {
  const beforeOf = new Map(before.map((one) => [one.line, one]));
  const ownerOf = new Map(
    piece.filter(needsAccount).map((row) => [row.line, lookUp(row.accountNumbers, accounts)]),
  );
  const toJudge = piece.filter(isRead).map((row) => ({
    ...NOTHING_BEFORE,
    ...beforeOf.get(row.line),
    importId,
    line: row.line,
    rowHash: row.rowHash,
    operationHash: row.operationHash,
    doubts: ownerOf.get(row.line)?.reasons ?? row.reasons,
  }));
  const verdictOf = new Map(judgeRows(toJudge, claimed).map((verdict) => [verdict.line, verdict]));
  return piece.map((row) => {
    const { houseId = null, personalAccountId = null } = ownerOf.get(row.line) ?? {};
    const { status, reasons, isClaimed } = verdictOf.get(row.line) ?? rejectedByItself(row);
    return { ...row, status, reasons, isClaimed, houseId, personalAccountId };
  });
}

const NOTHING_BEFORE = { sameFile: null, samePayment: null, sameOperation: null };

/** It has no fault. */
export function isRead({ status }: StoredRow): boolean {
  return status === 'read';
}

/** Nothing is doubted of the row but its account. */
export function needsAccount(row: StoredRow): boolean {
  return isRead(row) && row.reasons.length === 0;
}

function rejectedByItself({ reasons }: StoredRow): Omit<Verdict, 'line'> {
  return { status: 'rejected', reasons, isClaimed: false };
}
