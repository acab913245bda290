// The members of an organization: their roles, inviting one more, letting one go.
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import type { Member } from '@kvartplata/contracts/core/members.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useMay } from '../../lib/role.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Sheet } from '../../ui/page.tsx';
import { Answered } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { changeRole, inviteMember, membersOf, nameOf, removeMember } from './members.ts';

const WORDS = inBoth(
  {
    title: 'Сотрудники',
    name: 'Имя',
    username: 'Имя пользователя',
    role: 'Роль',
    roleOf: (name: string) => `Роль: ${name}`,
    action: 'Действие',
    remove: 'Убрать',
    invite: 'Пригласить',
    inviteTitle: 'Пригласить сотрудника',
    inviteHint: 'Сотрудник должен быть зарегистрирован',
    you: 'это вы',
    owner: 'владелец',
    accountant: 'бухгалтер',
    viewer: 'только просмотр',
  },
  {
    title: 'Members',
    name: 'Name',
    username: 'Username',
    role: 'Role',
    roleOf: (name) => `Role of ${name}`,
    action: 'Action',
    remove: 'Remove',
    invite: 'Invite',
    inviteTitle: 'Invite a member',
    inviteHint: 'They have to be registered',
    you: 'you',
    owner: 'owner',
    accountant: 'accountant',
    viewer: 'viewer',
  },
);
const ROLES: readonly OrganizationRole[] = ['owner', 'accountant', 'viewer'];

export function MemberList({
  organizationId,
  userId,
}: {
  readonly organizationId: number;
  readonly userId: number;
}): ReactElement {
  const t = useWords(WORDS);
  const client = useQueryClient();
  const members = membersOf(organizationId);
  const query = useQuery(members);
  const mayEdit = useMay('owner');
  const [isInviting, setInviting] = useState(false);
  const reload = async (): Promise<void> =>
    client.invalidateQueries({ queryKey: members.queryKey });
  const change = useMutation({
    mutationFn: async ({ member, role }: { member: Member; role: OrganizationRole | 'none' }) =>
      role === 'none' ? removeMember(member) : changeRole(member, role),
    onSettled: reload,
  });
  return (
    <Sheet
      title={t.title}
      actions={mayEdit && <Button onClick={() => setInviting(true)}>{t.invite}</Button>}
    >
      {change.error !== null && <FailureNote error={change.error} />}
      <Answered query={query}>
        {(rows) => (
          <Table
            caption={t.title}
            rows={rows}
            keyOf={(member) => member.userId}
            columns={[
              {
                title: t.name,
                isName: true,
                cell: (member) => (
                  <>
                    {nameOf(member)}{' '}
                    {member.userId === userId && <span className="badge good">{t.you}</span>}
                  </>
                ),
              },
              { title: t.username, isExtra: true, cell: ({ username }) => username },
              {
                title: t.role,
                cell: (member) =>
                  mayEdit ? (
                    <select
                      className="input"
                      aria-label={t.roleOf(nameOf(member))}
                      value={member.role}
                      onChange={(event) =>
                        change.mutate({ member, role: event.target.value as OrganizationRole })
                      }
                    >
                      {ROLES.map((role) => (
                        <option key={role} value={role}>
                          {t[role]}
                        </option>
                      ))}
                    </select>
                  ) : (
                    t[member.role]
                  ),
              },
              ...(mayEdit
                ? [
                    {
                      title: t.action,
                      cell: (member: Member) => (
                        <Button
                          kind="quiet"
                          onClick={() => change.mutate({ member, role: 'none' })}
                        >
                          {t.remove}
                        </Button>
                      ),
                    },
                  ]
                : []),
            ]}
          />
        )}
      </Answered>
      {isInviting && (
        <Dialog title={t.inviteTitle} onClose={() => setInviting(false)}>
          <InviteForm
            organizationId={organizationId}
            onInvited={async () => {
              await reload();
              setInviting(false);
            }}
          />
        </Dialog>
      )}
    </Sheet>
  );
}

function InviteForm({
  organizationId,
  onInvited,
}: {
  readonly organizationId: number;
  readonly onInvited: () => Promise<void>;
}): ReactElement {
  const t = useWords(WORDS);
  const form = useForm({
    initial: { username: '', role: 'accountant' },
    required: ['username'],
    save: async ({ username, role }) => {
      await inviteMember(organizationId, {
        username: username.trim(),
        role: role as OrganizationRole,
      });
      await onInvited();
    },
  });
  return (
    <Form of={form} save={t.invite}>
      <TextField
        of={form.field('username')}
        label={t.username}
        hint={t.inviteHint}
        autoCapitalize="none"
        autoFocus
      />
      <SelectField
        of={form.field('role')}
        label={t.role}
        options={ROLES.map((role) => [role, t[role]])}
      />
    </Form>
  );
}
