// /reports/collection: how much of its charges each house has collected, as a chart and month by month.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { CollectedChart } from '../features/reports/collected-chart.tsx';
import { collectionFile, collectionOf } from '../features/reports/collection.ts';
import { CollectionTable } from '../features/reports/collection-table.tsx';
import { monthFrom } from '../lib/days.ts';
import { useAddressChange } from '../lib/list-address.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { ExportButton } from '../ui/export-button.tsx';
import { Sheet } from '../ui/page.tsx';
import { Answered } from '../ui/states.tsx';
import { LastAppliedMonth } from './last-applied-month.tsx';
import { MonthRange } from './month-range.tsx';
import { OfOrganization } from './of-organization.tsx';
import { HouseChoice } from './house-choice.tsx';
import { ReportFrame } from './report-frame.tsx';

const WORDS = inBoth(
  {
    chart: 'Погашено по месяцам',
    title: 'Собираемость',
    note: '«Собрано» – сколько оплачено в этом месяце от начисленного в нём. «Погашено» – сколько начислений месяца оплачено к сегодняшнему дню.',
  },
  {
    chart: 'Settled by month',
    title: 'Collection rate',
    note: '“Collected” is the share of a month’s charges paid in that month. “Settled” is the share of a month’s charges paid by now.',
  },
);
const MONTHS = 12;
const route = getRouteApi('/signed-in/reports/collection');

export function CollectionPage(): ReactElement {
  return (
    <OfOrganization>
      {({ id }) => (
        <ReportFrame tab="collection">
          <LastAppliedMonth key={id} organizationId={id}>
            {(month) => <Collection organizationId={id} lastApplied={month} />}
          </LastAppliedMonth>
        </ReportFrame>
      )}
    </OfOrganization>
  );
}

function Collection({
  organizationId,
  lastApplied,
}: {
  readonly organizationId: number;
  readonly lastApplied: string;
}): ReactElement {
  const t = useWords(WORDS);
  const change = useAddressChange();
  const { houseId, periodTo = lastApplied, ...search } = route.useSearch();
  const { periodFrom = monthFrom(periodTo, 1 - MONTHS) } = search;
  const months = { periodFrom, periodTo };
  const of = { organizationId, ...(houseId === undefined ? {} : { houseId }), ...months };
  const query = useQuery(collectionOf(of));
  return (
    <>
      <div className="filter">
        <HouseChoice
          organizationId={organizationId}
          houseId={houseId}
          onChoose={(id) => change({ houseId: id })}
        />
        <MonthRange months={months} onChoose={change} />
        <ExportButton label="XLSX" file={collectionFile(of)} />
      </div>
      <Sheet title={t.chart}>
        <CollectedChart of={of} />
      </Sheet>
      <Sheet title={t.title}>
        <p className="table-note small soft">{t.note}</p>
        <Answered query={query}>{(report) => <CollectionTable report={report} />}</Answered>
      </Sheet>
    </>
  );
}
