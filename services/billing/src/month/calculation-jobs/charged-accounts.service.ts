// Records the numbers under which accounts are charged in a month, so that a new number never changes months already computed.
import type { Trx } from '../../tables.ts';
import {
  assignNumbers,
  keepNumbers,
  listRenumbered,
  type NumberedAccount,
} from './charged-accounts.repository.ts';
import type { HouseMonth } from './house-months.repository.ts';

/** Sets each account's number for the month and the months that are not computed yet; later computed ones keep theirs. */
export async function noteAccountNumbers(
  trx: Trx,
  month: Pick<HouseMonth, 'organizationId' | 'period'>,
  accounts: readonly NumberedAccount[],
): Promise<void> {
  const renumbered = await listRenumbered(trx, month, accounts);
  if (renumbered.length === 0) return;
  const nextMonth = Temporal.PlainDate.from(month.period).add({ months: 1 }).toString();
  const formerly = renumbered.flatMap(({ formerNumber, ...account }) =>
    formerNumber === null ? [] : [{ ...account, accountNumber: formerNumber }],
  );
  await assignNumbers(trx, month, renumbered);
  if (formerly.length > 0) await keepNumbers(trx, { ...month, period: nextMonth }, formerly);
}
