// Court cases: those of an organization or an account, one with its claim, and actions on it.
import {
  addCourtCaseStep,
  createCourtCase,
  getCourtCase,
  getCourtCaseDocuments,
  listCourtCases,
  type CaseState,
  type CaseStepBody,
  type CourtCaseBody,
  type CourtCaseWithClaim,
} from '@kvartplata/contracts/billing/court-cases.ts';
import { call, callFile } from '../../lib/api.ts';
import type { FileOf } from '../../lib/download.ts';
import { read, readPages } from '../../lib/reads.ts';

/** Newest first. */
export function casesOf(of: {
  readonly organizationId?: number;
  readonly houseId?: number;
  readonly personalAccountId?: number;
  readonly state?: CaseState;
  readonly open?: 'true' | 'false';
}) {
  return readPages(listCourtCases, { query: of });
}

export function caseOf(courtCaseId: number) {
  return read(getCourtCase, { params: { courtCaseId } });
}

export function caseDocuments(courtCaseId: number): FileOf {
  return async (options) =>
    callFile(getCourtCaseDocuments, { params: { courtCaseId }, ...options });
}

export async function openCase(
  body: CourtCaseBody,
  idempotencyKey: string,
): Promise<CourtCaseWithClaim> {
  return call(createCourtCase, { body, idempotencyKey });
}

export type StepBody = Omit<CaseStepBody, 'on'> & { readonly on: string };

export async function takeStep(
  courtCaseId: number,
  body: StepBody,
  idempotencyKey: string,
): Promise<CourtCaseWithClaim> {
  return call(addCourtCaseStep, { params: { courtCaseId }, body, idempotencyKey });
}
