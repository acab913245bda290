// The queue of unidentified payments: each opens to its decision, and the next one follows.
import type {
  UnidentifiedPayment,
  UnidentifiedStatus,
} from '@kvartplata/contracts/billing/unidentified-payments.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement, type ReactNode } from 'react';
import { showDay, showInstant, showMonth } from '../../lib/days.ts';
import { showFigure } from '../../lib/figures.ts';
import { useAddressChange, useAddressWords } from '../../lib/list-address.ts';
import { sourceName } from '@kvartplata/contracts/billing/payment-sources.ts';
import { useMay } from '../../lib/role.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { useLeave } from '../../ui/dialog.tsx';
import { Sheet } from '../../ui/page.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { AddressSearch } from '../../ui/search-field.tsx';
import { Empty } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
import { Settlement, type AccountChoice } from './settlement.tsx';
import { unidentifiedOf } from './unidentified-payments.ts';

const WORDS = inBoth(
  {
    title: 'Невыясненные платежи',
    status: 'Показать',
    search: 'Плательщик, назначение, счёт или сумма',
    WAITING: 'Ждут решения',
    RESOLVED: 'Записаны на счёт',
    RETURNED: 'Возвращены плательщику',
    CLOSED: 'Не нам',
    WITHDRAWN: 'Ушли с отменённым файлом',
    payer: 'Плательщик',
    unknown: 'плательщик не указан',
    paidOn: 'Дата',
    why: 'Почему не выяснен',
    from: 'Откуда',
    amount: 'Сумма, ₽',
    row: (line: number) => `строка ${line}`,
    month: (month: string) => `за ${month}`,
    settled: (at: string) => `Решено ${at}.`,
    waits: 'Решает бухгалтер.',
    none: 'Таких платежей нет.',
    noneWaiting: 'Невыясненных денег нет: ничего не ждёт решения.',
  },
  {
    title: 'Unidentified payments',
    status: 'Show',
    search: 'Payer, purpose, account or amount',
    WAITING: 'Waiting',
    RESOLVED: 'Booked to an account',
    RETURNED: 'Returned to the payer',
    CLOSED: 'Not a payment to us',
    WITHDRAWN: 'Withdrawn with their file',
    payer: 'Payer',
    unknown: 'payer unknown',
    paidOn: 'Day',
    why: 'Reason',
    from: 'From',
    amount: 'Amount, ₽',
    row: (line) => `line ${line}`,
    month: (month) => `for ${month}`,
    settled: (at) => `Decided ${at}.`,
    waits: 'Accountants decide.',
    none: 'No payments found.',
    noneWaiting: 'All payments are identified.',
  },
);
const STATUSES: readonly UnidentifiedStatus[] = [
  'WAITING',
  'RESOLVED',
  'RETURNED',
  'CLOSED',
  'WITHDRAWN',
];

export function UnidentifiedList({
  organizationId,
  status = 'WAITING',
  accountChoice,
  nameOf,
}: {
  readonly organizationId: number;
  readonly status?: UnidentifiedStatus | undefined;
  readonly accountChoice: AccountChoice;
  readonly nameOf: (accountId: number) => ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  const { words } = useAddressWords();
  const change = useAddressChange();
  const [openId, setOpen] = useState<number>();
  // The decision reports what is typed in it; here that is only asked about.
  const leave = useLeave(false, false);
  const mayWork = useMay('accountant');
  const search = words === '' ? {} : { search: words };
  const query = useInfiniteQuery(unidentifiedOf({ organizationId, status, ...search }));
  const all = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const goOn = (settled: UnidentifiedPayment): void =>
    setOpen(all[all.findIndex(({ id }) => id === settled.id) + 1]?.id);
  return (
    <Sheet
      title={t[status]}
      actions={
        <>
          <AddressSearch label={t.search} />
          <StatusChoice
            status={status}
            onChoose={(chosen) =>
              leave(() => {
                change({ status: chosen === 'WAITING' ? undefined : chosen });
                setOpen(undefined);
              })
            }
          />
        </>
      }
    >
      <PagedTable
        query={query}
        caption={t.title}
        keyOf={({ id }) => id}
        isChosen={({ id }) => id === openId}
        empty={<Empty>{status === 'WAITING' && words === '' ? t.noneWaiting : t.none}</Empty>}
        detail={(payment) =>
          payment.id !== openId ? undefined : mayWork && payment.status === 'WAITING' ? (
            <Settlement payment={payment} accountChoice={accountChoice} onSettled={goOn} />
          ) : (
            <Settled payment={payment} nameOf={nameOf} />
          )
        }
        columns={usePaymentColumns(openId, (id) => leave(() => setOpen(id)))}
      />
    </Sheet>
  );
}

function StatusChoice({
  status,
  onChoose,
}: {
  readonly status: UnidentifiedStatus;
  readonly onChoose: (status: UnidentifiedStatus) => void;
}): ReactElement {
  const t = useWords(WORDS);
  return (
    <select
      className="input fitting"
      aria-label={t.status}
      value={status}
      onChange={(event) => onChoose(event.target.value as UnidentifiedStatus)}
    >
      {STATUSES.map((each) => (
        <option key={each} value={each}>
          {t[each]}
        </option>
      ))}
    </select>
  );
}

function usePaymentColumns(
  openId: number | undefined,
  onOpen: (id: number | undefined) => void,
): readonly Column<UnidentifiedPayment>[] {
  const t = useWords(WORDS);
  const language = useLanguage();
  return [
    {
      title: t.payer,
      isName: true,
      cell: ({ id, payer, purpose }) => (
        <>
          <button
            type="button"
            className="link"
            aria-expanded={id === openId}
            onClick={() => onOpen(id === openId ? undefined : id)}
          >
            {payer ?? t.unknown}
          </button>
          {purpose !== null && <p className="small soft">{purpose}</p>}
        </>
      ),
    },
    {
      title: t.why,
      cell: ({ reasons }) =>
        reasons.map(({ code, message, messageRu }) => (
          <p key={code} className="small">
            {language === 'ru' ? messageRu : message}
          </p>
        )),
    },
    {
      title: t.from,
      isExtra: true,
      cell: ({ source, importId, line }) => (
        <span className="small">
          <Link to="/payments/imports/$importId" params={{ importId: String(importId) }}>
            {sourceName(source, language)}
          </Link>
          , {t.row(line)}
        </span>
      ),
    },
    {
      title: t.paidOn,
      isExtra: true,
      cell: ({ paidOn, period }) => (
        <>
          {showDay(paidOn)}
          {period !== null && <p className="small soft">{t.month(showMonth(period, language))}</p>}
        </>
      ),
    },
    { title: t.amount, isFigure: true, cell: ({ amount }) => showFigure(amount) },
  ];
}

function Settled({
  payment: { settledAt, note, personalAccountId },
  nameOf,
}: {
  readonly payment: UnidentifiedPayment;
  readonly nameOf: (accountId: number) => ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  return (
    <p>
      {settledAt === null ? t.waits : t.settled(showInstant(settledAt))}{' '}
      {personalAccountId !== null && nameOf(personalAccountId)} {note}
    </p>
  );
}
