// /register
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { signIn } from '../features/sign-in/sign-in.ts';
import { RegisterForm } from '../features/users/register-form.tsx';
import { inBoth, useWords } from '../lib/words.ts';
import { Door } from './door.tsx';

const WORDS = inBoth(
  { title: 'Регистрация', known: 'Уже зарегистрированы?', signIn: 'Войти' },
  { title: 'Register', known: 'Already registered?', signIn: 'Sign in' },
);
const route = getRouteApi('/register');

export function RegisterPage(): ReactElement {
  const t = useWords(WORDS);
  const search = route.useSearch();
  const client = useQueryClient();
  const router = useRouter();
  return (
    <Door title={t.title}>
      <RegisterForm
        onRegistered={async (credentials) => {
          await signIn(credentials);
          client.clear();
          router.history.push(search.next ?? '/');
        }}
      />
      <p>
        {t.known}{' '}
        <Link to="/sign-in" search={search}>
          {t.signIn}
        </Link>
      </p>
    </Door>
  );
}
