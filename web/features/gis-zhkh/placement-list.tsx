// The houses whose month is applied: files of payment documents, readings and payments for each, and the answers to them.
import type { GisPlacements } from '@kvartplata/contracts/billing/gis-zhkh.ts';
import { naturalOrder } from '@kvartplata/domain/text/natural-order.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { showDay, showInstant } from '../../lib/days.ts';
import { reloadBilling } from '../../lib/queries.ts';
import { unbroken } from '../../lib/unbroken.ts';
import { useMay } from '../../lib/role.ts';
import { counted, countedEn, inBoth, useWords } from '../../lib/words.ts';
import { ExportButton } from '../../ui/export-button.tsx';
import { Sheet } from '../../ui/page.tsx';
import { Answered, Empty } from '../../ui/states.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { cancellationsOf, documentsOf, paymentsOf, placementsOf, readingsOf } from './gis-zhkh.ts';
import { AllHouses } from './all-houses.tsx';
import { HouseAnswer } from './house-answer.tsx';
import { MissingFacts } from './missing-facts.tsx';

const WORDS = inBoth(
  {
    title: 'Платёжные документы',
    due: (day: string) => `Разместить до ${day}`,
    house: 'Дом',
    state: 'Выгружено',
    not: 'ещё нет',
    answer: 'Ответ ГИС ЖКХ',
    answers: (accepted: number, refused: number) =>
      accepted + refused === 0 ? 'загрузить' : `принято ${accepted}, отклонено ${refused}`,
    file: 'Файлы',
    download: 'Скачать XML',
    readings: 'Показания',
    payments: 'Платежи',
    cancellations: 'Отмены',
    documents: (count: number) => counted(count, 'документ', 'документа', 'документов'),
    none: 'За этот месяц ничего не проведено: документы появятся, когда начисления будут проведены.',
  },
  {
    title: 'Payment documents',
    due: (day) => `To be placed by ${day}`,
    house: 'House',
    state: 'Exported',
    not: 'not yet',
    answer: 'Answer of ГИС ЖКХ',
    answers: (accepted, refused) =>
      accepted + refused === 0 ? 'read in' : `${accepted} accepted, ${refused} refused`,
    file: 'Files',
    download: 'Download XML',
    readings: 'Readings',
    payments: 'Payments',
    cancellations: 'Cancellations',
    documents: (count) => countedEn(count, 'document'),
    none: 'Nothing of this month is applied: there are documents once its charges are applied.',
  },
);

type Placement = GisPlacements['items'][number];

export function PlacementList({
  organizationId,
  period,
  nameOf,
}: {
  readonly organizationId: number;
  readonly period: string;
  /** The name of a subject in the table of services. */
  readonly nameOf: (subject: string) => string;
}): ReactElement {
  const t = useWords(WORDS);
  const [opened, setOpened] = useState<number>();
  const mayExport = useMay('accountant');
  const query = useQuery(placementsOf(organizationId, period));
  const columns = usePlacementColumns(period, nameOf, [opened, setOpened]);
  return (
    <Answered query={query}>
      {({ dueOn, items: houses }) => (
        <>
          <Sheet title={t.title} actions={<span className="soft">{t.due(showDay(dueOn))}</span>}>
            {houses.length === 0 ? (
              <Empty>{t.none}</Empty>
            ) : (
              <>
                {mayExport && houses.length > 1 && (
                  <AllHouses key={period} houses={inOrder(houses)} {...{ period, nameOf }} />
                )}
                <Table<Placement>
                  caption={t.title}
                  keyOf={({ houseId }) => houseId}
                  rows={inOrder(houses)}
                  columns={columns}
                />
              </>
            )}
          </Sheet>
          {houses
            .filter(({ houseId }) => houseId === opened)
            .map(({ houseId, address }) => (
              <HouseAnswer key={houseId} {...{ houseId, period, address }} />
            ))}
        </>
      )}
    </Answered>
  );
}

function inOrder(houses: readonly Placement[]): readonly Placement[] {
  return houses.toSorted((one, other) => naturalOrder(one.address, other.address));
}

type Opened = readonly [houseId: number | undefined, open: (houseId: number | undefined) => void];

function usePlacementColumns(
  period: string,
  nameOf: (subject: string) => string,
  [opened, onOpen]: Opened,
): readonly Column<Placement>[] {
  const t = useWords(WORDS);
  const mayExport = useMay('accountant');
  return [
    {
      title: t.house,
      isName: true,
      cell: ({ houseId, address }) => (
        <Link to="/houses/$houseId" params={{ houseId: String(houseId) }}>
          {unbroken(address)}
        </Link>
      ),
    },
    {
      title: t.state,
      cell: ({ exportedAt, documents }) =>
        exportedAt === null ? (
          <span className="badge odd">{t.not}</span>
        ) : (
          `${showInstant(exportedAt)}, ${t.documents(documents ?? 0)}`
        ),
    },
    {
      title: t.answer,
      cell: ({ houseId, accepted, refused }) =>
        // Those who may not read an answer in have nothing to open before there is one.
        mayExport || accepted + refused > 0 ? (
          <button
            type="button"
            className="link"
            aria-expanded={houseId === opened}
            onClick={() => onOpen(houseId === opened ? undefined : houseId)}
          >
            {t.answers(accepted, refused)}
          </button>
        ) : (
          '—'
        ),
    },
    ...(mayExport
      ? [
          {
            title: t.file,
            isAction: true,
            cell: (placement: Placement) => <Files of={placement} {...{ period, nameOf }} />,
          },
        ]
      : []),
  ];
}

/** The files for the system about a house's month. */
function Files({
  of: { houseId, address },
  period,
  nameOf,
}: {
  readonly of: Placement;
  readonly period: string;
  readonly nameOf: (subject: string) => string;
}): ReactElement {
  const t = useWords(WORDS);
  const files = [
    [t.download, documentsOf(houseId, period)],
    [t.readings, readingsOf(houseId, period)],
    [t.payments, paymentsOf(houseId, period)],
    [t.cancellations, cancellationsOf(houseId, period)],
  ] as const;
  return (
    <div className="row">
      {files.map(([label, file]) => (
        <ExportButton
          key={label}
          label={label}
          name={`${label}: ${address}`}
          file={file}
          onDone={async () => reloadBilling()}
          explain={(error) => <MissingFacts {...{ error, houseId, period, nameOf }} />}
        />
      ))}
    </div>
  );
}
