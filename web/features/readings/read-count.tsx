// How many of a house's meters are read in a month.
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { inBoth, useWords } from '../../lib/words.ts';
import { sheetOf } from './readings.ts';

const WORDS = inBoth(
  { read: (read: number, all: number) => `${read} из ${all}`, open: 'Ведомость' },
  { read: (read, all) => `${read} of ${all}`, open: 'Sheet' },
);

export function ReadCount({
  houseId,
  period,
}: {
  readonly houseId: number;
  readonly period: string;
}): ReactElement {
  const t = useWords(WORDS);
  const { data } = useQuery(sheetOf(houseId, period));
  if (data === undefined) return <>{t.open}</>;
  const read = data.filter(({ reading }) => reading !== null).length;
  return <span className={read < data.length ? 'odd' : ''}>{t.read(read, data.length)}</span>;
}
