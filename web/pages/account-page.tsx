// /accounts/:accountId: everything of an account on one page.
import type { LedgerEntry } from '@kvartplata/contracts/billing/ledger-entries.ts';
import {
  listPersonalAccounts,
  type PersonalAccount,
} from '@kvartplata/contracts/core/personal-accounts.ts';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { balanceOf } from '../features/account-balances/account-balances.ts';
import { BalanceStrip } from '../features/account-balances/balance-strip.tsx';
import { AccountSkips } from '../features/calculation-jobs/account-skips.tsx';
import { AdjustmentSheet } from '../features/adjustments/adjustment-sheet.tsx';
import { ChargeList } from '../features/charges/charge-list.tsx';
import { AccountCases } from '../features/court-cases/account-cases.tsx';
import { CertificateButton } from '../features/debt-certificates/certificate-button.tsx';
import { AccountClaims } from '../features/debt-letters/account-claims.tsx';
import { AccountLetters } from '../features/deliveries/account-letters.tsx';
import { InstalmentSheet } from '../features/instalments/instalment-sheet.tsx';
import { plansOf } from '../features/instalments/instalments.ts';
import { notDueOf } from '../features/instalments/not-due.ts';
import { BalanceChart } from '../features/ledger-entries/balance-chart.tsx';
import { EntryList } from '../features/ledger-entries/entry-list.tsx';
import { entriesOf } from '../features/ledger-entries/ledger-entries.ts';
import { MonthTable } from '../features/ledger-entries/month-table.tsx';
import { servicesOf } from '../features/house-services/house-services.ts';
import { PaymentList } from '../features/payments/payment-list.tsx';
import { AccountForm } from '../features/personal-accounts/account-form.tsx';
import {
  accountOf,
  changeAccount,
  deleteAccount,
} from '../features/personal-accounts/personal-accounts.ts';
import { AccountNotices } from '../features/restriction-notices/account-notices.tsx';
import { ProofButton } from '../features/seals/proof-button.tsx';
import { AccountLinks } from '../features/receipt-links/account-links.tsx';
import { ReceiptButton } from '../features/receipts/receipt-button.tsx';
import { allRoomsOf } from '../features/rooms/rooms.ts';
import type { Versioned } from '../lib/api.ts';
import { showDay, showMonth } from '../lib/days.ts';
import { showShortFigure } from '../lib/figures.ts';
import { useAddressChange } from '../lib/list-address.ts';
import { groupOf } from '../lib/reads.ts';
import { unbroken } from '../lib/unbroken.ts';
import { inBoth, useLanguage, useWords } from '../lib/words.ts';
import { Button } from '../ui/button.tsx';
import { DeleteButton } from '../ui/delete-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ForRole } from '../ui/for-role.tsx';
import { HistoryLink } from '../ui/history-link.tsx';
import { Page, Sheet } from '../ui/page.tsx';
import { Answered } from '../ui/states.tsx';
import { tell } from '../ui/toasts.tsx';
import { AnsweredPage } from './answered-page.tsx';
import { AccountRegistry } from './account-registry.tsx';
import { AccountTransfer } from './account-transfer.tsx';
import { AccountTabs } from './account-tabs.tsx';
import { OfRecord } from './of-record.tsx';

const WORDS = inBoth(
  {
    accounts: 'Счета',
    title: (number: string, payer: string) => `${number} · ${payer}`,
    edit: 'Изменить карточку',
    transfer: 'Сменить собственника',
    transferTitle: 'Смена собственника',
    card: 'Карточка счёта',
    saved: 'Карточка счёта сохранена.',
    sure: 'Удалить этот счёт, заведённый по ошибке? Удаляется только счёт, по которому ничего не начисляли.',
    deleted: 'Счёт удалён.',
    room: 'Помещение',
    persons: 'Зарегистрировано',
    owners: 'Собственников',
    share: 'Доля',
    opened: 'Открыт',
    closed: 'Закрыт',
    gisAccountNumber: 'Единый лицевой счёт',
    gisServiceId: 'Идентификатор ЖКУ',
    gisAccountGuid: 'Код счёта в ГИС ЖКХ',
    payerInn: 'ИНН',
    payerAddress: 'Адрес плательщика',
    email: 'Почта',
    noPaper: 'Бумага',
    notWanted: 'не нужна',
    owed: 'Долг по времени',
    months: 'По месяцам',
    charges: (month: string) => `Начисления за ${month}`,
    entries: (month: string) => `Проводки за ${month}`,
    payments: 'Платежи',
  },
  {
    accounts: 'Accounts',
    title: (number, payer) => `${number} · ${payer}`,
    edit: 'Edit',
    transfer: 'Change the owner',
    transferTitle: 'Change of owner',
    card: 'Account details',
    saved: 'Account saved.',
    sure: 'Delete this account, opened by mistake? Only one that was never charged can be deleted.',
    deleted: 'Account deleted.',
    room: 'Room',
    persons: 'Registered',
    owners: 'Owners',
    share: 'Share',
    opened: 'Opened',
    closed: 'Closed',
    gisAccountNumber: 'Unified account number',
    gisServiceId: 'Service id',
    gisAccountGuid: 'Account code in ГИС ЖКХ',
    payerInn: 'INN',
    payerAddress: 'Payer’s address',
    email: 'E-mail',
    noPaper: 'Paper',
    notWanted: 'not wanted',
    owed: 'Debt over time',
    months: 'By month',
    charges: (month) => `Charges of ${month}`,
    entries: (month) => `Entries of ${month}`,
    payments: 'Payments',
  },
);
const route = getRouteApi('/signed-in/accounts/$accountId');

export function AccountPage(): ReactElement {
  const accountId = Number(route.useParams().accountId);
  const query = useQuery(accountOf(accountId));
  return (
    <AnsweredPage query={query}>
      {(stored) => (
        <OfRecord organizationId={stored.record.organizationId}>
          <AccountSheets key={accountId} stored={stored} />
        </OfRecord>
      )}
    </AnsweredPage>
  );
}

function AccountSheets({ stored }: { readonly stored: Versioned<PersonalAccount> }): ReactElement {
  const t = useWords(WORDS);
  const account = stored.record;
  const navigate = useNavigate();
  const [isEditing, setEditing] = useState(false);
  const [isTransferring, setTransferring] = useState(false);
  return (
    <Page
      title={t.title(account.accountNumber, account.payer)}
      trail={[
        <Link key="accounts" to="/accounts">
          {t.accounts}
        </Link>,
        <Link key="house" to="/houses/$houseId" params={{ houseId: String(account.houseId) }}>
          {unbroken(account.address)}
        </Link>,
      ]}
      actions={
        <>
          <HistoryLink of={`personal-account:${account.id}`} />
          <CertificateButton personalAccountId={account.id} />
          <ForRole least="owner">
            {account.closedOn === null && (
              <Button onClick={() => setTransferring(true)}>{t.transfer}</Button>
            )}
            <Button onClick={() => setEditing(true)}>{t.edit}</Button>
          </ForRole>
        </>
      }
    >
      <AccountTabs accountId={account.id} />
      <div className="account-head">
        <Balance accountId={account.id} />
        <Facts account={account} />
      </div>
      <AccountSkips accountId={account.id} />
      <Books accountId={account.id} organizationId={account.organizationId} />
      <Sheet title={t.payments}>
        <PaymentList accountId={account.id} name={account.accountNumber} />
      </Sheet>
      <Dealings account={account} />
      <AccountRegistry account={account} />
      {isTransferring && (
        <Dialog title={t.transferTitle} onClose={() => setTransferring(false)}>
          <AccountTransfer
            stored={stored}
            onDone={(successor) => {
              setTransferring(false);
              if (successor !== undefined)
                void navigate({
                  to: '/accounts/$accountId',
                  params: { accountId: String(successor) },
                });
            }}
          />
        </Dialog>
      )}
      {isEditing && (
        <Dialog title={t.card} onClose={() => setEditing(false)}>
          <CardForm stored={stored} onDone={() => setEditing(false)} />
        </Dialog>
      )}
    </Page>
  );
}

/** Agreements, letters and court cases; most accounts have few of them. */
function Dealings({ account }: { readonly account: PersonalAccount }): ReactElement {
  return (
    <div className="brief stack">
      <Instalments accountId={account.id} />
      <ByHand account={account} />
      <AccountLinks accountId={account.id} />
      <AccountLetters accountId={account.id} email={account.email} />
      <AccountClaims accountId={account.id} />
      <AccountNotices accountId={account.id} />
      <AccountCases accountId={account.id} accountNumber={account.accountNumber} />
    </div>
  );
}

/** Including what plans leave to months after the newest charged one, as on the receipt. */
function Balance({ accountId }: { readonly accountId: number }): ReactElement {
  const { data: entries = [] } = useQuery(entriesOf(accountId));
  const { data: plans } = useInfiniteQuery(plansOf(accountId));
  const charged = entries.filter(({ transactionType }) => transactionType === 'CHARGE');
  const all = plans?.pages.flatMap(({ items }) => items) ?? [];
  return <BalanceStrip accountId={accountId} leftToLater={notDueOf(all, newestOf(charged))} />;
}

function Instalments({ accountId }: { readonly accountId: number }): ReactElement {
  const { data } = useQuery(balanceOf(accountId));
  const owed = data?.debts?.map(({ period }) => period) ?? [];
  return <InstalmentSheet accountId={accountId} owed={owed} />;
}

/** The services come from core, and only a new line needs them. */
function ByHand({ account }: { readonly account: PersonalAccount }): ReactElement {
  const services = useQuery(servicesOf(account.houseId));
  return <AdjustmentSheet accountId={account.id} services={services.data ?? []} />;
}

function Facts({ account }: { readonly account: PersonalAccount }): ReactElement {
  const t = useWords(WORDS);
  const facts: readonly (readonly [string, string | number])[] = [
    [t.room, account.roomNumber],
    [t.persons, account.registeredPersons],
    [t.owners, account.owners],
    [t.share, showShortFigure(account.share)],
    [t.opened, showDay(account.openedOn)],
    ...(account.closedOn === null ? [] : [[t.closed, showDay(account.closedOn)] as const]),
    ...given(t.gisAccountNumber, account.gisAccountNumber),
    ...given(t.gisServiceId, account.gisServiceId),
    ...given(t.gisAccountGuid, account.gisAccountGuid),
    ...given(t.payerInn, account.payerInn),
    ...given(t.payerAddress, account.payerAddress),
    ...given(t.email, account.email),
    ...given(t.noPaper, account.wantsPaper ? null : t.notWanted),
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

function given(name: string, value: string | null): readonly (readonly [string, string])[] {
  return value === null ? [] : [[name, value]];
}

/** The chosen month is in the address, so that a link to it can be sent to a colleague. */
function Books({
  accountId,
  organizationId,
}: {
  readonly accountId: number;
  readonly organizationId: number;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const change = useAddressChange();
  const search = route.useSearch();
  const query = useQuery(entriesOf(accountId));
  return (
    <Answered query={query}>
      {(entries) => {
        const charged = entries.filter(({ transactionType }) => transactionType === 'CHARGE');
        const period = search.period ?? (newestOf(charged) || newestOf(entries));
        const shown = period === '' ? '' : showMonth(period, language);
        return (
          <div className="columns">
            <div className="stack">
              {entries.length > 0 && (
                <Sheet title={t.owed}>
                  <BalanceChart entries={entries} />
                </Sheet>
              )}
              <Sheet title={t.months}>
                <MonthTable
                  entries={entries}
                  chosen={period}
                  onChoose={(chosen) => change({ period: chosen })}
                />
              </Sheet>
            </div>
            {period !== '' && (
              <div className="stack">
                <Sheet
                  title={t.charges(shown)}
                  actions={
                    <>
                      <ProofButton {...{ organizationId, accountId, period }} />
                      <ReceiptButton accountId={accountId} period={period} />
                    </>
                  }
                >
                  <ChargeList key={period} accountId={accountId} period={period} />
                </Sheet>
                <Sheet title={t.entries(shown)}>
                  <EntryList entries={entries.filter((entry) => entry.period === period)} />
                </Sheet>
              </div>
            )}
          </div>
        );
      }}
    </Answered>
  );
}

/** The last month with an entry; empty without any. */
function newestOf(entries: readonly LedgerEntry[]): string {
  return entries.reduce((found, { period }) => (period > found ? period : found), '');
}

function CardForm({
  stored,
  onDone,
}: {
  readonly stored: Versioned<PersonalAccount>;
  readonly onDone: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const client = useQueryClient();
  // As of the moment when the form was opened, whatever the page reads meanwhile.
  const [account] = useState(stored.record);
  const [etag, setEtag] = useState(stored.etag);
  const rooms = useQuery(allRoomsOf(account.houseId));
  const navigate = useNavigate();
  return (
    <Answered query={rooms}>
      {(all) => (
        <div className="stack">
          <AccountForm
            account={account}
            rooms={all}
            onCancel={onDone}
            readTheirs={async () => {
              const newest = await accountOf(account.id).read();
              setEtag(newest.etag);
              return newest.record;
            }}
            save={async (body, isConfirmed) => {
              await changeAccount(account.id, etag, body, isConfirmed);
              await client.invalidateQueries({ queryKey: groupOf(listPersonalAccounts) });
              tell(t.saved);
              onDone();
            }}
          />
          <DeleteButton
            what={t.sure}
            act={async () => {
              await deleteAccount(account.id, etag);
              tell(t.deleted);
              onDone();
              await navigate({
                to: '/houses/$houseId',
                params: { houseId: String(account.houseId) },
              });
              await client.invalidateQueries({ queryKey: groupOf(listPersonalAccounts) });
            }}
          />
        </div>
      )}
    </Answered>
  );
}
