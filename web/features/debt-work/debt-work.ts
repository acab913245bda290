// What is due in the work with debts.
import { getDebtWorkDue } from '@kvartplata/contracts/billing/debt-work.ts';
import { read } from '../../lib/reads.ts';

export function dueOf(organizationId: number) {
  return read(getDebtWorkDue, { query: { organizationId } });
}
