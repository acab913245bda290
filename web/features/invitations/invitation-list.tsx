// The open invitations of an organization: adding one, and withdrawing one.
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import type { Invitation } from '@kvartplata/contracts/core/invitations.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { showDayOf } from '../../lib/days.ts';
import { ROLES, roleWords } from '../../lib/role-words.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Sheet } from '../../ui/page.tsx';
import { Answered, Empty } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { invitationsOf, invite, withdraw } from './invitations.ts';

const WORDS = inBoth(
  {
    title: 'Приглашения',
    none: 'Никто не ждёт ответа.',
    name: 'Кого',
    role: 'Роль',
    until: 'Действует до',
    action: 'Действие',
    withdraw: 'Отозвать',
    invite: 'Пригласить',
    inviteTitle: 'Пригласить сотрудника',
    nameOrEmail: 'Имя пользователя или почта',
    hint: 'Человек увидит приглашение, когда войдёт под этим именем или почтой, и сам решит, принять ли его. На почту придёт письмо. Есть ли такой пользователь, мы не сообщаем.',
  },
  {
    title: 'Invitations',
    none: 'No open invitations.',
    name: 'Who',
    role: 'Role',
    until: 'Valid until',
    action: 'Action',
    withdraw: 'Withdraw',
    invite: 'Invite',
    inviteTitle: 'Invite a member',
    nameOrEmail: 'Username or e-mail',
    hint: 'They see the invitation when they sign in with this name or e-mail, and decide whether to accept it. An e-mail address gets a letter. We do not reveal whether such a user exists.',
  },
);

export function InvitationList({
  organizationId,
}: {
  readonly organizationId: number;
}): ReactElement {
  const t = useWords(WORDS);
  const client = useQueryClient();
  const invitations = invitationsOf(organizationId);
  const query = useQuery(invitations);
  const [isInviting, setInviting] = useState(false);
  const reload = async (): Promise<void> =>
    client.invalidateQueries({ queryKey: invitations.queryKey });
  const withdrawing = useMutation({ mutationFn: withdraw, onSettled: reload });
  return (
    <Sheet title={t.title} actions={<Button onClick={() => setInviting(true)}>{t.invite}</Button>}>
      {withdrawing.error !== null && <FailureNote error={withdrawing.error} />}
      <Answered query={query}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty>{t.none}</Empty>
          ) : (
            <Table
              caption={t.title}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: t.name,
                  isName: true,
                  cell: (invitation) => <Invited {...invitation} />,
                },
                {
                  title: t.until,
                  isExtra: true,
                  cell: ({ expiresAt }) => showDayOf(expiresAt),
                },
                {
                  title: t.action,
                  isAction: true,
                  cell: (invitation) => (
                    <Button
                      kind="quiet"
                      className="in-table"
                      isBusy={withdrawing.isPending}
                      onClick={() => withdrawing.mutate(invitation)}
                    >
                      {t.withdraw}
                    </Button>
                  ),
                },
              ]}
            />
          )
        }
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

function Invited(invitation: Invitation): ReactElement {
  const roles = useWords(roleWords);
  return (
    <>
      {nameOf(invitation)}
      <br />
      <span className="small soft">{roles[invitation.role]}</span>
    </>
  );
}

function nameOf({ username, email }: Invitation): string {
  return username ?? email ?? '';
}

function InviteForm({
  organizationId,
  onInvited,
}: {
  readonly organizationId: number;
  readonly onInvited: () => Promise<void>;
}): ReactElement {
  const t = useWords(WORDS);
  const roles = useWords(roleWords);
  const language = useLanguage();
  const form = useForm({
    initial: { name: '', role: 'accountant' },
    required: ['name'],
    names: { username: 'name', email: 'name' },
    save: async ({ name, role }) => {
      await invite(organizationId, name.trim(), role as OrganizationRole, language);
      await onInvited();
    },
  });
  return (
    <Form of={form} save={t.invite}>
      <TextField
        of={form.field('name')}
        label={t.nameOrEmail}
        hint={t.hint}
        autoCapitalize="none"
        autoFocus
      />
      <SelectField
        of={form.field('role')}
        label={t.role}
        options={ROLES.map((role) => [role, roles[role]])}
      />
    </Form>
  );
}
