// A new password, confirmed by the current one.
import { MIN_PASSWORD_LENGTH } from '@kvartplata/contracts/auth/users.ts';
import { useState, type ReactElement } from 'react';
import { inBoth, useWords } from '../../lib/words.ts';
import { TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { tell } from '../../ui/toasts.tsx';
import { changePassword } from './sessions.ts';

const WORDS = inBoth(
  {
    current: 'Нынешний пароль',
    next: 'Новый пароль',
    hint: `Любые знаки, не меньше ${MIN_PASSWORD_LENGTH}`,
    change: 'Сменить пароль',
    done: 'Пароль изменён, другие сеансы завершены.',
  },
  {
    current: 'Current password',
    next: 'New password',
    hint: `Any characters, at least ${MIN_PASSWORD_LENGTH}`,
    change: 'Change password',
    done: 'Password changed; other sessions have ended.',
  },
);

export function PasswordForm({ onChanged }: { readonly onChanged: () => unknown }): ReactElement {
  const [tries, setTries] = useState(0);
  return (
    <EmptyPasswordForm
      key={tries}
      onChanged={() => {
        setTries(tries + 1);
        onChanged();
      }}
    />
  );
}

function EmptyPasswordForm({ onChanged }: { readonly onChanged: () => void }): ReactElement {
  const t = useWords(WORDS);
  const form = useForm({
    initial: { currentPassword: '', newPassword: '' },
    required: ['currentPassword', 'newPassword'],
    save: async (passwords) => {
      await changePassword(passwords);
      tell(t.done);
      onChanged();
    },
  });
  return (
    <Form of={form} save={t.change}>
      <div className="pair">
        <TextField
          of={form.field('currentPassword')}
          label={t.current}
          type="password"
          autoComplete="current-password"
        />
        <TextField
          of={form.field('newPassword')}
          label={t.next}
          hint={t.hint}
          type="password"
          autoComplete="new-password"
        />
      </div>
    </Form>
  );
}
