// /reports/gis-zhkh: documents, readings and payments for the state's system, house by house, and the names of services in its
// lists.
import { GIS_LINES } from '@kvartplata/contracts/billing/gis-zhkh.ts';
import type { HouseSetup } from '@kvartplata/contracts/core/house-setups.ts';
import type { UtilityService } from '@kvartplata/contracts/core/utility-services.ts';
import { naturalOrder } from '@kvartplata/domain/text/natural-order.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { gisServicesOf } from '../features/gis-zhkh/gis-zhkh.ts';
import { PlacementList } from '../features/gis-zhkh/placement-list.tsx';
import { ServiceEntries, type Subject } from '../features/gis-zhkh/service-entries.tsx';
import { setupsOf } from '../features/house-setups/house-setups.ts';
import { columnsOf } from '../features/house-setups/setup-holes.ts';
import { utilityServicesOf } from '../features/utility-services/utility-services.ts';
import { today } from '../lib/days.ts';
import { useAddressChange } from '../lib/list-address.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { MonthChoice } from '../ui/choice.tsx';
import { Answered } from '../ui/states.tsx';
import { LastAppliedMonth } from './last-applied-month.tsx';
import { OfOrganization } from './of-organization.tsx';
import { ReportFrame } from './report-frame.tsx';

const WORDS = inBoth(
  {
    month: 'Месяц',
    requests: 'Запросы о задолженности',
    heat: (name: string) => `${name}: тепловая энергия`,
    meters: (name: string) => `${name}: приборы учёта`,
    lines: {
      penalties: 'Пени',
      'court-fees': 'Судебные расходы',
      'no-service': 'Строки вручную без услуги',
    },
  },
  {
    month: 'Month',
    requests: 'Requests about debts',
    heat: (name) => `${name}: heat`,
    meters: (name) => `${name}: meters`,
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
        <ReportFrame tab="gis">
          <LastAppliedMonth key={id} organizationId={id}>
            {(month) => <OfMonth organizationId={id} lastApplied={month} />}
          </LastAppliedMonth>
        </ReportFrame>
      )}
    </OfOrganization>
  );
}

function OfMonth({
  organizationId,
  lastApplied,
}: {
  readonly organizationId: number;
  readonly lastApplied: string;
}): ReactElement {
  const t = useWords(WORDS);
  const change = useAddressChange();
  const { periodTo: period = lastApplied } = route.useSearch();
  const setups = useQuery(setupsOf(organizationId, today()));
  const catalogue = useQuery(utilityServicesOf(organizationId));
  const entries = useQuery(gisServicesOf(organizationId));
  const subjects = [
    ...servicesOf(setups.data ?? [], catalogue.data ?? [], t),
    ...GIS_LINES.map((subject) => ({ subject, name: t.lines[subject] })),
  ];
  const nameOf = (subject: string): string =>
    subjects.find((one) => one.subject === subject)?.name ?? subject;
  return (
    <div className="stack">
      <div className="filter">
        <Link className="button" to="/debt-requests">
          {t.requests}
        </Link>
        <MonthChoice
          label={t.month}
          value={period}
          onChoose={(periodTo) => change({ periodFrom: undefined, periodTo })}
        />
      </div>
      <PlacementList {...{ organizationId, period, nameOf }} />
      <Answered query={setups}>
        {() => (
          <Answered query={catalogue}>
            {() => (
              <Answered query={entries}>
                {({ items }) => (
                  <ServiceEntries
                    organizationId={organizationId}
                    subjects={[...subjects, ...unused(subjects, items, catalogue.data ?? [], t)]}
                    entries={items}
                  />
                )}
              </Answered>
            )}
          </Answered>
        )}
      </Answered>
    </div>
  );
}

/** The name of a service as a subject that covers only a part of it. */
type SubjectNames = Readonly<Record<'heat' | 'meters', (name: string) => string>>;

/** Services that houses have now, except for contributions, which need no entry. */
function servicesOf(
  houses: readonly HouseSetup[],
  catalogue: readonly UtilityService[],
  of: SubjectNames,
): readonly Subject[] {
  const used = new Set(columnsOf(houses).map(({ utilityServiceId }) => utilityServiceId));
  return catalogue.flatMap((service): readonly Subject[] => {
    const { id, code, name, kind, components } = service;
    if (!used.has(id) || kind === 'major-repairs') return [];
    return [
      { subject: code, name },
      ...(components.includes('heat') ? [{ subject: `${code}/heat`, name: of.heat(name) }] : []),
      ...(needsMeterEntry(service) ? [{ subject: `${code}/meter`, name: of.meters(name) }] : []),
    ];
  });
}

/** With these methods a service is charged by what meters count. */
const COUNTED = new Set<string>(['meter', 'heating', 'odn']);

/** Electricity meters are reported by their scales, and need no entry. */
function needsMeterEntry({ methods, unit }: UtilityService): boolean {
  return methods.some((method) => COUNTED.has(method)) && unit !== 'кВт·ч';
}

/** Services with an entry that no house has, or that no house has any more. */
function unused(
  rows: readonly Subject[],
  items: readonly { readonly subject: string }[],
  catalogue: readonly UtilityService[],
  of: SubjectNames,
): readonly Subject[] {
  const shown = new Set(rows.map(({ subject }) => subject));
  const names = new Map(
    catalogue.flatMap(({ code, name }) => [
      [code, name],
      [`${code}/heat`, of.heat(name)],
      [`${code}/meter`, of.meters(name)],
    ]),
  );
  return items
    .filter(({ subject }) => !shown.has(subject))
    .map(({ subject }) => ({ subject, name: names.get(subject) ?? subject }))
    .toSorted((one, other) => naturalOrder(one.name, other.name));
}
