// What an account's plans leave to later months, as on its receipt: owed, but not due now.
import type { Instalment } from '@kvartplata/contracts/billing/instalments.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';

type Plan = Pick<Instalment, 'state' | 'left'> & {
  readonly schedule: readonly Pick<Instalment['schedule'][number], 'period' | 'principal'>[];
};

/**
 * In roubles. Parts up to the month are due with its charges, or were before.
 * @param month `YYYY-MM`, whose receipt is the account's newest
 */
export function notDueOf(plans: readonly Plan[], month: string): string {
  const ofPlan = ({ left, schedule }: Plan): bigint => {
    const later = sumBy(
      schedule.filter(({ period }) => period > month),
      ({ principal }) => parseKopecks(principal),
    );
    const leftKopecks = parseKopecks(left);
    return later < leftKopecks ? later : leftKopecks;
  };
  const running = plans.filter(({ state }) => state === 'active');
  return formatKopecks(sumBy(running, ofPlan));
}
