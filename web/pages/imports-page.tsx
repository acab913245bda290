// /imports: a file of houses, services, meters or readings, or of one house's meters or readings, checked and stored.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { workedMonthOf } from '../features/cycles/cycle-months.ts';
import { cyclesOf } from '../features/cycles/cycles.ts';
import { allHousesOf, houseOf } from '../features/houses/houses.ts';
import { setupsOf } from '../features/house-setups/house-setups.ts';
import { columnsOf } from '../features/house-setups/setup-holes.ts';
import { FileImport } from '../features/imports/file-import.tsx';
import { GisRows } from '../features/imports/gis-rows.tsx';
import { ImportList } from '../features/imports/import-list.tsx';
import type { ImportPlace } from '../features/imports/imports.ts';
import { ReadingRows } from '../features/imports/reading-rows.tsx';
import { ServiceRows } from '../features/imports/service-rows.tsx';
import { utilityServicesOf } from '../features/utility-services/utility-services.ts';
import { useMay } from '../lib/role.ts';
import { monthFrom, showMonth, thisMonth, today } from '../lib/days.ts';
import { unbroken } from '../lib/unbroken.ts';
import { inBoth, useLanguage, useWords } from '../lib/words.ts';
import { Icon } from '../ui/icon.tsx';
import { Page } from '../ui/page.tsx';
import { Answered, Empty } from '../ui/states.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { AnsweredPage } from './answered-page.tsx';
import { OfOrganization } from './of-organization.tsx';
import { OfRecord } from './of-record.tsx';

const WORDS = inBoth(
  {
    houses: 'Дома',
    titles: {
      houses: 'Загрузить дома и счета',
      services: 'Загрузить услуги и тарифы',
      meters: 'Загрузить приборы',
      readings: 'Загрузить показания',
      'gis-accounts': 'Загрузить номера ГИС ЖКХ',
      'gis-meters': 'Загрузить коды приборов ГИС ЖКХ',
    },
    kinds: 'Что загрузить',
    tabs: {
      houses: 'Дома и счета',
      services: 'Услуги и тарифы',
      meters: 'Приборы',
      readings: 'Показания',
      'gis-accounts': 'Номера ГИС ЖКХ',
      'gis-meters': 'Приборы в ГИС ЖКХ',
    },
    before: 'Предыдущий месяц',
    after: 'Следующий месяц',
    notUndone:
      'Загрузку домов и приборов отменить нельзя: на счета и приборы сразу опираются платежи, начисления и показания. Лишний счёт, дом или прибор удаляют на его странице; компанию целиком привозит и отменяет переезд.',
    notYours: 'Файлы загружает бухгалтер.',
    table: 'Услуги домов таблицей',
  },
  {
    houses: 'Houses',
    titles: {
      houses: 'Import houses and accounts',
      services: 'Import services and tariffs',
      meters: 'Import meters',
      readings: 'Import readings',
      'gis-accounts': 'Import numbers of ГИС ЖКХ',
      'gis-meters': 'Import codes of meters in ГИС ЖКХ',
    },
    kinds: 'What to import',
    tabs: {
      houses: 'Houses and accounts',
      services: 'Services and tariffs',
      meters: 'Meters',
      readings: 'Readings',
      'gis-accounts': 'Numbers of ГИС ЖКХ',
      'gis-meters': 'Meters in ГИС ЖКХ',
    },
    before: 'Previous month',
    after: 'Next month',
    notUndone:
      'Imports of houses and meters cannot be undone: payments, charges and readings rest on accounts and meters at once. Delete a surplus account, house or meter on its page; a whole company is brought and undone as a move.',
    notYours: 'Only accountants can import files.',
    table: 'Services of the houses as a table',
  },
);
const KINDS = ['houses', 'services', 'meters', 'readings', 'gis-accounts', 'gis-meters'] as const;
const route = getRouteApi('/signed-in/imports');

export function ImportsPage(): ReactElement {
  const { houseId, kind = 'houses' } = route.useSearch();
  if (houseId !== undefined && (kind === 'meters' || kind === 'readings'))
    return <OfHouse houseId={houseId} kind={kind} />;
  return (
    <OfOrganization>{({ id }) => <OfAllHouses organizationId={id} kind={kind} />}</OfOrganization>
  );
}

function OfAllHouses({
  organizationId,
  kind,
}: {
  readonly organizationId: number;
  readonly kind: ImportPlace['kind'];
}): ReactElement {
  const { period: named } = route.useSearch();
  return (
    <OfWorkedMonth key={organizationId} organizationId={organizationId}>
      {(worked) => {
        const period = named ?? worked;
        const isOfMonth = kind === 'readings';
        return (
          <OnePlace
            key={isOfMonth ? `${kind} ${period}` : kind}
            organizationId={organizationId}
            place={isOfMonth ? { kind, organizationId, period } : { kind, organizationId }}
            worked={worked}
          />
        );
      }}
    </OfWorkedMonth>
  );
}

function OfHouse({
  houseId,
  kind,
}: {
  readonly houseId: number;
  readonly kind: 'meters' | 'readings';
}): ReactElement {
  const house = useQuery(houseOf(houseId));
  const { period: named } = route.useSearch();
  return (
    <Answered query={house}>
      {({ record: { organizationId, address } }) => (
        <OfRecord organizationId={organizationId}>
          <OfWorkedMonth key={organizationId} organizationId={organizationId}>
            {(worked) => {
              const period = named ?? worked;
              return (
                <OnePlace
                  key={`${houseId} ${kind} ${period}`}
                  organizationId={organizationId}
                  place={kind === 'meters' ? { kind, houseId } : { kind, houseId, period }}
                  worked={worked}
                  house={{ id: houseId, address }}
                />
              );
            }}
          </OfWorkedMonth>
        </OfRecord>
      )}
    </Answered>
  );
}

/** With the month being worked on when the page was opened: a chosen file stays of its month when the next one begins. */
function OfWorkedMonth({
  organizationId,
  children,
}: {
  readonly organizationId: number;
  readonly children: (worked: string) => ReactElement;
}): ReactElement {
  const cycles = useQuery(cyclesOf(organizationId));
  return (
    <AnsweredPage query={cycles}>
      {(known) => <Opened worked={workedMonthOf(known, thisMonth())}>{children}</Opened>}
    </AnsweredPage>
  );
}

function Opened({
  worked,
  children,
}: {
  readonly worked: string;
  readonly children: (worked: string) => ReactElement;
}): ReactElement {
  const [opened] = useState(worked);
  return children(opened);
}

type Named = { readonly id: number; readonly address: string };

function OnePlace({
  organizationId,
  place,
  worked,
  house,
}: {
  readonly organizationId: number;
  readonly place: ImportPlace;
  /** The month being worked on. */
  readonly worked: string;
  readonly house?: Named;
}): ReactElement {
  const t = useWords(WORDS);
  const { listed } = route.useSearch();
  const kept = listed === undefined ? {} : { listed };
  const mayWrite = useMay('accountant');
  return (
    <Page
      title={t.titles[place.kind]}
      trail={trailTo(house, t.houses)}
      actions={
        place.kind === 'services' ? (
          <Link to="/house-setups">{t.table}</Link>
        ) : (
          place.kind === 'readings' && 'organizationId' in place && <Months of={place.period} />
        )
      }
    >
      {house === undefined && (
        <Tabs label={t.kinds}>
          {KINDS.map((kind) => (
            <Link
              key={kind}
              to="/imports"
              search={{ ...(kind === 'houses' ? {} : { kind }), ...kept }}
              activeOptions={{ exact: true }}
            >
              {t.tabs[kind]}
            </Link>
          ))}
        </Tabs>
      )}
      {mayWrite && place.kind === 'services' && <FilledForm organizationId={organizationId} />}
      {mayWrite && (place.kind === 'gis-accounts' || place.kind === 'gis-meters') && (
        <GisRows kind={place.kind} organizationId={organizationId} />
      )}
      {mayWrite && place.kind === 'readings' && 'organizationId' in place && (
        <Meters organizationId={organizationId} period={place.period} />
      )}
      {mayWrite ? (
        <FileImport key={place.kind} place={place} worked={worked} />
      ) : (
        <Empty>{t.notYours}</Empty>
      )}
      {mayWrite && (place.kind === 'houses' || place.kind === 'meters') && (
        <p className="small soft">{t.notUndone}</p>
      )}
      <ImportList organizationId={organizationId} />
    </Page>
  );
}

function trailTo(house: Named | undefined, houses: string): readonly ReactElement[] {
  const all = (
    <Link key="houses" to="/houses">
      {houses}
    </Link>
  );
  if (house === undefined) return [all];
  return [
    all,
    <Link key="house" to="/houses/$houseId" params={{ houseId: String(house.id) }}>
      {unbroken(house.address)}
    </Link>,
  ];
}

/** Links to the month before and the one after. */
function Months({ of }: { readonly of: string }): ReactElement {
  const t = useWords(WORDS);
  const step = (months: number, label: string, sign: 'before' | 'after'): ReactElement => (
    <Link
      className="button"
      to="/imports"
      search={{ kind: 'readings', period: monthFrom(of, months) }}
      aria-label={label}
    >
      <Icon name={sign} />
    </Link>
  );
  return (
    <>
      {step(-1, t.before, 'before')}
      {step(1, t.after, 'after')}
    </>
  );
}

/** The houses whose meters the file will contain. */
function Meters({
  organizationId,
  period,
}: {
  readonly organizationId: number;
  readonly period: string;
}): ReactElement {
  const language = useLanguage();
  const month = showMonth(period, language);
  return (
    <Answered query={useQuery(allHousesOf(organizationId))}>
      {(houses) => (
        <ReadingRows
          organizationId={organizationId}
          period={period}
          month={month}
          houses={houses.map(({ id, address }) => ({ id, address }))}
        />
      )}
    </Answered>
  );
}

/** The organization's houses and services, for making the file to be filled in. */
function FilledForm({ organizationId }: { readonly organizationId: number }): ReactElement {
  const setups = useQuery(setupsOf(organizationId, today()));
  const catalogue = useQuery(utilityServicesOf(organizationId));
  return (
    <Answered query={setups}>
      {(houses) => (
        <Answered query={catalogue}>
          {(services) => {
            const used = new Set(columnsOf(houses).map(({ utilityServiceId }) => utilityServiceId));
            return (
              <ServiceRows
                organizationId={organizationId}
                houses={houses.length}
                services={services.map(({ id, name }) => ({ id, name, isUsed: used.has(id) }))}
              />
            );
          }}
        </Answered>
      )}
    </Answered>
  );
}
