// The result of an import of a registry: its sums compared with those of the file, why rows are not booked, and each row.
import type {
  PaymentImport,
  PaymentImportRowStatus,
} from '@kvartplata/contracts/billing/payment-imports.ts';
import { useSearch } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { difference, showFigure } from '../../lib/figures.ts';
import { useAddressChange } from '../../lib/list-address.ts';
import { counted, countedEn, inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import { RowGroups } from './row-groups.tsx';
import { RowTable } from './row-table.tsx';
import { ROW_WORDS } from './row-words.ts';

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
    differs: (amount: string, rest: string) =>
      `По контрольному итогу файла в нём ${amount} ₽, разница ${rest} ₽: суммы отклонённых строк не прочитаны, не в рублях или стоят в файле дважды. Сверьте её с выпиской.`,
    undeclared: 'Своих контрольных итогов в файле нет: сверьте сумму с выпиской.',
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
    differs: (amount, rest) =>
      `By its own total the file has ${amount} ₽, a difference of ${rest} ₽: amounts of rejected rows could not be read, are not in roubles, or stand in the file twice. Compare it with the statement.`,
    undeclared: 'The file has no totals: compare the sum with the statement.',
  },
);
const KINDS = ['matched', 'quarantined', 'rejected'] as const;

type Props = {
  readonly of: PaymentImport;
  /** An account's name, as a link to it. */
  readonly nameOf: (accountId: number) => ReactNode;
};

export function ImportReport({ of, nameOf }: Props): ReactElement {
  const rows = <Rows of={of} nameOf={nameOf} />;
  const areGrouped = of.reasons.length > 0;
  return (
    <>
      <div className="columns wide-last">
        <Totals of={of} />
        {areGrouped ? <RowGroups of={of} nameOf={nameOf} /> : rows}
      </div>
      {areGrouped && rows}
    </>
  );
}

function Totals({ of }: { readonly of: PaymentImport }): ReactElement {
  const t = useWords(WORDS);
  const names = useWords(ROW_WORDS);
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
          { title: t.kind, isName: true, cell: (kind) => names[kind], total: t.together },
          { title: t.count, isFigure: true, cell: (kind) => of[kind], total: of.rows },
          {
            title: t.amount,
            isFigure: true,
            cell: (kind) => showFigure(amounts[kind]),
            total: showFigure(of.amount),
          },
        ]}
      />
      <p className="body">{sayTotals(of, t)}</p>
    </Sheet>
  );
}

/** A differing sum was let through because the difference may be in amounts that could not be read or are repeated. */
function sayTotals(
  { amount, declaredRows, declaredAmount }: PaymentImport,
  t: (typeof WORDS)['ru'],
): string {
  if (declaredAmount !== null && declaredAmount !== amount)
    return t.differs(showFigure(declaredAmount), showFigure(difference(declaredAmount, amount)));
  if (declaredRows === null && declaredAmount === null) return t.undeclared;
  return t.agrees(declaredRows, declaredAmount === null ? null : showFigure(declaredAmount));
}

function Rows({ of, nameOf }: Props): ReactElement {
  const t = useWords(WORDS);
  const names = useWords(ROW_WORDS);
  const { rows: status } = useSearch({ strict: false });
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
    <Sheet
      title={t.rows}
      actions={
        <div className="row" role="group" aria-label={t.kind}>
          {filter(undefined, t.all)}
          {KINDS.map((kind) => filter(kind, `${names[kind]}: ${of[kind]}`))}
        </div>
      }
    >
      <RowTable caption={t.rows} id={of.id} status={status} nameOf={nameOf} />
    </Sheet>
  );
}
