// /month/:period/odd-readings: the odd readings of all or chosen houses, and confirming those that are right.
import type { OddReading } from '@kvartplata/contracts/core/readings.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { allHousesOf } from '../features/houses/houses.ts';
import { oddReadingsFileOf, oddReadingsOf } from '../features/readings/readings.ts';
import { showDay, showMonth } from '../lib/days.ts';
import { showShortFigure } from '../lib/figures.ts';
import { useAddressChange } from '../lib/list-address.ts';
import { inBoth, useLanguage, useWords } from '../lib/words.ts';
import { Choice } from '../ui/choice.tsx';
import { ExportButton } from '../ui/export-button.tsx';
import { Page, Sheet } from '../ui/page.tsx';
import { PagedTable } from '../ui/paged-table.tsx';
import { Empty } from '../ui/states.tsx';
import type { Column } from '../ui/table.tsx';
import { OfOrganization } from './of-organization.tsx';
import { useConfirmations, type Confirmations } from './reading-confirmations.tsx';

const WORDS = inBoth(
  {
    title: (month: string) => `Странные показания: ${month}`,
    month: (month: string) => `Месяц: ${month}`,
    list: 'Показания, о которых стоит спросить',
    house: 'Дом',
    allHouses: 'Все дома',
    account: 'Счёт',
    wholeHouse: 'ОДПУ',
    service: 'Услуга, прибор',
    previous: 'Прошлое',
    reading: 'Показание',
    consumption: 'Расход',
    mean: 'Среднее',
    note: 'Замечание',
    zero: 'расхода нет',
    jump: 'более чем втрое больше обычного',
    none: 'Странных показаний нет.',
    file: (format: string) => `Список, ${format}`,
  },
  {
    title: (month) => `Odd readings: ${month}`,
    month: (month) => `Month: ${month}`,
    list: 'Readings worth asking about',
    house: 'House',
    allHouses: 'All houses',
    account: 'Account',
    wholeHouse: 'house',
    service: 'Service, meter',
    previous: 'Before',
    reading: 'Reading',
    consumption: 'Used',
    mean: 'Mean',
    note: 'Note',
    zero: 'nothing used',
    jump: 'over 3× the usual',
    none: 'No odd readings.',
    file: (format) => `List, ${format}`,
  },
);
const FORMATS = ['xlsx', 'csv'] as const;
const route = getRouteApi('/signed-in/month/$period/odd-readings');

export function OddReadingsPage(): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const { period } = route.useParams();
  const month = showMonth(period, language);
  return (
    <OfOrganization>
      {({ id }) => (
        <Page
          title={t.title(month)}
          trail={[
            <Link key="month" to="/month/$period" params={{ period }}>
              {t.month(month)}
            </Link>,
          ]}
        >
          <OddReadings key={`${id} ${period}`} organizationId={id} period={period} />
        </Page>
      )}
    </OfOrganization>
  );
}

function OddReadings({
  organizationId,
  period,
}: {
  readonly organizationId: number;
  readonly period: string;
}): ReactElement {
  const t = useWords(WORDS);
  const { houseId } = route.useSearch();
  const change = useAddressChange();
  const { data: houses = [] } = useQuery(allHousesOf(organizationId));
  const { noteOf, dialog } = useConfirmations(organizationId, period, houseId);
  const of = { organizationId, period, houseIds: houseId === undefined ? undefined : [houseId] };
  const query = useInfiniteQuery(oddReadingsOf(of));
  const columns = useOddColumns(period, noteOf);
  return (
    <Sheet
      title={t.list}
      actions={FORMATS.map((format) => (
        <ExportButton
          key={format}
          label={t.file(format.toUpperCase())}
          file={oddReadingsFileOf({ ...of, format })}
        />
      ))}
    >
      <div className="head row end">
        <Choice
          label={t.house}
          value={String(houseId ?? '')}
          options={[
            ['', t.allHouses],
            ...houses.map(({ id, address }) => [String(id), address] as const),
          ]}
          onChoose={(id) => change({ houseId: id === '' ? undefined : Number(id) })}
        />
      </div>
      <PagedTable
        query={query}
        caption={t.list}
        keyOf={({ houseId: house, meterId }) => `${house} ${meterId}`}
        empty={<Empty>{t.none}</Empty>}
        columns={columns}
      />
      {dialog}
    </Sheet>
  );
}

function useOddColumns(
  period: string,
  noteOf: Confirmations['noteOf'],
): readonly Column<OddReading>[] {
  const t = useWords(WORDS);
  return [
    {
      title: t.account,
      isName: true,
      cell: (row) => <Whose row={row} period={period} />,
    },
    {
      title: t.service,
      isExtra: true,
      cell: ({ serviceName, serialNumber }) => `${serviceName}, ${serialNumber}`,
    },
    {
      title: t.previous,
      isFigure: true,
      isExtra: true,
      cell: ({ previous }) => showShortFigure(previous.value),
    },
    {
      title: t.reading,
      isFigure: true,
      cell: ({ reading }) =>
        reading !== null && (
          <span title={showDay(reading.takenOn)}>{showShortFigure(reading.value)}</span>
        ),
    },
    {
      title: t.consumption,
      isFigure: true,
      cell: ({ consumption }) => consumption !== null && showShortFigure(consumption),
    },
    {
      title: t.mean,
      isFigure: true,
      isExtra: true,
      cell: ({ mean }) => mean !== null && showShortFigure(mean),
    },
    {
      title: t.note,
      cell: (row) => (
        <>
          {row.odd !== null && <span className="odd">{t[row.odd]}</span>} {noteOf(row)}
        </>
      ),
    },
  ];
}

/** With a link to its row in the house's sheet. */
function Whose({
  row,
  period,
}: {
  readonly row: OddReading;
  readonly period: string;
}): ReactElement {
  const t = useWords(WORDS);
  const { houseId, address, accountNumber, roomNumber } = row;
  return (
    <>
      <Link
        to="/houses/$houseId/readings/$period"
        params={{ houseId: String(houseId), period }}
        search={{ show: 'odd' }}
      >
        {accountNumber ?? roomNumber ?? t.wholeHouse}
      </Link>
      <br />
      <span className="small soft">{address}</span>
    </>
  );
}
