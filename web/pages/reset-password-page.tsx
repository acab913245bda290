// /reset-password#<token>: opened by the link in an e-mail. The part after # is not sent to any server.
import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { NewPasswordForm } from '../features/password-resets/new-password-form.tsx';
import { inBoth, useWords } from '../lib/words.ts';
import { tell } from '../ui/toasts.tsx';
import { Door } from './door.tsx';

const WORDS = inBoth(
  {
    title: 'Новый пароль',
    cut: 'В адресе нет ключа: откройте ссылку из письма целиком.',
    done: 'Пароль изменён. Войдите с ним.',
    other: 'Ссылка не действует?',
    ask: 'Попросить другую',
  },
  {
    title: 'New password',
    cut: 'The address has no key: open the whole link of the e-mail.',
    done: 'Password changed. Sign in with it.',
    other: 'Does the link not work?',
    ask: 'Ask for another',
  },
);

export function ResetPasswordPage(): ReactElement {
  const t = useWords(WORDS);
  const { hash: token } = useLocation();
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <Door title={t.title}>
      {token === '' ? (
        <p>{t.cut}</p>
      ) : (
        <NewPasswordForm
          token={token}
          onSet={() => {
            // The user who was signed in here no longer is.
            client.clear();
            tell(t.done);
            void navigate({ to: '/sign-in' });
          }}
        />
      )}
      <p>
        {t.other} <Link to="/forgotten-password">{t.ask}</Link>
      </p>
    </Door>
  );
}
