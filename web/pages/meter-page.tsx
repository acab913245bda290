// /houses/:houseId/meters/:meterId: a meter's consumption, its verifications and acts, and its replacement.
import type { HouseService } from '@kvartplata/contracts/core/house-services.ts';
import type { Meter } from '@kvartplata/contracts/core/meters.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactElement, type ReactNode } from 'react';
import { servicesOf } from '../features/house-services/house-services.ts';
import { allRoomsOf } from '../features/rooms/rooms.ts';
import { houseOf } from '../features/houses/houses.ts';
import { ActList } from '../features/meter-acts/act-list.tsx';
import { meterTypes } from '../features/meter-types/meter-types.ts';
import { VerificationList } from '../features/meter-verifications/verification-list.tsx';
import { MeterBadge } from '../features/meters/meter-badge.tsx';
import { meterOf } from '../features/meters/meters.ts';
import { ReplacementForm } from '../features/meters/replacement-form.tsx';
import { accountOf } from '../features/personal-accounts/personal-accounts.ts';
import { ReadingHistory, readingsOf } from '../features/readings/reading-history.tsx';
import { showDay } from '../lib/days.ts';
import { showShortFigure } from '../lib/figures.ts';
import { unbroken } from '../lib/unbroken.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ForRole } from '../ui/for-role.tsx';
import { HistoryLink } from '../ui/history-link.tsx';
import { Page, Sheet } from '../ui/page.tsx';
import { StoredRecord } from '../ui/stored-record.tsx';
import { AnsweredPage } from './answered-page.tsx';
import { HouseTabs } from './house-tabs.tsx';
import { MeterCard } from './meter-card.tsx';
import { OfRecord } from './of-record.tsx';

const WORDS = inBoth(
  {
    houses: 'Дома',
    title: (number: string) => `Прибор ${number}`,
    edit: 'Изменить карточку',
    replace: 'Заменить прибор',
    readings: 'Показания',
    service: 'Услуга',
    type: 'Вид',
    account: 'Счёт',
    house: 'общедомовой',
    room: (number: string) => `все счета помещения ${number}`,
    digits: 'Разрядов',
    installed: 'Установлен',
    initial: 'Начальное показание',
    verifiedUntil: 'Поверен до',
    removed: 'Снят',
    before: 'Стоял до него',
    after: 'Стоит вместо него',
    other: 'прежний прибор',
    successor: 'новый прибор',
  },
  {
    houses: 'Houses',
    title: (number) => `Meter ${number}`,
    edit: 'Edit',
    replace: 'Replace the meter',
    readings: 'Readings',
    service: 'Service',
    type: 'Kind',
    account: 'Account',
    house: 'house-wide',
    room: (number) => `all of room ${number}`,
    digits: 'Digits',
    installed: 'Installed on',
    initial: 'Initial reading',
    verifiedUntil: 'Verified until',
    removed: 'Removed on',
    before: 'Replaced',
    after: 'Replaced by',
    other: 'the previous meter',
    successor: 'the new meter',
  },
);
const route = getRouteApi('/signed-in/houses/$houseId/meters/$meterId');

export function MeterPage(): ReactElement {
  const id = Number(route.useParams().meterId);
  const query = useQuery(meterOf(id));
  return (
    <AnsweredPage query={query}>
      {({ record }) => <OneMeter key={id} meter={record} />}
    </AnsweredPage>
  );
}

function OneMeter({ meter }: { readonly meter: Meter }): ReactElement {
  const t = useWords(WORDS);
  const navigate = useNavigate();
  const { id, houseId } = meter;
  const house = useQuery(houseOf(houseId));
  const { data: services = [] } = useQuery(servicesOf(houseId));
  const service = services.find((each) => each.id === meter.houseServiceId);
  const readings = useInfiniteQuery(readingsOf(id));
  const [open, setOpen] = useState<'card' | 'replacement'>();
  const close = (): void => setOpen(undefined);
  const lastReading = readings.data?.pages[0]?.items[0]?.value ?? meter.initialReading;
  const params = { houseId: String(houseId) };
  return (
    <OfRecord organizationId={house.data?.record.organizationId}>
      <Page
        title={t.title(meter.serialNumber)}
        trail={[
          <Link key="houses" to="/houses">
            {t.houses}
          </Link>,
          <Link key="house" to="/houses/$houseId" params={params}>
            {unbroken(house.data?.record.address ?? '…')}
          </Link>,
        ]}
        actions={
          <>
            <HistoryLink of={`meter:${id}`} />
            <ForRole least="owner">
              <Button onClick={() => setOpen('card')}>{t.edit}</Button>
              {meter.removedOn === null && (
                <Button onClick={() => setOpen('replacement')}>{t.replace}</Button>
              )}
            </ForRole>
          </>
        }
      >
        <HouseTabs houseId={houseId} />
        <Facts meter={meter} service={service} />
        <div className="columns wide-first">
          <Sheet title={t.readings}>
            <ReadingHistory meterId={id} houseId={houseId} unit={service?.unit ?? ''} />
          </Sheet>
          <div className="stack">
            <VerificationList meterId={id} />
            <ActList meterId={id} />
          </div>
        </div>
        {open === 'card' && (
          <Dialog title={t.edit} onClose={close}>
            <MeterCard
              houseId={houseId}
              id={id}
              onDone={(stored) => {
                close();
                if (stored === undefined) void navigate({ to: '/houses/$houseId/meters', params });
              }}
            />
          </Dialog>
        )}
        {open === 'replacement' && (
          <ReplacementDialog meter={meter} lastReading={lastReading} onClose={close} />
        )}
      </Page>
    </OfRecord>
  );
}

function ReplacementDialog({
  meter: { id, houseId },
  lastReading,
  onClose,
}: {
  readonly meter: Meter;
  readonly lastReading: string;
  readonly onClose: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const navigate = useNavigate();
  return (
    <Dialog title={t.replace} onClose={onClose}>
      <StoredRecord of={meterOf(id)}>
        {(stored) => (
          <ReplacementForm
            stored={stored}
            lastReading={lastReading}
            onDone={(next) => {
              onClose();
              if (next === undefined) return;
              void navigate({
                to: '/houses/$houseId/meters/$meterId',
                params: { houseId: String(houseId), meterId: String(next.id) },
              });
            }}
          />
        )}
      </StoredRecord>
    </Dialog>
  );
}

function Facts({
  meter,
  service,
}: {
  readonly meter: Meter;
  readonly service: HouseService | undefined;
}): ReactElement {
  const t = useWords(WORDS);
  const { data: types = [] } = useQuery(meterTypes);
  const { personalAccountId, replacedMeterId, replacedByMeterId } = meter;
  const other = (id: number, text: string): ReactElement => (
    <Link
      to="/houses/$houseId/meters/$meterId"
      params={{ houseId: String(meter.houseId), meterId: String(id) }}
    >
      {text}
    </Link>
  );
  const { data: rooms = [] } = useQuery(allRoomsOf(meter.houseId));
  const room = rooms.find(({ id }) => id === meter.roomId)?.number ?? '…';
  const account =
    personalAccountId === null ? (
      meter.roomId === null ? (
        t.house
      ) : (
        t.room(room)
      )
    ) : (
      <AccountLink id={personalAccountId} />
    );
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t.service, service?.name ?? '…'],
    [t.type, types.find(({ id }) => id === meter.meterTypeId)?.name ?? '…'],
    [t.account, account],
    [t.digits, meter.digits],
    [t.installed, showDay(meter.installedOn)],
    [t.initial, showShortFigure(meter.initialReading)],
    [
      t.verifiedUntil,
      <>
        {meter.verifiedUntil === null ? '—' : showDay(meter.verifiedUntil)}{' '}
        <MeterBadge meter={meter} />
      </>,
    ],
    ...(meter.removedOn === null ? [] : [[t.removed, showDay(meter.removedOn)] as const]),
    ...(replacedMeterId === null ? [] : [[t.before, other(replacedMeterId, t.other)] as const]),
    ...(replacedByMeterId === null
      ? []
      : [[t.after, other(replacedByMeterId, t.successor)] as const]),
  ];
  return (
    <dl className="sheet fact-strip">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function AccountLink({ id }: { readonly id: number }): ReactElement {
  const { data } = useQuery(accountOf(id));
  return (
    <Link to="/accounts/$accountId" params={{ accountId: String(id) }}>
      {data?.record.accountNumber ?? '…'}
    </Link>
  );
}
