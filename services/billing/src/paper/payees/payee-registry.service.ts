// A payee's registry: its turnover account by account, attached to a transfer.
import type {
  PayeeRegistry,
  PayeeRegistryQuery,
  PayeeRegistryRow,
} from '@kvartplata/contracts/billing/payee-reports.ts';
import { turnoverByPayee } from '@kvartplata/domain/regulation/payees/turnover-by-payee.ts';
import { inSnapshot } from '@kvartplata/platform/database/database.ts';
import { notFound } from '@kvartplata/platform/http/refusal.ts';
import { fileNameOf } from '@kvartplata/platform/table-files/file-name.ts';
import type { Caller } from '../../access/access.service.ts';
import { namedHouses } from '../../access/named-houses.ts';
import { readAccountCards } from '../../access/places.ts';
import { requirePayee } from '../../books/payees/payees.service.ts';
import type { Trx } from '../../tables.ts';
import { recordExport, type WriteReport } from '../report-files.ts';
import { monthsOf } from '../report-months.ts';
import { byRoom, nameAccount } from '../room-order.ts';
import { streetOf } from '../street-of.ts';
import { addBoth, isMoved, NOTHING_MOVED, showBoth, type Both } from './payee-figures.ts';
import type { LinesOf } from './payee-lines.repository.ts';
import { readAccountLines, readHousePayees } from './payee-lines.service.ts';
import { registrySheet } from './payees-sheet.ts';

/** @throws Refusal validation-failed, not-found */
export async function writePayeeRegistry(
  caller: Caller,
  query: PayeeRegistryQuery,
  write: WriteReport,
): Promise<void> {
  const { houseId = null, payeeId, format = 'json' } = query;
  const { organizationId, address, houseIds, object } = await namedHouses(caller, query);
  const { periodFrom, periodTo, from, to } = monthsOf(query);
  const { name: payeeName, inn } = await requirePayee(caller.db, { organizationId, id: payeeId });
  const organization = await caller.core.findOrganization(organizationId, caller.requestId);
  if (organization === undefined) throw notFound(`organization ${organizationId}`);
  await inSnapshot(caller.db, async (trx) => {
    let totals = NOTHING_MOVED;
    async function* accounts(): AsyncGenerator<PayeeRegistryRow> {
      for (const id of houseIds) {
        const of = { organizationId, houseId: id, from, to };
        const rows = await readHouse(trx, of, payeeId);
        for (const { both } of rows) totals = addBoth(totals, both);
        yield* await nameRows(caller, rows);
      }
    }
    const head = { organizationId, houseId, payeeId, name: payeeName, periodFrom, periodTo };
    const tail = (): Pick<PayeeRegistry, 'totals'> => ({ totals: showBoth(totals) });
    const name = fileNameOf('reestr', payeeName, periodFrom, periodTo, streetOf(address));
    const parties = { organizationName: organization.name, inn, address };
    await write(name, registrySheet(head, parties, accounts(), tail));
  });
  await recordExport(caller, {
    format,
    action: 'turnover.payee-registry-exported',
    object,
    organizationId,
    asked: { periodFrom, periodTo, payeeId },
  });
}

type Row = { readonly personalAccountId: number; readonly both: Both };

async function readHouse(trx: Trx, of: LinesOf, payeeId: number): Promise<readonly Row[]> {
  const payees = await readHousePayees(trx, of);
  if (payees.toldApart.length === 0) return [];
  const lines = await readAccountLines(trx, of, payees);
  const months = { from: of.from.slice(0, 7), to: of.to.slice(0, 7) };
  return Array.from(lines, ([personalAccountId, account]) => ({
    personalAccountId,
    both: turnoverByPayee(account, months).find((one) => one.payeeId === payeeId) ?? NOTHING_MOVED,
  })).filter(({ both }) => isMoved(both));
}

/** In the order of rooms. */
async function nameRows(
  caller: Caller,
  rows: readonly Row[],
): Promise<readonly PayeeRegistryRow[]> {
  const ids = rows.map(({ personalAccountId }) => personalAccountId);
  const cards = await readAccountCards(caller, ids);
  const inOrder = byRoom(cards);
  const toRow = ({ personalAccountId, both }: Row): PayeeRegistryRow => ({
    personalAccountId,
    ...nameAccount(cards, personalAccountId),
    ...showBoth(both),
  });
  return rows
    .toSorted((one, other) => inOrder(one.personalAccountId, other.personalAccountId))
    .map(toRow);
}
