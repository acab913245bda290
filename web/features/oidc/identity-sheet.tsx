// The user's identity at the provider: linked using the password, and unlinked.
import type { OidcIdentity } from '@kvartplata/contracts/auth/oidc.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { showInstant } from '../../lib/days.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Sheet } from '../../ui/page.tsx';
import { Answered } from '../../ui/states.tsx';
import { failureFrom, linkIdentity, oidcProvider, ownIdentity, unlinkIdentity } from './oidc.ts';

const WORDS = inBoth(
  {
    title: (name: string) => `Вход через ${name}`,
    none: (name: string) =>
      `Привяжите свою учётную запись ${name}, и входить можно будет без пароля Квартплаты. Код из телефона, если он включён, спросят по-прежнему.`,
    linked: (label: string, at: string) => `Привязана учётная запись «${label}», с ${at}.`,
    used: (at: string) => `Последний вход через неё: ${at}.`,
    neverUsed: 'Через неё ещё не входили.',
    done: 'Учётная запись привязана.',
    link: 'Привязать учётную запись',
    password: 'Пароль',
    passwordWhy: 'Пароль Квартплаты: привязать может только тот, кто его знает',
    unlink: 'Отвязать',
  },
  {
    title: (name) => `Sign-in through ${name}`,
    none: (name) =>
      `Link your ${name} account to sign in without the password of Kvartplata. A code from your phone is asked for as before, if that is on.`,
    linked: (label, at) => `The account “${label}” is linked, since ${at}.`,
    used: (at) => `Last used: ${at}.`,
    neverUsed: 'Nobody has signed in by it yet.',
    done: 'The account is linked.',
    link: 'Link an account',
    password: 'Password',
    passwordWhy: 'The password of Kvartplata: only who knows it may link an account',
    unlink: 'Unlink',
  },
);

export function IdentitySheet({
  failed,
  isLinked,
}: {
  /** The code of a failed visit to the provider. */
  readonly failed: string | undefined;
  /** Whether the user has just linked one. */
  readonly isLinked: boolean;
}): ReactElement | null {
  const t = useWords(WORDS);
  const provider = useQuery(oidcProvider).data?.provider;
  const query = useQuery({ ...ownIdentity, enabled: provider !== null && provider !== undefined });
  if (provider === null || provider === undefined) return null;
  const { name } = provider;
  return (
    <Sheet title={t.title(name)}>
      <div className="body">
        <Answered query={query}>
          {({ identity }) => (
            <div className="stack">
              {failed !== undefined && <FailureNote error={failureFrom(failed)} />}
              {isLinked && identity !== null && <p role="status">{t.done}</p>}
              {identity === null ? <NotLinked name={name} /> : <Linked identity={identity} />}
            </div>
          )}
        </Answered>
      </div>
    </Sheet>
  );
}

function NotLinked({ name }: { readonly name: string }): ReactElement {
  const t = useWords(WORDS);
  const [isLinking, setLinking] = useState(false);
  if (isLinking) return <LinkForm onCancel={() => setLinking(false)} />;
  return (
    <>
      <p>{t.none(name)}</p>
      <div>
        <Button onClick={() => setLinking(true)}>{t.link}</Button>
      </div>
    </>
  );
}

function LinkForm({ onCancel }: { readonly onCancel: () => void }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const form = useForm({
    initial: { password: '' },
    required: ['password'],
    save: async ({ password }) => linkIdentity({ password, language }),
  });
  return (
    <Form of={form} save={t.link} onCancel={onCancel}>
      <TextField
        of={form.field('password')}
        label={t.password}
        hint={t.passwordWhy}
        type="password"
        autoComplete="current-password"
        autoFocus
      />
    </Form>
  );
}

function Linked({
  identity,
}: {
  readonly identity: NonNullable<OidcIdentity['identity']>;
}): ReactElement {
  const t = useWords(WORDS);
  const client = useQueryClient();
  const unlinking = useMutation({
    mutationFn: unlinkIdentity,
    onSettled: async () => client.invalidateQueries({ queryKey: ownIdentity.queryKey }),
  });
  const { label, linkedAt, lastUsedAt } = identity;
  return (
    <>
      <p>
        {t.linked(label, showInstant(linkedAt))}{' '}
        {lastUsedAt === null ? t.neverUsed : t.used(showInstant(lastUsedAt))}
      </p>
      {unlinking.error !== null && <FailureNote error={unlinking.error} />}
      <div>
        <Button kind="danger" isBusy={unlinking.isPending} onClick={() => unlinking.mutate()}>
          {t.unlink}
        </Button>
      </div>
    </>
  );
}
