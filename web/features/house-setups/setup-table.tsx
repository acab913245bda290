// Houses and services as one table: today's tariff in each cell, and missing values in words.
import type { HouseSetup, ServiceOfHouse } from '@kvartplata/contracts/core/house-setups.ts';
import { Link } from '@tanstack/react-router';
import { useMemo, type ReactElement } from 'react';
import { showDay } from '../../lib/days.ts';
import { showShortFigure } from '../../lib/figures.ts';
import { unbroken } from '../../lib/unbroken.ts';
import { countedEn, inBoth, useWords } from '../../lib/words.ts';
import { LongTable } from '../../ui/long-table.tsx';
import type { Choosing } from '../../ui/row-choice.tsx';
import type { Column } from '../../ui/table.tsx';
import type { Kind } from './house-setups.ts';
import { byAddress, holeOf, type SetupColumn } from './setup-holes.ts';

const WORDS = inBoth(
  {
    caption: 'Услуги домов',
    house: 'Дом',
    no: 'нет услуги',
    noTariff: 'нет тарифа',
    noNorm: '—',
    from: (day: string) => `с ${day}`,
    groups: (count: number) => `+${count} гр.`,
  },
  {
    caption: 'Services of the houses',
    house: 'House',
    no: 'no service',
    noTariff: 'no tariff',
    noNorm: '—',
    from: (day) => `from ${day}`,
    groups: (count) => `+${countedEn(count, 'group')}`,
  },
);

export function SetupTable({
  houses,
  columns,
  kind,
  on,
  choosing,
}: {
  readonly houses: readonly HouseSetup[];
  readonly columns: readonly SetupColumn[];
  readonly kind: Kind;
  readonly on: string;
  readonly choosing: Choosing<HouseSetup> | undefined;
}): ReactElement {
  const t = useWords(WORDS);
  const shown = useMemo(
    (): readonly Column<HouseSetup>[] => [
      {
        title: t.house,
        isName: true,
        sortAs: 'address',
        order: byAddress,
        cell: ({ houseId, address }) => (
          <Link to="/houses/$houseId/services" params={{ houseId: String(houseId) }}>
            {unbroken(address)}
          </Link>
        ),
      },
      ...columns.map((column): Column<HouseSetup> => ({
        title: column.name,
        isFigure: true,
        cell: (house) => <Cell house={house} column={column} kind={kind} on={on} />,
      })),
    ],
    [columns, kind, on, t],
  );
  return (
    <div className="setup-table">
      <LongTable
        caption={t.caption}
        rows={houses}
        columns={shown}
        keyOf={({ houseId }) => houseId}
        firstSort="address"
        choosing={choosing}
      />
    </div>
  );
}

function Cell({
  house,
  column,
  kind,
  on,
}: {
  readonly house: HouseSetup;
  readonly column: SetupColumn;
  readonly kind: Kind;
  readonly on: string;
}): ReactElement {
  const t = useWords(WORDS);
  const own = house.services.filter(
    ({ utilityServiceId }) => utilityServiceId === column.utilityServiceId,
  );
  const service = own.find(({ validFrom }) => validFrom <= on) ?? own[0];
  if (service === undefined) return <span className="hole">{t.no}</span>;
  const hole = kind === 'tariff' ? holeOf(house, column, on) : undefined;
  const values = valuesOf(service, kind);
  const groups = new Set(
    (kind === 'tariff' ? service.tariffs : service.norms).flatMap(({ group }) => group ?? []),
  );
  return (
    <Link
      to="/houses/$houseId/services"
      params={{ houseId: String(house.houseId) }}
      search={{ service: service.houseServiceId }}
      className={hole === undefined ? '' : 'hole'}
    >
      {service.validFrom > on
        ? t.from(showDay(service.validFrom))
        : hole === undefined
          ? values.join(' + ') || t.noNorm
          : t.noTariff}
      {groups.size > 0 && <small> {t.groups(groups.size)}</small>}
    </Link>
  );
}

/** Of the default group, for one component after another. */
function valuesOf({ tariffs, norms }: ServiceOfHouse, kind: Kind): readonly string[] {
  return (kind === 'tariff' ? tariffs : norms)
    .filter(({ group }) => group === null)
    .map(({ value }) => showShortFigure(value));
}
