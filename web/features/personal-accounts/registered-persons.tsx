// How many persons are registered at an account, and from which day on.
import type { AppliedMonths } from '@kvartplata/contracts/core/applied-months.ts';
import type {
  NewRegisteredPersons,
  RegisteredPersons,
} from '@kvartplata/contracts/core/registered-persons.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { StaticEncode } from 'typebox';
import { ask } from '../../lib/api.ts';
import { sayAppliedMonths } from '../../lib/applied-months.ts';
import { parseDay, showDay, utcToday } from '../../lib/days.ts';
import { useMay } from '../../lib/role.ts';
import { wrongDays } from '../../lib/typed-days.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { RecordSheet, type FormEnd } from '../../ui/record-sheet.tsx';
import { Answered } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';

const WORDS = inBoth(
  {
    title: 'Зарегистрированные',
    add: 'Записать изменение',
    one: (day: string) => `Зарегистрировано с ${day}`,
    since: 'С какого дня',
    count: 'Человек',
    now: 'сейчас',
    hint: 'До следующей записи',
    sure: 'Удалить запись? На её дни вернётся прежнее число.',
    dayWrong: 'Нужна дата, например 01.07.2026',
    countWrong: 'Нужно целое число',
    saved: 'Число зарегистрированных записано.',
    deleted: 'Запись удалена.',
  },
  {
    title: 'Registered persons',
    add: 'Record a change',
    one: (day) => `Registered from ${day}`,
    since: 'From',
    count: 'Persons',
    now: 'now',
    hint: 'Until the next entry',
    sure: 'Delete this entry? The previous count applies to its days again.',
    dayWrong: 'Enter a date, such as 01.07.2026',
    countWrong: 'Enter a whole number',
    saved: 'Number of registered persons saved.',
    deleted: 'Entry deleted.',
  },
);

type Body = StaticEncode<typeof NewRegisteredPersons>;
type Written = RegisteredPersons & { readonly appliedMonths: AppliedMonths };

export function RegisteredPersonsList({ accountId }: { readonly accountId: number }): ReactElement {
  const t = useWords(WORDS);
  const path = `/api/personal-accounts/${accountId}/registered-persons`;
  const query = useQuery({
    queryKey: [path],
    queryFn: async ({ signal }) =>
      (await ask<PageOf<RegisteredPersons>>('core', path, { signal })).items,
  });
  const today = utcToday();
  return (
    <RecordSheet<RegisteredPersons>
      title={t.title}
      add={t.add}
      one={({ validFrom }) => t.one(showDay(validFrom))}
      mayWrite={useMay('owner')}
      changes={['/api/personal-accounts', path]}
      list={(name) => (
        <Answered query={query}>
          {(entries) => {
            const holding = entries.findLast(({ validFrom }) => validFrom <= today);
            return (
              <Table
                caption={t.title}
                rows={entries.toReversed()}
                keyOf={({ validFrom }) => validFrom}
                columns={[
                  {
                    title: t.since,
                    isName: true,
                    cell: (entry) => (
                      <>
                        {name(entry, showDay(entry.validFrom))}{' '}
                        {entry === holding && <span className="badge good">{t.now}</span>}
                      </>
                    ),
                  },
                  { title: t.count, isFigure: true, cell: ({ count }) => count },
                ]}
              />
            );
          }}
        </Answered>
      )}
      form={(entry, end) => <EntryForm path={path} entry={entry} {...end} />}
    />
  );
}

/** The day of an entry is what it is known by: another day is another entry. */
function EntryForm({
  path,
  entry,
  onDone,
  onCancel,
}: FormEnd & {
  readonly path: string;
  /** Undefined for a new one. */
  readonly entry: RegisteredPersons | undefined;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const form = useForm({
    initial: {
      validFrom: showDay(entry?.validFrom ?? utcToday()),
      count: entry === undefined ? '' : String(entry.count),
    },
    required: ['validFrom', 'count'],
    check: (typed) => ({
      ...wrongDays(typed, ['validFrom'], t.dayWrong),
      ...(/^\d{1,4}$/.test(typed.count.trim()) ? {} : { count: t.countWrong }),
    }),
    save: async ({ validFrom, count }) => {
      const body: Body = { validFrom: parseDay(validFrom) ?? '', count: Number(count) };
      const { appliedMonths } = await ask<Written>('core', path, { method: 'POST', body });
      await onDone(t.saved + sayAppliedMonths(appliedMonths, language));
    },
  });
  return (
    <>
      <Form of={form} onCancel={onCancel}>
        <div className="pair">
          {entry === undefined && (
            <TextField of={form.field('validFrom')} label={t.since} inputMode="numeric" />
          )}
          <TextField
            of={form.field('count')}
            label={t.count}
            hint={t.hint}
            inputMode="numeric"
            autoFocus
          />
        </div>
      </Form>
      {entry !== undefined && (
        <div className="after-form">
          <DeleteButton
            what={t.sure}
            act={async () => {
              await ask('core', `${path}/${entry.validFrom}`, { method: 'DELETE' });
              await onDone(t.deleted);
            }}
          />
        </div>
      )}
    </>
  );
}
