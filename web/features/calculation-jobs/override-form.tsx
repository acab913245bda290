// Adds an override to a dry run: a tariff, a norm, or the method of common-house needs.
import type { Component } from '@kvartplata/domain/charging/house-facts.ts';
import type { ReactElement } from 'react';
import { chargingWords } from '../../lib/charging-words.ts';
import { parseFigure } from '../../lib/figures.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import type { Override } from './overrides.ts';

export const methodWords = inBoth(
  {
    'norm-yearly': 'по нормативу, с перерасчётом раз в год',
    'average-yearly': 'по среднему месяцу прошлого года',
    actual: 'по прибору каждый месяц',
    capped: 'по прибору, не больше норматива',
  },
  {
    'norm-yearly': 'by the norm, recalculated once a year',
    'average-yearly': 'by the mean month of the year before',
    actual: 'by the meter each month',
    capped: 'by the meter, at most the norm',
  },
);

const WORDS = inBoth(
  {
    what: 'Что поменять',
    tariff: 'Тариф',
    norm: 'Норматив',
    'common-needs': 'Способ КР на СОИ',
    service: 'Услуга',
    value: 'Новое значение',
    valueWrong: 'Нужно число, например 45,20',
    method: 'Как считать',
    add: 'Посчитать с этим',
  },
  {
    what: 'What to change',
    tariff: 'Tariff',
    norm: 'Norm',
    'common-needs': 'Common-house needs',
    service: 'Service',
    value: 'New value',
    valueWrong: 'Enter a number, such as 45,20',
    method: 'Way to find them',
    add: 'Calculate with this',
  },
);
const WHAT = ['tariff', 'norm', 'common-needs'] as const;
const METHODS = ['norm-yearly', 'average-yearly', 'actual', 'capped'] as const;

/** What an override can be about: a service, or each component of one that has two. */
export type Chargeable = {
  readonly code: string;
  readonly name: string;
  readonly components: readonly Component[];
};

export function OverrideForm({
  services,
  onAdd,
}: {
  readonly services: readonly Chargeable[];
  /** Rejects with the service's refusal. */
  readonly onAdd: (one: Override) => Promise<void>;
}): ReactElement {
  const t = useWords(WORDS);
  const methods = useWords(methodWords);
  const names = useWords(chargingWords);
  const parts = services.flatMap(({ code, name, components }) => {
    const some: readonly (Component | null)[] = components.length === 0 ? [null] : components;
    return some.map((component) => ({ code, name, component }));
  });
  const form = useForm({
    savesNothing: true,
    initial: { what: 'tariff', part: '0', value: '', method: 'norm-yearly' },
    check: ({ what, value }) =>
      what !== 'common-needs' && parseFigure(value) === undefined ? { value: t.valueWrong } : {},
    names: { serviceCode: 'part', component: 'part', commonNeedsMethod: 'method' },
    save: async ({ what, part, value, method }) => {
      const chosen = parts[Number(part)];
      const way = METHODS.find((one) => one === method) ?? 'norm-yearly';
      if (what === 'common-needs') return onAdd({ what, method: way });
      if (chosen === undefined) return undefined;
      return onAdd({
        what: what === 'norm' ? 'norm' : 'tariff',
        serviceCode: chosen.code,
        serviceName: chosen.name,
        component: chosen.component,
        value: parseFigure(value) ?? '',
      });
    },
  });
  return (
    <Form of={form} save={t.add}>
      <SelectField
        of={form.field('what')}
        label={t.what}
        options={WHAT.map((one) => [one, t[one]])}
      />
      {form.values.what === 'common-needs' ? (
        <SelectField
          of={form.field('method')}
          label={t.method}
          options={METHODS.map((one) => [one, methods[one]])}
        />
      ) : (
        <>
          <SelectField
            of={form.field('part')}
            label={t.service}
            options={parts.map(({ name, component }, index) => [
              String(index),
              component === null ? name : `${name}: ${names.component[component]}`,
            ])}
          />
          <TextField of={form.field('value')} label={t.value} inputMode="decimal" />
        </>
      )}
    </Form>
  );
}
