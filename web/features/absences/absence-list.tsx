// The absences of an account's persons: when, how many, and the document that proves each.
import {
  createAbsence,
  deleteAbsence,
  getAbsence,
  listAbsences,
  replaceAbsence,
  type Absence,
} from '@kvartplata/contracts/core/absences.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { call, type Versioned } from '../../lib/api.ts';
import { sayAppliedMonths } from '../../lib/applied-months.ts';
import { parseDay, showDay, showSpan } from '../../lib/days.ts';
import { groupOf, readPages, readVersioned } from '../../lib/reads.ts';
import { useMay } from '../../lib/role.ts';
import { wrongDays } from '../../lib/typed-days.ts';
import { counted, countedEn, inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { DateField, TextField } from '../../ui/field.tsx';
import { useForm } from '../../ui/form.tsx';
import { RecordForm } from '../../ui/record-form.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { RecordSheet, storedForm, type FormEnd } from '../../ui/record-sheet.tsx';
import { Empty } from '../../ui/states.tsx';
import { useVersion } from '../../ui/stored-record.tsx';

const WORDS = inBoth(
  {
    title: 'Временное отсутствие',
    add: 'Записать отсутствие',
    one: 'Отсутствие',
    days: 'Дни',
    full: (days: number) => counted(days, 'полный день', 'полных дня', 'полных дней'),
    short: 'не больше 5 дней: без перерасчёта',
    persons: 'Человек',
    basis: 'Документ',
    from: 'Первый полный день',
    to: 'Последний полный день',
    hint: 'Без дней отъезда и возвращения',
    none: 'Отсутствий не записано.',
    sure: 'Удалить запись об отсутствии?',
    dayWrong: 'Нужна дата, например 01.07.2026',
    personsWrong: 'Нужно целое число',
    saved: 'Отсутствие записано.',
    deleted: 'Запись удалена.',
  },
  {
    title: 'Temporary absence',
    add: 'Record an absence',
    one: 'Absence',
    days: 'Days',
    full: (days) => countedEn(days, 'full day'),
    short: '5 days or less: no recalculation',
    persons: 'Persons',
    basis: 'Document',
    from: 'First full day',
    to: 'Last full day',
    hint: 'Excluding the days of leaving and returning',
    none: 'No absences recorded.',
    sure: 'Delete this absence?',
    dayWrong: 'Enter a date, such as 01.07.2026',
    personsWrong: 'Enter a whole number',
    saved: 'Absence saved.',
    deleted: 'Absence deleted.',
  },
);

type Typed = Readonly<Record<'from' | 'to' | 'persons' | 'basis', string>>;

export function AbsenceList({ accountId }: { readonly accountId: number }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const query = useInfiniteQuery(
    readPages(listAbsences, { params: { personalAccountId: accountId } }),
  );
  return (
    <RecordSheet<Absence>
      title={t.title}
      add={t.add}
      one={t.one}
      mayWrite={useMay('accountant')}
      changes={[groupOf(listAbsences)]}
      list={(name) => (
        <PagedTable
          query={query}
          caption={t.title}
          keyOf={({ id }) => id}
          empty={<Empty>{t.none}</Empty>}
          columns={[
            {
              title: t.days,
              isName: true,
              cell: (absence) => (
                <>
                  {name(absence, showSpan(absence.from, absence.to, language))}{' '}
                  <span className="small soft">
                    {absence.isRecalculated ? t.full(absence.fullDays) : t.short}
                  </span>
                </>
              ),
            },
            { title: t.persons, isFigure: true, cell: ({ persons }) => persons },
            { title: t.basis, cell: ({ basis }) => basis },
          ]}
        />
      )}
      form={storedForm(
        ({ id }) => absenceOf(id),
        (stored, end) => (
          <AbsenceForm accountId={accountId} stored={stored} {...end} />
        ),
      )}
    />
  );
}

function AbsenceForm({
  accountId,
  stored,
  onDone,
  onCancel,
}: FormEnd & {
  readonly accountId: number;
  /** Undefined for a new one. */
  readonly stored: Versioned<Absence> | undefined;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const id = stored?.record.id ?? 0;
  const own = { absenceId: id };
  const [ifMatch, theirs] = useVersion(stored, absenceOf(id).read, typedOf);
  const form = useForm<Typed>({
    initial:
      stored === undefined ? { from: '', to: '', persons: '1', basis: '' } : typedOf(stored.record),
    required: ['from', 'to', 'persons', 'basis'],
    check: (typed) => ({
      ...wrongDays(typed, ['from', 'to'], t.dayWrong),
      ...(/^[1-9]\d{0,3}$/.test(typed.persons.trim()) ? {} : { persons: t.personsWrong }),
    }),
    save: async ({ from, to, persons, basis }) => {
      const body = {
        from: parseDay(from) ?? '',
        to: parseDay(to) ?? '',
        persons: Number(persons),
        basis: basis.trim(),
      };
      const saved = await (stored === undefined
        ? call(createAbsence, { params: { personalAccountId: accountId }, body })
        : call(replaceAbsence, { params: own, body, ifMatch }));
      await onDone(t.saved + sayAppliedMonths(saved.appliedMonths, language));
    },
    ...theirs,
  });
  return (
    <RecordForm
      of={form}
      onCancel={onCancel}
      stored={
        stored && {
          sure: t.sure,
          remove: async () => {
            await call(deleteAbsence, { params: own, ifMatch });
            await onDone(t.deleted);
          },
        }
      }
    >
      <div className="pair">
        <DateField of={form.field('from')} label={t.from} hint={t.hint} autoFocus />
        <DateField of={form.field('to')} label={t.to} />
        <TextField of={form.field('persons')} label={t.persons} inputMode="numeric" />
      </div>
      <TextField of={form.field('basis')} label={t.basis} />
    </RecordForm>
  );
}

function absenceOf(absenceId: number) {
  return readVersioned(getAbsence, { params: { absenceId } });
}

function typedOf({ from, to, persons, basis }: Absence): Typed {
  return { from: showDay(from), to: showDay(to), persons: String(persons), basis };
}
