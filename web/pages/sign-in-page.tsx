// /sign-in
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { failureFrom } from '../features/oidc/oidc.ts';
import { ProviderLink } from '../features/oidc/provider-link.tsx';
import { SignInForm } from '../features/sign-in/sign-in-form.tsx';
import { inBoth, useWords } from '../lib/words.ts';
import { FailureNote } from '../ui/failure-note.tsx';
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
  const { failed, code, ...search } = route.useSearch();
  const client = useQueryClient();
  const router = useRouter();
  return (
    <Door title={t.title}>
      {failed !== undefined && <FailureNote error={failureFrom(failed)} />}
      <SignInForm
        isCodeAsked={code === true}
        onSignedIn={async () => {
          client.clear();
          router.history.push(search.next ?? '/');
        }}
      />
      {code !== true && <ProviderLink next={search.next} />}
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
