// A flat gets a new owner: from which day, who pays, how many live there, and the values of the meters.
import { createAccountTransfer } from '@kvartplata/contracts/core/account-transfers.ts';
import type { Meter } from '@kvartplata/contracts/core/meters.ts';
import { listMeters } from '@kvartplata/contracts/core/meters.ts';
import { listPersonalAccounts } from '@kvartplata/contracts/core/personal-accounts.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { call } from '../../lib/api.ts';
import { sayAppliedMonths } from '../../lib/applied-months.ts';
import { parseDay, showDay, today } from '../../lib/days.ts';
import { parseFigure } from '../../lib/figures.ts';
import { groupOf } from '../../lib/reads.ts';
import { wrongDays } from '../../lib/typed-days.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { DateField, TextField } from '../../ui/field.tsx';
import { Form, useForm, type FormState } from '../../ui/form.tsx';
import { tell } from '../../ui/toasts.tsx';

const WORDS = inBoth(
  {
    on: 'С какого дня',
    onHint:
      'Прежний счёт закрывается днём раньше, его долг остаётся на нём; долг по капремонту переносится вручную',
    payer: 'Новый плательщик',
    accountNumber: 'Номер нового счёта',
    numberHint: 'Пусто — номер прежнего счёта с -2',
    persons: 'Зарегистрировано человек',
    readings: 'Показания на этот день',
    meter: (service: string, serial: string) => `${service}, прибор ${serial}`,
    readingHint: 'Пусто — объём месяца делится по дням',
    dayWrong: 'Нужна дата, например 16.07.2026',
    wholeWrong: 'Нужно целое число',
    figureWrong: 'Нужно число',
    save: 'Сменить собственника',
    saved: (number: string) => `Открыт счёт ${number}.`,
    repairs:
      ' Долг по взносам на капремонт переходит к новому собственнику (ЖК, ст. 158): перенесите его строками вручную – списание на прежнем счёте, доначисление на этом, обе по услуге капремонта.',
  },
  {
    on: 'From which day',
    onHint:
      'The old account ends on the day before; its debt stays with it, that of major repairs is moved by hand',
    payer: 'New payer',
    accountNumber: 'Number of the new account',
    numberHint: 'Empty: the old number with -2',
    persons: 'Registered persons',
    readings: 'Readings on that day',
    meter: (service, serial) => `${service}, meter ${serial}`,
    readingHint: 'Empty: the month’s volume is shared by days',
    dayWrong: 'Enter a date, such as 16.07.2026',
    wholeWrong: 'Enter a whole number',
    figureWrong: 'Enter a number',
    save: 'Change the owner',
    saved: (number) => `Account ${number} opened.`,
    repairs:
      ' The debt of major repairs passes to the new owner (Housing Code, art. 158): move it by two lines by hand, a write-off on the old account and a charge on this one, both of the service of major repairs.',
  },
);

/** The four fields, and one for each meter. */
type Typed = Readonly<Record<string, string>>;

export function TransferForm({
  accountId,
  etag,
  meters,
  serviceNames,
  onDone,
}: {
  readonly accountId: number;
  readonly etag: string | undefined;
  /** The account's meters in use. */
  readonly meters: readonly Meter[];
  readonly serviceNames: ReadonlyMap<number, string>;
  /** Receives the new account's id, unless nothing was changed. */
  readonly onDone: (accountId?: number) => void;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const client = useQueryClient();
  const form = useForm<Typed>({
    initial: newOf(meters),
    required: ['on', 'payer', 'registeredPersons'],
    check: (typed) => ({
      ...wrongDays(typed, ['on'], t.dayWrong),
      ...(/^\d{1,4}$/.test((typed['registeredPersons'] ?? '').trim())
        ? {}
        : { registeredPersons: t.wholeWrong }),
      ...wrongReadings(typed, meters, t.figureWrong),
    }),
    fieldOf: (pointer, typed) => {
      const row = Number(/^\/readings\/(\d+)/.exec(pointer)?.[1]);
      const meter = typedReadings(typed, meters)[row]?.meter;
      return meter && nameOf(meter);
    },
    save: async (typed, isConfirmed) => {
      const opened = await call(createAccountTransfer, {
        params: { personalAccountId: accountId },
        query: isConfirmed ? { confirmed: true } : {},
        body: bodyOf(typed, meters),
        ifMatch: etag,
      });
      await client.invalidateQueries({ queryKey: groupOf(listPersonalAccounts) });
      await client.invalidateQueries({ queryKey: groupOf(listMeters) });
      const remark = opened.remarks.includes('major-repairs-debt') ? t.repairs : '';
      tell(
        t.saved(opened.accountNumber) + remark + sayAppliedMonths(opened.appliedMonths, language),
      );
      onDone(opened.id);
    },
  });
  return (
    <Form of={form} save={t.save} onCancel={() => onDone()}>
      <div className="pair">
        <DateField of={form.field('on')} label={t.on} hint={t.onHint} autoFocus />
        <TextField of={form.field('registeredPersons')} label={t.persons} inputMode="numeric" />
      </div>
      <TextField of={form.field('payer')} label={t.payer} />
      <TextField of={form.field('accountNumber')} label={t.accountNumber} hint={t.numberHint} />
      <ReadingFields form={form} meters={meters} serviceNames={serviceNames} />
    </Form>
  );
}

function ReadingFields({
  form,
  meters,
  serviceNames,
}: {
  readonly form: FormState<Typed>;
  readonly meters: readonly Meter[];
  readonly serviceNames: ReadonlyMap<number, string>;
}): ReactElement | null {
  const t = useWords(WORDS);
  if (meters.length === 0) return null;
  return (
    <fieldset className="fields">
      <legend>{t.readings}</legend>
      {meters.map((meter) => (
        <TextField
          key={meter.id}
          of={form.field(nameOf(meter))}
          label={t.meter(serviceNames.get(meter.houseServiceId) ?? '…', meter.serialNumber)}
          hint={t.readingHint}
          inputMode="decimal"
        />
      ))}
    </fieldset>
  );
}

function nameOf({ id }: Meter): string {
  return `reading-${id}`;
}

function newOf(meters: readonly Meter[]): Typed {
  return {
    on: showDay(today()),
    payer: '',
    accountNumber: '',
    registeredPersons: '',
    ...Object.fromEntries(meters.map((meter) => [nameOf(meter), ''])),
  };
}

function typedReadings(
  typed: Typed,
  meters: readonly Meter[],
): readonly { readonly meter: Meter; readonly text: string }[] {
  return meters
    .map((meter) => ({ meter, text: (typed[nameOf(meter)] ?? '').trim() }))
    .filter(({ text }) => text !== '');
}

function wrongReadings(
  typed: Typed,
  meters: readonly Meter[],
  wrong: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    typedReadings(typed, meters)
      .filter(({ text }) => parseFigure(text) === undefined)
      .map(({ meter }) => [nameOf(meter), wrong]),
  );
}

function bodyOf(typed: Typed, meters: readonly Meter[]) {
  const accountNumber = (typed['accountNumber'] ?? '').trim();
  return {
    on: parseDay(typed['on'] ?? '') ?? '',
    payer: (typed['payer'] ?? '').trim(),
    registeredPersons: Number(typed['registeredPersons']),
    ...(accountNumber === '' ? {} : { accountNumber }),
    readings: typedReadings(typed, meters).map(({ meter, text }) => ({
      meterId: meter.id,
      value: parseFigure(text) ?? '',
    })),
  };
}
