// /house-setups: what each house is charged for, what is missing, and changes in chosen houses.
import type { HouseSetup } from '@kvartplata/contracts/core/house-setups.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useState, type ReactElement } from 'react';
import { CopyForm } from '../features/house-setups/copy-form.tsx';
import { setupsOf, type Kind } from '../features/house-setups/house-setups.ts';
import { columnsOf, holeOf, type SetupColumn } from '../features/house-setups/setup-holes.ts';
import { SetupTable } from '../features/house-setups/setup-table.tsx';
import { ValueOfHouses } from '../features/house-setups/value-of-houses.tsx';
import { today } from '../lib/days.ts';
import { hasWords } from '../lib/has-words.ts';
import { useAddressChange, useAddressWords } from '../lib/list-address.ts';
import { useMay } from '../lib/role.ts';
import { counted, countedEn, inBoth, useWords } from '../lib/words.ts';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ForRole } from '../ui/for-role.tsx';
import { Page } from '../ui/page.tsx';
import { ChosenBar, useChosen, type RowKey } from '../ui/row-choice.tsx';
import { AddressSearch } from '../ui/search-field.tsx';
import { Answered, Empty } from '../ui/states.tsx';
import { HousesFirst } from './houses-first.tsx';
import { OfOrganization } from './of-organization.tsx';

const WORDS = inBoth(
  {
    houses: 'Дома',
    title: 'Услуги домов',
    fromFile: 'Настроить из файла',
    catalogue: 'Справочник услуг',
    search: 'Найти по адресу',
    shown: 'Показать',
    tariffs: 'тарифы',
    norms: 'нормативы',
    which: 'Дома',
    all: 'все',
    withHoles: 'где чего-то нет',
    holes: (services: number, tariffs: number) =>
      `Нет услуги: ${counted(services, 'клетка', 'клетки', 'клеток')}. Нет тарифа: ${counted(tariffs, 'клетка', 'клетки', 'клеток')}.`,
    whole: 'У всех домов есть все услуги с тарифами.',
    hint: 'Отметьте дома, чтобы дать им новый тариф, норматив или услуги другого дома.',
    tariff: 'Новый тариф',
    norm: 'Новый норматив',
    copy: 'Как в доме…',
    none: 'Услуг у домов пока нет. Настройте их из одного файла — или добавьте первому дому и дайте остальным «как в доме».',
    nothing: 'Таких домов нет.',
  },
  {
    houses: 'Houses',
    title: 'Services of the houses',
    fromFile: 'Set up from a file',
    catalogue: 'Catalogue of services',
    search: 'Find by address',
    shown: 'Show',
    tariffs: 'tariffs',
    norms: 'norms',
    which: 'Houses',
    all: 'all',
    withHoles: 'where something is missing',
    holes: (services, tariffs) =>
      `No service: ${countedEn(services, 'cell')}. No tariff: ${countedEn(tariffs, 'cell')}.`,
    whole: 'Every house has all services with tariffs.',
    hint: 'Select houses to give them a new tariff, a norm, or the services of another house.',
    tariff: 'New tariff',
    norm: 'New norm',
    copy: 'As in house…',
    none: 'No house has services yet. Set them up from one file, or add them to one house and give them to the others “as in house”.',
    nothing: 'No such houses.',
  },
);
const route = getRouteApi('/signed-in/house-setups');

export function HouseSetupsPage(): ReactElement {
  const t = useWords(WORDS);
  return (
    <OfOrganization>
      {({ id }) => (
        <Page
          title={t.title}
          trail={[
            <Link key="houses" to="/houses">
              {t.houses}
            </Link>,
          ]}
          actions={
            <>
              <Link to="/utility-services">{t.catalogue}</Link>
              <ForRole least="accountant">
                <Link className="button" to="/imports" search={{ kind: 'services' }}>
                  {t.fromFile}
                </Link>
              </ForRole>
            </>
          }
        >
          <Setups key={id} organizationId={id} />
        </Page>
      )}
    </OfOrganization>
  );
}

function Setups({ organizationId }: { readonly organizationId: number }): ReactElement {
  const t = useWords(WORDS);
  const [on] = useState(today);
  const query = useQuery(setupsOf(organizationId, on));
  return (
    <section className="sheet">
      <Answered query={query}>
        {(houses) => {
          const columns = columnsOf(houses);
          if (houses.length === 0) return <HousesFirst />;
          if (columns.length === 0) return <Empty>{t.none}</Empty>;
          return <Filled {...{ organizationId, houses, columns, on }} />;
        }}
      </Answered>
    </section>
  );
}

type FilledProps = {
  readonly organizationId: number;
  readonly houses: readonly HouseSetup[];
  readonly columns: readonly SetupColumn[];
  readonly on: string;
};

function Filled({ organizationId, houses, columns, on }: FilledProps): ReactElement {
  const t = useWords(WORDS);
  const { shown, holes } = route.useSearch();
  const change = useAddressChange();
  const { words } = useAddressWords();
  const mayChange = useMay('owner');
  const { chosen, choose } = useChosen();
  const [open, setOpen] = useState<'copy' | Kind>();
  const rows = useMemo(() => {
    return houses.filter(
      (house) =>
        hasWords(house.address, words) &&
        (holes !== true || columns.some((column) => holeOf(house, column, on) !== undefined)),
    );
  }, [houses, columns, words, holes, on]);
  return (
    <>
      <div className="head filter">
        <AddressSearch label={t.search} />
        <Choice
          label={t.shown}
          value={shown ?? ''}
          options={[
            ['', t.tariffs],
            ['norms', t.norms],
          ]}
          onChoose={(value) => change({ shown: value === '' ? undefined : value })}
        />
        <Choice
          label={t.which}
          value={holes === true ? 'holes' : ''}
          options={[
            ['', t.all],
            ['holes', t.withHoles],
          ]}
          onChoose={(value) => change({ holes: value === '' ? undefined : true })}
        />
      </div>
      <Holes houses={houses} columns={columns} on={on} hint={mayChange ? t.hint : ''} />
      {rows.length === 0 ? (
        <Empty>{t.nothing}</Empty>
      ) : (
        <SetupTable
          houses={rows}
          columns={columns}
          kind={shown === 'norms' ? 'norm' : 'tariff'}
          on={on}
          choosing={mayChange ? { chosen, choose, nameOf: ({ address }) => address } : undefined}
        />
      )}
      <ChosenBar of={{ chosen, choose }}>
        <Button onClick={() => setOpen('tariff')}>{t.tariff}</Button>
        <Button onClick={() => setOpen('norm')}>{t.norm}</Button>
        <Button onClick={() => setOpen('copy')}>{t.copy}</Button>
      </ChosenBar>
      {open !== undefined && (
        <Changing
          {...{ organizationId, houses, columns, open }}
          houseIds={idsOf(chosen, houses)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

/** How much is missing, in words: colour alone would not be enough. */
function Holes({
  houses,
  columns,
  on,
  hint,
}: Omit<FilledProps, 'organizationId'> & { readonly hint: string }): ReactElement {
  const t = useWords(WORDS);
  const found = houses.flatMap((house) =>
    columns.flatMap((column) => holeOf(house, column, on) ?? []),
  );
  const services = found.filter((hole) => hole === 'service').length;
  const tariffs = found.length - services;
  return (
    <p className="table-note">
      {found.length === 0 ? t.whole : <strong className="odd">{t.holes(services, tariffs)}</strong>}{' '}
      <span className="soft">{hint}</span>
    </p>
  );
}

function Changing({
  organizationId,
  houses,
  columns,
  houseIds,
  open,
  onClose,
}: Omit<FilledProps, 'on'> & {
  readonly houseIds: readonly number[];
  readonly open: 'copy' | Kind;
  readonly onClose: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const of = { organizationId, houseIds, services: columns, onDone: onClose };
  return (
    <Dialog title={t[open]} onClose={onClose}>
      {open === 'copy' ? (
        <CopyForm {...of} houses={houses} />
      ) : (
        <ValueOfHouses {...of} kind={open} />
      )}
    </Dialog>
  );
}

function idsOf(chosen: ReadonlySet<RowKey>, houses: readonly HouseSetup[]): readonly number[] {
  return houses.flatMap(({ houseId }) => (chosen.has(houseId) ? [houseId] : []));
}
