// Letters to many debtors: requesting them, their progress, who is left out, and the file.
import {
  cancelDebtLetters,
  createDebtLetters,
  fetchDebtLetters,
  getClaimLetter,
  listClaimLetters,
  listDebtLetterAccounts,
  listDebtLetters,
  type ClaimLetter,
  type DebtLetterKind,
  type DebtLetters,
} from '@kvartplata/contracts/billing/debt-letters.ts';
import type { FileForm } from '@kvartplata/contracts/billing/kept-files.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callFile } from '../../lib/api.ts';
import type { FileOf } from '../../lib/download.ts';
import { read, readPages } from '../../lib/reads.ts';
import { isUnderWay } from '../../lib/under-way.ts';

const SHOWN = 10;
const LOOK_EVERY_MS = 700;

/** The last ones, newest first, polled while some are being made. */
export function lettersOf(organizationId: number) {
  return queryOptions({
    ...read(listDebtLetters, { query: { organizationId, limit: SHOWN } }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(isUnderWay) === true ? LOOK_EVERY_MS : false,
  });
}

/** In the order of the file. */
export function leftOutOf(debtLettersId: number) {
  return readPages(listDebtLetterAccounts, {
    params: { debtLettersId },
    query: { leftOut: 'true' },
  });
}

/** Newest first. */
export function claimsOf(personalAccountId: number) {
  return readPages(listClaimLetters, { query: { personalAccountId } });
}

export function claimLetterOf({ debtLettersId, personalAccountId }: ClaimLetter): FileOf {
  const params = { debtLettersId, personalAccountId };
  return async (options) => callFile(getClaimLetter, { params, ...options });
}

/** The recipients, with the filters of the report of debtors. */
export type Debtors = {
  readonly organizationId: number;
  readonly houseId?: number;
  readonly minMonths?: number;
  readonly minDebt?: string;
  readonly search?: string;
};

export type LettersAsked = {
  readonly kind: DebtLetterKind;
  readonly form: FileForm;
  readonly dryRun: boolean;
};

export async function askForLetters(
  { houseId, ...debtors }: Debtors,
  asked: LettersAsked,
  idempotencyKey: string,
): Promise<void> {
  const house = houseId === undefined ? {} : { houseIds: [houseId] };
  await call(createDebtLetters, { body: { ...debtors, ...house, ...asked }, idempotencyKey });
}

export async function cancelLetters({ id }: DebtLetters): Promise<void> {
  await call(cancelDebtLetters, { params: { debtLettersId: id } });
}

export function contentOf({ id }: DebtLetters): FileOf {
  return async (options) =>
    callFile(fetchDebtLetters, { params: { debtLettersId: id }, ...options });
}
