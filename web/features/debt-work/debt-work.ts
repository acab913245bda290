// What is due in debt work.
import { getDebtWorkDue } from '@kvartplata/contracts/billing/debt-work.ts';
import { read } from '../../lib/reads.ts';

export function dueOf(organizationId: number) {
  return read(getDebtWorkDue, { query: { organizationId } });
}
