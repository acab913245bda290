// The turnover-balance report of a house, or of all houses of an organization: read in one database snapshot, a few houses at a
// time, so that memory does not grow with their number; with names from core, and checked against itself.
import type {
  AccountTurnover,
  ServiceTurnover,
  TurnoverQuery,
  TurnoverReport,
} from '@kvartplata/contracts/billing/turnover.ts';
import type { AccountCard } from '@kvartplata/contracts/core/internal.ts';
import { inChunks } from '@kvartplata/platform/database/batches.ts';
import { inSnapshot } from '@kvartplata/platform/database/database.ts';
import { fileNameOf } from '@kvartplata/platform/table-files/file-name.ts';
import type { Caller } from '../../access/access.service.ts';
import { namedHouses } from '../../access/named-houses.ts';
import { readAccountCards } from '../../access/places.ts';
import { readAhead } from '../read-ahead.ts';
import { recordExport, type WriteReport } from '../report-files.ts';
import { monthsOf } from '../report-months.ts';
import { byRoom, nameAccount } from '../room-order.ts';
import { streetOf } from '../street-of.ts';
import * as account from './account-turnover.ts';
import { turnoverSheet } from './turnover-sheet.ts';
import * as turnover from './turnover.repository.ts';
import type { TurnoverOf } from './turnover.repository.ts';
import type { Db } from '../../tables.ts';
import { findHousesAdrift } from '../../books/account-balances/account-balances.service.ts';
import { requireChargesKept } from '../../books/cycles/archived-months.service.ts';

type Options = Pick<TurnoverQuery, 'splitByService' | 'withDocuments'>;

/** The number of houses in one request to core. */
const HOUSES_AT_ONCE = 10;

/** @throws Refusal validation-failed, not-found, month-archived */
export async function writeTurnover(
  caller: Caller,
  query: TurnoverQuery,
  write: WriteReport,
): Promise<void> {
  const { houseId = null, format = 'json', splitByService = false } = query;
  const { organizationId, address, houseIds, object } = await namedHouses(caller, query);
  const { periodFrom, periodTo, from, to } = monthsOf(query);
  if (splitByService) await requireChargesKept(caller.db, from);
  const name = fileNameOf('osv', periodFrom, periodTo, streetOf(address));
  await inSnapshot(caller.db, async (trx) => {
    const of = { organizationId, from, to };
    // A workbook needs its columns before its rows.
    const services = splitByService ? await sumServices(trx, { ...of, houseIds }) : undefined;
    const sum = account.openSum();
    async function* accounts(): AsyncGenerator<AccountTurnover> {
      const batches = inChunks(houseIds, HOUSES_AT_ONCE);
      const read = async (batch: readonly number[]): Promise<ReadHouses> =>
        readHouses({ caller, trx }, { ...of, houseIds: batch }, query);
      for await (const houses of readAhead(batches, read))
        for (const row of houses.rows) {
          const figures = account.figuresOf(row);
          sum.add(row.personalAccountId, figures);
          yield showAccount(row, figures, houses);
        }
    }
    const tail = (): Pick<TurnoverReport, 'totals' | 'control'> => ({
      totals: { ...account.showFigures(sum.figures()), ...(services && { services }) },
      control: { ...account.controlOf(sum.figures()), accounts: sum.wrong() },
    });
    const head = { organizationId, houseId, periodFrom, periodTo };
    await write(name, turnoverSheet(head, { rows: accounts(), services: services ?? [], tail }));
  });
  // Nothing has been sent yet, but the file is complete.
  await recordExport(caller, {
    format,
    action: 'turnover.sheet-exported',
    object,
    organizationId,
    asked: { periodFrom, periodTo },
  });
}

/** For one house by service; for several by the services' names, since each house has its own. */
async function sumServices(trx: Db, { houseIds, ...of }: TurnoverOf): Promise<ServiceTurnover[]> {
  const rows: ServiceTurnover[][] = [];
  for (const houseId of houseIds) {
    const ofHouse = await turnover.listServiceTurnover(trx, { ...of, houseIds: [houseId] });
    rows.push([...account.sumServices([{ services: ofHouse.map(account.showService) }])]);
  }
  return houseIds.length === 1 ? rows.flat() : [...account.sumNamedServices(rows.flat())];
}

export type HouseTurnoverOf = Omit<TurnoverOf, 'houseIds'> & { readonly houseId: number };

/** For each account of a house. */
export async function readHouseTurnover(
  trx: Db,
  { houseId, ...of }: HouseTurnoverOf,
): Promise<readonly turnover.TurnoverRow[]> {
  return readTurnover(trx, { ...of, houseIds: [houseId] });
}

/**
 * The time a report takes does not grow with the years before it: what they come to is taken from the balances. Houses where those
 * do not add up to the sums of their months are read entry by entry, which shows the accounts that are wrong.
 */
async function readTurnover(trx: Db, of: TurnoverOf): Promise<readonly turnover.TurnoverRow[]> {
  const adrift = await findHousesAdrift(trx, of);
  const sound = of.houseIds.filter((houseId) => !adrift.includes(houseId));
  const rows = await turnover.listTurnover(trx, { ...of, houseIds: sound, isThorough: false });
  if (adrift.length === 0) return rows;
  const wrong = { ...of, houseIds: adrift, isThorough: true };
  return [...rows, ...(await turnover.listTurnover(trx, wrong))];
}

type Reading = { readonly caller: Caller; readonly trx: Db };

type ReadRows = {
  readonly rows: readonly turnover.TurnoverRow[];
  readonly services: ReadonlyMap<number, readonly turnover.ServiceTurnoverRow[]> | undefined;
  readonly documents:
    | ReadonlyMap<number, Omit<turnover.DocumentsRow, 'personalAccountId'>>
    | undefined;
};

type ReadHouses = ReadRows & { readonly cards: ReadonlyMap<number, AccountCard> };

/** Rows in the order of houses, and within a house in the order of rooms. */
async function readHouses(
  { caller, trx }: Reading,
  of: TurnoverOf,
  options: Options,
): Promise<ReadHouses> {
  const { rows, ...more } = await readRows(trx, of, options);
  const cards = await readAccountCards(
    caller,
    rows.map(({ personalAccountId }) => personalAccountId),
  );
  const inOrder = byRoom(cards);
  const ofHouses = Map.groupBy(rows, ({ houseId }) => houseId);
  const ordered = of.houseIds.flatMap((houseId) =>
    (ofHouses.get(houseId) ?? []).toSorted((one, other) =>
      inOrder(one.personalAccountId, other.personalAccountId),
    ),
  );
  return { rows: ordered, cards, ...more };
}

function showAccount(
  { houseId, personalAccountId: id }: turnover.TurnoverRow,
  figures: account.Figures,
  { cards, services, documents }: ReadHouses,
): AccountTurnover {
  return {
    houseId,
    personalAccountId: id,
    ...nameAccount(cards, id),
    ...account.showFigures(figures),
    ...(services && { services: (services.get(id) ?? []).map(account.showService) }),
    ...(documents && { documents: documents.get(id) ?? NO_DOCUMENTS }),
  };
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
  trx: Db,
  of: TurnoverOf,
  { splitByService = false, withDocuments = false }: Options,
): Promise<ReadRows> {
  const rows = await readTurnover(trx, of);
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
}
