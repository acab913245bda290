// A line by hand: its kind, amount, service, month, reason and document.
import { useState, type ReactElement } from 'react';
import { parseMonth, showMonth } from '../../lib/days.ts';
import { parseFigure, showRoubles } from '../../lib/figures.ts';
import { parseAmount } from '../../lib/typed-amount.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { useWriteKey } from '../../lib/write-key.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form, useForm, type FormState } from '../../ui/form.tsx';
import { tell } from '../../ui/toasts.tsx';
import { adjustmentWords, CHOICES, type Choice } from './adjustment-words.ts';
import { addAdjustment, type AdjustmentBody } from './adjustments.ts';
import { findExcess, type Excess } from './excess.ts';

const WORDS = inBoth(
  {
    kind: 'Что это',
    amount: 'Сумма, ₽',
    amountHint: 'Без знака: скидка и списание уменьшают долг сами',
    service: 'Услуга',
    noService: 'Не указана',
    period: 'За месяц',
    periodHint: 'Пусто – за открытый месяц',
    periodWrong: 'Нужен месяц, например 11.2026, или пусто',
    reason: 'Причина',
    reasonHint: 'Её увидит жилец на квитанции',
    basis: 'Документ',
    book: 'Провести',
    booked: 'Строка проведена.',
    waiting: 'Строка ждёт подтверждения: её сумма выше предела организации.',
    anyway: 'Всё равно провести',
    overCharged: (amount: string, of: string, limit: string) =>
      `Скидка ${amount} больше начисленного: ${of} – ${limit}. Проверьте сумму.`,
    overOwed: (amount: string, limit: string) =>
      `Сумма ${amount} больше долга: по счёту ${limit}. Остальное станет авансом.`,
  },
  {
    kind: 'Kind',
    amount: 'Amount, ₽',
    amountHint: 'Without a sign: discounts and write-offs lower the debt by themselves',
    service: 'Service',
    noService: 'None',
    period: 'For month',
    periodHint: 'Empty: the open month',
    periodWrong: 'Enter a month, such as 11.2026, or leave it empty',
    reason: 'Reason',
    reasonHint: 'Residents see it on the receipt',
    basis: 'Document',
    book: 'Book',
    booked: 'The line is booked.',
    waiting: 'The line waits to be confirmed: it is above the limit of the organization.',
    anyway: 'Book anyway',
    overCharged: (amount, of, limit) =>
      `The discount of ${amount} is more than was charged: ${of}, ${limit}. Check the amount.`,
    overOwed: (amount, limit) =>
      `${amount} is more than is owed: ${limit} on the account. The rest becomes an advance.`,
  },
);

type Typed = Readonly<
  Record<'kind' | 'amount' | 'houseServiceId' | 'period' | 'reason' | 'basis', string>
>;

export type ServiceChoice = { readonly id: number; readonly name: string };

export function AdjustmentForm({
  accountId,
  services,
  onDone,
  onCancel,
}: {
  readonly accountId: number;
  /** The services of the account's house. */
  readonly services: readonly ServiceChoice[];
  readonly onDone: () => Promise<void>;
  readonly onCancel: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const { choices } = useWords(adjustmentWords);
  const { form, doubt } = useLine(accountId, onDone);
  return (
    <Form of={form} save={doubt === undefined ? t.book : t.anyway} onCancel={onCancel}>
      <div className="pair">
        <SelectField
          of={form.field('kind')}
          label={t.kind}
          options={CHOICES.map((choice) => [choice, choices[choice]])}
          autoFocus
        />
        <TextField
          of={form.field('amount')}
          label={t.amount}
          hint={t.amountHint}
          inputMode="decimal"
        />
      </div>
      <div className="pair">
        <SelectField
          of={form.field('houseServiceId')}
          label={t.service}
          options={[
            ['', t.noService],
            ...services.map(({ id, name }) => [String(id), name] as const),
          ]}
        />
        <TextField
          of={form.field('period')}
          label={t.period}
          hint={t.periodHint}
          inputMode="numeric"
        />
      </div>
      <TextField of={form.field('reason')} label={t.reason} hint={t.reasonHint} maxLength={200} />
      <TextField of={form.field('basis')} label={t.basis} maxLength={200} />
      {doubt !== undefined && <Doubt of={doubt} typed={form.values} services={services} />}
    </Form>
  );
}

/** Warns that the line takes off more than there is. */
function Doubt({
  of: { of, amount, limit },
  typed: { period, houseServiceId },
  services,
}: {
  readonly of: Excess;
  readonly typed: Typed;
  readonly services: readonly ServiceChoice[];
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const [off, there] = [showRoubles(amount), showRoubles(limit)];
  const month = parseMonth(period);
  const service = services.find(({ id }) => String(id) === houseServiceId)?.name;
  const what = [service, month === undefined ? undefined : showMonth(month, language)];
  return (
    <p role="alert" className="odd">
      {of === 'owed'
        ? t.overOwed(off, there)
        : t.overCharged(off, what.filter((one) => one !== undefined).join(', '), there)}
    </p>
  );
}

type Doubted = { readonly typed: Typed; readonly excess: Excess };

/** The form's state and booking: a line that takes off more than there is must be sent twice, unchanged. */
function useLine(
  accountId: number,
  onDone: () => Promise<void>,
): { readonly form: FormState<Typed>; readonly doubt: Excess | undefined } {
  const t = useWords(WORDS);
  const language = useLanguage();
  const [key, nextKey] = useWriteKey();
  const [doubted, setDoubted] = useState<Doubted>();
  const form = useForm<Typed>({
    initial: {
      kind: 'charge',
      amount: '',
      houseServiceId: '',
      period: '',
      reason: '',
      basis: '',
    },
    required: ['amount', 'reason', 'basis'],
    check: ({ amount, period }) => {
      const sum = parseAmount(amount, language);
      return {
        ...('wrong' in sum ? { amount: sum.wrong } : {}),
        ...(period.trim() === '' || parseMonth(period) !== undefined
          ? {}
          : { period: t.periodWrong }),
      };
    },
    names: { debtKind: 'kind' },
    save: async (typed) => {
      const body = bodyOf(accountId, typed);
      const excess = doubted?.typed === typed ? undefined : await findExcess(body);
      if (excess !== undefined) {
        setDoubted({ typed, excess });
        return 'not-stored';
      }
      const { status } = await addAdjustment(body, key);
      nextKey();
      tell(status === 'WAITING' ? t.waiting : t.booked);
      return onDone();
    },
  });
  return { form, doubt: doubted?.typed === form.values ? doubted.excess : undefined };
}

function bodyOf(personalAccountId: number, typed: Typed): AdjustmentBody {
  const choice = typed.kind as Choice;
  const amount = parseFigure(typed.amount) ?? '';
  const lowers = choice === 'discount' || choice === 'write-off' || choice === 'penalty';
  const period = parseMonth(typed.period);
  return {
    personalAccountId,
    kind: choice === 'penalty' ? 'write-off' : choice,
    debtKind: choice === 'penalty' ? 'penalty' : 'principal',
    amount: lowers ? `-${amount}` : amount,
    reason: typed.reason.trim(),
    basis: typed.basis.trim(),
    ...(typed.houseServiceId === '' ? {} : { houseServiceId: Number(typed.houseServiceId) }),
    ...(period === undefined ? {} : { period }),
  };
}
