// The turnover-balance report of a house: read in one picture of the books, named by core, checked against itself.
import type { TurnoverQuery, TurnoverReport } from '@kvartplata/contracts/billing/turnover.ts';
import { inSnapshot } from '@kvartplata/platform/database/database.ts';
import { fileNameOf } from '@kvartplata/platform/table-files/file-name.ts';
import type { Caller } from '../../access/access.service.ts';
import { readAccountCards, requireHouse } from '../../access/places.ts';
import { recordExport, type WriteReport } from '../report-files.ts';
import { monthsOf } from '../report-months.ts';
import { byRoom, nameAccount } from '../room-order.ts';
import { streetOf } from '../street-of.ts';
import * as account from './account-turnover.ts';
import { turnoverSheet } from './turnover-sheet.ts';
import * as turnover from './turnover.repository.ts';
import type { TurnoverOf } from './turnover.repository.ts';
import { requireChargesKept } from '../../books/cycles/archived-months.service.ts';

type Options = Pick<TurnoverQuery, 'splitByService' | 'withDocuments'>;

/** @throws Refusal validation-failed, not-found, month-archived */
export async function writeTurnover(
  caller: Caller,
  query: TurnoverQuery,
  write: WriteReport,
): Promise<void> {
  const { houseId, format = 'json' } = query;
  const { organizationId, address } = await requireHouse(caller, houseId);
  const { periodFrom, periodTo, from, to } = monthsOf(query);
  if (query.splitByService === true) await requireChargesKept(caller.db, from);
  const report = await readTurnover(caller, { organizationId, houseId, from, to }, query);
  await recordExport(caller, {
    format,
    action: 'turnover.sheet-exported',
    object: { type: 'house', id: houseId },
    organizationId,
    asked: { periodFrom, periodTo },
  });
  const name = fileNameOf('osv', periodFrom, periodTo, streetOf(address));
  await write(name, turnoverSheet({ houseId, periodFrom, periodTo, ...report }));
}

/** Accounts in the order of rooms. */
async function readTurnover(caller: Caller, of: TurnoverOf, options: Options) {
  const { rows, services, documents } = await readRows(caller, of, options);
  const cards = await readAccountCards(
    caller,
    rows.map((row) => row.personalAccountId),
  );
  const inOrder = byRoom(cards);
  const read = rows
    .map((row) => ({ id: row.personalAccountId, figures: account.figuresOf(row) }))
    .toSorted((one, other) => inOrder(one.id, other.id));
  const accounts = read.map(({ id, figures }) => ({
    personalAccountId: id,
    ...nameAccount(cards, id),
    ...account.showFigures(figures),
    ...(services && { services: (services.get(id) ?? []).map(account.showService) }),
    ...(documents && { documents: documents.get(id) ?? NO_DOCUMENTS }),
  }));
  const sum = account.sumFigures(read.map(({ figures }) => figures));
  return {
    accounts,
    totals: {
      ...account.showFigures(sum),
      ...(services && { services: [...account.sumServices(accounts)] }),
    },
    control: {
      ...account.controlOf(sum),
      accounts: read.filter(({ figures }) => !account.addsUp(figures)).map(({ id }) => id),
    },
  } satisfies Omit<TurnoverReport, 'houseId' | 'periodFrom' | 'periodTo'>;
}

const NO_DOCUMENTS = {
  charges: [],
  accruals: [],
  adjustments: [],
  payments: [],
  stornos: [],
  openings: [],
};

async function readRows(
  { db }: Caller,
  of: TurnoverOf,
  { splitByService = false, withDocuments = false }: Options,
) {
  return inSnapshot(db, async (trx) => {
    const rows = await turnover.listTurnover(trx, of);
    const services = splitByService
      ? Map.groupBy(await turnover.listServiceTurnover(trx, of), (row) => row.personalAccountId)
      : undefined;
    const documents = withDocuments
      ? new Map(
          (await turnover.listDocuments(trx, of)).map(({ personalAccountId: id, ...found }) => [
            id,
            found,
          ]),
        )
      : undefined;
    return { rows, services, documents };
  });
}
