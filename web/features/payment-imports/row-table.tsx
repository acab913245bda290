// Rows of a registry, in the order of the file: all of them, those of one status, or those with one reason.
import type {
  PaymentImportRow,
  PaymentImportRowStatus,
} from '@kvartplata/contracts/billing/payment-imports.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { showDay } from '../../lib/days.ts';
import { showFigure } from '../../lib/figures.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Empty } from '../../ui/states.tsx';
import { rowsOf } from './payment-imports.ts';
import { ROW_BADGES, ROW_WORDS } from './row-words.ts';

const WORDS = inBoth(
  {
    line: 'Строка',
    status: 'Что с ней',
    account: 'Счёт',
    day: 'Дата',
    payer: 'Плательщик, назначение',
    amount: 'Сумма, ₽',
    none: 'Таких строк нет.',
  },
  {
    line: 'Line',
    status: 'Result',
    account: 'Account',
    day: 'Day',
    payer: 'Payer, purpose',
    amount: 'Amount, ₽',
    none: 'No such rows.',
  },
);

type Props = {
  readonly caption: string;
  readonly id: number;
  readonly status: PaymentImportRowStatus | undefined;
  /** The code of a reason that the rows have. */
  readonly reason?: string | undefined;
  /** An account's name, as a link to it. */
  readonly nameOf: (accountId: number) => ReactNode;
};

export function RowTable({ caption, id, status, reason, nameOf }: Props): ReactElement {
  const t = useWords(WORDS);
  const names = useWords(ROW_WORDS);
  const language = useLanguage();
  const query = useInfiniteQuery(rowsOf(id, { status, reason }));
  return (
    <PagedTable
      query={query}
      caption={caption}
      keyOf={({ line }) => line}
      empty={<Empty>{t.none}</Empty>}
      columns={[
        { title: t.line, isName: true, cell: ({ line }) => line },
        {
          title: t.status,
          cell: ({ status: kind, reasons }) => (
            <>
              <span className={`badge ${ROW_BADGES[kind]}`}>{names[kind]}</span>
              {reasons.map(({ code, message, messageRu }) => (
                <p key={code} className="small">
                  {language === 'ru' ? messageRu : message}
                </p>
              ))}
            </>
          ),
        },
        { title: t.account, cell: (row) => accountOf(row, nameOf) },
        {
          title: t.payer,
          isExtra: true,
          cell: ({ payer, purpose }) => (
            <span className="small soft">
              {[payer, purpose].filter((text) => text !== null && text !== '').join(' · ')}
            </span>
          ),
        },
        {
          title: t.day,
          isExtra: true,
          cell: ({ paidOn }) => (paidOn === null ? '—' : showDay(paidOn)),
        },
        {
          title: t.amount,
          isFigure: true,
          cell: ({ amount }) => (amount === null ? '—' : showFigure(amount)),
        },
      ]}
    />
  );
}

function accountOf(
  { personalAccountId, accountNumbers }: PaymentImportRow,
  nameOf: Props['nameOf'],
): ReactNode {
  return personalAccountId === null ? accountNumbers.join(', ') : nameOf(personalAccountId);
}
