// Requests a link to a new password by e-mail. The page does not reveal whether a user has the address.
import { useState, type ReactElement } from 'react';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { askForLink } from './password-resets.ts';

const WORDS = inBoth(
  {
    what: 'Укажите почту, с которой вы регистрировались: на неё придёт ссылка для нового пароля.',
    email: 'Электронная почта',
    send: 'Получить ссылку',
    sent: (email: string) =>
      `Если кто-то зарегистрирован с адресом ${email}, письмо со ссылкой уже в пути. Ссылка действует 30 минут и один раз.`,
    late: 'Письма нет? Загляните в «Спам» и проверьте адрес.',
    again: 'Указать другой адрес',
  },
  {
    what: 'Enter the e-mail that you registered with: a link to set a new password will be sent there.',
    email: 'E-mail',
    send: 'Get a link',
    sent: (email: string) =>
      `If somebody is registered with ${email}, a link is on its way. It works for 30 minutes and once.`,
    late: 'No e-mail? Look into your spam folder, and check the address.',
    again: 'Enter another address',
  },
);

export function ForgottenPasswordForm(): ReactElement {
  const t = useWords(WORDS);
  const [sentTo, setSentTo] = useState<string>();
  if (sentTo === undefined) return <AddressForm onSent={setSentTo} />;
  return (
    <div className="stack" role="status">
      <p>{t.sent(sentTo)}</p>
      <p>{t.late}</p>
      <p>
        <button type="button" className="link" onClick={() => setSentTo(undefined)}>
          {t.again}
        </button>
      </p>
    </div>
  );
}

function AddressForm({ onSent }: { readonly onSent: (email: string) => void }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const form = useForm({
    initial: { email: '' },
    required: ['email'],
    save: async (typed) => {
      const email = typed.email.trim();
      await askForLink(email, language);
      onSent(email);
    },
  });
  return (
    <div className="stack">
      <p>{t.what}</p>
      <Form of={form} save={t.send}>
        <TextField
          of={form.field('email')}
          label={t.email}
          type="email"
          autoComplete="email"
          autoFocus
        />
      </Form>
    </div>
  );
}
