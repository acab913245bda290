// Tabs of the pages of one house.
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { thisMonth } from '../lib/days.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Tabs } from '../ui/tabs.tsx';

const WORDS = inBoth(
  {
    house: 'Дом',
    accounts: 'Счета и помещения',
    services: 'Услуги и тарифы',
    meters: 'Приборы',
    readings: 'Показания',
    corrections: 'Исправления',
    year: 'Перерасчёт за год',
  },
  {
    house: 'House',
    accounts: 'Accounts and rooms',
    services: 'Services and tariffs',
    meters: 'Meters',
    readings: 'Readings',
    corrections: 'Corrections',
    year: 'Yearly recalculation',
  },
);

export function HouseTabs({
  houseId,
  period = thisMonth(),
}: {
  readonly houseId: number;
  /** The month of the page that is open. */
  readonly period?: string;
}): ReactElement {
  const t = useWords(WORDS);
  const params = { houseId: String(houseId) };
  return (
    <Tabs label={t.house}>
      <Link to="/houses/$houseId" params={params} activeOptions={{ exact: true }}>
        {t.accounts}
      </Link>
      <Link to="/houses/$houseId/services" params={params}>
        {t.services}
      </Link>
      <Link to="/houses/$houseId/meters" params={params} activeOptions={{ includeSearch: false }}>
        {t.meters}
      </Link>
      <Link to="/houses/$houseId/readings/$period" params={{ ...params, period }}>
        {t.readings}
      </Link>
      <Link
        to="/houses/$houseId/corrections"
        params={params}
        activeOptions={{ includeSearch: false }}
      >
        {t.corrections}
      </Link>
      <Link to="/houses/$houseId/year" params={params}>
        {t.year}
      </Link>
    </Tabs>
  );
}
