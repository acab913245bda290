// What to do after an import: after houses their services, after readings the charges.
import type { Import } from '@kvartplata/contracts/core/imports.ts';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { monthsToCorrect } from '../../lib/applied-months.ts';
import { showMonth } from '../../lib/days.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { NextStep } from '../../ui/next-step.tsx';
import type { ImportPlace } from './imports.ts';

const WORDS = inBoth(
  {
    houses: 'настройте услуги и тарифы этих домов.',
    services: 'заведите приборы учёта; если по ним ничего не начисляется, рассчитайте месяц.',
    meters: 'снимите показания приборов.',
    readings: 'рассчитайте месяц; странные показания сначала проверьте.',
    'gis-accounts': 'выгрузите платёжные документы для ГИС ЖКХ.',
    'gis-meters': 'выгрузите показания для ГИС ЖКХ.',
    toExports: 'К документам для ГИС ЖКХ',
    servicesFile: 'Загрузить услуги и тарифы',
    setups: 'Услуги домов таблицей',
    metersFile: 'Загрузить приборы',
    take: 'К показаниям',
    odd: 'Странные показания',
    calculate: (month: string) => `Рассчитать: ${month}`,
    correct: 'Исправить проведённые месяцы',
  },
  {
    houses: 'set up the services and tariffs of these houses.',
    services: 'enter the meters; if nothing is charged by them, calculate the month.',
    meters: 'take the readings of the meters.',
    readings: 'calculate the month; check odd readings first.',
    'gis-accounts': 'export the payment documents for ГИС ЖКХ.',
    'gis-meters': 'export the readings for ГИС ЖКХ.',
    toExports: 'To the documents for ГИС ЖКХ',
    servicesFile: 'Import services and tariffs',
    setups: 'Services of the houses as a table',
    metersFile: 'Import meters',
    take: 'To the readings',
    odd: 'Odd readings',
    calculate: (month) => `Calculate: ${month}`,
    correct: 'Correct applied months',
  },
);

export function AfterImport({
  place,
  worked,
  appliedMonths,
}: {
  readonly place: ImportPlace;
  /** The month being worked on. */
  readonly worked: string;
  readonly appliedMonths: Import['appliedMonths'];
}): ReactElement {
  const t = useWords(WORDS);
  const corrected = (appliedMonths ?? []).filter(({ months }) => months.length > 0);
  const search = monthsToCorrect(corrected.flatMap(({ months }) => months));
  const [only, ...others] = corrected;
  return (
    <NextStep what={t[place.kind]}>
      <Ways to={place} worked={worked} />
      {only !== undefined && others.length === 0 && (
        <Link
          className="button"
          to="/houses/$houseId/corrections"
          params={{ houseId: String(only.houseId) }}
          search={search}
        >
          {t.correct}
        </Link>
      )}
      {others.length > 0 && (
        <Link className="button" to="/corrections" search={search}>
          {t.correct}
        </Link>
      )}
    </NextStep>
  );
}

type Next = { readonly to: ImportPlace; readonly worked: string };

function Ways({ to: place, worked }: Next): ReactElement {
  const t = useWords(WORDS);
  switch (place.kind) {
    case 'houses':
      return (
        <>
          <Link className="button primary" to="/imports" search={{ kind: 'services' }}>
            {t.servicesFile}
          </Link>
          <Link className="button" to="/house-setups">
            {t.setups}
          </Link>
        </>
      );
    case 'services':
      return (
        <>
          <Link className="button primary" to="/imports" search={{ kind: 'meters' }}>
            {t.metersFile}
          </Link>
          <Calculate className="button" period={worked} />
        </>
      );
    case 'gis-accounts':
    case 'gis-meters':
      return (
        <Link className="button primary" to="/reports/gis-zhkh">
          {t.toExports}
        </Link>
      );
    case 'meters':
      return <ToReadings to={place} worked={worked} />;
    case 'readings':
      return (
        <>
          <Calculate className="button primary" period={place.period} />
          {'houseId' in place ? (
            <Link
              className="button"
              to="/houses/$houseId/readings/$period"
              params={{ houseId: String(place.houseId), period: place.period }}
              search={{ show: 'odd' }}
            >
              {t.odd}
            </Link>
          ) : (
            <Link
              className="button"
              to="/month/$period/odd-readings"
              params={{ period: place.period }}
            >
              {t.odd}
            </Link>
          )}
        </>
      );
  }
}

/** Those of the house, or else of the month. */
function ToReadings({ to: place, worked }: Next): ReactElement {
  const t = useWords(WORDS);
  return 'houseId' in place ? (
    <Link
      className="button primary"
      to="/houses/$houseId/readings/$period"
      params={{ houseId: String(place.houseId), period: worked }}
    >
      {t.take}
    </Link>
  ) : (
    <Link
      className="button primary"
      to="/month/$period"
      params={{ period: worked }}
      hash="step-readings"
    >
      {t.take}
    </Link>
  );
}

function Calculate({
  className,
  period,
}: {
  readonly className: string;
  readonly period: string;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  return (
    <Link className={className} to="/month/$period" params={{ period }} hash="step-calculate">
      {t.calculate(showMonth(period, language))}
    </Link>
  );
}
