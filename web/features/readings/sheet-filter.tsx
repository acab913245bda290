// The filters of a sheet of readings, and how many have been read.
import type { ReadingSheetRow } from '@kvartplata/contracts/core/readings.ts';
import { useMemo, type ReactElement } from 'react';
import { hasWords } from '../../lib/has-words.ts';
import { useAddressChange, useAddressWords } from '../../lib/list-address.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { AddressSearch } from '../../ui/search-field.tsx';

const WORDS = inBoth(
  {
    search: 'Счёт, плательщик, помещение, прибор',
    service: 'Услуга',
    allServices: 'Все услуги',
    which: 'Какие показать',
    show: {
      all: 'Все приборы',
      unread: 'Без показаний',
      odd: 'Странные',
    },
    read: (read: number, all: number) => `Снято ${read} из ${all}`,
  },
  {
    search: 'Account, payer, room, meter',
    service: 'Service',
    allServices: 'All services',
    which: 'Which to show',
    show: {
      all: 'All meters',
      unread: 'Without a reading',
      odd: 'Odd',
    },
    read: (read, all) => `${read} of ${all} read`,
  },
);

const SHOWN = ['all', 'unread', 'odd'] as const;
export type ShownReadings = (typeof SHOWN)[number];

type Filter = {
  readonly search: string;
  readonly service: string;
  readonly show: ShownReadings;
};

/** The filters are in the address. */
export function SheetFilter({
  rows,
  service,
  show,
  confirmed,
}: Omit<Filter, 'search'> & {
  readonly rows: readonly ReadingSheetRow[];
  readonly confirmed: ReadonlySet<number>;
}): ReactElement {
  const t = useWords(WORDS);
  const change = useAddressChange();
  const services = [...new Map(rows.map((row) => [row.serviceCode, row.serviceName]))];
  const read = rows.filter(({ reading }) => reading !== null).length;
  const odd = rows.filter((row) => isAskedAbout(row, confirmed)).length;
  return (
    <div className="head">
      <AddressSearch label={t.search} />
      <select
        className="input fitting"
        aria-label={t.service}
        value={service}
        onChange={({ target: { value } }) => change({ service: value === '' ? undefined : value })}
      >
        <option value="">{t.allServices}</option>
        {services.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      <select
        className="input fitting"
        aria-label={t.which}
        value={show}
        onChange={({ target: { value } }) => change({ show: value === 'all' ? undefined : value })}
      >
        {SHOWN.map((one) => (
          <option key={one} value={one}>
            {t.show[one]}
            {one === 'odd' ? `: ${odd}` : ''}
          </option>
        ))}
      </select>
      <span className="push soft">{t.read(read, rows.length)}</span>
    </div>
  );
}

/** Odd, and not confirmed. */
function isAskedAbout({ odd, meterId }: ReadingSheetRow, confirmed: ReadonlySet<number>): boolean {
  return odd !== null && !confirmed.has(meterId);
}

/** The rows that match the filters in the address. */
export function useShown(
  rows: readonly ReadingSheetRow[],
  { service, show }: Omit<Filter, 'search'>,
  confirmed: ReadonlySet<number>,
): readonly ReadingSheetRow[] {
  const { words: search } = useAddressWords();
  return useMemo(
    () => rows.filter((row) => fits(row, { search, service, show }, confirmed)),
    [rows, search, service, show, confirmed],
  );
}

/** By the stored reading: a row does not vanish while somebody types in it. */
function fits(
  row: ReadingSheetRow,
  { search, service, show }: Filter,
  confirmed: ReadonlySet<number>,
): boolean {
  if (show === 'unread' && row.reading !== null) return false;
  if (show === 'odd' && !isAskedAbout(row, confirmed)) return false;
  if (service !== '' && row.serviceCode !== service) return false;
  const text = [row.accountNumber, row.payer, row.roomNumber, row.serialNumber].join(' ');
  return hasWords(text, search);
}
