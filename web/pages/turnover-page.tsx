// /reports/turnover: the turnover-balance report of a house, down to the entries and what each charge follows from.
import type { House } from '@kvartplata/contracts/core/houses.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo, type ReactElement } from 'react';
import { ChargeSteps } from '../features/charges/charge-steps.tsx';
import { allHousesOf } from '../features/houses/houses.ts';
import { statementOf } from '../features/reports/account-reports.ts';
import { StatementTable } from '../features/reports/statement-table.tsx';
import { ServiceTable } from '../features/turnover/service-table.tsx';
import { turnoverFile, turnoverOf, type TurnoverOf } from '../features/turnover/turnover.ts';
import { TurnoverTable } from '../features/turnover/turnover-table.tsx';
import { inBoth, useWords } from '../lib/words.ts';
import { Choice } from '../ui/choice.tsx';
import { ExportButton } from '../ui/export-button.tsx';
import { Sheet } from '../ui/page.tsx';
import { Answered } from '../ui/states.tsx';
import { HousesFirst } from './houses-first.tsx';
import { LastAppliedMonth } from './last-applied-month.tsx';
import { MonthRange, type Months } from './month-range.tsx';
import { OfOrganization } from './of-organization.tsx';
import { ReportFrame } from './report-frame.tsx';

const WORDS = inBoth(
  {
    house: 'Дом',
    allHouses: 'Все дома',
    split: 'По услугам',
    title: 'Оборотно-сальдовая ведомость',
    services: 'По услугам',
    xlsx: 'XLSX',
    card: 'Карточка счёта',
    statement: 'Выписка',
  },
  {
    house: 'House',
    allHouses: 'All houses',
    split: 'By service',
    title: 'Turnover balance',
    services: 'By service',
    xlsx: 'XLSX',
    card: 'Account details',
    statement: 'Statement',
  },
);
const route = getRouteApi('/signed-in/reports/turnover');
const ALL = 'all';

export function TurnoverPage(): ReactElement {
  return (
    <OfOrganization>
      {({ id }) => (
        <ReportFrame tab="turnover">
          <OfHouses key={id} organizationId={id} />
        </ReportFrame>
      )}
    </OfOrganization>
  );
}

function OfHouses({ organizationId }: { readonly organizationId: number }): ReactElement {
  const houses = useQuery(allHousesOf(organizationId));
  return (
    <Answered query={houses}>
      {(all) => (
        <LastAppliedMonth organizationId={organizationId}>
          {(month) =>
            all[0] === undefined ? (
              <HousesFirst />
            ) : (
              <Turnover
                organizationId={organizationId}
                houses={all}
                first={all[0]}
                lastApplied={month}
              />
            )
          }
        </LastAppliedMonth>
      )}
    </Answered>
  );
}

function Turnover({
  organizationId,
  houses,
  first,
  lastApplied,
}: {
  readonly organizationId: number;
  readonly houses: readonly House[];
  readonly first: House;
  readonly lastApplied: string;
}): ReactElement {
  const t = useWords(WORDS);
  const navigate = useNavigate();
  const search = route.useSearch();
  const { houseId = first.id, periodFrom = lastApplied, split = false } = search;
  const all = search.all === true && search.houseId === undefined && houses.length > 1;
  const { periodTo = periodFrom > lastApplied ? periodFrom : lastApplied } = search;
  const place = all ? { organizationId } : { houseId };
  const of = { ...place, periodFrom, periodTo, splitByService: split };
  const show = (
    changed: Partial<typeof search>,
    chosen: Partial<typeof search> = all ? { all } : { houseId },
  ): void =>
    void navigate({
      to: '/reports/turnover',
      search: { ...chosen, periodFrom, periodTo, split, ...changed },
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <div className="filter">
        <Choice
          label={t.house}
          value={all ? ALL : String(houseId)}
          options={[
            ...(houses.length > 1 ? [[ALL, t.allHouses] as const] : []),
            ...houses.map(({ id, address }) => [String(id), address] as const),
          ]}
          onChoose={(id) => show({}, id === ALL ? { all: true } : { houseId: Number(id) })}
        />
        <MonthRange months={{ periodFrom, periodTo }} onChoose={show} />
        <label className="check">
          <input
            type="checkbox"
            checked={split}
            onChange={(event) => show({ split: event.target.checked })}
          />
          {t.split}
        </label>
        <ExportButton label={t.xlsx} file={turnoverFile(of)} />
      </div>
      <Report of={of} houses={all ? houses : undefined} />
    </>
  );
}

function Report({
  of,
  houses,
}: {
  readonly of: TurnoverOf;
  /** Undefined for a single house. */
  readonly houses: readonly House[] | undefined;
}): ReactElement {
  const t = useWords(WORDS);
  const addresses = useMemo(
    () => houses && new Map(houses.map(({ id, address }) => [id, address])),
    [houses],
  );
  const query = useQuery(turnoverOf(of));
  const months = { periodFrom: of.periodFrom, periodTo: of.periodTo };
  return (
    <Answered query={query}>
      {(report) => (
        <>
          {report.totals.services !== undefined && (
            <Sheet title={t.services}>
              <ServiceTable services={report.totals.services} />
            </Sheet>
          )}
          <Sheet title={t.title}>
            <TurnoverTable
              key={'houseId' in of ? of.houseId : ALL}
              report={report}
              houses={addresses}
              detail={({ personalAccountId, services }) => (
                <div className="stack">
                  {services !== undefined && <ServiceTable services={services} />}
                  <Entries personalAccountId={personalAccountId} months={months} />
                </div>
              )}
            />
          </Sheet>
        </>
      )}
    </Answered>
  );
}

/** The entries behind a row. */
function Entries({
  personalAccountId,
  months,
}: {
  readonly personalAccountId: number;
  readonly months: Months;
}): ReactElement {
  const t = useWords(WORDS);
  const query = useQuery(statementOf({ personalAccountId, ...months }));
  const params = { accountId: String(personalAccountId) };
  return (
    <Answered query={query}>
      {(statement) => (
        <div className="stack">
          <div className="row">
            <Link to="/accounts/$accountId" params={params} search={{ period: months.periodTo }}>
              {t.card}
            </Link>
            <Link to="/accounts/$accountId/statement" params={params} search={months}>
              {t.statement}
            </Link>
          </div>
          <StatementTable
            statement={statement}
            explain={(chargeId) => <ChargeSteps chargeId={chargeId} />}
          />
        </div>
      )}
    </Answered>
  );
}
