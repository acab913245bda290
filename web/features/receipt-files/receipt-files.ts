// The receipts of many houses as one file, and the last choice for it.
import type { FileForm } from '@kvartplata/contracts/billing/kept-files.ts';
import {
  cancelReceiptFile,
  createReceiptFile,
  fetchReceiptFile,
  listReceiptFiles,
  type ReceiptFile,
} from '@kvartplata/contracts/billing/receipt-files.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callFile } from '../../lib/api.ts';
import type { FileOf } from '../../lib/download.ts';
import { keepOwn, readOwn } from '../../lib/own-storage.ts';
import { read } from '../../lib/reads.ts';
import { isUnderWay } from '../../lib/under-way.ts';

const LOOKED_THROUGH = 20;
const LOOK_EVERY_MS = 700;
const SHOWN = 3;

/** The last files of a month, newest first, polled while one is being made. */
export function filesOf(organizationId: number, period: string) {
  const ofMonth = (items: readonly ReceiptFile[] = []): readonly ReceiptFile[] =>
    items.filter((file) => file.period === period).slice(0, SHOWN);
  return queryOptions({
    ...read(listReceiptFiles, { query: { organizationId, limit: LOOKED_THROUGH } }),
    select: ({ items }) => ofMonth(items),
    refetchInterval: ({ state }) =>
      ofMonth(state.data?.items).some(isUnderWay) ? LOOK_EVERY_MS : false,
  });
}

export type Choice = {
  readonly form: FileForm;
  /** The houses left out: a new house is printed with the others. */
  readonly leftOut: readonly number[];
};

/** @param houseIds undefined for all of them */
export async function makeFile(
  of: { readonly organizationId: number; readonly period: string },
  form: FileForm,
  houseIds: readonly number[] | undefined,
  idempotencyKey: string,
): Promise<void> {
  const some = houseIds === undefined ? {} : { houseIds: [...houseIds] };
  await call(createReceiptFile, { body: { ...of, form, ...some }, idempotencyKey });
}

export async function cancelFile({ id }: ReceiptFile): Promise<void> {
  await call(cancelReceiptFile, { params: { receiptFileId: id } });
}

export function contentOf({ id }: ReceiptFile): FileOf {
  return async (options) =>
    callFile(fetchReceiptFile, { params: { receiptFileId: id }, ...options });
}

/** The choice for the last file, this month or earlier; undefined before the first. */
export function lastChoice(organizationId: number): Choice | undefined {
  const kept = readOwn('browser', nameOf(organizationId));
  return kept === null ? undefined : (JSON.parse(kept) as Choice);
}

export function keepChoice(organizationId: number, choice: Choice): void {
  keepOwn('browser', nameOf(organizationId), JSON.stringify(choice));
}

function nameOf(organizationId: number): string {
  return `receipt-files-${organizationId}`;
}
