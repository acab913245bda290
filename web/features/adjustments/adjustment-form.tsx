// A line by hand: what it is, how much, of which service and month, why, and by which document.
import type { ReactElement } from 'react';
import { parseMonth } from '../../lib/days.ts';
import { parseFigure } from '../../lib/figures.ts';
import { parseAmount } from '../../lib/typed-amount.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { useWriteKey } from '../../lib/write-key.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form, useForm, type FormState } from '../../ui/form.tsx';
import { tell } from '../../ui/toasts.tsx';
import { adjustmentWords, CHOICES, type Choice } from './adjustment-words.ts';
import { addAdjustment, type AdjustmentBody } from './adjustments.ts';

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
  /** Of the account's house. */
  readonly services: readonly ServiceChoice[];
  readonly onDone: () => Promise<void>;
  readonly onCancel: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const { choices } = useWords(adjustmentWords);
  const form = useLine(accountId, onDone);
  return (
    <Form of={form} save={t.book} onCancel={onCancel}>
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
    </Form>
  );
}

/** What is typed, and booking it. */
function useLine(accountId: number, onDone: () => Promise<void>): FormState<Typed> {
  const t = useWords(WORDS);
  const language = useLanguage();
  const [key, nextKey] = useWriteKey();
  return useForm<Typed>({
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
      const { status } = await addAdjustment(bodyOf(accountId, typed), key);
      nextKey();
      tell(status === 'WAITING' ? t.waiting : t.booked);
      await onDone();
    },
  });
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
