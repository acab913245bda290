// Records whose the charges of a month are, so that naming a service's payee later never changes months already computed.
import type { Trx } from '../../tables.ts';
import {
  assignPayees,
  keepPayees,
  listReassigned,
  type PayeeOfService,
} from './charged-payees.repository.ts';
import type { MonthOfHouses } from './house-months.repository.ts';

/** Sets each service's payee for the month; later months keep theirs. */
export async function notePayees(
  trx: Trx,
  { organizationId, period }: Pick<MonthOfHouses, 'organizationId' | 'period'>,
  services: readonly PayeeOfService[],
): Promise<void> {
  const month = { organizationId, period };
  const reassigned = await listReassigned(trx, month, services);
  if (reassigned.length === 0) return;
  const nextMonth = Temporal.PlainDate.from(period).add({ months: 1 }).toString();
  const formerly = reassigned.map(({ formerId, ...service }) => ({
    ...service,
    payeeId: formerId,
  }));
  await keepPayees(trx, { ...month, period: nextMonth }, formerly);
  await assignPayees(trx, month, reassigned);
}
