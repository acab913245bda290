// What ГИС ЖКХ would not accept in a house's month, item by item, and where to correct it.
import { RequestFailure } from '@kvartplata/client/request-failure.ts';
import type { FieldProblem } from '@kvartplata/contracts/problem.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { sayReason } from '../../lib/reason-texts.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { ExportButton } from '../../ui/export-button.tsx';
import { readingsOf } from './gis-zhkh.ts';

const WORDS = inBoth(
  {
    numbers: 'Загрузить номера счетов',
    codes: 'Загрузить коды приборов',
    without: 'Скачать показания без этих приборов',
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
    numbers: 'Import numbers of accounts',
    codes: 'Import codes of meters',
    without: 'Download the readings without these meters',
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

/** The most that are listed. */
const MOST_ERRORS = 100;

export function MissingFacts({
  error,
  houseId,
  period,
  nameOf,
}: {
  readonly error: unknown;
  readonly houseId: number;
  readonly period: string;
  /** The name of a subject in the table of services. */
  readonly nameOf: (subject: string) => string;
}): ReactNode {
  const t = useWords(WORDS);
  if (!(error instanceof RequestFailure) || error.code !== 'gis-facts-missing') return null;
  const errors = error.problem?.errors ?? [];
  const ofDevices = errors.filter(({ code }) => code === 'device-without-guid');
  return (
    <div className="stack">
      <ul className="list small">
        {errors.map((missing) => (
          <li key={missing.path}>
            <MissingFact {...{ missing, houseId, nameOf }} />
          </li>
        ))}
      </ul>
      {errors.length === MOST_ERRORS && <p className="small soft">{t.more}</p>}
      {errors.some(({ path }) => path.startsWith('/personalAccounts')) && (
        <Link className="button" to="/imports" search={{ kind: 'gis-accounts' }}>
          {t.numbers}
        </Link>
      )}
      {ofDevices.length > 0 && (
        <Link className="button" to="/imports" search={{ kind: 'gis-meters' }}>
          {t.codes}
        </Link>
      )}
      {ofDevices.length > 0 && ofDevices.length === errors.length && (
        <ExportButton label={t.without} file={readingsOf(houseId, period, 'numbered')} />
      )}
    </div>
  );
}

function MissingFact({
  missing,
  houseId,
  nameOf,
}: {
  readonly missing: FieldProblem;
  readonly houseId: number;
  readonly nameOf: (subject: string) => string;
}): ReactNode {
  const t = useWords(WORDS);
  const language = useLanguage();
  const [, kind, name = '', ...rest] = missing.path.split('/');
  const field = rest.at(-1) as keyof typeof t.fields | undefined;
  switch (kind) {
    case 'personalAccounts':
      return `${t.account} ${name}: ${field === undefined ? '' : (t.fields[field] ?? field)}`;
    case 'meters':
      return (
        <Link
          to="/houses/$houseId/meters/$meterId"
          params={{ houseId: String(houseId), meterId: name }}
        >
          {sayReason(missing, language)}
        </Link>
      );
    case 'gisServices':
      return `${t.entry} «${nameOf([name, ...rest].join('/'))}»: ${missing.code === 'required' ? t.lacks.required : t.lacks.other}`;
    default:
      return sayReason(missing, language);
  }
}
