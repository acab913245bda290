// The answers of ГИС ЖКХ to a house's documents, payments and readings: the file is uploaded here, refusals are listed, and the
// refused documents can be sent again separately.
import type { GisAnswers } from '@kvartplata/contracts/billing/gis-answers.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { showDay } from '../../lib/days.ts';
import { showFigure } from '../../lib/figures.ts';
import { reloadBilling } from '../../lib/queries.ts';
import { useMay } from '../../lib/role.ts';
import { counted, countedEn, inBoth, useWords } from '../../lib/words.ts';
import { ExportButton } from '../../ui/export-button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { Sheet } from '../../ui/page.tsx';
import { Answered } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { answersOf, refusedDocumentsOf, sendAnswer } from './gis-zhkh.ts';

const WORDS = inBoth(
  {
    title: (address: string) => `Ответ ГИС ЖКХ: ${address}`,
    hint: 'XML с результатом обработки запроса, который ГИС ЖКХ отдала на файл этого дома.',
    reading: 'Читаем ответ…',
    state: (accepted: string, refused: string, waiting: string) =>
      `Принято: ${accepted}. Отклонено: ${refused}. Без ответа: ${waiting}.`,
    documents: (count: number) => counted(count, 'документ', 'документа', 'документов'),
    account: 'Счёт',
    why: 'Почему отклонён',
    again: 'Скачать отклонённые',
    todo: 'Исправьте причину и отправьте отклонённые документы ещё раз отдельным файлом.',
    none: 'Отклонённых документов нет.',
    payments: (accepted: number, refused: number) =>
      `Платежи: принято ${accepted}, отклонено ${refused}.`,
    refusedPayments: 'Отклонённые платежи',
    readings: (accepted: number, refused: number) =>
      `Показания: принято ${accepted}, отклонено ${refused}.`,
    refusedReadings: 'Отклонённые показания',
    meter: 'Прибор',
    paidOn: 'Дата',
    amount: 'Сумма',
  },
  {
    title: (address) => `Answer of ГИС ЖКХ: ${address}`,
    hint: 'The XML with the result of the request that ГИС ЖКХ has given for the file of this house.',
    reading: 'Reading the answer…',
    state: (accepted, refused, waiting) =>
      `Accepted: ${accepted}. Refused: ${refused}. Without an answer: ${waiting}.`,
    documents: (count) => countedEn(count, 'document'),
    account: 'Account',
    why: 'Why it is refused',
    again: 'Download the refused',
    todo: 'Mend the cause, and send the refused documents once more in a file of their own.',
    none: 'No documents were refused.',
    payments: (accepted, refused) => `Payments: ${accepted} accepted, ${refused} refused.`,
    refusedPayments: 'Refused payments',
    readings: (accepted, refused) => `Readings: ${accepted} accepted, ${refused} refused.`,
    refusedReadings: 'Refused readings',
    meter: 'Meter',
    paidOn: 'Paid on',
    amount: 'Amount',
  },
);

type Refused = GisAnswers['items'][number];
type RefusedPayment = GisAnswers['payments']['refused'][number];
type RefusedReading = GisAnswers['readings']['refused'][number];

export function HouseAnswer({
  houseId,
  period,
  address,
}: {
  readonly houseId: number;
  readonly period: string;
  readonly address: string;
}): ReactElement {
  const t = useWords(WORDS);
  const mayWrite = useMay('accountant');
  const [name, setName] = useState<string>();
  const query = useQuery(answersOf(houseId, period));
  const reading = useMutation({
    mutationFn: async (file: File) => {
      await sendAnswer(houseId, period, file);
      await reloadBilling();
    },
  });
  return (
    <Sheet title={t.title(address)}>
      {mayWrite && (
        <div className="body stack">
          <FileDrop
            hint={t.hint}
            accept=".xml,text/xml,application/xml"
            chosen={name}
            onChoose={(file) => {
              setName(file.name);
              reading.mutate(file);
            }}
          />
          {reading.isPending && (
            <p className="busy" role="status">
              {t.reading}
            </p>
          )}
          {reading.error !== null && <FailureNote error={reading.error} />}
        </div>
      )}
      <Answered query={query}>
        {(answers) => <Told of={answers} {...{ houseId, period, mayWrite }} />}
      </Answered>
    </Sheet>
  );
}

function Told({
  of: { documents, accepted, refused, items, payments, readings },
  houseId,
  period,
  mayWrite,
}: {
  readonly of: GisAnswers;
  readonly houseId: number;
  readonly period: string;
  readonly mayWrite: boolean;
}): ReactElement {
  const t = useWords(WORDS);
  return (
    <>
      <div className="body stack">
        <p>
          {t.state(
            t.documents(accepted),
            t.documents(refused),
            t.documents(Math.max(0, documents - accepted - refused)),
          )}
        </p>
        {payments.accepted + payments.refused.length > 0 && (
          <p>{t.payments(payments.accepted, payments.refused.length)}</p>
        )}
        {readings.accepted + readings.refused.length > 0 && (
          <p>{t.readings(readings.accepted, readings.refused.length)}</p>
        )}
        {items.length === 0 ? (
          <p className="soft">{t.none}</p>
        ) : (
          mayWrite && (
            <div className="row">
              <ExportButton label={t.again} file={refusedDocumentsOf(houseId, period)} />
              <span className="soft">{t.todo}</span>
            </div>
          )
        )}
      </div>
      {items.length > 0 && <RefusedTable items={items} />}
      {payments.refused.length > 0 && <RefusedPayments items={payments.refused} />}
      {readings.refused.length > 0 && (
        <RefusedReadings items={readings.refused} houseId={houseId} />
      )}
    </>
  );
}

function RefusedTable({ items }: { readonly items: readonly Refused[] }): ReactElement {
  const t = useWords(WORDS);
  return (
    <Table<Refused>
      caption={t.why}
      rows={items}
      keyOf={({ personalAccountId }) => personalAccountId}
      columns={[
        { title: t.account, isName: true, cell: accountLink },
        { title: t.why, cell: sayErrors },
      ]}
    />
  );
}

function RefusedPayments({ items }: { readonly items: readonly RefusedPayment[] }): ReactElement {
  const t = useWords(WORDS);
  return (
    <Table<RefusedPayment>
      caption={t.refusedPayments}
      rows={items}
      keyOf={({ paymentId }) => paymentId}
      columns={[
        { title: t.account, isName: true, cell: accountLink },
        { title: t.paidOn, cell: ({ paidOn }) => showDay(paidOn) },
        { title: t.amount, isFigure: true, cell: ({ amount }) => showFigure(amount) },
        { title: t.why, cell: sayErrors },
      ]}
    />
  );
}

function RefusedReadings({
  items,
  houseId,
}: {
  readonly items: readonly RefusedReading[];
  readonly houseId: number;
}): ReactElement {
  const t = useWords(WORDS);
  return (
    <Table<RefusedReading>
      caption={t.refusedReadings}
      rows={items}
      keyOf={({ meterId }) => meterId}
      columns={[
        {
          title: t.meter,
          isName: true,
          cell: ({ meterId, serialNumber }) => (
            <Link
              to="/houses/$houseId/meters/$meterId"
              params={{ houseId: String(houseId), meterId: String(meterId) }}
            >
              {serialNumber}
            </Link>
          ),
        },
        { title: t.why, cell: sayErrors },
      ]}
    />
  );
}

function accountLink({
  personalAccountId,
  accountNumber,
}: Pick<Refused, 'personalAccountId' | 'accountNumber'>): ReactElement {
  return (
    <Link to="/accounts/$accountId" params={{ accountId: String(personalAccountId) }}>
      <Identifier>{accountNumber}</Identifier>
    </Link>
  );
}

function sayErrors({ errors }: Pick<Refused, 'errors'>): string {
  return errors.map(({ code, description }) => `${description} (${code})`).join('; ');
}
