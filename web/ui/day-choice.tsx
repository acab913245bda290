// A labelled day that takes effect as soon as it is complete; forms have their own fields.
import { useId, useState, type ReactElement } from 'react';
import { parseDay, showDay } from '../lib/days.ts';
import { DateInput } from './date-input.tsx';

export function DayChoice({
  label,
  day,
  onChoose,
}: {
  readonly label: string;
  readonly day: string;
  readonly onChoose: (day: string) => void;
}): ReactElement {
  const id = useId();
  const [typed, setTyped] = useState({ text: showDay(day), day });
  // Another day has been chosen elsewhere on the page.
  const text = typed.day === day ? typed.text : showDay(day);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <DateInput
        id={id}
        className="short"
        value={text}
        {...(parseDay(text) === undefined ? { 'aria-invalid': true } : {})}
        onType={(next) => {
          const chosen = parseDay(next);
          setTyped({ text: next, day: chosen ?? day });
          if (chosen !== undefined && chosen !== day) onChoose(chosen);
        }}
      />
    </div>
  );
}
