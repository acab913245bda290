// How many persons are registered at an account, and from which day on.
import { listPersonalAccounts } from '@kvartplata/contracts/core/personal-accounts.ts';
import {
  deleteRegisteredPersons,
  listRegisteredPersons,
  writeRegisteredPersons,
  type RegisteredPersons,
} from '@kvartplata/contracts/core/registered-persons.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { call } from '../../lib/api.ts';
import { sayAppliedMonths } from '../../lib/applied-months.ts';
import { parseDay, showDay, today } from '../../lib/days.ts';
import { groupOf, read } from '../../lib/reads.ts';
import { useMay } from '../../lib/role.ts';
import { wrongDays } from '../../lib/typed-days.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { DateField, TextField } from '../../ui/field.tsx';
import { useForm } from '../../ui/form.tsx';
import { RecordForm } from '../../ui/record-form.tsx';
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

export function RegisteredPersonsList({ accountId }: { readonly accountId: number }): ReactElement {
  const t = useWords(WORDS);
  const query = useQuery(read(listRegisteredPersons, { params: { personalAccountId: accountId } }));
  const now = today();
  return (
    <RecordSheet<RegisteredPersons>
      title={t.title}
      add={t.add}
      one={({ validFrom }) => t.one(showDay(validFrom))}
      mayWrite={useMay('owner')}
      changes={[groupOf(listPersonalAccounts), groupOf(listRegisteredPersons)]}
      list={(name) => (
        <Answered query={query}>
          {({ items: entries }) => {
            const holding = entries.findLast(({ validFrom }) => validFrom <= now);
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
      form={(entry, end) => <EntryForm accountId={accountId} entry={entry} {...end} />}
    />
  );
}

/** An entry is identified by its day: another day is another entry. */
function EntryForm({
  accountId,
  entry,
  onDone,
  onCancel,
}: FormEnd & {
  readonly accountId: number;
  /** Undefined for a new one. */
  readonly entry: RegisteredPersons | undefined;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const form = useForm({
    initial: {
      validFrom: showDay(entry?.validFrom ?? today()),
      count: entry === undefined ? '' : String(entry.count),
    },
    required: ['validFrom', 'count'],
    check: (typed) => ({
      ...wrongDays(typed, ['validFrom'], t.dayWrong),
      ...(/^\d{1,4}$/.test(typed.count.trim()) ? {} : { count: t.countWrong }),
    }),
    save: async ({ validFrom, count }) => {
      const { appliedMonths } = await call(writeRegisteredPersons, {
        params: { personalAccountId: accountId },
        body: { validFrom: parseDay(validFrom) ?? '', count: Number(count) },
      });
      await onDone(t.saved + sayAppliedMonths(appliedMonths, language));
    },
  });
  return (
    <RecordForm
      of={form}
      onCancel={onCancel}
      stored={
        entry && {
          sure: t.sure,
          remove: async () => {
            const { validFrom } = entry;
            await call(deleteRegisteredPersons, {
              params: { personalAccountId: accountId, validFrom },
            });
            await onDone(t.deleted);
          },
        }
      }
    >
      <div className="pair">
        {entry === undefined && <DateField of={form.field('validFrom')} label={t.since} />}
        <TextField
          of={form.field('count')}
          label={t.count}
          hint={t.hint}
          inputMode="numeric"
          autoFocus
        />
      </div>
    </RecordForm>
  );
}
