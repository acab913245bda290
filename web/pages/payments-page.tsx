// /payments: entering payments by hand, and the payments of the chosen day or month.
import type { PersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { balanceOf } from '../features/account-balances/account-balances.ts';
import { DayPayments } from '../features/payments/day-payments.tsx';
import { PaymentEntry } from '../features/payments/payment-entry.tsx';
import { UnbookedList } from '../features/payments/unbooked-list.tsx';
import type { Waiting } from '../features/payments/unbooked-payments.ts';
import { AccountField } from '../features/personal-accounts/account-field.tsx';
import { AccountName } from '../features/personal-accounts/account-name.tsx';
import { accountOf } from '../features/personal-accounts/personal-accounts.ts';
import { lastDayOf, showDay, showMonth, today } from '../lib/days.ts';
import { showFigure } from '../lib/figures.ts';
import { useAddressChange } from '../lib/list-address.ts';
import { sourceName, SOURCES } from '@kvartplata/contracts/billing/payment-sources.ts';
import { inBoth, useLanguage, useWords } from '../lib/words.ts';
import { Button } from '../ui/button.tsx';
import { Choice, MonthChoice } from '../ui/choice.tsx';
import { DayChoice } from '../ui/day-choice.tsx';
import { useLeave } from '../ui/dialog.tsx';
import { ForRole } from '../ui/for-role.tsx';
import { Page, Sheet } from '../ui/page.tsx';
import { AddressSearch } from '../ui/search-field.tsx';
import { OfOrganization } from './of-organization.tsx';
import { PaymentTabs } from './payment-tabs.tsx';
import { HouseChoice } from './house-choice.tsx';

const WORDS = inBoth(
  {
    title: 'Платежи',
    entry: 'Ввести платёж',
    how: 'Найдите счёт, Enter, сумма, Enter — платёж записан, можно вводить следующий. Дата остаётся от прошлой строки.',
    owed: (amount: string) => `Долг ${amount} ₽: стрелка вниз в поле суммы ставит его целиком.`,
    advance: (amount: string) => `Переплата ${amount} ₽.`,
    nothing: 'Долга нет: платёж станет авансом.',
    ofDay: (day: string) => `Платежи за ${day}`,
    ofMonth: (month: string) => `Платежи, проведённые за ${month}`,
    span: 'За какое время',
    day: 'День',
    month: 'Месяц',
    search: 'Счёт, плательщик, помещение или адрес',
    source: 'Откуда',
    status: 'Состояние',
    any: 'все',
    statuses: { BOOKED: 'проведённые', REVERSED: 'сторнированные' },
  },
  {
    title: 'Payments',
    entry: 'Enter a payment',
    how: 'Find the account, Enter, the amount, Enter: the payment is booked, and you can enter the next. The date is kept.',
    owed: (amount) => `${amount} ₽ owed: press the down arrow in the amount to pay all of it.`,
    advance: (amount) => `${amount} ₽ paid in advance.`,
    nothing: 'Nothing is owed: the payment becomes an advance.',
    ofDay: (day) => `Payments of ${day}`,
    ofMonth: (month) => `Payments booked in ${month}`,
    span: 'Period',
    day: 'Day',
    month: 'Month',
    search: 'Account, payer, room or address',
    source: 'From',
    status: 'State',
    any: 'all',
    statuses: { BOOKED: 'booked', REVERSED: 'reversed' },
  },
);
const route = getRouteApi('/signed-in/payments');

export function PaymentsPage(): ReactElement {
  const t = useWords(WORDS);
  return (
    <OfOrganization>
      {({ id }) => (
        <Page title={t.title}>
          <PaymentTabs />
          <Payments key={id} organizationId={id} />
        </Page>
      )}
    </OfOrganization>
  );
}

/** The day is in the address: on return from another page it is still that of the current bank statement. */
function Payments({ organizationId }: { readonly organizationId: number }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const change = useAddressChange();
  const { day = today(), span, find, sort: _sort, ...chosen } = route.useSearch();
  const month = day.slice(0, 7);
  const isMonth = span === 'month';
  return (
    <>
      <ForRole least="accountant">
        <Entry
          organizationId={organizationId}
          day={day}
          onDay={(typed) => change({ day: typed })}
        />
      </ForRole>
      <Sheet
        title={isMonth ? t.ofMonth(showMonth(month, language)) : t.ofDay(showDay(day))}
        actions={
          <div className="row" role="group" aria-label={t.span}>
            <Button aria-pressed={!isMonth} onClick={() => change({ day, span: undefined })}>
              {t.day}
            </Button>
            <Button aria-pressed={isMonth} onClick={() => change({ day, span: 'month' })}>
              {t.month}
            </Button>
          </div>
        }
      >
        <PaymentFilter organizationId={organizationId} day={day} isMonth={isMonth} />
        <DayPayments
          of={{
            organizationId,
            ...(isMonth ? { period: month } : { from: day, to: day }),
            ...chosen,
            ...(find === undefined ? {} : { search: find }),
          }}
          isNarrowed={find !== undefined || Object.keys(chosen).length > 0}
          nameOf={(id) => <AccountName id={id} />}
        />
      </Sheet>
    </>
  );
}

const STATUSES = ['BOOKED', 'REVERSED'] as const;

function PaymentFilter({
  organizationId,
  day,
  isMonth,
}: {
  readonly organizationId: number;
  readonly day: string;
  readonly isMonth: boolean;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const change = useAddressChange();
  const { houseId, source = '', status = '' } = route.useSearch();
  return (
    <div className="head filter">
      {isMonth ? (
        <MonthChoice
          label={t.month}
          value={day.slice(0, 7)}
          onChoose={(month) =>
            change({ day: month === today().slice(0, 7) ? today() : lastDayOf(month) })
          }
        />
      ) : (
        <DayChoice label={t.day} day={day} onChoose={(chosen) => change({ day: chosen })} />
      )}
      <AddressSearch label={t.search} />
      <HouseChoice
        organizationId={organizationId}
        houseId={houseId}
        onChoose={(id) => change({ houseId: id })}
      />
      <Choice
        label={t.source}
        value={source}
        options={[
          ['', t.any],
          ...SOURCES.map((each) => [each, sourceName(each, language)] as const),
        ]}
        onChoose={(each) => change({ source: each === '' ? undefined : each })}
      />
      <Choice
        label={t.status}
        value={status}
        options={[['', t.any], ...STATUSES.map((each) => [each, t.statuses[each]] as const)]}
        onChoose={(each) => change({ status: each === '' ? undefined : each })}
      />
    </div>
  );
}

type Begun = { readonly payment: Waiting; readonly account: PersonalAccount };

function Entry({
  organizationId,
  day,
  onDay,
}: {
  readonly organizationId: number;
  readonly day: string;
  readonly onDay: (day: string) => void;
}): ReactElement {
  const t = useWords(WORDS);
  const [begun, setBegun] = useState<Begun>();
  const [account, setAccount] = useState<PersonalAccount>();
  const balance = useQuery({ ...balanceOf(account?.id ?? 0), enabled: account !== undefined });
  const owed =
    account === undefined || balance.data === undefined
      ? undefined
      : sumOfMoney([balance.data.principalDebt, balance.data.penaltyDebt]);
  // The entry reports what is typed in it; here that is only asked about.
  const leave = useLeave(false, false);
  async function correct(payment: Waiting | undefined): Promise<void> {
    const next = payment === undefined ? undefined : await begin(payment);
    leave(() => {
      setAccount(next?.account);
      setBegun(next);
    });
  }
  return (
    <Sheet title={t.entry}>
      <div className="body stack">
        <PaymentEntry
          key={begun?.payment.key}
          organizationId={organizationId}
          day={day}
          owed={owed}
          begin={begun}
          onDay={onDay}
          onAccount={setAccount}
          accountField={(state) => (
            <AccountField {...state} organizationId={organizationId} autoFocus />
          )}
          hint={owed === undefined ? t.how : sayOwed(owed, t)}
        />
        <UnbookedList
          organizationId={organizationId}
          corrected={begun?.payment.key}
          onCorrect={correct}
        />
      </div>
    </Sheet>
  );
}

async function begin(payment: Waiting): Promise<Begun> {
  const { record } = await accountOf(payment.body.personalAccountId).read();
  return { payment, account: record };
}

function sayOwed(owed: string, t: (typeof WORDS)['ru']): string {
  if (owed.startsWith('-')) return t.advance(showFigure(owed.slice(1)));
  return owed === '0.00' ? t.nothing : t.owed(showFigure(owed));
}
