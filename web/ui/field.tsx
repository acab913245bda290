// Form fields: a label, an input, a hint, and what is wrong with it.
import { useId, type InputHTMLAttributes, type ReactElement, type ReactNode } from 'react';
import { useWords, inBoth } from '../lib/words.ts';
import { DateInput } from './date-input.tsx';

const WORDS = inBoth(
  { theirs: (value: string) => `Другой пользователь записал: ${value === '' ? 'пусто' : value}` },
  { theirs: (value) => `Another user has entered: ${value === '' ? 'nothing' : value}` },
);

/** What a form knows about one of its fields. */
export type FieldState = {
  readonly name: string;
  readonly value: string;
  readonly set: (value: string) => void;
  readonly wrong: string | undefined;
  /** What another user has stored meanwhile, if it differs. */
  readonly theirs: string | undefined;
};

type Common = { readonly of: FieldState; readonly label: string; readonly hint?: string };

export function TextField({
  of,
  label,
  hint,
  ...input
}: Common &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'value' | 'onChange' | 'id'>): ReactElement {
  const { id, notes, described } = useNotes(of, hint);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        {...described}
        id={id}
        className="input"
        name={of.name}
        value={of.value}
        onChange={(event) => of.set(event.target.value)}
      />
      {notes}
    </div>
  );
}

/** A day as typed: `parseDay` parses it. */
export function DateField({
  of,
  label,
  hint,
  ...input
}: Common & {
  readonly autoFocus?: boolean;
  readonly disabled?: boolean;
  readonly readOnly?: boolean;
}): ReactElement {
  const { id, notes, described } = useNotes(of, hint);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <DateInput
        {...input}
        {...described}
        id={id}
        name={of.name}
        value={of.value}
        onType={of.set}
      />
      {notes}
    </div>
  );
}

export function SelectField({
  of,
  label,
  hint,
  options,
  ...select
}: Common & {
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly autoFocus?: boolean;
  readonly disabled?: boolean;
}): ReactElement {
  const { id, notes, described } = useNotes(of, hint);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        {...select}
        {...described}
        id={id}
        className="input"
        name={of.name}
        value={of.value}
        onChange={(event) => of.set(event.target.value)}
      >
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {notes}
    </div>
  );
}

/** Checked is the text `true`. */
export function CheckField({ of, label, hint }: Common): ReactElement {
  const { id, notes, described } = useNotes(of, hint);
  return (
    <div className="field">
      <div className="check">
        <input
          {...described}
          id={id}
          type="checkbox"
          name={of.name}
          checked={of.value === 'true'}
          onChange={(event) => of.set(String(event.target.checked))}
        />
        <label htmlFor={id}>{label}</label>
      </div>
      {notes}
    </div>
  );
}

type Notes = {
  readonly id: string;
  readonly notes: ReactNode;
  readonly described: { 'aria-describedby'?: string; 'aria-invalid'?: true };
};

function useNotes({ wrong, theirs }: FieldState, hint: string | undefined): Notes {
  const t = useWords(WORDS);
  const id = useId();
  const [hintId, wrongId, theirsId] = [`${id}-hint`, `${id}-wrong`, `${id}-theirs`];
  const shown = [
    wrong === undefined ? undefined : wrongId,
    theirs === undefined ? undefined : theirsId,
    hint === undefined ? undefined : hintId,
  ].filter((note) => note !== undefined);
  return {
    id,
    described: {
      ...(shown.length === 0 ? {} : { 'aria-describedby': shown.join(' ') }),
      ...(wrong === undefined ? {} : { 'aria-invalid': true }),
    },
    notes: (
      <>
        {wrong !== undefined && (
          <span id={wrongId} className="wrong">
            {wrong}
          </span>
        )}
        {theirs !== undefined && (
          <span id={theirsId} className="theirs">
            {t.theirs(theirs)}
          </span>
        )}
        {hint !== undefined && (
          <span id={hintId} className="hint">
            {hint}
          </span>
        )}
      </>
    ),
  };
}
