// /: the month's state, house by house, and what waits for a decision.
import type { TurnoverReport } from '@kvartplata/contracts/billing/turnover.ts';
import type { House } from '@kvartplata/contracts/core/houses.ts';
import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { cyclesOf, periodOf } from '../features/billing-cycles/cycles.ts';
import { MonthStrip } from '../features/billing-cycles/month-strip.tsx';
import { CheckList } from '../features/closing-checks/check-list.tsx';
import { housesOf } from '../features/houses/houses.ts';
import { ReadCount } from '../features/readings/read-count.tsx';
import { houseTurnover } from '../features/turnover/turnover.ts';
import { showMonth, thisMonth } from '../lib/days.ts';
import { showFigure, signOf, sumOf } from '../lib/figures.ts';
import { inBoth, useLanguage, useWords } from '../lib/words.ts';
import { Page, Sheet } from '../ui/page.tsx';
import { Answered, Empty } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { OfOrganization } from './of-organization.tsx';

const WORDS = inBoth(
  {
    houses: 'Дома',
    house: 'Дом',
    readings: 'Показания',
    opening: 'На начало',
    charged: 'Начислено',
    paid: 'Оплачено',
    closing: 'На конец',
    together: 'Итого',
    none: 'Домов пока нет.',
    add: 'Добавить дом',
    waiting: 'Ждёт решения',
    notBegun: 'Месяц ещё не начат: снимите показания, затем начислите.',
  },
  {
    houses: 'Houses',
    house: 'House',
    readings: 'Readings',
    opening: 'At the start',
    charged: 'Charged',
    paid: 'Paid',
    closing: 'At the end',
    together: 'Together',
    none: 'There are no houses yet.',
    add: 'Add a house',
    waiting: 'Waits for a decision',
    notBegun: 'The month has not begun: take the readings, then charge.',
  },
);
const route = getRouteApi('/signed-in/');

export function StartPage(): ReactElement {
  return (
    <OfOrganization>
      {(organization) => <Month key={organization.id} organizationId={organization.id} />}
    </OfOrganization>
  );
}

/** The month that is asked for, else the newest that has begun, else this one. */
function Month({ organizationId }: { readonly organizationId: number }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const navigate = useNavigate();
  const search = route.useSearch();
  const query = useQuery(cyclesOf(organizationId));
  return (
    <Answered query={query}>
      {(cycles) => {
        const [newest] = cycles;
        const period = search.period ?? (newest === undefined ? thisMonth() : periodOf(newest));
        const cycle = cycles.find((each) => periodOf(each) === period);
        return (
          <Page title={capitalized(showMonth(period, language))}>
            <MonthStrip
              cycles={cycles}
              last={thisMonth()}
              chosen={period}
              onChoose={(chosen) => void navigate({ to: '/', search: { period: chosen } })}
            />
            <div className="columns wide-first">
              <Sheet title={t.houses}>
                <Houses organizationId={organizationId} period={period} />
              </Sheet>
              <Sheet title={t.waiting}>
                {cycle === undefined ? (
                  <Empty>{t.notBegun}</Empty>
                ) : (
                  <CheckList cycleId={cycle.id} />
                )}
              </Sheet>
            </div>
          </Page>
        );
      }}
    </Answered>
  );
}

type Totals = TurnoverReport['totals'];
type Row = { readonly house: House; readonly totals: Totals | undefined };

function Houses({
  organizationId,
  period,
}: {
  readonly organizationId: number;
  readonly period: string;
}): ReactElement {
  const t = useWords(WORDS);
  const query = useInfiniteQuery(housesOf(organizationId));
  const houses = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const turnovers = useQueries({ queries: houses.map(({ id }) => houseTurnover(id, period)) });
  const rows = houses.map((house, index): Row => ({ house, totals: turnovers[index]?.data }));
  const figures = (of: (totals: Totals) => string) => ({
    isFigure: true,
    cell: ({ totals }: Row) => (totals === undefined ? '…' : shown(of(totals))),
    total: totalOf(rows, of),
  });
  return (
    <Answered query={query}>
      {() =>
        rows.length === 0 ? (
          <Empty
            action={
              <Link className="button primary" to="/houses">
                {t.add}
              </Link>
            }
          >
            {t.none}
          </Empty>
        ) : (
          <Table
            caption={t.houses}
            rows={rows}
            keyOf={({ house }) => house.id}
            columns={[
              {
                title: t.house,
                isName: true,
                total: t.together,
                cell: ({ house }) => (
                  <Link to="/houses/$houseId" params={{ houseId: String(house.id) }}>
                    {house.address}
                  </Link>
                ),
              },
              {
                title: t.readings,
                isExtra: true,
                cell: ({ house }) => (
                  <Link
                    to="/houses/$houseId/readings/$period"
                    params={{ houseId: String(house.id), period }}
                  >
                    <ReadCount houseId={house.id} period={period} />
                  </Link>
                ),
              },
              { title: t.opening, isExtra: true, ...figures(({ opening }) => debtOf(opening)) },
              {
                title: t.charged,
                ...figures(({ charged, recalculated, penaltyAccrued }) =>
                  sumOf([charged, recalculated, penaltyAccrued]),
                ),
              },
              { title: t.paid, isExtra: true, ...figures(({ paid }) => paid) },
              { title: t.closing, ...figures(({ closing }) => debtOf(closing)) },
            ]}
          />
        )
      }
    </Answered>
  );
}

function debtOf({ principal, penalty }: Totals['closing']): string {
  return sumOf([principal, penalty]);
}

/** Nothing until every house is there: a total of some would be wrong. */
function totalOf(rows: readonly Row[], of: (totals: Totals) => string): string {
  const known = rows.flatMap(({ totals }) => (totals === undefined ? [] : [of(totals)]));
  return known.length === rows.length ? showFigure(sumOf(known)) : '…';
}

function shown(amount: string): string {
  return signOf(amount) === 0 ? '–' : showFigure(amount);
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
