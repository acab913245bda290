// /month/:period/odd-readings: the odd readings of all or chosen houses, and confirming those that are right.
import type { OddReading } from '@kvartplata/contracts/core/readings.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { oddReadingsFileOf, oddReadingsOf } from '../features/readings/readings.ts';
import { showDay } from '../lib/days.ts';
import { showShortFigure } from '../lib/figures.ts';
import { useAddressChange } from '../lib/list-address.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { ExportButton } from '../ui/export-button.tsx';
import { Sheet } from '../ui/page.tsx';
import { PagedTable } from '../ui/paged-table.tsx';
import { Empty } from '../ui/states.tsx';
import type { Column } from '../ui/table.tsx';
import { HouseChoice } from './house-choice.tsx';
import { MonthFrame } from './month-frame.tsx';
import { useConfirmations, type Confirmations } from './reading-confirmations.tsx';

const WORDS = inBoth(
  {
    title: 'Странные показания',
    list: 'Показания, о которых стоит спросить',
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
    title: 'Odd readings',
    list: 'Readings worth asking about',
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
  const { period } = route.useParams();
  return (
    <MonthFrame title={t.title} period={period}>
      {(id) => <OddReadings key={`${id} ${period}`} organizationId={id} period={period} />}
    </MonthFrame>
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
        <HouseChoice
          organizationId={organizationId}
          houseId={houseId}
          onChoose={(chosen) => change({ houseId: chosen })}
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
