// /houses/:houseId: the accounts and rooms of a house, and its card.
import { listHouses, type House } from '@kvartplata/contracts/core/houses.ts';
import { listPersonalAccounts } from '@kvartplata/contracts/core/personal-accounts.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { HouseForm } from '../features/houses/house-form.tsx';
import { changeHouse, deleteHouse, houseOf } from '../features/houses/houses.ts';
import { AccountForm } from '../features/personal-accounts/account-form.tsx';
import { AccountListTable } from '../features/reports/account-list-table.tsx';
import { addAccount } from '../features/personal-accounts/personal-accounts.ts';
import { RoomList } from '../features/rooms/room-list.tsx';
import { allRoomsOf } from '../features/rooms/rooms.ts';
import type { Versioned } from '../lib/api.ts';
import { useAddressWords } from '../lib/list-address.ts';
import { groupOf } from '../lib/reads.ts';
import { unbroken } from '../lib/unbroken.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Button } from '../ui/button.tsx';
import { DeleteButton } from '../ui/delete-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ForRole } from '../ui/for-role.tsx';
import { HistoryLink } from '../ui/history-link.tsx';
import { Page, Sheet } from '../ui/page.tsx';
import { AddressSearch } from '../ui/search-field.tsx';
import { Answered, Empty } from '../ui/states.tsx';
import { tell } from '../ui/toasts.tsx';
import { AnsweredPage } from './answered-page.tsx';
import { HouseTabs } from './house-tabs.tsx';
import { OfRecord } from './of-record.tsx';

const WORDS = inBoth(
  {
    houses: 'Дома',
    edit: 'Изменить карточку',
    card: 'Карточка дома',
    saved: 'Карточка дома сохранена.',
    sure: 'Удалить этот дом, заведённый по ошибке? В нём не должно быть ни помещений, ни счетов, ни услуг.',
    deleted: 'Дом удалён.',
    accounts: 'Лицевые счета',
    search: 'Номер, плательщик или помещение',
    open: 'Открыть счёт',
    none: 'Счетов пока нет. Сначала добавьте помещения, затем откройте счета.',
  },
  {
    houses: 'Houses',
    edit: 'Edit',
    card: 'House details',
    saved: 'House saved.',
    sure: 'Delete this house, added by mistake? It must have no rooms, accounts or services.',
    deleted: 'House deleted.',
    accounts: 'Personal accounts',
    search: 'Number, payer or room',
    open: 'Open an account',
    none: 'No accounts yet. Add rooms first, then open accounts.',
  },
);
const route = getRouteApi('/signed-in/houses/$houseId');

export function HousePage(): ReactElement {
  const houseId = Number(route.useParams().houseId);
  const query = useQuery(houseOf(houseId));
  return (
    <AnsweredPage query={query}>
      {(stored) => (
        <OfRecord organizationId={stored.record.organizationId}>
          <HouseSheets key={houseId} stored={stored} />
        </OfRecord>
      )}
    </AnsweredPage>
  );
}

function HouseSheets({ stored }: { readonly stored: Versioned<House> }): ReactElement {
  const t = useWords(WORDS);
  const { id, address } = stored.record;
  const { words } = useAddressWords();
  const [open, setOpen] = useState<'card' | 'account'>();
  const close = (): void => setOpen(undefined);
  return (
    <Page
      title={unbroken(address)}
      trail={[
        <Link key="houses" to="/houses">
          {t.houses}
        </Link>,
      ]}
      actions={
        <>
          <HistoryLink of={`house:${id}`} />
          <ForRole least="owner">
            <Button onClick={() => setOpen('card')}>{t.edit}</Button>
          </ForRole>
        </>
      }
    >
      <HouseTabs houseId={id} />
      <div className="columns wide-first">
        <Sheet
          title={t.accounts}
          actions={
            <>
              <AddressSearch label={t.search} />
              <ForRole least="owner">
                <Button onClick={() => setOpen('account')}>{t.open}</Button>
              </ForRole>
            </>
          }
        >
          <AccountListTable
            of={{ houseId: id, ...(words === '' ? {} : { search: words }) }}
            isNarrowed={words !== ''}
            empty={<Empty>{t.none}</Empty>}
          />
        </Sheet>
        <RoomList houseId={id} />
      </div>
      {open === 'card' && (
        <Dialog title={t.card} onClose={close}>
          <CardForm stored={stored} onDone={close} />
        </Dialog>
      )}
      {open === 'account' && (
        <Dialog title={t.open} onClose={close}>
          <NewAccount houseId={id} onDone={close} />
        </Dialog>
      )}
    </Page>
  );
}

function CardForm({
  stored,
  onDone,
}: {
  readonly stored: Versioned<House>;
  readonly onDone: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const client = useQueryClient();
  const { id } = stored.record;
  const navigate = useNavigate();
  // As of the moment when the form was opened, whatever the page reads meanwhile.
  const [house] = useState(stored.record);
  const [etag, setEtag] = useState(stored.etag);
  return (
    <div className="stack">
      <HouseForm
        house={house}
        onCancel={onDone}
        readTheirs={async () => {
          const newest = await houseOf(id).read();
          setEtag(newest.etag);
          return newest.record;
        }}
        save={async (body) => {
          await changeHouse(id, etag, body);
          await client.invalidateQueries({ queryKey: groupOf(listHouses) });
          tell(t.saved);
          onDone();
        }}
      />
      <DeleteButton
        what={t.sure}
        act={async () => {
          await deleteHouse(id, etag);
          tell(t.deleted);
          onDone();
          await navigate({ to: '/houses' });
          await client.invalidateQueries({ queryKey: groupOf(listHouses) });
        }}
      />
    </div>
  );
}

function NewAccount({
  houseId,
  onDone,
}: {
  readonly houseId: number;
  readonly onDone: () => void;
}): ReactElement {
  const client = useQueryClient();
  const query = useQuery(allRoomsOf(houseId));
  return (
    <Answered query={query}>
      {(rooms) => (
        <AccountForm
          rooms={rooms}
          onCancel={onDone}
          save={async (body) => {
            await addAccount(houseId, body);
            await client.invalidateQueries({ queryKey: groupOf(listPersonalAccounts) });
            onDone();
          }}
        />
      )}
    </Answered>
  );
}
