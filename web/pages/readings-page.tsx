// /houses/:houseId/readings/:period
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ComponentProps, ReactElement } from 'react';
import { houseOf } from '../features/houses/houses.ts';
import { ReadingSheet } from '../features/readings/reading-sheet.tsx';
import { sheetOf } from '../features/readings/readings.ts';
import { monthFrom, showMonth } from '../lib/days.ts';
import { unbroken } from '../lib/unbroken.ts';
import { inBoth, useLanguage, useWords } from '../lib/words.ts';
import { ForRole } from '../ui/for-role.tsx';
import { Icon } from '../ui/icon.tsx';
import { Page } from '../ui/page.tsx';
import { Answered } from '../ui/states.tsx';
import { HouseTabs } from './house-tabs.tsx';
import { useConfirmations } from './reading-confirmations.tsx';
import { OfRecord } from './of-record.tsx';

const WORDS = inBoth(
  {
    houses: 'Дома',
    title: (month: string) => `Показания за ${month}`,
    before: 'Предыдущий месяц',
    after: 'Следующий месяц',
    import: 'Загрузить из файла',
  },
  {
    houses: 'Houses',
    title: (month) => `Readings of ${month}`,
    before: 'Previous month',
    after: 'Next month',
    import: 'Import from a file',
  },
);
const route = getRouteApi('/signed-in/houses/$houseId/readings/$period');

export function ReadingsPage(): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const { houseId, period } = route.useParams();
  const { show, service } = route.useSearch();
  const id = Number(houseId);
  const house = useQuery(houseOf(id));
  const sheet = useQuery(sheetOf(id, period));
  const step = (months: number, label: string, sign: 'before' | 'after'): ReactElement => (
    <Link
      className="button"
      to="/houses/$houseId/readings/$period"
      params={{ houseId, period: monthFrom(period, months) }}
      aria-label={label}
    >
      <Icon name={sign} />
    </Link>
  );
  return (
    <OfRecord organizationId={house.data?.record.organizationId}>
      <Page
        title={t.title(showMonth(period, language))}
        of={house.data?.record.address}
        trail={[
          <Link key="houses" to="/houses">
            {t.houses}
          </Link>,
          <Link key="house" to="/houses/$houseId" params={{ houseId }}>
            {unbroken(house.data?.record.address ?? '…')}
          </Link>,
        ]}
        actions={
          <>
            <ForRole least="accountant">
              <Link
                className="button"
                to="/imports"
                search={{ kind: 'readings', houseId: id, period }}
              >
                {t.import}
              </Link>
            </ForRole>
            {step(-1, t.before, 'before')}
            {step(1, t.after, 'after')}
          </>
        }
      >
        <HouseTabs houseId={id} period={period} />
        <Answered query={sheet}>
          {(rows) => (
            <SheetOfHouse
              key={`${houseId} ${period}`}
              organizationId={house.data?.record.organizationId}
              houseId={id}
              period={period}
              rows={rows}
              show={show}
              service={service}
            />
          )}
        </Answered>
      </Page>
    </OfRecord>
  );
}

/** With the confirmations of its odd readings. */
function SheetOfHouse({
  organizationId,
  ...of
}: Omit<ComponentProps<typeof ReadingSheet>, 'odd'> & {
  readonly organizationId: number | undefined;
}): ReactElement {
  const odd = useConfirmations(organizationId, of.period, of.houseId);
  return (
    <>
      <ReadingSheet {...of} odd={odd} />
      {odd.dialog}
    </>
  );
}
