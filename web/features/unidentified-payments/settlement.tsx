// Deciding about an unidentified payment: which account gets it, or that it is booked to none, and why.
import type { PersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import type { UnidentifiedPayment } from '@kvartplata/contracts/billing/unidentified-payments.ts';
import { useState, type ReactElement, type ReactNode } from 'react';
import { parseMonth, typedMonth } from '../../lib/days.ts';
import { showFigure } from '../../lib/figures.ts';
import { isRefused } from '@kvartplata/client/request-failure.ts';
import { reloadBilling } from '../../lib/queries.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { useWriteKey } from '../../lib/write-key.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { tell } from '../../ui/toasts.tsx';
import { closeUnidentified, resolveUnidentified } from './unidentified-payments.ts';

const WORDS = inBoth(
  {
    resolve: 'Записать на счёт',
    period: 'За месяц',
    periodWrong: 'Нужен месяц, например 11.2026, или пусто',
    resolved: (amount: string, name: string) => `${amount} ₽ записаны на ${name}.`,
    close: 'Никому не записывать',
    outcome: 'Что с деньгами',
    returned: 'вернули плательщику',
    closed: 'это не платёж нам',
    reason: 'Причина',
    closedNow: (amount: string) => `${amount} ₽ никому не записаны.`,
  },
  {
    resolve: 'Book to the account',
    period: 'For month',
    periodWrong: 'Enter a month, such as 11.2026, or leave it empty',
    resolved: (amount, name) => `${amount} ₽ booked to ${name}.`,
    close: 'Do not book',
    outcome: 'What happens to the money',
    returned: 'returned to the payer',
    closed: 'not a payment to us',
    reason: 'Reason',
    closedNow: (amount) => `${amount} ₽ not booked to any account.`,
  },
);

/** Renders the field for choosing an account. */
export type AccountChoice = (state: {
  readonly account: PersonalAccount | undefined;
  readonly onChoose: (account: PersonalAccount | undefined) => void;
  readonly wrong: string | undefined;
  /** The search before anything is typed. */
  readonly begin: string;
}) => ReactNode;

type Props = {
  readonly payment: UnidentifiedPayment;
  readonly onSettled: (payment: UnidentifiedPayment) => void;
};

export function Settlement({
  accountChoice,
  ...props
}: Props & { readonly accountChoice: AccountChoice }): ReactElement {
  return (
    <div className="columns settlement">
      <Resolution {...props} accountChoice={accountChoice} />
      <Closing {...props} />
    </div>
  );
}

function Resolution({
  payment,
  onSettled,
  accountChoice,
}: Props & { readonly accountChoice: AccountChoice }): ReactElement {
  const t = useWords(WORDS);
  const [key] = useWriteKey();
  const [account, setAccount] = useState<PersonalAccount>();
  const form = useForm({
    initial: { account: '', period: payment.period === null ? '' : typedMonth(payment.period) },
    required: ['account'],
    names: { personalAccountId: 'account' },
    check: ({ period }) =>
      period.trim() === '' || parseMonth(period) !== undefined ? {} : { period: t.periodWrong },
    save: async ({ period: typed }) => {
      if (account === undefined) return;
      const period = parseMonth(typed);
      const body = { personalAccountId: account.id, ...(period === undefined ? {} : { period }) };
      await decide(async () => resolveUnidentified(payment.id, body, key));
      tell(t.resolved(showFigure(payment.amount), `${account.accountNumber} ${account.payer}`));
      onSettled(payment);
    },
  });
  const field = form.field('account');
  return (
    <Form of={form} save={t.resolve}>
      {accountChoice({
        account,
        onChoose: (chosen) => {
          setAccount(chosen);
          field.set(String(chosen?.id ?? ''));
        },
        wrong: field.wrong,
        begin: beginOf(payment),
      })}
      <TextField of={form.field('period')} label={t.period} inputMode="numeric" />
    </Form>
  );
}

function Closing({ payment, onSettled }: Props): ReactElement {
  const t = useWords(WORDS);
  const [key] = useWriteKey();
  const form = useForm<{ readonly outcome: string; readonly reason: string }>({
    initial: { outcome: 'returned', reason: '' },
    required: ['reason'],
    save: async ({ outcome, reason }) => {
      const body = {
        outcome: outcome === 'returned' ? ('returned' as const) : ('closed' as const),
        reason: reason.trim(),
      };
      await decide(async () => closeUnidentified(payment.id, body, key));
      tell(t.closedNow(showFigure(payment.amount)));
      onSettled(payment);
    },
  });
  return (
    <Form of={form} save={t.close}>
      <SelectField
        of={form.field('outcome')}
        label={t.outcome}
        options={[
          ['returned', t.returned],
          ['closed', t.closed],
        ]}
      />
      <TextField of={form.field('reason')} label={t.reason} maxLength={500} />
    </Form>
  );
}

/** Somebody else may have decided meanwhile: the list then shows it. */
async function decide(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (isRefused(error, 'already-settled')) setTimeout(() => void reloadBilling(), SHOWN_MS);
    throw error;
  }
  await reloadBilling();
}

/** Long enough to read the message at the place of the decision. */
const SHOWN_MS = 4_000;

/** The account number in the row, if there may be such an account; otherwise the first word of the payer. */
function beginOf({ reasons, accountNumbers, payer }: UnidentifiedPayment): string {
  const isUnknown = reasons.some(({ code }) => code === 'account-unknown');
  const [number] = isUnknown ? [] : accountNumbers;
  return number ?? payer?.split(/\s/, 1)[0] ?? '';
}
