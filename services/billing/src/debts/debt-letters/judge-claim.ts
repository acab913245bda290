// Decides whether a debtor gets a claim letter, and its content; or the reason why not.
import type { LeftOut } from '@kvartplata/contracts/billing/debt-letters.ts';
import type { PenaltyKind } from '@kvartplata/contracts/billing/penalties.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import type { Overdue } from '../court-cases/overdue-months.service.ts';
import { setOffPenalty } from '../set-off-penalty.ts';
import type { StoredLetter } from './stored-letter.ts';

export type ClaimFacts = {
  readonly payerInn: string | null;
  readonly payerAddress: string | null;
  /** The account's last day, if it is over. */
  readonly closedOn: string | null;
  readonly overdue: Overdue;
  /** By the books: below zero when more is paid of it than is owed now. */
  readonly penalty: string;
  readonly penaltyKinds: readonly PenaltyKind[];
  readonly keepsPlan: boolean;
  readonly hasOpenCase: boolean;
  /** Whether the time to pay allowed by an earlier letter is still running. */
  readonly isTermRunning: boolean;
};

/** No letter when an advance covers everything that is overdue. */
export function judgeClaim({
  payerInn,
  payerAddress,
  closedOn,
  overdue,
  penalty: bookedPenalty,
  penaltyKinds,
  keepsPlan,
  hasOpenCase,
  isTermRunning,
}: ClaimFacts): LeftOut | StoredLetter {
  if (keepsPlan) return 'instalment-runs';
  if (hasOpenCase) return 'case-open';
  const { months } = overdue;
  const { advanceKopecks, penaltyKopecks } = setOffPenalty(overdue, parseKopecks(bookedPenalty));
  const owed = sumBy(months, ({ amount }) => parseKopecks(amount));
  const principal = owed - advanceKopecks;
  if (principal <= 0n) return 'nothing-overdue';
  if (isTermRunning) return 'letter-term-runs';
  return {
    kind: 'claim',
    payerInn,
    payerAddress,
    closedOn,
    months: months.map(({ period, dueDate, amount }) => ({ period, dueDate, amount })),
    advance: formatKopecks(advanceKopecks),
    principal: formatKopecks(principal),
    penalty: formatKopecks(penaltyKopecks),
    penaltyKinds,
    total: formatKopecks(principal + penaltyKopecks),
  };
}
