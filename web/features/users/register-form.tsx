// Registering: a name, a way to sign in, a password.
import { MIN_PASSWORD_LENGTH } from '@kvartplata/contracts/auth/users.ts';
import type { ReactElement } from 'react';
import { inBoth, useWords } from '../../lib/words.ts';
import { TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { register } from './users.ts';

const WORDS = inBoth(
  {
    firstName: 'Имя',
    lastName: 'Фамилия',
    username: 'Имя пользователя',
    usernameHint: 'Русские или латинские буквы, цифры, точка, дефис; от 3 знаков',
    email: 'Электронная почта',
    password: 'Пароль',
    passwordHint: `Любые знаки, не меньше ${MIN_PASSWORD_LENGTH}: проще всего несколько слов подряд`,
    setUp: 'Я устанавливаю эту систему',
    secret: 'Секрет установки',
    secretHint: 'Сервис auth один раз вывел его в журнал при запуске',
    create: 'Зарегистрироваться',
  },
  {
    firstName: 'First name',
    lastName: 'Last name',
    username: 'Username',
    usernameHint: 'Russian or Latin letters, digits, dots, dashes; at least 3 characters',
    email: 'E-mail',
    password: 'Password',
    passwordHint: `Any characters, at least ${MIN_PASSWORD_LENGTH}: a few words are easiest to remember`,
    setUp: 'I am setting up this platform',
    secret: 'Bootstrap secret',
    secretHint: 'The auth service printed it once, in its log at start-up',
    create: 'Register',
  },
);

const EMPTY = {
  firstName: '',
  lastName: '',
  username: '',
  email: '',
  password: '',
  bootstrapSecret: '',
};

/** @param onRegistered receives what the new user needs to sign in at once */
export function RegisterForm({
  onRegistered,
}: {
  readonly onRegistered: (credentials: { username: string; password: string }) => Promise<void>;
}): ReactElement {
  const t = useWords(WORDS);
  const form = useForm({
    initial: EMPTY,
    required: ['firstName', 'lastName', 'username', 'email', 'password'],
    save: async ({ firstName, lastName, username, email, password, bootstrapSecret }) => {
      const names = { firstName: firstName.trim(), lastName: lastName.trim() };
      const signIn = { username: username.trim(), password };
      const secret = bootstrapSecret.trim();
      await register({
        ...names,
        ...signIn,
        email: email.trim(),
        ...(secret === '' ? {} : { bootstrapSecret: secret }),
      });
      await onRegistered(signIn);
    },
  });
  return (
    <Form of={form} save={t.create}>
      <div className="pair">
        <TextField of={form.field('firstName')} label={t.firstName} autoComplete="given-name" />
        <TextField of={form.field('lastName')} label={t.lastName} autoComplete="family-name" />
      </div>
      <TextField
        of={form.field('username')}
        label={t.username}
        hint={t.usernameHint}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField of={form.field('email')} label={t.email} type="email" autoComplete="email" />
      <TextField
        of={form.field('password')}
        label={t.password}
        hint={t.passwordHint}
        type="password"
        autoComplete="new-password"
      />
      <details>
        <summary>{t.setUp}</summary>
        <TextField
          of={form.field('bootstrapSecret')}
          label={t.secret}
          hint={t.secretHint}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </details>
    </Form>
  );
}
