import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimNothing, judgeRows, type RowPlace, type RowToJudge } from './judge-rows.ts';
import { reason } from '../row-reasons.ts';

const IMPORT = 7;
const EARLIER: RowPlace = { importId: 3, line: 12 };
const UNKNOWN = reason('account-unknown', 'LS99');

/** A row with an operation that repeats nothing. */
function row(line: number, more: Partial<RowToJudge> = {}): RowToJudge {
  return {
    importId: IMPORT,
    line,
    operationHash: `operation ${line}`,
    rowHash: `row ${line}`,
    doubts: [],
    sameFile: null,
    samePayment: null,
    sameOperation: null,
    ...more,
  };
}

const plain = { operationHash: null } as const;

function told(rows: readonly RowToJudge[]): readonly string[] {
  return judgeRows(rows, claimNothing()).map(({ line, status, reasons, isClaimed }) =>
    [
      line,
      status,
      isClaimed ? 'claimed' : 'free',
      ...reasons.map(({ code, params }) => `${code}(${params.join(' ')})`),
    ].join(' '),
  );
}

const cases: { why: string; rows: readonly RowToJudge[]; verdicts: readonly string[] }[] = [
  { why: 'nothing is known against it', rows: [row(1)], verdicts: ['1 matched claimed'] },
  {
    why: 'it is doubted by itself, and its money is taken in all the same',
    rows: [row(1, { doubts: [UNKNOWN] })],
    verdicts: ['1 quarantined claimed account-unknown(LS99)'],
  },
  {
    why: 'the very file was taken before',
    rows: [row(1, { sameFile: { importId: 3, line: 1 }, doubts: [UNKNOWN] })],
    verdicts: ['1 rejected free already-taken(3 1)'],
  },
  {
    why: 'the very file was taken before, and it has no number',
    rows: [row(1, { ...plain, sameFile: { importId: 3, line: 1 } })],
    verdicts: ['1 rejected free already-taken(3 1)'],
  },
  {
    why: 'its operation came in another file',
    rows: [row(1, { samePayment: EARLIER, sameOperation: EARLIER })],
    verdicts: ['1 rejected free already-taken(3 12)'],
  },
  {
    why: 'its operation came in another file with another content',
    rows: [row(1, { sameOperation: EARLIER })],
    verdicts: ['1 quarantined claimed operation-differs(3 12)'],
  },
  {
    why: 'a row without a number is like one of another file',
    rows: [row(1, { ...plain, samePayment: EARLIER })],
    verdicts: ['1 quarantined free looks-taken(3 12)'],
  },
  {
    why: 'its operation stands in the file three times',
    rows: [
      row(1),
      row(2, { rowHash: 'row 1', operationHash: 'operation 1' }),
      row(3, { rowHash: 'row 1', operationHash: 'operation 1' }),
    ],
    verdicts: [
      '1 matched claimed',
      '2 rejected free repeats-line(1)',
      '3 rejected free repeats-line(1)',
    ],
  },
  {
    why: 'its operation stands in the file with two contents, the second of them twice',
    rows: [
      row(1),
      row(2, { operationHash: 'operation 1' }),
      row(3, { operationHash: 'operation 1', rowHash: 'row 2' }),
    ],
    verdicts: [
      '1 matched claimed',
      '2 quarantined claimed operation-differs(7 1)',
      '3 rejected free repeats-line(2)',
    ],
  },
  {
    why: 'rows without a number are alike in one file, and doubted beside',
    rows: [
      row(1, { ...plain, doubts: [UNKNOWN] }),
      row(2, { ...plain, rowHash: 'row 1', doubts: [UNKNOWN] }),
    ],
    verdicts: [
      '1 quarantined claimed account-unknown(LS99)',
      '2 quarantined free account-unknown(LS99) looks-taken(7 1)',
    ],
  },
  {
    why: 'the first of two that are alike was taken before, and so is the second',
    rows: [
      row(1, { ...plain, samePayment: EARLIER, sameFile: EARLIER }),
      row(2, {
        ...plain,
        rowHash: 'row 1',
        samePayment: EARLIER,
        sameFile: { importId: 3, line: 13 },
      }),
    ],
    verdicts: ['1 rejected free already-taken(3 12)', '2 rejected free already-taken(3 13)'],
  },
  {
    why: 'a batch before has claimed its operation in the same file',
    rows: [row(9, { samePayment: { importId: IMPORT, line: 1 } })],
    verdicts: ['9 rejected free repeats-line(1)'],
  },
];
for (const { why, rows, verdicts } of cases) {
  test(`a row is judged: ${why}`, () => assert.deepEqual(told(rows), verdicts));
}

test('no two rows of a file claim the same money', () => {
  const rows = Array.from({ length: 200 }, (_, nth) =>
    row(nth + 1, {
      ...(nth % 3 === 0 ? plain : { operationHash: `operation ${nth % 7}` }),
      rowHash: `row ${nth % 11} ${nth % 3 === 0}`,
    }),
  );
  const hashes = judgeRows(rows, claimNothing())
    .filter(({ isClaimed }) => isClaimed)
    .map(({ line }) => rows[line - 1]?.rowHash);
  assert.equal(new Set(hashes).size, hashes.length);
  assert.ok(hashes.length > 0);
});
