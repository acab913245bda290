// Sets a new password, by the link in an e-mail.
import { MIN_PASSWORD_LENGTH } from '@kvartplata/contracts/auth/users.ts';
import type { ReactElement } from 'react';
import { inBoth, useWords } from '../../lib/words.ts';
import { TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { setPassword } from './password-resets.ts';

const WORDS = inBoth(
  {
    ends: 'Все открытые сеансы завершатся. Вход по коду, если он включён, останется.',
    password: 'Новый пароль',
    hint: `Любые знаки, не меньше ${MIN_PASSWORD_LENGTH}: проще всего несколько слов подряд`,
    save: 'Сохранить пароль',
  },
  {
    ends: 'All open sessions will end. Sign-in by code stays on if you have it.',
    password: 'New password',
    hint: `Any characters, at least ${MIN_PASSWORD_LENGTH}: a few words are easiest to remember`,
    save: 'Save the password',
  },
);

export function NewPasswordForm({
  token,
  onSet,
}: {
  readonly token: string;
  readonly onSet: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const form = useForm({
    initial: { password: '' },
    required: ['password'],
    save: async ({ password }) => {
      await setPassword(token, password);
      onSet();
    },
  });
  return (
    <div className="stack">
      <p>{t.ends}</p>
      <Form of={form} save={t.save}>
        <TextField
          of={form.field('password')}
          label={t.password}
          hint={t.hint}
          type="password"
          autoComplete="new-password"
          autoFocus
        />
      </Form>
    </div>
  );
}
