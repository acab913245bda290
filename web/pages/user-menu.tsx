// The signed-in user's menu: their own page, the language, the theme, and signing out.
import type { CurrentUser } from '@kvartplata/contracts/auth/users.ts';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { SignOut } from '../features/sign-in/sign-out.tsx';
import { inBoth, useWords } from '../lib/words.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { Preferences } from './preferences.tsx';

const WORDS = inBoth(
  {
    security: 'Вход и безопасность',
    newOrganization: 'Новая организация',
    users: 'Пользователи',
    mail: 'Письма',
  },
  {
    security: 'Sign-in and security',
    newOrganization: 'New organization',
    users: 'Users',
    mail: 'E-mail',
  },
);

export function UserMenu({ user }: { readonly user: CurrentUser }): ReactElement {
  const t = useWords(WORDS);
  const label = (
    <>
      <Icon name="user" />
      <span>
        {user.firstName} {user.lastName}
      </span>
    </>
  );
  return (
    <Menu className="push" label={label}>
      <Link className="button quiet" to="/security">
        {t.security}
      </Link>
      <Link className="button quiet" to="/organizations/new">
        {t.newOrganization}
      </Link>
      {user.roles.includes('admin') && (
        <Link className="button quiet" to="/users">
          {t.users}
        </Link>
      )}
      {user.roles.includes('admin') && (
        <Link className="button quiet" to="/mail">
          {t.mail}
        </Link>
      )}
      <Preferences />
      <SignOut />
    </Menu>
  );
}
