// A tariff or a norm: how much, from when to when, and by which act.
import type { Component } from '@kvartplata/domain/charging/house-facts.ts';
import type { HouseService } from '@kvartplata/contracts/core/house-services.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { Versioned } from '../../lib/api.ts';
import { sayAppliedMonths } from '../../lib/applied-months.ts';
import { chargingWords } from '../../lib/charging-words.ts';
import { monthFrom, parseDay, showDay, showSpan, thisMonth } from '../../lib/days.ts';
import { parseFigure, showShortFigure } from '../../lib/figures.ts';
import { typedDay } from '../../lib/typed-days.ts';
import { inBoth, useLanguage, useWords, type Language } from '../../lib/words.ts';
import { CheckField, DateField, SelectField, TextField } from '../../ui/field.tsx';
import { useForm, type FormState } from '../../ui/form.tsx';
import { RecordForm } from '../../ui/record-form.tsx';
import { useVersion } from '../../ui/stored-record.tsx';
import { tell } from '../../ui/toasts.tsx';
import {
  addValue,
  changeValue,
  deleteValue,
  valueOf,
  valuesOf,
  type Kind,
  type Value,
  type ValueBody,
} from './dated-values.ts';
import { overlapping } from './day-lanes.ts';
import { parseSteps, showSteps, stepsOf } from '../../lib/value-steps.ts';

const WORDS = inBoth(
  {
    tariff: (unit: string) => `Тариф, ₽ за ${unit}`,
    norm: (unit: string) => `Норматив, ${unit}`,
    component: 'Часть услуги',
    group: 'Группа',
    groupHint: 'Пусто — для всех, у кого нет своей',
    steps: { tariff: 'Сверх объёма за месяц', norm: 'По числу проживающих' },
    stepsHint: {
      tariff: 'Объём и тариф сверх него, например 3900: 7; 6000: 9,12',
      norm: 'Сколько человек и норматив на каждого, например 1: 129; 2: 80',
    },
    stepsWrong: 'Нужны пары через двоеточие, например 3900: 7; 6000: 9,12',
    from: 'Первый день',
    to: 'Последний день',
    toHint: 'Пусто — бессрочно',
    basis: 'Основание',
    basisHint: 'Кто принял, номер и дата',
    closePrevious: 'Закончить прежнее значение днём раньше',
    valueWrong: 'Нужно число, например 45,20',
    dayWrong: 'Нужна дата, например 01.07.2026',
    orderWrong: 'Раньше первого дня',
    overlap: (value: string, span: string) => `В эти дни уже действует ${value}: ${span}`,
    saved: { tariff: 'Тариф сохранён.', norm: 'Норматив сохранён.' },
    deleted: { tariff: 'Тариф удалён.', norm: 'Норматив удалён.' },
    sure: { tariff: 'Удалить этот тариф?', norm: 'Удалить этот норматив?' },
  },
  {
    tariff: (unit) => `Tariff, ₽ for ${unit}`,
    norm: (unit) => `Norm, ${unit}`,
    component: 'Part of the service',
    group: 'Group',
    groupHint: 'Empty: for all without one of their own',
    steps: { tariff: 'Above a volume of the month', norm: 'By the number of persons' },
    stepsHint: {
      tariff: 'The volume and the tariff above it, such as 3900: 7; 6000: 9,12',
      norm: 'The number of persons and the norm of each, such as 1: 129; 2: 80',
    },
    stepsWrong: 'Enter pairs with a colon, such as 3900: 7; 6000: 9,12',
    from: 'First day',
    to: 'Last day',
    toHint: 'Empty: no end',
    basis: 'Basis',
    basisHint: 'The act with its number and date',
    closePrevious: 'End the previous value on the day before',
    valueWrong: 'Enter a number, such as 45,20',
    dayWrong: 'Enter a date, such as 01.07.2026',
    orderWrong: 'Before the first day',
    overlap: (value, span) => `${value} already applies on these days: ${span}`,
    saved: { tariff: 'Tariff saved.', norm: 'Norm saved.' },
    deleted: { tariff: 'Tariff deleted.', norm: 'Norm deleted.' },
    sure: { tariff: 'Delete this tariff?', norm: 'Delete this norm?' },
  },
);

type Typed = Readonly<
  Record<
    'value' | 'component' | 'group' | 'steps' | 'validFrom' | 'validTo' | 'basis' | 'closePrevious',
    string
  >
>;

export function ValueForm({
  kind,
  service,
  others,
  stored,
  onDone,
}: {
  readonly kind: Kind;
  readonly service: HouseService;
  /** All the service's values of this kind. */
  readonly others: readonly Value[];
  /** Undefined for a new one. */
  readonly stored?: Versioned<Value>;
  readonly onDone: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const client = useQueryClient();
  const id = stored?.record.id ?? 0;
  const [etag, theirs] = useVersion(stored, valueOf(kind, id).read, typedOf);
  const done = async (text: string): Promise<void> => {
    await client.invalidateQueries({ queryKey: valuesOf(kind, service.houseId).queryKey });
    tell(text);
    onDone();
  };

  const rivals = others.filter((other) => other.id !== id);
  const form = useForm<Typed>({
    initial: stored === undefined ? newOf(service, others) : typedOf(stored.record),
    required: ['value', 'validFrom', 'basis'],
    check: (typed) => wrongIn(bodyOf(typed, kind), typed, rivals, language),
    names: { ranges: 'steps', byPersons: 'steps' },
    save: async (typed) => {
      const body = bodyOf(typed, kind);
      const saved =
        stored === undefined
          ? await addValue(kind, service.id, body, typed.closePrevious === 'true')
          : await changeValue(kind, id, etag, body);
      await done(t.saved[kind] + sayAppliedMonths(saved.appliedMonths, language));
    },
    ...theirs,
  });
  const hasPrevious =
    stored === undefined && others.some((other) => isOpenBefore(other, bodyOf(form.values, kind)));
  return (
    <RecordForm
      of={form}
      onCancel={onDone}
      stored={
        stored && {
          sure: t.sure[kind],
          remove: async () => {
            await deleteValue(kind, id, etag);
            await done(t.deleted[kind]);
          },
          history: `${kind}:${id}`,
        }
      }
    >
      <FigureFields of={form} kind={kind} service={service} />
      <div className="pair">
        <DateField of={form.field('validFrom')} label={t.from} />
        <DateField of={form.field('validTo')} label={t.to} hint={t.toHint} />
      </div>
      <TextField of={form.field('basis')} label={t.basis} hint={t.basisHint} />
      {hasPrevious && <CheckField of={form.field('closePrevious')} label={t.closePrevious} />}
    </RecordForm>
  );
}

/** The value, what it applies to, and its additional rows. */
function FigureFields({
  of,
  kind,
  service,
}: {
  readonly of: FormState<Typed>;
  readonly kind: Kind;
  readonly service: HouseService;
}): ReactElement {
  const t = useWords(WORDS);
  const words = useWords(chargingWords);
  return (
    <>
      <div className="pair">
        <TextField
          of={of.field('value')}
          label={t[kind](service.unit)}
          inputMode="decimal"
          autoFocus
        />
        {service.components.length > 0 && (
          <SelectField
            of={of.field('component')}
            label={t.component}
            options={service.components.map((part) => [part, words.component[part]])}
          />
        )}
      </div>
      <div className="pair">
        <TextField of={of.field('group')} label={t.group} hint={t.groupHint} />
        <TextField of={of.field('steps')} label={t.steps[kind]} hint={t.stepsHint[kind]} />
      </div>
    </>
  );
}

/** @param others the service's other values */
function wrongIn(
  body: ReturnType<typeof bodyOf>,
  typed: Typed,
  others: readonly Value[],
  language: Language,
): Partial<Record<keyof Typed, string>> {
  const t = WORDS[language];
  if (parseFigure(typed.value) === undefined) return { value: t.valueWrong };
  if (parseSteps(typed.steps) === undefined) return { steps: t.stepsWrong };
  if (body.validFrom === '') return { validFrom: t.dayWrong };
  const { validTo } = body;
  if (typed.validTo.trim() !== '' && validTo === null) return { validTo: t.dayWrong };
  if (validTo !== null && validTo < body.validFrom) return { validTo: t.orderWrong };
  const rivals = others.filter(
    (other) =>
      other.component === body.component &&
      other.group === body.group &&
      !(typed.closePrevious === 'true' && isOpenBefore(other, body)),
  );
  const rival = overlapping({ validFrom: body.validFrom, validTo }, rivals);
  if (rival === undefined) return {};
  const span = showSpan(rival.validFrom, rival.validTo, language);
  return { validFrom: t.overlap(showShortFigure(rival.value), span) };
}

/** The value that the service can end on the day before the new one begins. */
function isOpenBefore(
  other: Value,
  { component, group, validFrom }: ReturnType<typeof bodyOf>,
): boolean {
  return (
    other.component === component &&
    other.group === group &&
    other.validTo === null &&
    other.validFrom < validFrom
  );
}

/** The first applies from the service's first day, a later one from the next month. */
function newOf({ components, validFrom }: HouseService, others: readonly Value[]): Typed {
  const isFirst = others.length === 0;
  return {
    value: '',
    component: components[0] ?? '',
    group: '',
    steps: '',
    validFrom: showDay(isFirst ? validFrom : `${monthFrom(thisMonth(), 1)}-01`),
    validTo: '',
    basis: '',
    closePrevious: 'true',
  };
}

function typedOf({ value, component, group, validFrom, validTo, basis, ...steps }: Value): Typed {
  return {
    value: showShortFigure(value),
    component: component ?? '',
    group: group ?? '',
    steps: showSteps(steps),
    validFrom: showDay(validFrom),
    validTo: typedDay(validTo),
    basis,
    closePrevious: 'false',
  };
}

function bodyOf(typed: Typed, kind: Kind) {
  return {
    value: parseFigure(typed.value) ?? '',
    component: typed.component === '' ? null : (typed.component as Component),
    group: typed.group.trim() === '' ? null : typed.group.trim(),
    ...stepsOf(kind, parseSteps(typed.steps) ?? []),
    validFrom: parseDay(typed.validFrom) ?? '',
    validTo: parseDay(typed.validTo) ?? null,
    basis: typed.basis.trim(),
  } satisfies ValueBody;
}
