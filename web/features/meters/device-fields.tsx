// What is written on a device, and its initial data: the fields that a new meter and a replacement share.
import type { ReactElement } from 'react';
import { parseDay } from '../../lib/days.ts';
import { parseFigure } from '../../lib/figures.ts';
import { wrongDays } from '../../lib/typed-days.ts';
import { inBoth, useWords, type Language } from '../../lib/words.ts';
import { DateField, TextField, type FieldState } from '../../ui/field.tsx';

const WORDS = inBoth(
  {
    serialNumber: 'Заводской номер',
    serialHint: 'б/н, если номера нет',
    digits: 'Разрядов до запятой',
    digitsWrong: 'От 1 до 9',
    installedOn: 'Установлен',
    initialReading: 'Начальное показание',
    verifiedUntil: 'Поверен до',
    figureWrong: 'Нужно число',
    dayWrong: 'Нужна дата, например 01.07.2026',
  },
  {
    serialNumber: 'Serial number',
    serialHint: 'б/н if there is none',
    digits: 'Digits before the point',
    digitsWrong: 'From 1 to 9',
    installedOn: 'Installed on',
    initialReading: 'Initial reading',
    verifiedUntil: 'Verified until',
    figureWrong: 'Enter a number',
    dayWrong: 'Enter a date, such as 01.07.2026',
  },
);

export type TypedDevice = Readonly<
  Record<'serialNumber' | 'digits' | 'installedOn' | 'initialReading' | 'verifiedUntil', string>
>;
export const NEEDED_OF_DEVICE = [
  'serialNumber',
  'digits',
  'installedOn',
  'initialReading',
] as const;

export function DeviceFields({
  field,
  autoFocus = false,
}: {
  readonly field: (name: keyof TypedDevice) => FieldState;
  readonly autoFocus?: boolean;
}): ReactElement {
  const t = useWords(WORDS);
  return (
    <>
      <div className="pair">
        <TextField
          of={field('serialNumber')}
          label={t.serialNumber}
          hint={t.serialHint}
          autoFocus={autoFocus}
        />
        <TextField of={field('digits')} label={t.digits} inputMode="numeric" />
      </div>
      <div className="pair">
        <DateField of={field('installedOn')} label={t.installedOn} />
        <TextField of={field('initialReading')} label={t.initialReading} inputMode="decimal" />
        <DateField of={field('verifiedUntil')} label={t.verifiedUntil} />
      </div>
    </>
  );
}

export function wrongDevice(
  typed: TypedDevice,
  language: Language,
): Partial<Record<keyof TypedDevice, string>> {
  const t = WORDS[language];
  return {
    ...(/^[1-9]$/.test(typed.digits.trim()) ? {} : { digits: t.digitsWrong }),
    ...(parseFigure(typed.initialReading) === undefined ? { initialReading: t.figureWrong } : {}),
    ...wrongDays(typed, ['installedOn', 'verifiedUntil'], t.dayWrong),
  };
}

export function deviceOf(typed: TypedDevice) {
  return {
    serialNumber: typed.serialNumber.trim(),
    digits: Number(typed.digits),
    installedOn: parseDay(typed.installedOn) ?? '',
    initialReading: parseFigure(typed.initialReading) ?? '',
    verifiedUntil: parseDay(typed.verifiedUntil) ?? null,
  };
}
