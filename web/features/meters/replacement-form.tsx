// A meter is removed with its final reading, and another installed instead.
import {
  createMeterReplacement,
  type NewMeterReplacement,
} from '@kvartplata/contracts/core/meter-replacements.ts';
import { listMeters, type Meter } from '@kvartplata/contracts/core/meters.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { StaticEncode } from 'typebox';
import { call, type Versioned } from '../../lib/api.ts';
import { sayAppliedMonths } from '../../lib/applied-months.ts';
import { parseDay, showDay, today } from '../../lib/days.ts';
import { parseFigure, showShortFigure, signOf, difference } from '../../lib/figures.ts';
import { groupOf } from '../../lib/reads.ts';
import { wrongDays } from '../../lib/typed-days.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { CheckField, DateField, TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { tell } from '../../ui/toasts.tsx';
import {
  DeviceFields,
  deviceOf,
  NEEDED_OF_DEVICE,
  wrongDevice,
  type TypedDevice,
} from './device-fields.tsx';

const WORDS = inBoth(
  {
    old: (number: string) => `Снимаем прибор ${number}`,
    next: 'Ставим новый',
    removedOn: 'Снят',
    finalReading: 'Последнее показание',
    lastHint: (value: string) => `Прошлое показание: ${value}`,
    rollover: 'Счётчик перешёл через ноль',
    figureWrong: 'Нужно число',
    belowWrong: 'Меньше прошлого показания: отметьте переход через ноль, если он был',
    overWrong: (digits: number) => `Прибор показывает не больше ${digits} разрядов`,
    dayWrong: 'Нужна дата, например 01.07.2026',
    save: 'Заменить',
    saved: 'Прибор заменён.',
  },
  {
    old: (number) => `Removed: ${number}`,
    next: 'Replacement',
    removedOn: 'Removed on',
    finalReading: 'Final reading',
    lastHint: (value) => `Last reading: ${value}`,
    rollover: 'The counter has rolled over',
    figureWrong: 'Enter a number',
    belowWrong: 'Below the last reading: tick the rollover if there was one',
    overWrong: (digits) => `The meter has at most ${digits} digits`,
    dayWrong: 'Enter a date, such as 01.07.2026',
    save: 'Replace',
    saved: 'Meter replaced.',
  },
);

type Body = StaticEncode<typeof NewMeterReplacement>;
type Typed = TypedDevice & Readonly<Record<'removedOn' | 'finalReading' | 'rollover', string>>;

export function ReplacementForm({
  stored,
  lastReading,
  onDone,
}: {
  /** The meter to be removed. */
  readonly stored: Versioned<Meter>;
  /** Its last value. */
  readonly lastReading: string;
  /** Receives the new one, unless nothing was replaced. */
  readonly onDone: (meter?: Meter) => void;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const client = useQueryClient();
  const { id, serialNumber, digits } = stored.record;
  const form = useForm<Typed>({
    initial: newOf(digits),
    required: ['removedOn', 'finalReading', ...NEEDED_OF_DEVICE],
    check: (typed) => ({
      ...wrongDevice(typed, language),
      ...wrongDays(typed, ['removedOn'], t.dayWrong),
      ...wrongFinal(typed),
    }),
    save: async (typed) => {
      const saved = await call(createMeterReplacement, {
        params: { meterId: id },
        body: bodyOf(typed),
        ifMatch: stored.etag,
      });
      await client.invalidateQueries({ queryKey: groupOf(listMeters) });
      tell(t.saved + sayAppliedMonths(saved.appliedMonths, language));
      onDone(saved);
    },
  });

  function wrongFinal(typed: Typed): { readonly finalReading?: string } {
    const value = parseFigure(typed.finalReading);
    if (value === undefined) return { finalReading: t.figureWrong };
    if ((value.split('.', 1)[0] ?? '').length > digits)
      return { finalReading: t.overWrong(digits) };
    const isBelow = signOf(difference(value, lastReading)) < 0;
    return isBelow && typed.rollover !== 'true' ? { finalReading: t.belowWrong } : {};
  }

  return (
    <Form of={form} save={t.save} onCancel={() => onDone()}>
      <fieldset className="fields">
        <legend>{t.old(serialNumber)}</legend>
        <div className="pair">
          <DateField of={form.field('removedOn')} label={t.removedOn} />
          <TextField
            of={form.field('finalReading')}
            label={t.finalReading}
            hint={t.lastHint(showShortFigure(lastReading))}
            inputMode="decimal"
            autoFocus
          />
        </div>
        <CheckField of={form.field('rollover')} label={t.rollover} />
      </fieldset>
      <fieldset className="fields">
        <legend>{t.next}</legend>
        <DeviceFields field={form.field} />
      </fieldset>
    </Form>
  );
}

/** With as many digits as the old one. */
function newOf(digits: number): Typed {
  return {
    removedOn: showDay(today()),
    finalReading: '',
    rollover: 'false',
    serialNumber: '',
    digits: String(digits),
    installedOn: showDay(today()),
    initialReading: '0',
    verifiedUntil: '',
  };
}

function bodyOf(typed: Typed): Body {
  return {
    removedOn: parseDay(typed.removedOn) ?? '',
    finalReading: parseFigure(typed.finalReading) ?? '',
    rollover: typed.rollover === 'true',
    meter: deviceOf(typed),
  };
}
