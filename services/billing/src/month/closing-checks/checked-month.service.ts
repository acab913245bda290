// The month of a cycle as its checks read it; verifies that neither it nor the month before is archived.
import type { BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import type { Caller } from '../../access/access.service.ts';
import { requireChargesKept } from '../../books/cycles/archived-months.service.ts';
import type { CheckedMonth } from './closing-checks.repository.ts';

/** The month is compared with the one before it. @throws Refusal month-archived */
export async function requireMonthsKept(
  caller: Caller,
  { year, month }: BillingCycle,
): Promise<void> {
  const before = Temporal.PlainDate.from({ year, month, day: 1 }).subtract({ months: 1 });
  await requireChargesKept(caller.db, before.toString());
}

export function monthOf(
  { id, organizationId, year, month }: BillingCycle,
  today: Temporal.PlainDate,
): CheckedMonth {
  return {
    cycleId: id,
    organizationId,
    month: `${year}-${String(month).padStart(2, '0')}-01`,
    today,
  };
}
