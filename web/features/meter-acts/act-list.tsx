// The acts on a meter: that it failed, that a check was refused, that somebody interfered with it, or that it was sealed.
import {
  createMeterAct,
  deleteMeterAct,
  getMeterAct,
  listMeterActs,
  METER_ACT_KINDS,
  replaceMeterAct,
  type MeterAct,
  type MeterActKind,
} from '@kvartplata/contracts/core/meter-acts.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { call, type Versioned } from '../../lib/api.ts';
import { sayAppliedMonths } from '../../lib/applied-months.ts';
import { parseDay, showDay, showSpan, today } from '../../lib/days.ts';
import { parseFigure, showShortFigure } from '../../lib/figures.ts';
import { groupOf, readPages, readVersioned } from '../../lib/reads.ts';
import { useMay } from '../../lib/role.ts';
import { typedDay, wrongDays } from '../../lib/typed-days.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { DateField, SelectField, TextField } from '../../ui/field.tsx';
import { useForm, type FormState } from '../../ui/form.tsx';
import { RecordForm } from '../../ui/record-form.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { RecordSheet, storedForm, type FormEnd } from '../../ui/record-sheet.tsx';
import { Empty } from '../../ui/states.tsx';
import { useVersion } from '../../ui/stored-record.tsx';
import { ACT_WORDS } from './act-words.ts';

const WORDS = inBoth(
  {
    title: 'Акты',
    add: 'Записать акт',
    one: 'Акт',
    kind: 'О чём',
    days: 'Дни',
    on: 'День акта',
    until: 'Последний день',
    untilHint: 'Пусто — до опломбирования',
    capacity: 'Могло пройти за сутки',
    capacityHint: 'В единицах услуги; пусто — по нормативу × 10',
    basis: 'Документ',
    none: 'Актов не записано.',
    sure: 'Удалить акт, записанный по ошибке?',
    dayWrong: 'Нужна дата, например 01.07.2026',
    figureWrong: 'Нужно число',
    saved: 'Акт записан.',
    deleted: 'Акт удалён.',
  },
  {
    title: 'Acts',
    add: 'Record an act',
    one: 'Act',
    kind: 'About',
    days: 'Days',
    on: 'Day of the act',
    until: 'Last day',
    untilHint: 'Empty until it is sealed',
    capacity: 'Possible in a day',
    capacityHint: 'In units of the service; empty — the norm × 10',
    basis: 'Document',
    none: 'No acts recorded.',
    sure: 'Delete this act, recorded by mistake?',
    dayWrong: 'Enter a date, such as 01.07.2026',
    figureWrong: 'Enter a number',
    saved: 'Act saved.',
    deleted: 'Act deleted.',
  },
);

type Typed = Readonly<Record<'kind' | 'on' | 'until' | 'capacityPerDay' | 'basis', string>>;

export function ActList({ meterId }: { readonly meterId: number }): ReactElement {
  const t = useWords(WORDS);
  const kinds = useWords(ACT_WORDS);
  const language = useLanguage();
  const query = useInfiniteQuery(readPages(listMeterActs, { params: { meterId } }));
  return (
    <RecordSheet<MeterAct>
      title={t.title}
      add={t.add}
      one={t.one}
      mayWrite={useMay('owner')}
      changes={[groupOf(listMeterActs)]}
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
              cell: (act) =>
                name(
                  act,
                  act.kind === 'seal' ? showDay(act.on) : showSpan(act.on, act.until, language),
                ),
            },
            { title: t.kind, cell: ({ kind }) => kinds[kind] },
            { title: t.basis, cell: ({ basis }) => basis },
          ]}
        />
      )}
      form={storedForm(
        ({ id }) => actOf(id),
        (stored, end) => (
          <ActForm meterId={meterId} stored={stored} {...end} />
        ),
      )}
    />
  );
}

function ActForm({
  meterId,
  stored,
  onDone,
  onCancel,
}: FormEnd & {
  readonly meterId: number;
  /** Undefined for a new one. */
  readonly stored: Versioned<MeterAct> | undefined;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const id = stored?.record.id ?? 0;
  const own = { actId: id };
  const [ifMatch, theirs] = useVersion(stored, actOf(id).read, typedOf);
  const form = useForm<Typed>({
    initial: stored === undefined ? newAct() : typedOf(stored.record),
    required: ['on', 'basis'],
    check: (typed) => ({
      ...wrongDays(typed, typed.kind === 'seal' ? ['on'] : ['on', 'until'], t.dayWrong),
      ...(typed.kind === 'tampering' &&
      typed.capacityPerDay.trim() !== '' &&
      parseFigure(typed.capacityPerDay) === undefined
        ? { capacityPerDay: t.figureWrong }
        : {}),
    }),
    save: async (typed) => {
      const body = bodyOf(typed);
      const saved = await (stored === undefined
        ? call(createMeterAct, { params: { meterId }, body })
        : call(replaceMeterAct, { params: own, body, ifMatch }));
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
            await call(deleteMeterAct, { params: own, ifMatch });
            await onDone(t.deleted);
          },
        }
      }
    >
      <ActFields of={form} />
    </RecordForm>
  );
}

/** Only the fields of this kind of act. */
function ActFields({ of }: { readonly of: FormState<Typed> }): ReactElement {
  const t = useWords(WORDS);
  const kinds = useWords(ACT_WORDS);
  const { kind } = of.values;
  return (
    <>
      <SelectField
        of={of.field('kind')}
        label={t.kind}
        options={METER_ACT_KINDS.map((one) => [one, kinds[one]])}
        autoFocus
      />
      <div className="pair">
        <DateField of={of.field('on')} label={t.on} />
        {kind !== 'seal' && <DateField of={of.field('until')} label={t.until} hint={t.untilHint} />}
      </div>
      {kind === 'tampering' && (
        <TextField
          of={of.field('capacityPerDay')}
          label={t.capacity}
          hint={t.capacityHint}
          inputMode="decimal"
        />
      )}
      <TextField of={of.field('basis')} label={t.basis} />
    </>
  );
}

function actOf(actId: number) {
  return readVersioned(getMeterAct, { params: { actId } });
}

function newAct(): Typed {
  return { kind: 'failed', on: showDay(today()), until: '', capacityPerDay: '', basis: '' };
}

/** Fields that the form does not show for the kind are not sent. */
function bodyOf({ kind, on, until, capacityPerDay, basis }: Typed) {
  return {
    kind: kind as MeterActKind,
    on: parseDay(on) ?? '',
    until: kind === 'seal' ? null : (parseDay(until) ?? null),
    capacityPerDay: kind === 'tampering' ? (parseFigure(capacityPerDay) ?? null) : null,
    basis: basis.trim(),
  };
}

function typedOf({ kind, on, until, capacityPerDay, basis }: MeterAct): Typed {
  return {
    kind,
    on: showDay(on),
    until: typedDay(until),
    capacityPerDay: capacityPerDay === null ? '' : showShortFigure(capacityPerDay),
    basis,
  };
}
