// Whether a claim letter is written to a debtor, and what it says; or why not.
import type { LeftOut } from '@kvartplata/contracts/billing/debt-letters.ts';
import type { PenaltyKind } from '@kvartplata/contracts/billing/penalties.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import type { Overdue } from '../court-cases/overdue-months.service.ts';
import type { StoredLetter } from './stored-letter.ts';

export type ClaimFacts = {
  readonly overdue: Overdue;
  /** As it is booked. */
  readonly penalty: string;
  readonly penaltyKinds: readonly PenaltyKind[];
  readonly keepsPlan: boolean;
  readonly hasOpenCase: boolean;
  /** Whether the time that a former letter gives to pay still runs. */
  readonly isTermRunning: boolean;
};

/** Without the months that an advance covers nothing would be left to claim: then there is no letter. */
export function judgeClaim({
  overdue: { months, advanceKopecks },
  penalty,
  penaltyKinds,
  keepsPlan,
  hasOpenCase,
  isTermRunning,
}: ClaimFacts): LeftOut | StoredLetter {
  if (keepsPlan) return 'instalment-runs';
  if (hasOpenCase) return 'case-open';
  const owed = months.reduce((sum, { amount }) => sum + parseKopecks(amount), 0n);
  const principal = owed - advanceKopecks;
  if (principal <= 0n) return 'nothing-overdue';
  if (isTermRunning) return 'letter-term-runs';
  return {
    kind: 'claim',
    months: months.map(({ period, dueDate, amount }) => ({ period, dueDate, amount })),
    advance: formatKopecks(advanceKopecks),
    principal: formatKopecks(principal),
    penalty,
    penaltyKinds,
    total: formatKopecks(principal + parseKopecks(penalty)),
  };
}
