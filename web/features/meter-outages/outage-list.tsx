// The outages of a meter: the days on which it is broken or lost, and the report that says so.
import {
  createMeterOutage,
  deleteMeterOutage,
  getMeterOutage,
  listMeterOutages,
  replaceMeterOutage,
  type MeterOutage,
} from '@kvartplata/contracts/core/meter-outages.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { call, type Versioned } from '../../lib/api.ts';
import { sayAppliedMonths } from '../../lib/applied-months.ts';
import { parseDay, showDay, showSpan, utcToday } from '../../lib/days.ts';
import { orEmpty, orNull } from '../../lib/optional.ts';
import { groupOf, readPages, readVersioned } from '../../lib/reads.ts';
import { useMay } from '../../lib/role.ts';
import { typedDay, wrongDays } from '../../lib/typed-days.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { RecordSheet, type FormEnd } from '../../ui/record-sheet.tsx';
import { Empty } from '../../ui/states.tsx';
import { StoredRecord, useVersion } from '../../ui/stored-record.tsx';

const WORDS = inBoth(
  {
    title: 'Неисправности',
    add: 'Записать неисправность',
    one: 'Неисправность',
    days: 'Дни',
    from: 'Первый день',
    to: 'Последний день',
    toHint: 'Пусто — ещё не исправлен',
    basis: 'Акт',
    none: 'Неисправностей не записано.',
    sure: 'Удалить запись, сделанную по ошибке?',
    dayWrong: 'Нужна дата, например 01.07.2026',
    saved: 'Неисправность записана.',
    deleted: 'Неисправность удалена.',
  },
  {
    title: 'Outages',
    add: 'Record an outage',
    one: 'Outage',
    days: 'Days',
    from: 'First day',
    to: 'Last day',
    toHint: 'Empty while it continues',
    basis: 'Report',
    none: 'No outages recorded.',
    sure: 'Delete this outage, recorded by mistake?',
    dayWrong: 'Enter a date, such as 01.07.2026',
    saved: 'Outage saved.',
    deleted: 'Outage deleted.',
  },
);

type Typed = Readonly<Record<'from' | 'to' | 'basis', string>>;

export function OutageList({ meterId }: { readonly meterId: number }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const query = useInfiniteQuery(readPages(listMeterOutages, { params: { meterId } }));
  return (
    <RecordSheet<MeterOutage>
      title={t.title}
      add={t.add}
      one={t.one}
      mayWrite={useMay('owner')}
      changes={[groupOf(listMeterOutages)]}
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
              cell: (outage) => name(outage, showSpan(outage.from, outage.to, language)),
            },
            { title: t.basis, cell: ({ basis }) => basis ?? '—' },
          ]}
        />
      )}
      form={(outage, end) =>
        outage === undefined ? (
          <OutageForm meterId={meterId} {...end} />
        ) : (
          <StoredRecord of={outageOf(outage.id)}>
            {(stored) => <OutageForm meterId={meterId} stored={stored} {...end} />}
          </StoredRecord>
        )
      }
    />
  );
}

function OutageForm({
  meterId,
  stored,
  onDone,
  onCancel,
}: FormEnd & {
  readonly meterId: number;
  /** Undefined for a new one. */
  readonly stored?: Versioned<MeterOutage>;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const id = stored?.record.id ?? 0;
  const own = { outageId: id };
  const [ifMatch, theirs] = useVersion(stored, outageOf(id).read, typedOf);
  const form = useForm<Typed>({
    initial:
      stored === undefined
        ? { from: showDay(utcToday()), to: '', basis: '' }
        : typedOf(stored.record),
    required: ['from'],
    check: (typed) => wrongDays(typed, ['from', 'to'], t.dayWrong),
    save: async ({ from, to, basis }) => {
      const body = {
        from: parseDay(from) ?? '',
        to: parseDay(to) ?? null,
        basis: orNull(basis),
      };
      const saved = await (stored === undefined
        ? call(createMeterOutage, { params: { meterId }, body })
        : call(replaceMeterOutage, { params: own, body, ifMatch }));
      await onDone(t.saved + sayAppliedMonths(saved.appliedMonths, language));
    },
    ...theirs,
  });
  return (
    <>
      <Form of={form} onCancel={onCancel}>
        <div className="pair">
          <TextField of={form.field('from')} label={t.from} inputMode="numeric" autoFocus />
          <TextField of={form.field('to')} label={t.to} hint={t.toHint} inputMode="numeric" />
        </div>
        <TextField of={form.field('basis')} label={t.basis} />
      </Form>
      {stored !== undefined && (
        <div className="after-form">
          <DeleteButton
            what={t.sure}
            act={async () => {
              await call(deleteMeterOutage, { params: own, ifMatch });
              await onDone(t.deleted);
            }}
          />
        </div>
      )}
    </>
  );
}

function outageOf(outageId: number) {
  return readVersioned(getMeterOutage, { params: { outageId } });
}

function typedOf({ from, to, basis }: MeterOutage): Typed {
  return { from: showDay(from), to: typedDay(to), basis: orEmpty(basis) };
}
