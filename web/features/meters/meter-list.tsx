// The meters of a house or an account: what each counts, and what is wrong with it.
import type { HouseService } from '@kvartplata/contracts/core/house-services.ts';
import type { Meter } from '@kvartplata/contracts/core/meters.ts';
import type { PersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { showDay, today } from '../../lib/days.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { Empty } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
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
    more: (shown: number, all: number) => `Показаны ${shown} из ${all}: уточните поиск.`,
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
    more: (shown, all) => `Showing ${shown} of ${all}: narrow the search.`,
  },
);
const MAX_SHOWN = 300;

type Which = 'used' | 'wrong' | 'all';
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
  /** Of the house. */
  readonly services: readonly HouseService[];
  /** Whose the meters are; left out where all are of one. */
  readonly accounts?: readonly PersonalAccount[];
}): ReactElement {
  const t = useWords(WORDS);
  const [which, setWhich] = useState<Which>('used');
  const [search, setSearch] = useState('');
  const nameOf = new Map(services.map(({ id, name }) => [id, name]));
  const accountOf = new Map(accounts?.map((account) => [account.id, account]));
  const inRoom = new Map(accounts?.map((account) => [account.roomId, account]));
  const rows = meters
    .map((meter): Row => ({
      meter,
      service: nameOf.get(meter.houseServiceId) ?? '…',
      account: accountOf.get(meter.personalAccountId ?? 0) ?? inRoom.get(meter.roomId ?? 0),
    }))
    .filter((row) => isOne(row.meter, which) && hasWords(row, search));
  return (
    <>
      <div className="row part-head">
        {accounts !== undefined && (
          <SearchField label={t.search} value={search} onChange={setSearch} />
        )}
        <WhichMeters which={which} onChoose={setWhich} />
      </div>
      {rows.length === 0 ? (
        <Empty>{meters.length === 0 ? t.none : t.nothing}</Empty>
      ) : (
        <MeterTable rows={rows.slice(0, MAX_SHOWN)} isOfHouse={accounts !== undefined} />
      )}
      {rows.length > MAX_SHOWN && <p className="table-more">{t.more(MAX_SHOWN, rows.length)}</p>}
    </>
  );
}

function MeterTable({
  rows,
  isOfHouse,
}: {
  readonly rows: readonly Row[];
  /** Else all are of one account, which need not be told. */
  readonly isOfHouse: boolean;
}): ReactElement {
  const t = useWords(WORDS);
  return (
    <Table
      caption={t.caption}
      rows={rows}
      keyOf={({ meter }) => meter.id}
      columns={[
        {
          title: t.number,
          isName: true,
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
          cell: ({ meter, service }) => (
            <>
              {service}{' '}
              {!isOfHouse && meter.roomId !== null && <span className="badge">{t.shared}</span>}
            </>
          ),
        },
        ...(isOfHouse
          ? [
              {
                title: t.account,
                cell: ({ meter, account }: Row) =>
                  meter.ownerType === 'house' ? (
                    <span className="badge">{t.house}</span>
                  ) : meter.ownerType === 'room' ? (
                    <span className="badge">{t.ofRoom(account?.roomNumber ?? '…')}</span>
                  ) : (
                    <>
                      {account?.accountNumber}{' '}
                      <span className="small soft">
                        {account !== undefined && t.room(account.roomNumber)}
                      </span>
                    </>
                  ),
              },
            ]
          : []),
        {
          title: t.verifiedUntil,
          isExtra: true,
          cell: ({ meter }) => (meter.verifiedUntil === null ? '—' : showDay(meter.verifiedUntil)),
        },
        { title: t.state, cell: ({ meter }) => <MeterBadge meter={meter} /> },
      ]}
    />
  );
}

function WhichMeters({
  which,
  onChoose,
}: {
  readonly which: Which;
  readonly onChoose: (which: Which) => void;
}): ReactElement {
  const t = useWords(WORDS);
  return (
    <select
      className="input fitting"
      aria-label={t.which}
      value={which}
      onChange={(event) => onChoose(event.target.value as Which)}
    >
      <option value="used">{t.used}</option>
      <option value="wrong">{t.wrong}</option>
      <option value="all">{t.all}</option>
    </select>
  );
}

function isOne(meter: Meter, which: Which): boolean {
  const state = stateOf(meter, today());
  if (which === 'all') return true;
  return state !== 'removed' && (which === 'used' || state !== 'good');
}

function hasWords({ meter, service, account }: Row, search: string): boolean {
  const text = [meter.serialNumber, service, account?.accountNumber, account?.roomNumber]
    .join(' ')
    .toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
