// Restriction notices: those of an organization or an account, adding one, and its steps.
import {
  addRestrictionNoticeStep,
  createRestrictionNotice,
  getRestrictionLetter,
  listRestrictableServices,
  listRestrictionNotices,
  type NoticeState,
  type NoticeStepBody,
  type RestrictionNotice,
} from '@kvartplata/contracts/billing/restriction-notices.ts';
import { call, callFile } from '../../lib/api.ts';
import type { FileOf } from '../../lib/download.ts';
import { read, readPages } from '../../lib/reads.ts';

/** Newest first. */
export function noticesOf(of: {
  readonly organizationId?: number;
  readonly houseId?: number;
  readonly personalAccountId?: number;
  readonly state?: NoticeState;
  readonly open?: 'true' | 'false';
}) {
  return readPages(listRestrictionNotices, { query: of });
}

export function restrictableServicesOf(personalAccountId: number) {
  return read(listRestrictableServices, { query: { personalAccountId } });
}

export async function makeNotice(
  personalAccountId: number,
  houseServiceId: number,
  idempotencyKey: string,
): Promise<RestrictionNotice> {
  return call(createRestrictionNotice, {
    body: { personalAccountId, houseServiceId },
    idempotencyKey,
  });
}

export async function takeNoticeStep(
  restrictionNoticeId: number,
  body: Omit<NoticeStepBody, 'on'> & { readonly on: string },
  idempotencyKey: string,
): Promise<RestrictionNotice> {
  return call(addRestrictionNoticeStep, { params: { restrictionNoticeId }, body, idempotencyKey });
}

export function letterOf(restrictionNoticeId: number): FileOf {
  return async (options) =>
    callFile(getRestrictionLetter, { params: { restrictionNoticeId }, ...options });
}
