// /: the month's state, house by house, and what waits for a decision; for a new organization its first steps.
import type { BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { ClosedWith } from '../features/cycles/closed-with.tsx';
import { closedWith, periodOf, stripMonths } from '../features/cycles/cycle-months.ts';
import { cyclesOf } from '../features/cycles/cycles.ts';
import { MonthStrip } from '../features/cycles/month-strip.tsx';
import { WaitingAdjustments } from '../features/adjustments/waiting-adjustments.tsx';
import { CheckList } from '../features/closing-checks/check-list.tsx';
import { WaitingDebtRequests } from '../features/debt-requests/waiting-debt-requests.tsx';
import { WaitingDebts } from '../features/debt-work/waiting-debts.tsx';
import { WaitingDisputes } from '../features/disputes/waiting-disputes.tsx';
import { LatePlacements } from '../features/gis-zhkh/late-placements.tsx';
import { monthToBegin } from '../features/houses/first-month.ts';
import { allHousesOf } from '../features/houses/houses.ts';
import { ReadCount } from '../features/readings/read-count.tsx';
import { readingCounts } from '../features/readings/readings.ts';
import { CollectedChart } from '../features/reports/collected-chart.tsx';
import { HouseMonths } from '../features/reports/house-months.tsx';
import { collectedMonths, monthSummary, yearTo } from '../features/reports/month-summary.ts';
import { showMonth, thisMonth } from '../lib/days.ts';
import { inBoth, useLanguage, useWords } from '../lib/words.ts';
import { FailureNote } from '../ui/failure-note.tsx';
import { Page, Sheet } from '../ui/page.tsx';
import { Answered, Empty } from '../ui/states.tsx';
import { isPastFirstMonth } from './first-steps.ts';
import { FirstSteps } from './first-steps-list.tsx';
import { OfOrganization } from './of-organization.tsx';
import { WaitingInvitations } from './waiting-invitations.tsx';

const WORDS = inBoth(
  {
    houses: 'Дома',
    collected: 'Погашено по месяцам',
    waiting: 'Ждёт решения',
    notBegun: 'Месяц ещё не начат: снимите показания, затем начислите.',
  },
  {
    houses: 'Houses',
    collected: 'Settled by month',
    waiting: 'Needs a decision',
    notBegun: 'The month has not been started: enter readings, then calculate charges.',
  },
);
const route = getRouteApi('/signed-in/');

export function StartPage(): ReactElement {
  return (
    <OfOrganization>
      {(organization) => (
        <div className="stack">
          <WaitingInvitations />
          <Month key={organization.id} organizationId={organization.id} />
        </div>
      )}
    </OfOrganization>
  );
}

/** The month in the address, or else the newest that has begun, or else the first that can be charged. */
function Month({ organizationId }: { readonly organizationId: number }): ReactElement {
  const language = useLanguage();
  const navigate = useNavigate();
  const search = route.useSearch();
  const query = useQuery(cyclesOf(organizationId));
  const known = query.data ?? [];
  const houses = useQuery({
    ...allHousesOf(organizationId),
    enabled: query.data?.length === 0,
  });
  const begun = known[0] === undefined ? undefined : periodOf(known[0]);
  const period = search.period ?? begun ?? monthToBegin(houses.data ?? [], thisMonth());
  const months = stripMonths(known, period, thisMonth());
  const last = months.at(-1) ?? period;
  const collected = useQuery(collectedMonths(yearTo(organizationId, last)));
  const booked = new Map<string, string>(
    collected.data?.map((month) => [month.period, month.debtOfMonth]),
  );
  return (
    <Answered query={query}>
      {(cycles) => {
        const cycle = cycles.find((each) => periodOf(each) === period);
        return (
          <Page title={capitalized(showMonth(period, language))}>
            <OfMonth
              {...{ organizationId, period, cycle }}
              closing={closedWith(cycles, period)}
              isNew={!isPastFirstMonth(cycles)}
              strip={
                <MonthStrip
                  cycles={cycles}
                  booked={booked}
                  months={months}
                  chosen={period}
                  onChoose={(chosen) => void navigate({ to: '/', search: { period: chosen } })}
                />
              }
            />
          </Page>
        );
      }}
    </Answered>
  );
}

/** For a new organization its first steps, and nothing else until it has a house. */
function OfMonth({
  organizationId,
  period,
  cycle,
  closing,
  isNew,
  strip,
}: {
  readonly organizationId: number;
  readonly period: string;
  readonly cycle: BillingCycle | undefined;
  /** The later month that it was closed with, if any. */
  readonly closing: string | undefined;
  readonly isNew: boolean;
  readonly strip: ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  const { data: houses = [], error } = useQuery({ ...allHousesOf(organizationId), enabled: isNew });
  const { data: counts = [] } = useQuery(readingCounts(organizationId, period));
  const named = counts.map(({ houseId: id, address }) => ({ id, address }));
  const isShown = !isNew || houses.length > 0 || error !== null;
  return (
    <>
      {isNew && <FirstSteps {...{ organizationId, period, cycle }} />}
      {isShown && (
        <>
          {strip}
          <div className="columns wide-first">
            <Sheet title={t.houses}>
              <Houses organizationId={organizationId} period={period} />
            </Sheet>
            <div className="stack">
              <Sheet title={t.collected}>
                <CollectedChart of={yearTo(organizationId, period)} />
              </Sheet>
              <Sheet title={t.waiting}>
                <WaitingAdjustments organizationId={organizationId} />
                <WaitingDisputes organizationId={organizationId} />
                <WaitingDebtRequests organizationId={organizationId} />
                <LatePlacements organizationId={organizationId} />
                <WaitingDebts organizationId={organizationId} />
                {cycle === undefined ? (
                  <Empty>
                    {closing === undefined ? t.notBegun : <ClosedWith closing={closing} />}
                  </Empty>
                ) : (
                  <CheckList cycleId={cycle.id} houses={named} />
                )}
              </Sheet>
            </div>
          </div>
        </>
      )}
    </>
  );
}

/** Names and meters come from core, amounts from billing: whichever arrives first is shown first. */
function Houses({
  organizationId,
  period,
}: {
  readonly organizationId: number;
  readonly period: string;
}): ReactElement {
  const counts = useQuery(readingCounts(organizationId, period));
  const summary = useQuery(monthSummary(organizationId, period));
  return (
    <Answered query={counts}>
      {(houses) => (
        <>
          {summary.error !== null && (
            <FailureNote error={summary.error} onRetry={() => void summary.refetch()} />
          )}
          <HouseMonths
            houses={houses}
            summary={summary.data}
            period={period}
            readCount={(house) => <ReadCount of={house} />}
          />
        </>
      )}
    </Answered>
  );
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
