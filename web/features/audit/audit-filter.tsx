// The filters of the audit log: by whom, of what, when.
import { useId, useState, type ReactElement } from 'react';
import { parseDay } from '../../lib/days.ts';
import { typedDay } from '../../lib/typed-days.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { auditWords } from './audit-words.ts';
import { KINDS, type Log } from './audit.ts';

const WORDS = inBoth(
  {
    what: 'Что',
    who: 'Кто',
    everybody: 'Все',
    whole: {
      core: 'Весь реестр',
      billing: 'Все расчёты и платежи',
      auth: 'Все входы и пользователи',
    },
    within: { core: 'Реестр', billing: 'Расчёты и платежи', auth: 'Входы и пользователи' },
    from: 'С дня',
    to: 'По день',
  },
  {
    what: 'What',
    who: 'Who',
    everybody: 'Everyone',
    whole: {
      core: 'The entire registry',
      billing: 'All charges and payments',
      auth: 'All sign-ins and users',
    },
    within: { core: 'Registry', billing: 'Charges and payments', auth: 'Sign-ins and users' },
    from: 'From',
    to: 'To',
  },
);

export type Shown = {
  /** A kind of objects, a single object, or a log for everything in it. */
  readonly object?: string;
  readonly who?: number;
  readonly from?: string;
  readonly to?: string;
};

export function AuditFilterBar({
  shown,
  logs,
  names,
  onChange,
}: {
  readonly shown: Shown;
  /** The logs that the user may read. */
  readonly logs: readonly Log[];
  readonly names: ReadonlyMap<number, string>;
  readonly onChange: (shown: Shown) => void;
}): ReactElement {
  const t = useWords(WORDS);
  return (
    <div className="row part-head">
      <ObjectChoice
        object={shown.object ?? 'core'}
        logs={logs}
        onChoose={(object) => onChange({ ...shown, object })}
      />
      <select
        className="input fitting"
        aria-label={t.who}
        value={shown.who ?? ''}
        onChange={({ target }) => {
          const { who: _who, ...rest } = shown;
          onChange(target.value === '' ? rest : { ...rest, who: Number(target.value) });
        }}
      >
        <option value="">{t.everybody}</option>
        {[...names].map(([userId, name]) => (
          <option key={userId} value={userId}>
            {name}
          </option>
        ))}
      </select>
      <DayInput
        label={t.from}
        day={shown.from}
        onDay={(from) => {
          const { from: _from, ...rest } = shown;
          onChange(from === undefined ? rest : { ...rest, from });
        }}
      />
      <DayInput
        label={t.to}
        day={shown.to}
        onDay={(to) => {
          const { to: _to, ...rest } = shown;
          onChange(to === undefined ? rest : { ...rest, to });
        }}
      />
    </div>
  );
}

function ObjectChoice({
  object,
  logs,
  onChoose,
}: {
  readonly object: string;
  readonly logs: readonly Log[];
  readonly onChoose: (object: string) => void;
}): ReactElement {
  const t = useWords(WORDS);
  const { objects } = useWords(auditWords);
  const wordOf = (kind: string): string =>
    (objects as Readonly<Record<string, string>>)[kind] ?? kind;
  const [, id] = object.split(':', 2);
  return (
    <select
      className="input fitting"
      aria-label={t.what}
      value={object}
      onChange={(event) => onChoose(event.target.value)}
    >
      {id !== undefined && (
        <option value={object}>{`${wordOf(object.split(':', 1)[0] ?? '')} № ${id}`}</option>
      )}
      {logs.map((log) => (
        <option key={log} value={log}>
          {t.whole[log]}
        </option>
      ))}
      {logs.map((log) => (
        <optgroup key={log} label={t.within[log]}>
          {KINDS[log].map((kind) => (
            <option key={kind} value={kind}>
              {wordOf(kind)}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}

/** Reports a day once it is complete, and none once the field is empty. */
function DayInput({
  label,
  day,
  onDay,
}: {
  readonly label: string;
  readonly day: string | undefined;
  readonly onDay: (day: string | undefined) => void;
}): ReactElement {
  const id = useId();
  const [typed, setTyped] = useState(() => typedDay(day ?? null));
  const isWrong = typed.trim() !== '' && parseDay(typed) === undefined;
  return (
    <span className="row">
      <label htmlFor={id}>{label}</label>
      <DateInput
        id={id}
        className="short"
        value={typed}
        {...(isWrong ? { 'aria-invalid': true } : {})}
        onType={(text) => {
          setTyped(text);
          const next = parseDay(text);
          if (next !== undefined || text.trim() === '') onDay(next);
        }}
      />
    </span>
  );
}
