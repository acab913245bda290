// /security: how the user signs in, and where they are signed in.
import { listOwnSessions } from '@kvartplata/contracts/auth/own-sessions.ts';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { IdentitySheet } from '../features/oidc/identity-sheet.tsx';
import { PasswordForm } from '../features/sessions/password-form.tsx';
import { SessionList } from '../features/sessions/session-list.tsx';
import { endAllSessions } from '../features/sessions/sessions.ts';
import { SignOut } from '../features/sign-in/sign-out.tsx';
import { TwoFactorPanel } from '../features/two-factor/two-factor-panel.tsx';
import { groupOf } from '../lib/reads.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Page, Sheet } from '../ui/page.tsx';

const WORDS = inBoth(
  {
    title: 'Вход и безопасность',
    twoFactor: 'Вход по коду',
    password: 'Пароль',
    sessions: 'Где вы вошли',
    everywhere: 'Выйти везде',
  },
  {
    title: 'Sign-in and security',
    twoFactor: 'Two-factor sign-in',
    password: 'Password',
    sessions: 'Where you are signed in',
    everywhere: 'Sign out everywhere',
  },
);

const route = getRouteApi('/signed-in/security');

export function SecurityPage(): ReactElement {
  const t = useWords(WORDS);
  const client = useQueryClient();
  const { failed, linked } = route.useSearch();
  return (
    <Page title={t.title}>
      <div className="columns">
        <Sheet title={t.twoFactor}>
          <div className="body">
            <TwoFactorPanel />
          </div>
        </Sheet>
        <Sheet title={t.password}>
          <div className="body">
            <PasswordForm
              onChanged={async () =>
                client.invalidateQueries({ queryKey: groupOf(listOwnSessions) })
              }
            />
          </div>
        </Sheet>
      </div>
      <IdentitySheet failed={failed} isLinked={linked === true} />
      <Sheet title={t.sessions} actions={<SignOut text={t.everywhere} act={endAllSessions} />}>
        <SessionList />
      </Sheet>
    </Page>
  );
}
