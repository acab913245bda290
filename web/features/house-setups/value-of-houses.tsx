// A tariff or a norm for the chosen houses: typed, previewed house by house, and stored.
import type { Component } from '@kvartplata/domain/charging/house-facts.ts';
import type { ReactElement } from 'react';
import { chargingWords } from '../../lib/charging-words.ts';
import { monthFrom, parseDay, showDay, thisMonth } from '../../lib/days.ts';
import { parseFigure } from '../../lib/figures.ts';
import { typedDay, wrongDays } from '../../lib/typed-days.ts';
import { parseSteps, stepsOf } from '../../lib/value-steps.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { giveValue, type Kind, type ValueBody } from './house-setups.ts';
import type { SetupColumn } from './setup-holes.ts';
import { TriedChange, type TriedChangeOf } from './tried-change.tsx';

const WORDS = inBoth(
  {
    service: 'Услуга',
    component: 'Часть услуги',
    tariff: (unit: string) => `Тариф, ₽ за ${unit}`,
    norm: (unit: string) => `Норматив, ${unit}`,
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
    toHint: 'Пусто — до следующего значения',
    basis: 'Основание',
    basisHint: 'Кто принял, номер и дата',
    valueWrong: 'Нужно число, например 45,20',
    dayWrong: 'Нужна дата, например 01.07.2026',
    look: 'Показать, что изменится',
  },
  {
    service: 'Service',
    component: 'Part of the service',
    tariff: (unit) => `Tariff, ₽ for ${unit}`,
    norm: (unit) => `Norm, ${unit}`,
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
    toHint: 'Empty: until the next value',
    basis: 'Basis',
    basisHint: 'The act with its number and date',
    valueWrong: 'Enter a number, such as 45,20',
    dayWrong: 'Enter a date, such as 01.07.2026',
    look: 'Show what would change',
  },
);

type Typed = Readonly<
  Record<
    | 'utilityServiceId'
    | 'component'
    | 'value'
    | 'group'
    | 'steps'
    | 'validFrom'
    | 'validTo'
    | 'basis',
    string
  >
>;

export function ValueOfHouses({
  kind,
  organizationId,
  houseIds,
  services,
  onDone,
}: {
  readonly kind: Kind;
  readonly organizationId: number;
  readonly houseIds: readonly number[];
  readonly services: readonly SetupColumn[];
  readonly onDone: () => void;
}): ReactElement {
  return (
    <TriedChange
      send={async (body: ValueBody, dryRun) => giveValue(kind, organizationId, body, dryRun)}
      onDone={onDone}
    >
      {(change) => (
        <ValueFields
          kind={kind}
          houseIds={houseIds}
          services={services}
          change={change}
          onCancel={onDone}
        />
      )}
    </TriedChange>
  );
}

function ValueFields({
  kind,
  houseIds,
  services,
  change,
  onCancel,
}: {
  readonly kind: Kind;
  readonly houseIds: readonly number[];
  readonly services: readonly SetupColumn[];
  readonly change: TriedChangeOf<ValueBody>;
  readonly onCancel: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const words = useWords(chargingWords);
  const chosenIn = ({ utilityServiceId }: Typed): SetupColumn | undefined =>
    services.find((service) => String(service.utilityServiceId) === utilityServiceId);
  const form = useForm<Typed>({
    initial: {
      utilityServiceId: String(services[0]?.utilityServiceId ?? ''),
      component: '',
      value: '',
      group: '',
      steps: '',
      validFrom: showDay(`${monthFrom(thisMonth(), 1)}-01`),
      validTo: typedDay(null),
      basis: '',
    },
    required: ['value', 'validFrom', 'basis'],
    check: (typed) => ({
      ...wrongDays(typed, ['validFrom', 'validTo'], t.dayWrong),
      ...(parseFigure(typed.value) === undefined && { value: t.valueWrong }),
      ...(parseSteps(typed.steps) === undefined && { steps: t.stepsWrong }),
    }),
    names: { ranges: 'steps', byPersons: 'steps' },
    save: async (typed) => change.tryOut(bodyOf(kind, typed, chosenIn(typed), houseIds)),
  });
  const service = chosenIn(form.values);
  const unit = service?.unit ?? '';
  return (
    <Form of={form} save={t.look} onCancel={onCancel}>
      <SelectField
        of={form.field('utilityServiceId')}
        label={t.service}
        autoFocus
        options={services.map(({ utilityServiceId, name }) => [String(utilityServiceId), name])}
      />
      <div className="pair">
        <TextField of={form.field('value')} label={t[kind](unit)} inputMode="decimal" />
        {service !== undefined && service.components.length > 0 ? (
          <SelectField
            of={form.field('component')}
            label={t.component}
            options={service.components.map((part) => [part, words.component[part]])}
          />
        ) : (
          <TextField of={form.field('group')} label={t.group} hint={t.groupHint} />
        )}
      </div>
      <TextField of={form.field('steps')} label={t.steps[kind]} hint={t.stepsHint[kind]} />
      <div className="pair">
        <TextField of={form.field('validFrom')} label={t.from} inputMode="numeric" />
        <TextField of={form.field('validTo')} label={t.to} hint={t.toHint} inputMode="numeric" />
      </div>
      <TextField of={form.field('basis')} label={t.basis} hint={t.basisHint} />
    </Form>
  );
}

function bodyOf(
  kind: Kind,
  typed: Typed,
  service: SetupColumn | undefined,
  houseIds: readonly number[],
): ValueBody {
  const components = service?.components ?? [];
  return {
    utilityServiceId: service?.utilityServiceId ?? 0,
    houseIds: [...houseIds],
    value: parseFigure(typed.value) ?? '',
    component:
      components.find((part: Component) => part === typed.component) ?? components[0] ?? null,
    group: components.length > 0 || typed.group.trim() === '' ? null : typed.group.trim(),
    ...stepsOf(kind, parseSteps(typed.steps) ?? []),
    validFrom: parseDay(typed.validFrom) ?? '',
    validTo: parseDay(typed.validTo) ?? null,
    basis: typed.basis.trim(),
  };
}
