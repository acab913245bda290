// All registered users, for admins of the platform: found by a part of the name, and made an admin or a user.
import type { PlatformRole } from '@kvartplata/contracts/access.ts';
import type { ManagedUser } from '@kvartplata/contracts/auth/users.ts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { showInstant } from '../../lib/days.ts';
import { useAddressWords } from '../../lib/list-address.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Sheet } from '../../ui/page.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { AddressSearch } from '../../ui/search-field.tsx';
import { Empty } from '../../ui/states.tsx';
import { tell } from '../../ui/toasts.tsx';
import { changePlatformRole, usersKey, usersWith } from './users.ts';

const WORDS = inBoth(
  {
    title: 'Кто зарегистрирован',
    search: 'Имя, имя пользователя или почта',
    none: 'Таких пользователей нет.',
    name: 'Имя',
    username: 'Имя пользователя',
    email: 'Электронная почта',
    since: 'Зарегистрирован',
    you: 'это вы',
    admin: 'администратор',
    withCode: 'вход по коду',
    action: 'Действие',
    raise: 'Сделать администратором',
    lower: 'Снять с администраторов',
    sure: {
      admin: (name: string) =>
        `${name}: администратор платформы видит и меняет всё во всех организациях.`,
      user: (name: string) =>
        `${name}: останутся только роли в организациях, где пользователь состоит.`,
    },
    keep: 'Оставить как есть',
    changed: (name: string) => `Роль изменена: ${name}.`,
  },
  {
    title: 'Who has registered',
    search: 'Name, username or e-mail',
    none: 'There are no such users.',
    name: 'Name',
    username: 'Username',
    email: 'E-mail',
    since: 'Registered',
    you: 'you',
    admin: 'admin',
    withCode: 'two-factor',
    action: 'Action',
    raise: 'Make an admin',
    lower: 'Make a user',
    sure: {
      admin: (name) => `${name}: an admin of the platform sees and changes everything everywhere.`,
      user: (name) => `${name}: only the roles in the user’s own organizations remain.`,
    },
    keep: 'Leave it',
    changed: (name) => `Role changed: ${name}.`,
  },
);

export function UserList({ userId }: { readonly userId: number }): ReactElement {
  const t = useWords(WORDS);
  const { words } = useAddressWords();
  const query = useInfiniteQuery(usersWith(words));
  const [chosen, choose] = useState<ManagedUser>();
  return (
    <Sheet title={t.title} actions={<AddressSearch label={t.search} />}>
      <PagedTable
        caption={t.title}
        query={query}
        empty={<Empty>{t.none}</Empty>}
        keyOf={({ id }) => id}
        columns={[
          {
            title: t.name,
            isName: true,
            cell: (user) => (
              <>
                {nameOf(user)} {user.id === userId && <span className="badge good">{t.you}</span>}{' '}
                {user.platformRole === 'admin' && <span className="badge">{t.admin}</span>}{' '}
                {user.twoFactorEnabled && <span className="badge">{t.withCode}</span>}
              </>
            ),
          },
          { title: t.username, cell: ({ username }) => username },
          { title: t.email, isExtra: true, cell: ({ email }) => email },
          { title: t.since, isExtra: true, cell: ({ createdAt }) => showInstant(createdAt) },
          {
            title: t.action,
            isAction: true,
            cell: (user) => (
              <Button kind="quiet" className="in-table" onClick={() => choose(user)}>
                {user.platformRole === 'admin' ? t.lower : t.raise}
              </Button>
            ),
          },
        ]}
      />
      {chosen !== undefined && (
        <RoleDialog user={chosen} isOwn={chosen.id === userId} onClose={() => choose(undefined)} />
      )}
    </Sheet>
  );
}

function RoleDialog({
  user,
  isOwn,
  onClose,
}: {
  readonly user: ManagedUser;
  readonly isOwn: boolean;
  readonly onClose: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const client = useQueryClient();
  const role: PlatformRole = user.platformRole === 'admin' ? 'user' : 'admin';
  const title = role === 'admin' ? t.raise : t.lower;
  const changing = useMutation({
    mutationFn: async () => changePlatformRole(user.id, role),
    onSuccess: async () => {
      // A user who is no longer an admin may not see the rest of the list.
      if (isOwn) return location.assign('/');
      tell(t.changed(nameOf(user)));
      onClose();
      return client.invalidateQueries({ queryKey: usersKey });
    },
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack">
        <p>{t.sure[role](nameOf(user))}</p>
        {changing.error !== null && <FailureNote error={changing.error} />}
        <div className="row">
          <Button kind="danger" isBusy={changing.isPending} onClick={() => changing.mutate()}>
            {title}
          </Button>
          <Button onClick={onClose}>{t.keep}</Button>
        </div>
      </div>
    </Dialog>
  );
}

function nameOf({ firstName, lastName }: ManagedUser): string {
  return `${firstName} ${lastName}`;
}
