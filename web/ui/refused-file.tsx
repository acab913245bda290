// A file that was refused as a whole: why, and what the user can do about it.
import type { ReactElement } from 'react';
import { RequestFailure } from '@kvartplata/client/request-failure.ts';
import { showFigure } from '../lib/figures.ts';
import { sayReason } from '../lib/reason-texts.ts';
import { inBoth, useLanguage, useWords } from '../lib/words.ts';
import { FailureNote } from './failure-note.tsx';

const WORDS = inBoth(
  {
    /** The title, and in brackets what the header of a CSV file calls it. */
    named: (title: string, code?: string) =>
      code === undefined ? `«${title}»` : `«${title}» (${code})`,
    line: (line: string) => `Дело в строке ${line}.`,
    most: (what: string) => `Самое большее — ${what}.`,
    units: { rows: 'строк', MiB: 'МиБ' },
    columns: {
      'unknown-field': (name: string) => `колонка ${name} неизвестна`,
      repeated: (name: string) => `колонка ${name} стоит дважды`,
      required: (name: string) => `нет колонки ${name}`,
    },
    names: {
      account: 'Лицевой счёт',
      amount: 'Сумма',
      date: 'Дата',
      month: 'Месяц',
      kind: 'Вид',
      service: 'Услуга',
    },
    lighter: 'Разделите файл на части или сохраните таблицу как CSV и выберите снова.',
  },
  {
    named: (title, code) => (code === undefined ? `“${title}”` : `“${title}” (${code})`),
    line: (line) => `See line ${line}.`,
    most: (what) => `The maximum is ${what}.`,
    units: { rows: 'rows', MiB: 'MiB' },
    columns: {
      'unknown-field': (name) => `unknown column ${name}`,
      repeated: (name) => `the column ${name} appears twice`,
      required: (name) => `the column ${name} is missing`,
    },
    names: {
      account: 'Account',
      amount: 'Amount',
      date: 'Date',
      month: 'Month',
      kind: 'Kind',
      service: 'Service',
    },
    lighter: 'Split the file, or save the table as CSV, and choose it again.',
  },
);

export function RefusedFile({
  error,
  todo,
}: {
  readonly error: unknown;
  /** How to get a file that can be read. */
  readonly todo: string;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const problem = error instanceof RequestFailure ? error.problem : undefined;
  const { code, detail = '', errors = [] } = problem ?? {};
  const says: Readonly<Record<string, (name: string) => string>> = t.columns;
  const names: Readonly<Record<string, string>> = t.names;
  const columns =
    code === 'wrong-columns'
      ? errors.map((one) => {
          const { path, code: why = '' } = one;
          const name = path.slice('/columns/'.length);
          const title = names[name];
          const named = title === undefined ? t.named(name) : t.named(title, name);
          const say = says[why] ?? (() => sayReason(one, language));
          return say(named) ?? t.columns['unknown-field'](named);
        })
      : [];
  const [reason = {}] = code === 'malformed-file' ? errors : [];
  const cause = sayReason(reason, language);
  const [, line] = /\bline (\d+)/i.exec(detail) ?? [];
  const [, count = '', unit = ''] = /at most (\d+) (rows|MiB)/.exec(detail) ?? [];
  const units: Readonly<Record<string, string>> = t.units;
  return (
    <div className="stack">
      <FailureNote error={error} />
      {columns.length > 0 && (
        <ul className="list">
          {columns.map((column) => (
            <li key={column}>{column}</li>
          ))}
        </ul>
      )}
      {cause !== undefined && (
        <p>
          <strong>{cause}.</strong>
        </p>
      )}
      {code === 'malformed-file' && (
        <p>{line === undefined || cause !== undefined ? todo : `${t.line(line)} ${todo}`}</p>
      )}
      {code === 'malformed-file' && cause === undefined && language === 'en' && (
        <p className="small soft">{detail}</p>
      )}
      {code === 'file-too-demanding' && <p>{t.lighter}</p>}
      {code === 'body-too-large' && unit !== '' && (
        <p>{t.most(`${showFigure(count)} ${units[unit] ?? unit}`)}</p>
      )}
    </div>
  );
}
