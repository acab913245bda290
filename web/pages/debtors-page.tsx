// /reports/debtors: who owes, how much, and for how long.
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { debtorsFile, debtorsOf } from '../features/reports/debtors.ts';
import { DebtorsSheet } from '../features/reports/debtors-sheet.tsx';
import { showDay } from '../lib/days.ts';
import { useAddressChange } from '../lib/list-address.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Choice } from '../ui/choice.tsx';
import { ExportButton } from '../ui/export-button.tsx';
import { Sheet } from '../ui/page.tsx';
import { Answered } from '../ui/states.tsx';
import { OfOrganization } from './of-organization.tsx';
import { HouseChoice, ReportFrame } from './report-frame.tsx';

const WORDS = inBoth(
  {
    title: (day: string) => `Должники на ${day}`,
    minMonths: 'Просрочено месяцев',
    any: 'сколько угодно',
    atLeast: (months: number) => `от ${months}`,
    order: 'Порядок',
    byDebt: 'большие долги вверху',
    byRooms: 'по домам и помещениям',
  },
  {
    title: (day) => `Debtors as of ${day}`,
    minMonths: 'Overdue months',
    any: 'any number',
    atLeast: (months) => `${months} or more`,
    order: 'Order',
    byDebt: 'largest debts first',
    byRooms: 'by house and room',
  },
);
const SHORTEST = [2, 3, 6, 12];
const route = getRouteApi('/signed-in/reports/debtors');

export function DebtorsPage(): ReactElement {
  return (
    <OfOrganization>
      {({ id }) => (
        <ReportFrame>
          <Debtors key={id} organizationId={id} />
        </ReportFrame>
      )}
    </OfOrganization>
  );
}

function Debtors({ organizationId }: { readonly organizationId: number }): ReactElement {
  const t = useWords(WORDS);
  const { sort: _sort, find: _find, ...search } = route.useSearch();
  const change = useAddressChange();
  const of = { organizationId, ...search };
  const query = useInfiniteQuery(debtorsOf(of));
  return (
    <>
      <div className="filter">
        <HouseChoice
          organizationId={organizationId}
          houseId={search.houseId}
          onChoose={(houseId) => change({ houseId })}
        />
        <Choice
          label={t.minMonths}
          value={String(search.minMonths ?? '')}
          options={[
            ['', t.any],
            ...SHORTEST.map((count) => [String(count), t.atLeast(count)] as const),
          ]}
          onChoose={(count) => change({ minMonths: count === '' ? undefined : Number(count) })}
        />
        <Choice
          label={t.order}
          value={search.order ?? ''}
          options={[
            ['', t.byDebt],
            ['rooms', t.byRooms],
          ]}
          onChoose={(order) => change({ order: order === '' ? undefined : order })}
        />
        <ExportButton label="XLSX" file={debtorsFile(of)} />
      </div>
      <Answered query={query}>
        {({ pages: [first] }) =>
          first?.totals && (
            <Sheet title={t.title(showDay(first.asOf))}>
              <DebtorsSheet query={query} totals={first.totals} />
            </Sheet>
          )
        }
      </Answered>
    </>
  );
}
