// /sign-in
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { SignInForm } from '../features/sign-in/sign-in-form.tsx';
import { inBoth, useWords } from '../lib/words.ts';
import { Door } from './door.tsx';

const WORDS = inBoth(
  {
    title: 'Вход',
    forgotten: 'Забыли пароль?',
    newHere: 'Впервые здесь?',
    register: 'Зарегистрироваться',
  },
  {
    title: 'Sign in',
    forgotten: 'Forgotten your password?',
    newHere: 'New here?',
    register: 'Register',
  },
);
const route = getRouteApi('/sign-in');

export function SignInPage(): ReactElement {
  const t = useWords(WORDS);
  const search = route.useSearch();
  const client = useQueryClient();
  const router = useRouter();
  return (
    <Door title={t.title}>
      <SignInForm
        onSignedIn={async () => {
          client.clear();
          router.history.push(search.next ?? '/');
        }}
      />
      <p>
        <Link to="/forgotten-password">{t.forgotten}</Link>
      </p>
      <p>
        {t.newHere}{' '}
        <Link to="/register" search={search}>
          {t.register}
        </Link>
      </p>
    </Door>
  );
}
