// /forgotten-password
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { ForgottenPasswordForm } from '../features/password-resets/forgotten-password-form.tsx';
import { inBoth, useWords } from '../lib/words.ts';
import { Door } from './door.tsx';

const WORDS = inBoth(
  { title: 'Забытый пароль', remembered: 'Вспомнили?', signIn: 'Войти' },
  { title: 'Forgotten password', remembered: 'Remembered it?', signIn: 'Sign in' },
);

export function ForgottenPasswordPage(): ReactElement {
  const t = useWords(WORDS);
  return (
    <Door title={t.title}>
      <ForgottenPasswordForm />
      <p>
        {t.remembered} <Link to="/sign-in">{t.signIn}</Link>
      </p>
    </Door>
  );
}
