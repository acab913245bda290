// The move of a company from another program: its files checked or stored as a whole, their progress, and undoing the move.
import { downloadImportTemplate, downloadRefusedRows } from '@kvartplata/contracts/core/imports.ts';
import {
  getMove,
  listMoves,
  startMove,
  undoMove,
  type Move,
  type MovePartName,
} from '@kvartplata/contracts/core/moves.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callFile } from '../../lib/api.ts';
import type { FileOf } from '../../lib/download.ts';
import { read, readPages } from '../../lib/reads.ts';
import { isUnderWay } from '../../lib/under-way.ts';

const LOOK_EVERY_MS = 700;

/** Each file's kind as an import, for its template and its refused rows. */
const IMPORT_OF = {
  accounts: 'houses',
  tariffs: 'services',
  meters: 'meters',
  balances: 'balances',
} as const;

/** The parts in the order of the page. */
export const PARTS = Object.keys(IMPORT_OF) as readonly MovePartName[];

export type MoveFiles = Readonly<Partial<Record<MovePartName, File>>>;

export type MoveToSend = {
  readonly organizationId: number;
  /** `YYYY-MM` */
  readonly asOf: string;
  readonly files: MoveFiles;
  readonly dryRun: boolean;
  readonly idempotencyKey: string;
};

export async function sendMove({
  organizationId,
  asOf,
  files,
  dryRun,
  idempotencyKey,
}: MoveToSend): Promise<Move> {
  const body = new FormData();
  for (const part of PARTS) {
    const file = files[part];
    if (file !== undefined) body.append(part, file);
  }
  const query = { organizationId, asOf, dryRun };
  return call(startMove, { query, body, ...(dryRun ? {} : { idempotencyKey }) });
}

/** The state of a move, polled until it has ended. */
export function moveOf(moveId: number) {
  return queryOptions({
    ...read(getMove, { params: { moveId } }),
    refetchInterval: ({ state }) =>
      state.data === undefined || isUnderWay(state.data) ? LOOK_EVERY_MS : false,
  });
}

/** Newest first. */
export function movesOf(organizationId: number) {
  return readPages(listMoves, { query: { organizationId } });
}

export async function takeBack(moveId: number, idempotencyKey: string): Promise<Move> {
  return call(undoMove, { params: { moveId }, idempotencyKey });
}

export function templateOf(part: MovePartName): FileOf {
  const params = { kind: IMPORT_OF[part] };
  return async (options) =>
    callFile(downloadImportTemplate, { params, query: { format: 'xlsx' }, ...options });
}

export function refusedRowsOf(importId: number): FileOf {
  return async (options) =>
    callFile(downloadRefusedRows, { params: { importId }, query: { format: 'xlsx' }, ...options });
}
