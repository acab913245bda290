// The meters of a house or an account: what each counts, and what is wrong with it.
import type { HouseService } from '@kvartplata/contracts/core/house-services.ts';
import type { Meter } from '@kvartplata/contracts/core/meters.ts';
import type { PersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { naturalOrder } from '@kvartplata/domain/text/natural-order.ts';
import { Link, useSearch } from '@tanstack/react-router';
import { useMemo, type ReactElement } from 'react';
import { showDay, today } from '../../lib/days.ts';
import { hasWords } from '../../lib/has-words.ts';
import { useAddressChange, useAddressWords } from '../../lib/list-address.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Identifier } from '../../ui/identifier.tsx';
import { LongTable } from '../../ui/long-table.tsx';
import { AddressSearch } from '../../ui/search-field.tsx';
import { Empty } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
import { MeterBadge } from './meter-badge.tsx';
import { stateOf } from './meter-state.ts';

const WORDS = inBoth(
  {
    caption: 'Приборы учёта',
    number: 'Номер',
    service: 'Услуга',
    account: 'Счёт',
    room: (room: string) => `пом. ${room}`,
    house: 'общедомовой',
    ofRoom: (room: string) => `помещения ${room}`,
    shared: 'прибор помещения',
    verifiedUntil: 'Поверен до',
    state: 'Состояние',
    search: 'Номер, счёт, услуга',
    which: 'Какие приборы',
    used: 'В работе',
    wrong: 'Поверка и неисправности',
    all: 'Все, и снятые',
    none: 'Приборов пока нет.',
    nothing: 'Таких приборов нет.',
  },
  {
    caption: 'Meters',
    number: 'Number',
    service: 'Service',
    account: 'Account',
    room: (room) => `room ${room}`,
    house: 'house-wide',
    ofRoom: (room) => `of room ${room}`,
    shared: 'of the room',
    verifiedUntil: 'Verified until',
    state: 'Status',
    search: 'Number, account, service',
    which: 'Which meters',
    used: 'In use',
    wrong: 'Verification and acts',
    all: 'All, including removed',
    none: 'No meters yet.',
    nothing: 'No meters found.',
  },
);
/** The parameter in the address; without it, meters in use. */
type Which = 'wrong' | 'all' | undefined;
type Row = {
  readonly meter: Meter;
  readonly service: string;
  readonly account: PersonalAccount | undefined;
};

export function MeterList({
  meters,
  services,
  accounts,
}: {
  readonly meters: readonly Meter[];
  /** The house's services. */
  readonly services: readonly HouseService[];
  /** The owners of the meters; left out if all belong to one account. */
  readonly accounts?: readonly PersonalAccount[];
}): ReactElement {
  const t = useWords(WORDS);
  const { meters: which } = useSearch({ strict: false });
  const { words } = useAddressWords();
  const isOfHouse = accounts !== undefined;
  const sought = isOfHouse ? words : '';
  const rows = useMemo(
    () =>
      rowsOf(meters, services, accounts).filter(
        (row) => isOne(row.meter, which) && hasWords(textOf(row), sought),
      ),
    [meters, services, accounts, which, sought],
  );
  return (
    <>
      <div className="row part-head">
        {isOfHouse && <AddressSearch label={t.search} />}
        <WhichMeters which={which} />
      </div>
      {rows.length === 0 ? (
        <Empty>{meters.length === 0 ? t.none : t.nothing}</Empty>
      ) : (
        <MeterTable rows={rows} isOfHouse={isOfHouse} />
      )}
    </>
  );
}

function rowsOf(
  meters: readonly Meter[],
  services: readonly HouseService[],
  accounts: readonly PersonalAccount[] | undefined,
): readonly Row[] {
  const nameOf = new Map(services.map(({ id, name }) => [id, name]));
  const accountOf = new Map(accounts?.map((account) => [account.id, account]));
  const inRoom = new Map(accounts?.map((account) => [account.roomId, account]));
  return meters.map((meter) => ({
    meter,
    service: nameOf.get(meter.houseServiceId) ?? '…',
    account: accountOf.get(meter.personalAccountId ?? 0) ?? inRoom.get(meter.roomId ?? 0),
  }));
}

function MeterTable({
  rows,
  isOfHouse,
}: {
  readonly rows: readonly Row[];
  /** Otherwise all belong to one account, which is not shown. */
  readonly isOfHouse: boolean;
}): ReactElement {
  const t = useWords(WORDS);
  const account: Column<Row> = {
    title: t.account,
    sortAs: 'account',
    order: ORDERS.account,
    cell: (row) => <Owner of={row} />,
  };
  return (
    <LongTable
      caption={t.caption}
      rows={rows}
      keyOf={({ meter }) => meter.id}
      columns={[
        {
          title: t.number,
          isName: true,
          sortAs: 'number',
          order: ORDERS.number,
          cell: ({ meter }) => (
            <Link
              to="/houses/$houseId/meters/$meterId"
              params={{ houseId: String(meter.houseId), meterId: String(meter.id) }}
            >
              {meter.serialNumber}
            </Link>
          ),
        },
        {
          title: t.service,
          sortAs: 'service',
          order: ORDERS.service,
          cell: ({ meter, service }) => (
            <>
              {service}{' '}
              {!isOfHouse && meter.roomId !== null && <span className="badge">{t.shared}</span>}
            </>
          ),
        },
        ...(isOfHouse ? [account] : []),
        {
          title: t.verifiedUntil,
          isExtra: true,
          sortAs: 'verified',
          order: ORDERS.verified,
          cell: ({ meter }) => (meter.verifiedUntil === null ? '—' : showDay(meter.verifiedUntil)),
        },
        { title: t.state, cell: ({ meter }) => <MeterBadge meter={meter} /> },
      ]}
    />
  );
}

function Owner({ of: { meter, account } }: { readonly of: Row }): ReactElement {
  const t = useWords(WORDS);
  if (meter.ownerType === 'house') return <span className="badge">{t.house}</span>;
  if (meter.ownerType === 'room')
    return <span className="badge">{t.ofRoom(account?.roomNumber ?? '…')}</span>;
  return (
    <>
      <Identifier>{account?.accountNumber}</Identifier>{' '}
      <span className="small soft">{account !== undefined && t.room(account.roomNumber)}</span>
    </>
  );
}

function WhichMeters({ which }: { readonly which: Which }): ReactElement {
  const t = useWords(WORDS);
  const change = useAddressChange();
  return (
    <select
      className="input fitting"
      aria-label={t.which}
      value={which ?? ''}
      onChange={({ target: { value } }) => change({ meters: value === '' ? undefined : value })}
    >
      <option value="">{t.used}</option>
      <option value="wrong">{t.wrong}</option>
      <option value="all">{t.all}</option>
    </select>
  );
}

function isOne(meter: Meter, which: Which): boolean {
  if (which === 'all') return true;
  const state = stateOf(meter, today());
  return state !== 'removed' && (which === undefined || state !== 'good');
}

function textOf({ meter, service, account }: Row): string {
  return [meter.serialNumber, service, account?.accountNumber, account?.roomNumber].join(' ');
}

/** The house's own meters first, those without a verification last. */
const ORDERS = {
  number: (one: Row, other: Row) => naturalOrder(one.meter.serialNumber, other.meter.serialNumber),
  service: (one: Row, other: Row) => naturalOrder(one.service, other.service),
  account: (one: Row, other: Row) =>
    naturalOrder(one.account?.roomNumber ?? '', other.account?.roomNumber ?? '') ||
    naturalOrder(one.account?.accountNumber ?? '', other.account?.accountNumber ?? ''),
  verified: (one: Row, other: Row) =>
    (one.meter.verifiedUntil ?? '9999').localeCompare(other.meter.verifiedUntil ?? '9999'),
} as const;
