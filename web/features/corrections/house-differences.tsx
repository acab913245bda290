// The differences that a correction gives in each house, and charging them.
import type { CorrectionOutcome } from '@kvartplata/contracts/billing/corrections.ts';
import { newKey } from '@kvartplata/client/client.ts';
import { RequestFailure } from '@kvartplata/client/request-failure.ts';
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';
import { naturalOrder } from '@kvartplata/domain/text/natural-order.ts';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { showMonth } from '../../lib/days.ts';
import { sayFailure } from '../../lib/failure-words.ts';
import { showFigure } from '../../lib/figures.ts';
import { useHouseByHouse, type Ended } from '../../lib/house-by-house.ts';
import { reloadBilling } from '../../lib/queries.ts';
import { unbroken } from '../../lib/unbroken.ts';
import { counted, countedEn, inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import type { BoxedHouse } from '../../ui/house-boxes.tsx';
import { HouseProgress } from '../../ui/house-progress.tsx';
import { Sheet } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { bookCorrection, type AskedMonths } from './corrections.ts';

const WORDS = inBoth(
  {
    title: 'Что изменится по домам',
    sum: (houses: number, lines: number, amount: string) =>
      `С разницей: ${counted(houses, 'дом', 'дома', 'домов')}, ${counted(lines, 'строка', 'строки', 'строк')}, всего ${amount} ₽.`,
    into: (month: string) => `Разница войдёт в начисления за ${month}.`,
    same: (houses: number) => `Без изменений: ${counted(houses, 'дом', 'дома', 'домов')}.`,
    nothing: 'Ничего не меняется: начислено верно.',
    house: 'Дом',
    accounts: 'Счетов',
    lines: 'Строк',
    amount: 'Разница, ₽',
    state: 'Итог',
    differs: 'есть разница',
    booked: 'исправлен',
    skipped: (count: number) => `пересчитать нельзя: ${count}`,
    neighbour: (month: string) => `отличается и ${month}`,
    book: (houses: number) => `Провести исправления: ${counted(houses, 'дом', 'дома', 'домов')}`,
    progress: 'Исправлено домов',
    done: (houses: number, lines: number, amount: string) =>
      `Исправлено: ${counted(houses, 'дом', 'дома', 'домов')}, ${counted(lines, 'строка', 'строки', 'строк')}, всего ${amount} ₽.`,
  },
  {
    title: 'What changes in the houses',
    sum: (houses, lines, amount) =>
      `With a difference: ${countedEn(houses, 'house')}, ${countedEn(lines, 'line')}, ${amount} ₽ together.`,
    into: (month) => `The difference goes into the charges of ${month}.`,
    same: (houses) => `Unchanged: ${countedEn(houses, 'house')}.`,
    nothing: 'Nothing changes: the charges are right.',
    house: 'House',
    accounts: 'Accounts',
    lines: 'Lines',
    amount: 'Difference, ₽',
    state: 'Outcome',
    differs: 'differs',
    booked: 'corrected',
    skipped: (count) => `cannot be recalculated: ${count}`,
    neighbour: (month) => `${month} differs too`,
    book: (houses) => `Charge the corrections: ${countedEn(houses, 'house')}`,
    progress: 'Houses corrected',
    done: (houses, lines, amount) =>
      `Corrected: ${countedEn(houses, 'house')}, ${countedEn(lines, 'line')}, ${amount} ₽ together.`,
  },
);

/** The result for one house, without its lines. */
export type HouseDifference = {
  /** The month in which it would be charged. */
  readonly period: string;
  readonly accounts: number;
  readonly lineCount: number;
  readonly amount: string;
  readonly skippedCount: number;
  readonly neighbours: CorrectionOutcome['neighbours'];
};

type Row = {
  readonly houseId: number;
  readonly address: string;
  /** The result of the dry run, later of the charging. */
  readonly ended: Ended<HouseDifference>;
  readonly isBooked: boolean;
};

export function HouseDifferences({
  asked,
  tried,
  houses,
}: {
  readonly asked: AskedMonths;
  readonly tried: ReadonlyMap<number, Ended<HouseDifference>>;
  readonly houses: readonly BoxedHouse[];
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const columns = useColumns(asked);
  const [key] = useState(newKey);
  const books = useHouseByHouse<HouseDifference>();
  const rows = rowsOf(houses, tried, books.ended);
  const left = new Map(
    rows.filter(isLeft).map(({ houseId, ended: { amount } }) => [houseId, amount] as const),
  );
  const booking = useMutation({
    mutationFn: async () =>
      books.run([...left.keys()], async (houseId) => {
        const expectedAmount = left.get(houseId) ?? '';
        const body = { houseId, ...asked, expectedAmount };
        return differenceOf(await bookCorrection(body, `${key}-${houseId}`));
      }),
    onSettled: reloadBilling,
  });
  const differing = differencesOf(rows.filter(isLeft));
  const booked = differencesOf(rows.filter(({ isBooked }) => isBooked));
  const same = tried.size - rows.length;
  return (
    <Sheet
      title={t.title}
      actions={
        left.size > 0 && (
          <Button kind="primary" isBusy={booking.isPending} onClick={() => booking.mutate()}>
            {t.book(left.size)}
          </Button>
        )
      }
    >
      {rows.length > 0 && (
        <div className="table-note stack" role="status">
          {differing.length > 0 && (
            <p>
              {t.sum(...totalsOf(differing))}{' '}
              {t.into(showMonth(differing[0]?.period ?? '', language))}
            </p>
          )}
          {booked.length > 0 && <p>{t.done(...totalsOf(booked))}</p>}
          {same > 0 && <p className="soft">{t.same(same)}</p>}
        </div>
      )}
      {books.progress !== undefined && (
        <div className="table-note">
          <HouseProgress label={t.progress} of={books} />
        </div>
      )}
      {booking.error !== null && (
        <FailureNote error={booking.error} onRetry={() => booking.mutate()} />
      )}
      {rows.length === 0 ? (
        <Empty>{t.nothing}</Empty>
      ) : (
        <Table caption={t.title} rows={rows} columns={columns} keyOf={({ houseId }) => houseId} />
      )}
    </Sheet>
  );
}

function useColumns({ periodFrom, periodTo }: AskedMonths): readonly Column<Row>[] {
  const t = useWords(WORDS);
  const language = useLanguage();
  const figure = (
    title: string,
    of: (difference: HouseDifference) => string | number,
  ): Column<Row> => ({
    title,
    isFigure: true,
    cell: ({ ended }) => (ended instanceof RequestFailure ? '' : of(ended)),
  });
  return [
    {
      title: t.house,
      isName: true,
      cell: ({ houseId, address }) => (
        <Link
          to="/houses/$houseId/corrections"
          params={{ houseId: String(houseId) }}
          search={{ periodFrom, periodTo }}
        >
          {unbroken(address)}
        </Link>
      ),
    },
    figure(t.accounts, ({ accounts }) => accounts),
    figure(t.lines, ({ lineCount }) => lineCount),
    figure(t.amount, ({ amount }) => showFigure(amount)),
    {
      title: t.state,
      cell: ({ ended, isBooked }) => {
        if (ended instanceof RequestFailure)
          return <span className="odd">{sayFailure(ended, language).what}</span>;
        const { lineCount, skippedCount, neighbours } = ended;
        return [
          ...(lineCount > 0 ? [isBooked ? t.booked : t.differs] : []),
          ...neighbours.map(({ period }) => t.neighbour(showMonth(period, language))),
          ...(skippedCount > 0 ? [t.skipped(skippedCount)] : []),
        ].join(', ');
      },
    },
  ];
}

/** For one house; its lines are shown on the house's page. */
export function differenceOf({
  period,
  lines,
  lineCount,
  amount,
  skippedCount,
  neighbours,
}: CorrectionOutcome): HouseDifference {
  const accounts = new Set(lines.map(({ personalAccountId }) => personalAccountId)).size;
  return { period, accounts, lineCount, amount, skippedCount, neighbours };
}

/** Houses with a result, ordered by address. */
function rowsOf(
  houses: readonly BoxedHouse[],
  tried: ReadonlyMap<number, Ended<HouseDifference>>,
  booked: ReadonlyMap<number, Ended<HouseDifference>>,
): readonly Row[] {
  return houses
    .flatMap(({ id: houseId, address }): readonly Row[] => {
      const done = booked.get(houseId);
      const ended = done ?? tried.get(houseId);
      if (ended === undefined || isSame(tried.get(houseId))) return [];
      const isBooked = done !== undefined && !(done instanceof RequestFailure);
      return [{ houseId, address, ended, isBooked }];
    })
    .toSorted((a, b) => naturalOrder(a.address, b.address));
}

function isSame(ended: Ended<HouseDifference> | undefined): boolean {
  if (ended === undefined || ended instanceof RequestFailure) return false;
  return ended.lineCount === 0 && ended.skippedCount === 0;
}

/** Whether it has a difference that is not charged yet. */
/** Whether it differs and may still be booked. */
function isLeft(row: Row): row is Row & { readonly ended: HouseDifference } {
  const { ended, isBooked } = row;
  return !isBooked && !(ended instanceof RequestFailure) && ended.lineCount > 0;
}

function differencesOf(rows: readonly Row[]): readonly HouseDifference[] {
  return rows.flatMap(({ ended }) => (ended instanceof RequestFailure ? [] : [ended]));
}

/** The number of houses and lines, and the sum. */
function totalsOf(
  differences: readonly HouseDifference[],
): readonly [houses: number, lines: number, amount: string] {
  const lines = differences.reduce((sum, { lineCount }) => sum + lineCount, 0);
  return [
    differences.length,
    lines,
    showFigure(sumOfMoney(differences.map(({ amount }) => amount))),
  ];
}
