// The members of an organization: their roles, and removing one.
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import type { Member } from '@kvartplata/contracts/core/members.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { ROLES, roleWords } from '../../lib/role-words.ts';
import { useMay } from '../../lib/role.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Sheet } from '../../ui/page.tsx';
import { Answered } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { TwoFactorReset } from './two-factor-reset.tsx';
import { changeRole, membersOf, nameOf, endMembership } from './members.ts';

const WORDS = inBoth(
  {
    title: 'Сотрудники',
    name: 'Имя',
    role: 'Роль',
    roleOf: (name: string) => `Роль: ${name}`,
    action: 'Действие',
    remove: 'Убрать',
    you: 'это вы',
  },
  {
    title: 'Members',
    name: 'Name',
    role: 'Role',
    roleOf: (name) => `Role of ${name}`,
    action: 'Action',
    remove: 'Remove',
    you: 'you',
  },
);

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
  const reload = async (): Promise<void> =>
    client.invalidateQueries({ queryKey: members.queryKey });
  const change = useMutation({
    mutationFn: async ({ member, role }: { member: Member; role: OrganizationRole | 'none' }) =>
      role === 'none' ? endMembership(member) : changeRole(member, role),
    onSettled: reload,
  });
  return (
    <Sheet title={t.title}>
      {change.error !== null && <FailureNote error={change.error} />}
      <Answered query={query}>
        {(rows) => (
          <MemberTable
            members={rows}
            userId={userId}
            onChange={(member, role) => change.mutate({ member, role })}
          />
        )}
      </Answered>
    </Sheet>
  );
}

function MemberTable({
  members,
  userId,
  onChange,
}: {
  readonly members: readonly Member[];
  /** The current user. */
  readonly userId: number;
  readonly onChange: (member: Member, role: OrganizationRole | 'none') => void;
}): ReactElement {
  const t = useWords(WORDS);
  const roles = useWords(roleWords);
  const mayEdit = useMay('owner');
  return (
    <Table
      caption={t.title}
      rows={members}
      keyOf={(member) => member.userId}
      columns={[
        {
          title: t.name,
          isName: true,
          cell: (member) => <Name of={member} isYou={member.userId === userId} />,
        },
        {
          title: t.role,
          cell: (member) =>
            mayEdit ? (
              <select
                className="input"
                aria-label={t.roleOf(nameOf(member))}
                value={member.role}
                onChange={(event) => onChange(member, event.target.value as OrganizationRole)}
              >
                {ROLES.map((role) => (
                  <option key={role} value={role}>
                    {roles[role]}
                  </option>
                ))}
              </select>
            ) : (
              roles[member.role]
            ),
        },
        ...(mayEdit
          ? [
              {
                title: t.action,
                isAction: true,
                cell: (member: Member) => (
                  <>
                    {member.userId !== userId && <TwoFactorReset member={member} />}
                    <Button kind="quiet" onClick={() => onChange(member, 'none')}>
                      {t.remove}
                    </Button>
                  </>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

function Name({
  of: member,
  isYou,
}: {
  readonly of: Member;
  readonly isYou: boolean;
}): ReactElement {
  const t = useWords(WORDS);
  const name = nameOf(member);
  return (
    <>
      {name} {isYou && <span className="badge good">{t.you}</span>}
      {member.username !== name && (
        <>
          <br />
          <span className="small soft">{member.username}</span>
        </>
      )}
    </>
  );
}
