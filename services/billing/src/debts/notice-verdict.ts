// Whether a debtor may be warned about a service, or why not.
import type { ClaimedMonth } from '@kvartplata/contracts/billing/court-cases.ts';
import { parseKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { isNotPaidInFull } from '@kvartplata/domain/regulation/restriction-notice/restriction-notice.ts';

export type NoticeVerdict =
  | 'may-be-warned'
  | 'instalment-runs'
  | 'notice-open'
  | 'norm-charge-unknown'
  | 'debt-below-two-norms';

export type WarnedService = {
  /** The overdue debt for the service. */
  readonly debtKopecks: Kopecks;
  /** A month's charge by the norm; undefined where it is not known. */
  readonly normKopecks: Kopecks | undefined;
  readonly isNoticeOpen: boolean;
  readonly keepsPlan: boolean;
};

/** The first reason that applies, in this order. */
export function verdictOf({
  debtKopecks,
  normKopecks,
  isNoticeOpen,
  keepsPlan,
}: WarnedService): NoticeVerdict {
  if (isNoticeOpen) return 'notice-open';
  if (keepsPlan) return 'instalment-runs';
  if (normKopecks === undefined) return 'norm-charge-unknown';
  return isNotPaidInFull({ debtKopecks, normChargeKopecks: normKopecks, keepsAgreement: keepsPlan })
    ? 'may-be-warned'
    : 'debt-below-two-norms';
}

/** The overdue debt for each service. */
export function debtsByService(months: readonly ClaimedMonth[]): ReadonlyMap<number, Kopecks> {
  const debts = new Map<number, Kopecks>();
  for (const { houseServiceId, debt } of months.flatMap(({ services }) => services))
    if (houseServiceId !== null)
      debts.set(houseServiceId, (debts.get(houseServiceId) ?? 0n) + parseKopecks(debt));
  return debts;
}
