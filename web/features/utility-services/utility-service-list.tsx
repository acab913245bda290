// The catalogue as a table: what a house may be charged for, how, and what the calculation follows besides.
import type { UtilityService } from '@kvartplata/contracts/core/utility-services.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { chargingWords } from '../../lib/charging-words.ts';
import { showDay } from '../../lib/days.ts';
import { showShortFigure } from '../../lib/figures.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Answered } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { utilityServicesOf } from './utility-services.ts';

const WORDS = inBoth(
  {
    caption: 'Справочник услуг',
    name: 'Услуга',
    unit: 'Единица',
    methods: 'Как начисляют',
    places: (digits: number) => `${digits}\u00a0зн.`,
    coefficient: 'Коэффициент',
    since: (value: string, day: string) => `${value} с ${day}`,
    facts: 'Учитывается',
    drainsInto: (name: string) => `стоки: ${name}`,
    commonNeedsOf: (names: string) => `сверх объёма в помещениях: ${names}`,
    hoursOf: (name: string) => `вместо услуги «${name}»`,
    followsAbsence: 'временное отсутствие',
    countsUnverified: 'счётчики после срока поверки',
    parts: (parts: string) => `тарифы: ${parts}`,
  },
  {
    caption: 'Catalogue of services',
    name: 'Service',
    unit: 'Unit',
    methods: 'Charging method',
    places: (digits) => `${digits}\u00a0dec.`,
    coefficient: 'Coefficient',
    since: (value, day) => `${value} since ${day}`,
    facts: 'Takes into account',
    drainsInto: (name) => `waste water: ${name}`,
    commonNeedsOf: (names) => `house volume beyond the rooms: ${names}`,
    hoursOf: (name) => `instead of “${name}”`,
    followsAbsence: 'temporary absences',
    countsUnverified: 'meters past their verification',
    parts: (parts) => `tariffs: ${parts}`,
  },
);

export function UtilityServiceList({
  organizationId,
}: {
  readonly organizationId: number;
}): ReactElement {
  const t = useWords(WORDS);
  const words = useWords(chargingWords);
  const query = useQuery(utilityServicesOf(organizationId));
  return (
    <Answered query={query}>
      {(services) => (
        <Table
          caption={t.caption}
          rows={services.filter((service) => service.organizationId === null)}
          keyOf={({ id }) => id}
          columns={[
            {
              title: t.name,
              isName: true,
              cell: ({ name, components }) => (
                <>
                  {name}{' '}
                  {components.length > 0 && (
                    <span className="small soft">
                      {t.parts(components.map((part) => words.component[part]).join(', '))}
                    </span>
                  )}
                </>
              ),
            },
            {
              title: t.unit,
              cell: ({ unit, precision }) => (
                <>
                  {unit} <span className="small soft">{t.places(precision)}</span>
                </>
              ),
            },
            {
              title: t.methods,
              cell: ({ methods }) => methods.map((method) => words.method[method]).join('; '),
            },
            {
              title: t.coefficient,
              isExtra: true,
              cell: ({ coefficients }) => {
                const last = coefficients.at(-1);
                if (last === undefined) return '—';
                return t.since(showShortFigure(last.value), showDay(last.validFrom));
              },
            },
            {
              title: t.facts,
              isExtra: true,
              cell: (service) => factsOf(service, services, t).join('; ') || '—',
            },
          ]}
        />
      )}
    </Answered>
  );
}

function factsOf(
  service: UtilityService,
  services: readonly UtilityService[],
  t: (typeof WORDS)['ru'],
): readonly string[] {
  const { drainsInto, commonNeedsOf, hoursOf, followsAbsence, countsUnverified } = service;
  const nameOf = (code: string): string =>
    services.find((other) => other.code === code)?.name ?? code;
  return [
    ...(drainsInto === null ? [] : [t.drainsInto(nameOf(drainsInto))]),
    ...(commonNeedsOf.length === 0 ? [] : [t.commonNeedsOf(commonNeedsOf.map(nameOf).join(', '))]),
    ...(hoursOf === null ? [] : [t.hoursOf(nameOf(hoursOf))]),
    ...(followsAbsence ? [t.followsAbsence] : []),
    ...(countsUnverified ? [t.countsUnverified] : []),
  ];
}
