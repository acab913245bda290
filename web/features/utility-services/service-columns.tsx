// The columns of the table of services: the charging methods, the unit, the number of houses, the coefficient K, and other facts
// that the calculation uses.
import { naturalOrder } from '@kvartplata/domain/text/natural-order.ts';
import type { UtilityService } from '@kvartplata/contracts/core/utility-services.ts';
import { Link } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { chargingWords } from '../../lib/charging-words.ts';
import { showDay } from '../../lib/days.ts';
import { showShortFigure } from '../../lib/figures.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/table.tsx';

const WORDS = inBoth(
  {
    name: 'Услуга',
    own: 'своя',
    unit: 'Единица',
    places: (digits: number) => `${digits} зн.`,
    kind: 'Вид',
    methods: 'Как начисляют',
    houses: 'Домов',
    coefficient: 'Коэффициент K',
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
    name: 'Service',
    own: 'own',
    unit: 'Unit',
    places: (digits) => `${digits}\u00a0dec.`,
    kind: 'Kind',
    methods: 'Charging method',
    houses: 'Houses',
    coefficient: 'Coefficient K',
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

/** @param onEdit for own services, if the user may edit them */
export function useServiceColumns(
  services: readonly UtilityService[],
  housesOf: ReadonlyMap<number, number> | undefined,
  onEdit: ((service: UtilityService) => void) | undefined,
): readonly Column<UtilityService>[] {
  const t = useWords(WORDS);
  const words = useWords(chargingWords);
  // Ascending, so that the table, which sorts by most houses first, keeps the catalogue's order among equals.
  const byHouses = useMemo(
    () =>
      (one: UtilityService, other: UtilityService): number =>
        (housesOf?.get(one.id) ?? 0) - (housesOf?.get(other.id) ?? 0) || other.id - one.id,
    [housesOf],
  );
  const methodsOf = ({ methods }: UtilityService): string =>
    methods.map((method) => words.method[method]).join('; ');
  return [
    {
      title: t.name,
      isName: true,
      sortAs: 'name',
      order: byName,
      text: ({ name }) => name,
      cell: (service) => <Name of={service} onEdit={onEdit} />,
    },
    {
      title: t.unit,
      text: ({ unit }) => unit,
      cell: ({ unit, precision }) => (
        <>
          {unit} <span className="small soft">{t.places(precision)}</span>
        </>
      ),
    },
    {
      title: t.kind,
      isExtra: true,
      sortAs: 'kind',
      order: byKind,
      text: ({ kind }) => words.kind[kind],
      cell: ({ kind }) => words.kind[kind],
    },
    { title: t.methods, text: methodsOf, cell: methodsOf },
    {
      title: t.houses,
      isFigure: true,
      sortAs: 'houses',
      order: byHouses,
      text: ({ id }) => String(housesOf?.get(id) ?? ''),
      cell: ({ id }) => <Houses count={housesOf && (housesOf.get(id) ?? 0)} />,
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
      cell: (service) => (
        <span className="small">{factsOf(service, services, t).join('; ') || '—'}</span>
      ),
    },
  ];
}

function Name({
  of: service,
  onEdit,
}: {
  readonly of: UtilityService;
  readonly onEdit: ((service: UtilityService) => void) | undefined;
}): ReactNode {
  const t = useWords(WORDS);
  const words = useWords(chargingWords);
  const { name, organizationId, components } = service;
  const parts = components.map((part) => words.component[part]).join(', ');
  return (
    <>
      {organizationId !== null && onEdit !== undefined ? (
        <Button kind="quiet" className="in-table" onClick={() => onEdit(service)}>
          {name}
        </Button>
      ) : (
        name
      )}{' '}
      {organizationId !== null && <span className="badge">{t.own}</span>}
      {parts !== '' && <span className="small soft">{t.parts(parts)}</span>}
    </>
  );
}

/** A link to the table of houses and services; none if no house has it. */
function Houses({ count }: { readonly count: number | undefined }): ReactNode {
  if (count === undefined) return '…';
  return count === 0 ? '–' : <Link to="/house-setups">{count}</Link>;
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

const byName = (one: UtilityService, other: UtilityService): number =>
  naturalOrder(one.name, other.name);
const byKind = (one: UtilityService, other: UtilityService): number =>
  naturalOrder(one.kind, other.kind) || naturalOrder(one.name, other.name);
