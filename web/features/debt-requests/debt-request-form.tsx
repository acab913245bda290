// An incoming debt request: for which account, who asks, when.
import type { PersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { useState, type ReactElement, type ReactNode } from 'react';
import { parseDay, showDay, today } from '../../lib/days.ts';
import { reloadBilling } from '../../lib/queries.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { useWriteKey } from '../../lib/write-key.ts';
import { DateField, TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { tell } from '../../ui/toasts.tsx';
import { writeDebtRequest } from './debt-requests.ts';

const WORDS = inBoth(
  {
    number: 'Номер запроса',
    requestedBy: 'Кто спрашивает',
    receivedOn: 'Получен',
    dayWrong: 'Нужна дата, например 21.11.2026',
    save: 'Записать запрос',
    saved: (day: string) => `Запрос записан: ответить до ${day}.`,
  },
  {
    number: 'Request number',
    requestedBy: 'Who asks',
    receivedOn: 'Received',
    dayWrong: 'Enter a date, such as 21.11.2026',
    save: 'Write the request down',
    saved: (day) => `Request written down: to be answered by ${day}.`,
  },
);

/** Renders the field for choosing an account. */
export type AccountChoice = (state: {
  readonly account: PersonalAccount | undefined;
  readonly onChoose: (account: PersonalAccount | undefined) => void;
  readonly wrong: string | undefined;
}) => ReactNode;

export function DebtRequestForm({
  accountChoice,
  onDone,
}: {
  readonly accountChoice: AccountChoice;
  readonly onDone: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const [key] = useWriteKey();
  const [account, setAccount] = useState<PersonalAccount>();
  const form = useForm({
    initial: { account: '', number: '', requestedBy: '', receivedOn: showDay(today()) },
    required: ['account', 'number', 'requestedBy', 'receivedOn'],
    names: { personalAccountId: 'account' },
    check: ({ receivedOn }) =>
      parseDay(receivedOn) === undefined ? { receivedOn: t.dayWrong } : {},
    save: async ({ number, requestedBy, receivedOn }) => {
      if (account === undefined) return;
      const made = await writeDebtRequest(
        {
          personalAccountId: account.id,
          number: number.trim(),
          requestedBy: requestedBy.trim(),
          receivedOn: parseDay(receivedOn) ?? receivedOn,
        },
        key,
      );
      tell(t.saved(showDay(made.dueOn)));
      await reloadBilling();
      onDone();
    },
  });
  const field = form.field('account');
  return (
    <Form of={form} save={t.save} onCancel={onDone}>
      {accountChoice({
        account,
        onChoose: (chosen) => {
          setAccount(chosen);
          field.set(String(chosen?.id ?? ''));
        },
        wrong: field.wrong,
      })}
      <div className="pair">
        <TextField of={form.field('number')} label={t.number} maxLength={50} />
        <DateField of={form.field('receivedOn')} label={t.receivedOn} />
      </div>
      <TextField of={form.field('requestedBy')} label={t.requestedBy} maxLength={200} />
    </Form>
  );
}
