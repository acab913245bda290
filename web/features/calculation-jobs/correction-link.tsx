// A link to where the reason can be corrected for which an account was not charged.
import type { SkipCode, SkippedAccount } from '@kvartplata/contracts/billing/skipped-accounts.ts';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { inBoth, useWords } from '../../lib/words.ts';

const WORDS = inBoth(
  {
    below: 'на этой странице',
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
    below: 'on this page',
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

type Place = 'readings' | 'meters' | 'services' | 'account' | 'house' | 'year' | 'month';

/** Where each reason can be corrected. */
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
  'benefit-exceeds-persons': 'account',
  'benefit-norm-missing': 'services',
  'benefit-not-supported': 'account',
  'tariff-missing': 'services',
  'cold-tariff-missing': 'services',
  'norm-missing': 'services',
  'heat-volume-missing': 'services',
  'year-before-missing': 'services',
  'method-not-supported': 'services',
  'heating-season-missing': 'house',
  'common-area-missing': 'house',
  'area-inconsistent': 'house',
  'common-house-incomplete': 'month',
  'house-changing': 'month',
  'year-settled': 'year',
};

export function CorrectionLink({
  of: { reason, houseId, personalAccountId },
  period,
  here,
}: {
  readonly of: SkippedAccount;
  /** The month that was calculated. */
  readonly period: string;
  /** The page that shows it: there is no link from a page to itself. */
  readonly here: Place;
}): ReactElement {
  const t = useWords(WORDS);
  const place = PLACES[reason];
  const params = { houseId: String(houseId) };
  if (place === here) return <>{place === 'account' ? t.below : t.places[place]}</>;
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
      return (
        <Link to="/month/$period" params={{ period }}>
          {t.places[place]}
        </Link>
      );
  }
}
