// Which of a file's columns mean what: their titles in the file, with the first values.
import type {
  OpeningColumns,
  OpeningMapping,
} from '@kvartplata/contracts/billing/opening-balances.ts';
import type { ReactElement } from 'react';
import { inBoth, useWords } from '../../lib/words.ts';
import { Choice } from '../../ui/choice.tsx';

const WORDS = inBoth(
  {
    what: 'Какая колонка что значит',
    none: '— нет в файле —',
    month: 'Без колонки месяца весь долг считается долгом месяца перед началом учёта.',
    accountColumn: 'Лицевой счёт',
    monthColumn: 'Месяц долга',
    principalColumn: 'Долг',
    penaltyColumn: 'Пени',
    advanceColumn: 'Аванс',
    serviceColumn: 'Услуга',
  },
  {
    what: 'What the columns mean',
    none: '— not in the file —',
    month: 'Without a column of months all debts are of the month before the start.',
    accountColumn: 'Personal account',
    monthColumn: 'Month of the debt',
    principalColumn: 'Debt',
    penaltyColumn: 'Penalties',
    advanceColumn: 'Advance',
    serviceColumn: 'Service',
  },
);
const FIELDS = [
  'accountColumn',
  'monthColumn',
  'principalColumn',
  'penaltyColumn',
  'advanceColumn',
  'serviceColumn',
] as const;

export function ColumnMapping({
  of: { columns },
  mapping,
  onChange,
}: {
  readonly of: OpeningColumns;
  readonly mapping: OpeningMapping;
  readonly onChange: (mapping: OpeningMapping) => void;
}): ReactElement {
  const t = useWords(WORDS);
  const isAlone = (title: string): boolean =>
    title !== '' && columns.filter((column) => column.title === title).length === 1;
  const options = columns.map(({ number, title, samples }) => {
    const sample = samples.find((text) => text !== '');
    const shown = sample === undefined ? title : `${title} (${sample})`;
    return [isAlone(title) ? title : `#${number}`, `${number}. ${shown}`] as const;
  });
  return (
    <fieldset className="stack">
      <legend>{t.what}</legend>
      <div className="row">
        {FIELDS.map((field) => (
          <Choice
            key={field}
            label={t[field]}
            value={mapping[field] ?? ''}
            options={[['', t.none], ...options]}
            onChoose={(column) => {
              const { [field]: _old, ...others } = mapping;
              onChange(column === '' ? others : { ...others, [field]: column });
            }}
          />
        ))}
      </div>
      {mapping.monthColumn === undefined && <p className="hint">{t.month}</p>}
    </fieldset>
  );
}
