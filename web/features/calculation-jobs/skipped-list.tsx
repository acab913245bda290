// The accounts that a calculation could not charge, or not in full: why, and the way to where it is put right.
import type { CalculationJob } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { skipWords } from '@kvartplata/contracts/billing/skip-words.ts';
import type { SkipCode, SkippedAccount } from '@kvartplata/contracts/billing/skipped-accounts.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Empty } from '../../ui/states.tsx';
import { skippedOf } from './jobs.ts';

const WORDS = inBoth(
  {
    title: 'Начислено не полностью',
    account: 'Счёт',
    why: 'Почему',
    mend: 'Где исправить',
    none: 'Начислено всем и полностью.',
    places: {
      readings: 'Показания дома',
      meters: 'Приборы дома',
      services: 'Услуги и тарифы дома',
      account: 'Карточка счёта',
      house: 'Карточка дома',
      year: 'Перерасчёт за год',
      month: 'Рассчитать ещё раз',
    },
  },
  {
    title: 'Not charged in full',
    account: 'Account',
    why: 'Why',
    mend: 'Where to put it right',
    none: 'Everybody is charged in full.',
    places: {
      readings: 'Readings of the house',
      meters: 'Meters of the house',
      services: 'Services and tariffs',
      account: 'The account',
      house: 'The house',
      year: 'Yearly recalculation',
      month: 'Calculate again',
    },
  },
);

export function SkippedList({
  job,
  nameOf,
  onClose,
}: {
  readonly job: CalculationJob;
  readonly nameOf: (accountId: number) => ReactNode;
  readonly onClose: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const query = useInfiniteQuery(skippedOf(job.id));
  return (
    <Dialog title={t.title} onClose={onClose}>
      <PagedTable
        query={query}
        caption={t.title}
        keyOf={(one) => `${one.personalAccountId} ${skipWords(one).en}`}
        empty={<Empty>{t.none}</Empty>}
        columns={[
          { title: t.account, isName: true, cell: (one) => nameOf(one.personalAccountId) },
          { title: t.why, cell: (one) => skipWords(one)[language] },
          { title: t.mend, cell: (one) => <MendLink of={one} period={job.period} /> },
        ]}
      />
    </Dialog>
  );
}

type Place = 'readings' | 'meters' | 'services' | 'account' | 'house' | 'year' | 'month';

/** Where each reason is put right. */
const PLACES: Readonly<Record<SkipCode, Place>> = {
  'reading-missing': 'readings',
  'reading-below-previous': 'readings',
  'house-reading-missing': 'readings',
  'volume-implausible': 'readings',
  'amount-implausible': 'readings',
  'meter-missing': 'meters',
  'shared-meter-not-supported': 'meters',
  'heat-meters-inconsistent': 'meters',
  'heat-meters-in-even-mode': 'services',
  'tampering-volume-missing': 'meters',
  'shares-incomplete': 'account',
  'contract-volume-missing': 'account',
  'persons-missing': 'account',
  'tariff-missing': 'services',
  'cold-tariff-missing': 'services',
  'norm-missing': 'services',
  'heat-volume-missing': 'services',
  'method-not-supported': 'services',
  'heating-season-missing': 'house',
  'common-area-missing': 'house',
  'area-inconsistent': 'house',
  'year-before-missing': 'house',
  'common-house-incomplete': 'month',
  'house-changing': 'month',
  'year-settled': 'year',
};

function MendLink({
  of: { reason, houseId, personalAccountId },
  period,
}: {
  readonly of: SkippedAccount;
  readonly period: string;
}): ReactElement {
  const t = useWords(WORDS);
  const place = PLACES[reason];
  const params = { houseId: String(houseId) };
  switch (place) {
    case 'readings':
      return (
        <Link to="/houses/$houseId/readings/$period" params={{ ...params, period }}>
          {t.places[place]}
        </Link>
      );
    case 'meters':
      return (
        <Link to="/houses/$houseId/meters" params={params}>
          {t.places[place]}
        </Link>
      );
    case 'services':
      return (
        <Link to="/houses/$houseId/services" params={params}>
          {t.places[place]}
        </Link>
      );
    case 'account':
      return (
        <Link to="/accounts/$accountId" params={{ accountId: String(personalAccountId) }}>
          {t.places[place]}
        </Link>
      );
    case 'house':
      return (
        <Link to="/houses/$houseId" params={params}>
          {t.places[place]}
        </Link>
      );
    case 'year':
      return (
        <Link to="/houses/$houseId/year" params={params}>
          {t.places[place]}
        </Link>
      );
    case 'month':
      return <>{t.places[place]}</>;
  }
}
