// The houses whose month is applied: a file of payment documents for each, and when it was last made.
import type { GisPlacements } from '@kvartplata/contracts/billing/gis-zhkh.ts';
import { RequestFailure } from '@kvartplata/client/request-failure.ts';
import { naturalOrder } from '@kvartplata/domain/text/natural-order.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement, type ReactNode } from 'react';
import { showDay, showInstant } from '../../lib/days.ts';
import { reloadBilling } from '../../lib/queries.ts';
import { unbroken } from '../../lib/unbroken.ts';
import { useMay } from '../../lib/role.ts';
import { counted, countedEn, inBoth, useWords } from '../../lib/words.ts';
import { ExportButton } from '../../ui/export-button.tsx';
import { Sheet } from '../../ui/page.tsx';
import { Answered, Empty } from '../../ui/states.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { documentsOf, placementsOf } from './gis-zhkh.ts';
import { HouseAnswer } from './house-answer.tsx';

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
    file: 'Файл',
    download: 'Скачать XML',
    documents: (count: number) => counted(count, 'документ', 'документа', 'документов'),
    none: 'За этот месяц ничего не проведено: документы появятся, когда начисления будут проведены.',
    numbers: 'Загрузить номера счетов',
    fields: {
      gisAccountNumber: 'нет единого лицевого счёта',
      gisServiceId: 'нет идентификатора ЖКУ',
      gisAccountGuid: 'нет кода счёта',
    },
    account: 'Счёт',
    entry: 'Услуга',
    lacks: { required: 'нет кода из справочника', other: 'справочник не подходит' },
    more: 'Показаны первые 100.',
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
    file: 'File',
    download: 'Download XML',
    documents: (count) => countedEn(count, 'document'),
    none: 'Nothing of this month is applied: there are documents once its charges are applied.',
    numbers: 'Import numbers of accounts',
    fields: {
      gisAccountNumber: 'no unified account number',
      gisServiceId: 'no service id',
      gisAccountGuid: 'no account code',
    },
    account: 'Account',
    entry: 'Service',
    lacks: { required: 'no entry of the lists', other: 'the list does not fit' },
    more: 'The first 100 are shown.',
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
  /** What a subject of the table of services is called. */
  readonly nameOf: (subject: string) => string;
}): ReactElement {
  const t = useWords(WORDS);
  const [opened, setOpened] = useState<number>();
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
              <Table<Placement>
                caption={t.title}
                keyOf={({ houseId }) => houseId}
                rows={houses.toSorted((one, other) => naturalOrder(one.address, other.address))}
                columns={columns}
              />
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
      cell: ({ houseId, exportedAt, accepted, refused }) =>
        exportedAt === null ? (
          ''
        ) : (
          <button
            type="button"
            className="link"
            aria-expanded={houseId === opened}
            onClick={() => onOpen(houseId === opened ? undefined : houseId)}
          >
            {t.answers(accepted, refused)}
          </button>
        ),
    },
    ...(mayExport
      ? [
          {
            title: t.file,
            isAction: true,
            cell: ({ houseId, address }: Placement) => (
              <ExportButton
                label={t.download}
                name={`${t.download}: ${address}`}
                file={documentsOf(houseId, period)}
                onDone={async () => reloadBilling()}
                tellMore={(error) => <Missing error={error} nameOf={nameOf} />}
              />
            ),
          },
        ]
      : []),
  ];
}

/** What ГИС ЖКХ would not take, account by account and service by service, and where to mend it. */
function Missing({
  error,
  nameOf,
}: {
  readonly error: unknown;
  readonly nameOf: (subject: string) => string;
}): ReactNode {
  const t = useWords(WORDS);
  if (!(error instanceof RequestFailure) || error.code !== 'gis-facts-missing') return null;
  const errors = error.problem?.errors ?? [];
  return (
    <div className="stack">
      <ul className="list small">
        {errors.map(({ path, code }) => {
          const [, kind, name = '', ...rest] = path.split('/');
          const field = rest.at(-1) as keyof typeof t.fields | undefined;
          const said =
            kind === 'personalAccounts'
              ? `${t.account} ${name}: ${field === undefined ? '' : (t.fields[field] ?? field)}`
              : `${t.entry} «${nameOf([name, ...rest].join('/'))}»: ${code === 'required' ? t.lacks.required : t.lacks.other}`;
          return <li key={path}>{said}</li>;
        })}
      </ul>
      {errors.length === MOST_ERRORS && <p className="small soft">{t.more}</p>}
      {errors.some(({ path }) => path.startsWith('/personalAccounts')) && (
        <Link className="button" to="/imports" search={{ kind: 'gis-accounts' }}>
          {t.numbers}
        </Link>
      )}
    </div>
  );
}

/** So many are named. */
const MOST_ERRORS = 100;
