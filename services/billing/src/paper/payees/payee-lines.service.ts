// The books of a house's accounts, as lines, penalties and payments that can be split by payee.
import { parseKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import type {
  AccountLines,
  DebtLine,
  PaidMoney,
  PenaltyLine,
  PlacedMoney,
} from '@kvartplata/domain/regulation/payees/account-by-payee.ts';
import type { PayeeId } from '@kvartplata/domain/regulation/payees/divide-money.ts';
import type { Db } from '../../tables.ts';
import * as repository from './payee-lines.repository.ts';
import type { ChargedPayeeRow, Closing, EntrySumRow, LinesOf } from './payee-lines.repository.ts';

/** The payees of a house's services. */
export type HousePayees = {
  /** Null for the organization. @param month `YYYY-MM` */
  readonly payeeOf: (houseServiceId: number, month: string) => PayeeId;
  /** The services whose charges are listed separately: those with a payee, and contributions for major repairs. */
  readonly toldApart: readonly number[];
  readonly majorRepairs: ReadonlySet<number>;
  /** The payees of all charges up to the month. @param month `YYYY-MM` */
  readonly until: (month: string) => ReadonlySet<number>;
};

export async function readHousePayees(
  db: Db,
  house: Pick<LinesOf, 'organizationId' | 'houseId'>,
): Promise<HousePayees> {
  const rows = await repository.listChargedPayees(db, house);
  const ofService = Map.groupBy(rows, ({ houseServiceId }) => houseServiceId);
  const named = [...ofService].flatMap(([houseServiceId, since]) =>
    since.some(({ payeeId }) => payeeId !== null) ? [houseServiceId] : [],
  );
  const majorRepairs = named.length === 0 ? [] : await repository.listMajorRepairs(db, house);
  return {
    payeeOf: (houseServiceId, month) => payeeIn(ofService.get(houseServiceId) ?? [], month),
    toldApart: [...new Set([...named, ...majorRepairs])],
    majorRepairs: new Set(majorRepairs),
    until: (month) =>
      new Set(
        rows.flatMap(({ since, payeeId }) =>
          payeeId !== null && monthOf(since) <= month ? [payeeId] : [],
        ),
      ),
  };
}

function payeeIn(rows: readonly ChargedPayeeRow[], month: string): PayeeId {
  return rows.findLast(({ since }) => monthOf(since) <= month)?.payeeId ?? null;
}

type Parts = {
  readonly lines: DebtLine[];
  readonly penalties: PenaltyLine[];
  readonly placed: PlacedMoney[];
  readonly paid: PaidMoney[];
};

/** By account, for accounts with an entry up to the last month. */
export async function readAccountLines(
  db: Db,
  of: LinesOf,
  payees: HousePayees,
): Promise<ReadonlyMap<number, AccountLines>> {
  const accounts = new Map<number, Parts>();
  const partsOf = (personalAccountId: number): Parts => {
    const parts = accounts.get(personalAccountId) ?? {
      lines: [],
      penalties: [],
      placed: [],
      paid: [],
    };
    accounts.set(personalAccountId, parts);
    return parts;
  };
  const named = await readCharges(db, of, payees, partsOf);
  await readAccrued(db, of, named, partsOf);
  await readByHand(db, of, payees, partsOf);
  await readMoney(db, of, partsOf);
  for (const row of await repository.listEntrySums(db, of))
    addEntries(row, partsOf(row.personalAccountId), named);
  return accounts;
}

type PartsOf = (personalAccountId: number) => Parts;

/** The part of the entries that is already listed separately, by account, kind and month: the rest is the organization's. */
type ServiceSums = {
  readonly add: (
    personalAccountId: number,
    of: 'CHARGE' | 'PENALTY',
    period: string,
    amount: Kopecks,
  ) => void;
  readonly sum: (personalAccountId: number, of: 'CHARGE' | 'PENALTY', period: string) => Kopecks;
};

function openServiceSums(): ServiceSums {
  const sums = new Map<string, Kopecks>();
  const keyOf = (id: number, of: string, period: string): string => `${id} ${of} ${period}`;
  return {
    add: (id, of, period, amount) => {
      const key = keyOf(id, of, period);
      sums.set(key, (sums.get(key) ?? 0n) + amount);
    },
    sum: (id, of, period) => sums.get(keyOf(id, of, period)) ?? 0n,
  };
}

/** Charges with a payee, and recalculations. */
async function readCharges(
  db: Db,
  of: LinesOf,
  { payeeOf, toldApart, majorRepairs }: HousePayees,
  partsOf: PartsOf,
): Promise<ServiceSums> {
  const named = openServiceSums();
  const recalculated = openServiceSums();
  const rows = toldApart.length === 0 ? [] : await repository.listServiceCharges(db, of, toldApart);
  for (const row of rows) {
    const { personalAccountId: id, houseServiceId, period, isRecalculated } = row;
    const amountKopecks = parseKopecks(row.amount);
    named.add(id, 'CHARGE', period, amountKopecks);
    if (isRecalculated) recalculated.add(id, 'CHARGE', period, amountKopecks);
    partsOf(id).lines.push(
      lineOf({
        payeeId: payeeOf(houseServiceId, monthOf(row.concerns)),
        figure: isRecalculated ? 'recalculated' : 'charged',
        month: monthOf(period),
        amountKopecks,
        isMajorRepairs: majorRepairs.has(houseServiceId),
      }),
    );
  }
  for (const { personalAccountId: id, period, amount } of await repository.listRecalculated(
    db,
    of,
  )) {
    const amountKopecks = parseKopecks(amount) - recalculated.sum(id, 'CHARGE', period);
    named.add(id, 'CHARGE', period, amountKopecks);
    const month = monthOf(period);
    partsOf(id).lines.push(lineOf({ figure: 'recalculated', month, amountKopecks }));
  }
  return named;
}

async function readAccrued(
  db: Db,
  of: LinesOf,
  named: ServiceSums,
  partsOf: PartsOf,
): Promise<void> {
  for (const row of await repository.listPenalties(db, of)) {
    const { personalAccountId: id, period, debtPeriod, kind } = row;
    const amountKopecks = parseKopecks(row.amount);
    named.add(id, 'PENALTY', period, amountKopecks);
    partsOf(id).penalties.push({
      debtMonth: monthOf(debtPeriod),
      isMajorRepairs: kind === 'major-repairs',
      bookedIn: monthOf(period),
      amountKopecks,
    });
  }
}

/** Adjustments and reversals. */
async function readByHand(
  db: Db,
  of: LinesOf,
  { payeeOf, toldApart, majorRepairs }: HousePayees,
  partsOf: PartsOf,
): Promise<void> {
  const adjustments = new Map<number, DebtLine>();
  for (const row of await repository.listAdjustments(db, of)) {
    const { debtKind, houseServiceId, isMajorRepairs, isCourtFee } = row;
    const amountKopecks = parseKopecks(row.amount);
    const [period, bookedIn] = [monthOf(row.period), monthOf(row.bookedIn)];
    const raises = amountKopecks > 0n;
    const payeeId = houseServiceId === null ? null : payeeOf(houseServiceId, period);
    const line: DebtLine = {
      payeeId: !raises && houseServiceId === null ? undefined : payeeId,
      kind: debtKind,
      figure: raises ? 'charged' : 'recalculated',
      month: raises ? bookedIn : period,
      bookedIn,
      amountKopecks,
      isMajorRepairs,
      isCourtFee,
    };
    adjustments.set(row.id, line);
    partsOf(row.personalAccountId).lines.push(line);
  }
  for (const row of await repository.listStornos(db, of, toldApart)) {
    const { personalAccountId: id, transactionType, debtKind, houseServiceId } = row;
    const amountKopecks = parseKopecks(row.amount);
    const [month, bookedIn] = [monthOf(row.entryPeriod), monthOf(row.period)];
    const parts = partsOf(id);
    if (transactionType === 'PAYMENT') {
      parts.paid.push({
        kind: debtKind,
        bookedIn,
        amountKopecks: -amountKopecks,
        isBrought: false,
      });
      continue;
    }
    const adjusted = transactionType === 'ADJUSTMENT' ? adjustments.get(row.documentId) : undefined;
    const ofService =
      houseServiceId === null || row.concerns === null
        ? {}
        : {
            payeeId: payeeOf(houseServiceId, monthOf(row.concerns)),
            isMajorRepairs: majorRepairs.has(houseServiceId),
          };
    parts.lines.push({
      ...(adjusted ?? lineOf({ month, ...ofService, amountKopecks })),
      kind: debtKind,
      figure: 'storno',
      bookedIn,
      amountKopecks,
    });
  }
}

async function readMoney(db: Db, of: LinesOf, partsOf: PartsOf): Promise<void> {
  const closings = await repository.listClosings(db, of.organizationId);
  const closedAt = closings.map((closing) => closing.closedAt);
  for (const row of await repository.listPlaced(db, of, closedAt)) {
    const [month, bookedIn] = [monthOf(row.period), monthOf(row.bookedIn)];
    const open = openAfter(closings.slice(0, row.closings));
    partsOf(row.personalAccountId).placed.push({
      kind: row.debtKind,
      month,
      since: [month, bookedIn, open].toSorted().at(-1) ?? month,
      amountKopecks: parseKopecks(row.amount),
    });
  }
}

/** Payments reallocated after a month was closed count from the first open month: a closed month stays unchanged. */
function openAfter(closings: readonly Closing[]): string {
  const last = closings
    .map(({ period }) => period)
    .toSorted()
    .at(-1);
  return last === undefined
    ? ''
    : monthOf(Temporal.PlainDate.from(last).add({ months: 1 }).toString());
}

/** The remainder of the entries is the organization's; payments are kept as they are. */
function addEntries(row: EntrySumRow, { lines, paid }: Parts, named: ServiceSums): void {
  const { personalAccountId: id, debtKind: kind, transactionType, period } = row;
  const [month, bookedIn] = [monthOf(period), monthOf(row.bookedIn)];
  const entries = parseKopecks(row.amount);
  if (row.countsAs === 'PAYMENT') {
    const isBrought = transactionType === 'OPENING';
    paid.push({ kind, bookedIn, amountKopecks: -entries, isBrought });
    return;
  }
  const told =
    transactionType === 'OPENING' || transactionType === 'PAYMENT'
      ? 0n
      : named.sum(id, transactionType, period);
  const figure = kind === 'penalty' ? 'accrued' : 'charged';
  lines.push({ ...lineOf({ figure, month, bookedIn, amountKopecks: entries - told }), kind });
}

/** By default of the principal, for the organization, and booked in its own month. */
function lineOf({
  month,
  ...line
}: Pick<DebtLine, 'month' | 'amountKopecks'> & Partial<DebtLine>): DebtLine {
  return {
    payeeId: null,
    kind: 'principal',
    figure: 'charged',
    month,
    bookedIn: month,
    isMajorRepairs: false,
    isCourtFee: false,
    ...line,
  };
}

/** `YYYY-MM` of a first day. */
function monthOf(firstDay: string): string {
  return firstDay.slice(0, 7);
}
