// What an import makes of a registry: its sums against those of the file, and each row with its reasons.
import type {
  PaymentImport,
  PaymentImportRow,
  PaymentImportRowStatus,
} from '@kvartplata/contracts/billing/payment-imports.ts';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { showDay } from '../../lib/days.ts';
import { download } from '../../lib/download.ts';
import { showFigure } from '../../lib/figures.ts';
import { useAddressChange } from '../../lib/list-address.ts';
import { counted, countedEn, inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Sheet } from '../../ui/page.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Empty } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { rejectedRowsOf, rowsOf } from './payment-imports.ts';

const WORDS = inBoth(
  {
    totals: 'Итоги',
    rows: 'Строки файла',
    kind: 'Что со строками',
    count: 'Строк',
    amount: 'Сумма, ₽',
    all: 'Все',
    together: 'Всего в файле',
    agrees: (rows: number | null, amount: string | null) =>
      `Контрольные итоги файла сходятся: ${[...(rows === null ? [] : [counted(rows, 'платёж', 'платежа', 'платежей')]), ...(amount === null ? [] : [`${amount} ₽`])].join(', ')}.`,
    undeclared: 'Своих контрольных итогов в файле нет: сверьте сумму с выпиской.',
    read: 'ещё не разобрано',
    matched: 'счёт найден',
    quarantined: 'ждёт решения',
    rejected: 'отклонено',
    line: 'Строка',
    status: 'Что с ней',
    account: 'Счёт',
    day: 'Дата',
    payer: 'Плательщик, назначение',
    none: 'Таких строк нет.',
    download: 'Отклонённые строки, XLSX',
  },
  {
    totals: 'Totals',
    rows: 'Rows of the file',
    kind: 'Result by row',
    count: 'Rows',
    amount: 'Amount, ₽',
    all: 'All',
    together: 'Entire file',
    agrees: (rows, amount) =>
      `The file’s totals agree: ${[...(rows === null ? [] : [countedEn(rows, 'payment')]), ...(amount === null ? [] : [`${amount} ₽`])].join(', ')}.`,
    undeclared: 'The file has no totals: compare the sum with the statement.',
    read: 'not checked yet',
    matched: 'account found',
    quarantined: 'needs a decision',
    rejected: 'rejected',
    line: 'Line',
    status: 'Result',
    account: 'Account',
    day: 'Day',
    payer: 'Payer, purpose',
    none: 'No such rows.',
    download: 'Rejected rows, XLSX',
  },
);
const KINDS = ['matched', 'quarantined', 'rejected'] as const;
const BADGES = { read: '', matched: 'good', quarantined: 'odd', rejected: 'debt' } as const;

type Props = {
  readonly of: PaymentImport;
  /** An account by its name and the way to it. */
  readonly nameOf: (accountId: number) => ReactNode;
};

export function ImportReport({ of, nameOf }: Props): ReactElement {
  return (
    <div className="columns wide-last">
      <Totals of={of} />
      <Rows of={of} nameOf={nameOf} />
    </div>
  );
}

function Totals({ of }: { readonly of: PaymentImport }): ReactElement {
  const t = useWords(WORDS);
  const { declaredRows, declaredAmount } = of;
  const amounts = {
    matched: of.matchedAmount,
    quarantined: of.quarantinedAmount,
    rejected: of.rejectedAmount,
  };
  return (
    <Sheet title={t.totals}>
      <Table
        caption={t.totals}
        rows={KINDS}
        keyOf={(kind) => kind}
        columns={[
          { title: t.kind, isName: true, cell: (kind) => t[kind], total: t.together },
          { title: t.count, isFigure: true, cell: (kind) => of[kind], total: of.rows },
          {
            title: t.amount,
            isFigure: true,
            cell: (kind) => showFigure(amounts[kind]),
            total: showFigure(of.amount),
          },
        ]}
      />
      <p className="body">
        {declaredRows === null && declaredAmount === null
          ? t.undeclared
          : t.agrees(declaredRows, declaredAmount === null ? null : showFigure(declaredAmount))}
      </p>
    </Sheet>
  );
}

function Rows({ of, nameOf }: Props): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const { rows: status } = useSearch({ strict: false });
  const query = useInfiniteQuery(rowsOf(of.id, status));
  return (
    <Sheet title={t.rows} actions={<RowsShown of={of} status={status} />}>
      <PagedTable
        query={query}
        caption={t.rows}
        keyOf={({ line }) => line}
        empty={<Empty>{t.none}</Empty>}
        columns={[
          { title: t.line, isName: true, cell: ({ line }) => line },
          {
            title: t.status,
            cell: ({ status: kind, reasons }) => (
              <>
                <span className={`badge ${BADGES[kind]}`}>{t[kind]}</span>
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
      {of.rejected > 0 && <RejectedRows id={of.id} />}
    </Sheet>
  );
}

function RowsShown({
  of,
  status,
}: Pick<Props, 'of'> & { readonly status: PaymentImportRowStatus | undefined }): ReactElement {
  const t = useWords(WORDS);
  const change = useAddressChange();
  const filter = (kind: PaymentImportRowStatus | undefined, text: string): ReactElement => (
    <Button
      key={text}
      kind="quiet"
      aria-pressed={status === kind}
      onClick={() => change({ rows: kind })}
    >
      {text}
    </Button>
  );
  return (
    <div className="row" role="group" aria-label={t.kind}>
      {filter(undefined, t.all)}
      {KINDS.map((kind) => filter(kind, `${t[kind]}: ${of[kind]}`))}
    </div>
  );
}

function accountOf(
  { personalAccountId, accountNumbers }: PaymentImportRow,
  nameOf: Props['nameOf'],
): ReactNode {
  return personalAccountId === null ? accountNumbers.join(', ') : nameOf(personalAccountId);
}

function RejectedRows({ id }: { readonly id: number }): ReactElement {
  const t = useWords(WORDS);
  const fetching = useMutation({
    mutationFn: async () => download(rejectedRowsOf(id), { fileName: `${id}.xlsx` }),
  });
  return (
    <div className="body row">
      <Button isBusy={fetching.isPending} onClick={() => fetching.mutate()}>
        {t.download}
      </Button>
      {fetching.error !== null && <FailureNote error={fetching.error} />}
    </div>
  );
}
