// A labelled choice that takes effect at once; forms have their own fields.
import { useId, type ReactElement } from 'react';
import { monthFrom, showMonth, thisMonth } from '../lib/days.ts';
import { useLanguage } from '../lib/words.ts';

export function Choice({
  label,
  value,
  options,
  onChoose,
}: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChoose: (value: string) => void;
}): ReactElement {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="input"
        value={value}
        onChange={(event) => onChoose(event.target.value)}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

const YEARS = 6;

/** A month of the last years, newest first, plus the chosen one if it is older. */
export function MonthChoice({
  label,
  value,
  onChoose,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChoose: (period: string) => void;
}): ReactElement {
  const language = useLanguage();
  const newest = monthFrom(thisMonth(), 1);
  const months = Array.from({ length: YEARS * 12 }, (_, index) => monthFrom(newest, -index));
  const all = months.includes(value) ? months : [...months, value].toSorted().toReversed();
  return (
    <Choice
      label={label}
      value={value}
      options={all.map((month) => [month, showMonth(month, language)])}
      onChoose={onChoose}
    />
  );
}
