// The sign-in: a password, then a code if the user has turned that on.
import type { SignedIn } from '@kvartplata/contracts/auth/sign-in.ts';
import { useState, type ReactElement } from 'react';
import { isRefused } from '@kvartplata/client/request-failure.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { proveSignIn, signIn } from './sign-in.ts';

const WORDS = inBoth(
  {
    username: 'Имя пользователя или почта',
    password: 'Пароль',
    enter: 'Войти',
    code: 'Код из приложения',
    codeHint: 'Шесть цифр. Нет телефона под рукой — введите резервный код',
    confirm: 'Подтвердить',
  },
  {
    username: 'Username or e-mail',
    password: 'Password',
    enter: 'Sign in',
    code: 'Authenticator code',
    codeHint: 'Six digits. Without your phone, enter a recovery code',
    confirm: 'Confirm',
  },
);

type Done = (signedIn: SignedIn) => unknown;

/** A sign-in that waits for a code; without a token only the cookie identifies it. */
type Challenge = { readonly token: string | undefined };

export function SignInForm({
  username = '',
  isCodeAsked = false,
  onSignedIn,
}: {
  /** The expected user; only the password is then requested. */
  readonly username?: string;
  /** Whether a provider has confirmed the user, and only the code is missing. */
  readonly isCodeAsked?: boolean;
  readonly onSignedIn: Done;
}): ReactElement {
  const [challenge, setChallenge] = useState<Challenge | undefined>(
    isCodeAsked ? { token: undefined } : undefined,
  );
  if (challenge !== undefined)
    return (
      <CodeForm
        challenge={challenge.token}
        onSignedIn={onSignedIn}
        onOver={() => setChallenge(undefined)}
      />
    );
  return (
    <PasswordForm
      username={username}
      onSignedIn={onSignedIn}
      onChallenge={(token) => setChallenge({ token })}
    />
  );
}

function PasswordForm({
  username,
  onSignedIn,
  onChallenge,
}: {
  readonly username: string;
  readonly onSignedIn: Done;
  readonly onChallenge: (token: string) => void;
}): ReactElement {
  const t = useWords(WORDS);
  const form = useForm({
    initial: { username, password: '' },
    required: ['username', 'password'],
    save: async (typed) => {
      const answer = await signIn({ username: typed.username.trim(), password: typed.password });
      if (answer.twoFactorRequired) onChallenge(answer.challengeToken);
      else await onSignedIn(answer);
    },
  });
  return (
    <Form of={form} save={t.enter}>
      <TextField
        of={form.field('username')}
        label={t.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={username === ''}
      />
      <TextField
        of={form.field('password')}
        label={t.password}
        type="password"
        autoComplete="current-password"
        autoFocus={username !== ''}
      />
    </Form>
  );
}

function CodeForm({
  challenge,
  onSignedIn,
  onOver,
}: {
  readonly challenge: string | undefined;
  readonly onSignedIn: Done;
  readonly onOver: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const form = useForm({
    initial: { code: '' },
    required: ['code'],
    names: { recoveryCode: 'code' },
    save: async ({ code }) => {
      await onSignedIn(await proveSignIn(challenge, code));
    },
  });
  const isOver = isRefused(form.failure, 'challenge-over');
  return (
    <Form of={form} save={t.confirm} {...(isOver ? { onCancel: onOver } : {})}>
      <TextField
        of={form.field('code')}
        label={t.code}
        hint={t.codeHint}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
    </Form>
  );
}
