// /users: everybody who has registered, for admins of the platform.
import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { UserList } from '../features/users/user-list.tsx';
import { inBoth, useWords } from '../lib/words.ts';
import { Page } from '../ui/page.tsx';
import { Empty } from '../ui/states.tsx';

const WORDS = inBoth(
  { title: 'Пользователи', notYours: 'Этот список видит администратор платформы.' },
  { title: 'Users', notYours: 'Admins of the platform see this list.' },
);
const route = getRouteApi('/signed-in');

export function UsersPage(): ReactElement {
  const t = useWords(WORDS);
  const { user } = route.useRouteContext();
  return (
    <Page title={t.title}>
      {user.roles.includes('admin') ? <UserList userId={user.id} /> : <Empty>{t.notYours}</Empty>}
    </Page>
  );
}
