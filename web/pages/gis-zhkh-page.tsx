// /reports/gis-zhkh: payment documents for the state's system, house by house, and what its lists call the services.
import { GIS_LINES } from '@kvartplata/contracts/billing/gis-zhkh.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { gisServicesOf } from '../features/gis-zhkh/gis-zhkh.ts';
import { PlacementList } from '../features/gis-zhkh/placement-list.tsx';
import { ServiceEntries, type Subject } from '../features/gis-zhkh/service-entries.tsx';
import { setupsOf } from '../features/house-setups/house-setups.ts';
import { columnsOf } from '../features/house-setups/setup-holes.ts';
import { utilityServicesOf } from '../features/utility-services/utility-services.ts';
import { monthFrom, thisMonth, today } from '../lib/days.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { MonthChoice } from '../ui/choice.tsx';
import { Answered } from '../ui/states.tsx';
import { OfOrganization } from './of-organization.tsx';
import { ReportFrame } from './report-frame.tsx';

const WORDS = inBoth(
  {
    month: 'Месяц',
    heat: (name: string) => `${name}: тепловая энергия`,
    lines: {
      penalties: 'Пени',
      'court-fees': 'Судебные расходы',
      'no-service': 'Строки вручную без услуги',
    },
  },
  {
    month: 'Month',
    heat: (name) => `${name}: heat`,
    lines: {
      penalties: 'Penalties',
      'court-fees': 'Court costs',
      'no-service': 'Lines by hand of no service',
    },
  },
);
const route = getRouteApi('/signed-in/reports/gis-zhkh');

export function GisZhkhPage(): ReactElement {
  return (
    <OfOrganization>
      {({ id }) => (
        <ReportFrame>
          <OfMonth key={id} organizationId={id} />
        </ReportFrame>
      )}
    </OfOrganization>
  );
}

function OfMonth({ organizationId }: { readonly organizationId: number }): ReactElement {
  const t = useWords(WORDS);
  const navigate = useNavigate();
  const { periodTo: period = monthFrom(thisMonth(), -1) } = route.useSearch();
  const subjects = useSubjects(organizationId);
  const entries = useQuery(gisServicesOf(organizationId));
  const nameOf = (subject: string): string =>
    subjects.data?.find((one) => one.subject === subject)?.name ?? subject;
  return (
    <div className="stack">
      <div className="filter">
        <MonthChoice
          label={t.month}
          value={period}
          onChoose={(periodTo) =>
            void navigate({
              to: '/reports/gis-zhkh',
              search: { periodTo },
              replace: true,
              resetScroll: false,
            })
          }
        />
      </div>
      <PlacementList {...{ organizationId, period, nameOf }} />
      <Answered query={subjects}>
        {(rows) => (
          <Answered query={entries}>
            {({ items }) => (
              <ServiceEntries
                organizationId={organizationId}
                subjects={[...rows, ...unknown(rows, items)]}
                entries={items}
              />
            )}
          </Answered>
        )}
      </Answered>
    </div>
  );
}

/** The services that houses have now, but for contributions, which need no entry; and the lines of no service. */
function useSubjects(organizationId: number) {
  const t = useWords(WORDS);
  const setups = useQuery(setupsOf(organizationId, today()));
  const catalogue = useQuery(utilityServicesOf(organizationId));
  const houses = setups.data;
  const data =
    houses === undefined
      ? undefined
      : catalogue.data?.flatMap(({ id, code, name, kind, components }): readonly Subject[] => {
          const isUsed = columnsOf(houses).some(({ utilityServiceId }) => utilityServiceId === id);
          if (!isUsed || kind === 'major-repairs') return [];
          const own = { subject: code, name };
          return components.includes('heat')
            ? [own, { subject: `${code}/heat`, name: t.heat(name) }]
            : [own];
        });
  const lines = GIS_LINES.map((subject) => ({ subject, name: t.lines[subject] }));
  const failed = setups.error === null ? catalogue : setups;
  return {
    ...failed,
    data: data === undefined ? undefined : [...data, ...lines],
  } as Pick<typeof catalogue, 'error' | 'failureReason' | 'refetch'> & {
    readonly data: readonly Subject[] | undefined;
  };
}

/** What has an entry and no house has any more. */
function unknown(
  rows: readonly Subject[],
  items: readonly { readonly subject: string }[],
): readonly Subject[] {
  const known = new Set(rows.map(({ subject }) => subject));
  return items.flatMap(({ subject }) => (known.has(subject) ? [] : [{ subject, name: subject }]));
}
