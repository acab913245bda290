// The members of an organization: their roles, removing one, and leaving.
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import type { Member } from '@kvartplata/contracts/core/members.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { ROLES, roleWords } from '../../lib/role-words.ts';
import { useMay } from '../../lib/role.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { AskedButton, Question } from '../../ui/asked-button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Sheet } from '../../ui/page.tsx';
import { Answered } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { MemberName } from './member-name.tsx';
import { changeRole, endMembership, formerMembersOf, membersOf, nameOf } from './members.ts';
import { TwoFactorReset } from './two-factor-reset.tsx';

const WORDS = inBoth(
  {
    title: 'Сотрудники',
    name: 'Имя',
    role: 'Роль',
    roleOf: (name: string) => `Роль: ${name}`,
    action: 'Действие',
    remove: 'Убрать',
    removeOf: (name: string) => `Убрать: ${name}`,
    removing: 'Убрать сотрудника',
    whatRemoves: (name: string) =>
      `${name} потеряет доступ к организации через несколько секунд, ключи этого человека перестанут действовать. Вернуться можно только по новому приглашению.`,
    whatStays: (addresses: string) =>
      ` Уведомления для программ, которые добавил этот человек, будут уходить и дальше: ${addresses}. Чужой адрес удалите на странице «Программы».`,
    sureRemove: 'Да, убрать',
    leave: 'Покинуть',
    leaving: 'Покинуть организацию',
    whatLeaves:
      'Вы потеряете доступ к организации через несколько секунд, ваши ключи в ней перестанут действовать. Вернуться можно только по новому приглашению.',
    sureLeave: 'Да, покинуть',
    lowering: 'Сменить свою роль',
    whatLowers: (role: string) =>
      `Ваша новая роль – ${role}. Права владельца вам сможет вернуть только другой владелец.`,
    sureLower: 'Да, сменить',
    you: 'это вы',
  },
  {
    title: 'Members',
    name: 'Name',
    role: 'Role',
    roleOf: (name) => `Role of ${name}`,
    action: 'Action',
    remove: 'Remove',
    removeOf: (name) => `Remove ${name}`,
    removing: 'Remove a member',
    whatRemoves: (name) =>
      `${name} loses access to the organization within seconds, and the keys of this person stop working. Only a new invitation brings them back.`,
    whatStays: (addresses) =>
      ` The webhooks that this person added go on: ${addresses}. Delete an address that is not yours on the page “Programs”.`,
    sureRemove: 'Yes, remove',
    leave: 'Leave',
    leaving: 'Leave the organization',
    whatLeaves:
      'You lose access to the organization within seconds, and your keys in it stop working. Only a new invitation brings you back.',
    sureLeave: 'Yes, leave',
    lowering: 'Change your own role',
    whatLowers: (role) =>
      `Your new role is ${role}. Only another owner can give you an owner’s rights back.`,
    sureLower: 'Yes, change it',
    you: 'you',
  },
);

type Addresses = ReadonlyMap<number, readonly string[]>;
type RoleChange = { readonly member: Member; readonly role: OrganizationRole };

export function MemberList({
  organizationId,
  userId,
  addressesBy,
  onLeft,
}: {
  readonly organizationId: number;
  /** The current user. */
  readonly userId: number;
  /** By user id: where the webhooks that the user added send events to. */
  readonly addressesBy: Addresses;
  readonly onLeft: () => Promise<void>;
}): ReactElement {
  const t = useWords(WORDS);
  const roles = useWords(roleWords);
  const client = useQueryClient();
  const members = membersOf(organizationId);
  const query = useQuery(members);
  const reload = async (): Promise<void> => {
    for (const { queryKey } of [members, formerMembersOf(organizationId)])
      await client.invalidateQueries({ queryKey });
  };
  const change = useMutation({
    mutationFn: async ({ member, role }: RoleChange) => changeRole(member, role),
    onSettled: reload,
  });
  /** One's own role, which only another owner could give back. */
  const [lowering, setLowering] = useState<RoleChange>();
  return (
    <Sheet title={t.title}>
      {change.error !== null && <FailureNote error={change.error} />}
      <Answered query={query}>
        {(rows) => (
          <MemberTable
            members={rows}
            userId={userId}
            addressesBy={addressesBy}
            onChange={(asked) =>
              asked.member.userId === userId ? setLowering(asked) : change.mutate(asked)
            }
            onRemove={async (member) => {
              try {
                await endMembership(member);
              } finally {
                await reload();
              }
            }}
            onLeave={async (member) => {
              await endMembership(member);
              await onLeft();
            }}
          />
        )}
      </Answered>
      {lowering !== undefined && (
        <Question
          title={t.lowering}
          what={t.whatLowers(roles[lowering.role])}
          sure={t.sureLower}
          act={async () => change.mutateAsync(lowering)}
          onClose={() => setLowering(undefined)}
        />
      )}
    </Sheet>
  );
}

function MemberTable({
  members,
  userId,
  addressesBy,
  onChange,
  onRemove,
  onLeave,
}: {
  readonly members: readonly Member[];
  /** The current user. */
  readonly userId: number;
  readonly addressesBy: Addresses;
  readonly onChange: (change: RoleChange) => void;
  readonly onRemove: (member: Member) => Promise<void>;
  readonly onLeave: (member: Member) => Promise<void>;
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
          cell: (member) => (
            <MemberName of={member}>
              {member.userId === userId && <span className="badge good">{t.you}</span>}
            </MemberName>
          ),
        },
        {
          title: t.role,
          cell: (member) =>
            mayEdit ? <RoleChoice of={member} onChange={onChange} /> : roles[member.role],
        },
        {
          title: t.action,
          isAction: true,
          cell: (member) =>
            member.userId === userId ? (
              <AskedButton
                label={t.leave}
                name={t.leaving}
                title={t.leaving}
                what={t.whatLeaves}
                sure={t.sureLeave}
                act={async () => onLeave(member)}
              />
            ) : (
              mayEdit && (
                <OwnersActions
                  on={member}
                  addresses={addressesBy.get(member.userId) ?? []}
                  onRemove={onRemove}
                />
              )
            ),
        },
      ]}
    />
  );
}

/** What an owner may do to another member. */
function OwnersActions({
  on: member,
  addresses,
  onRemove,
}: {
  readonly on: Member;
  /** Where the member's webhooks send events to. */
  readonly addresses: readonly string[];
  readonly onRemove: (member: Member) => Promise<void>;
}): ReactElement {
  const t = useWords(WORDS);
  const stays = addresses.length === 0 ? '' : t.whatStays(addresses.join(', '));
  return (
    <>
      <TwoFactorReset member={member} />
      <AskedButton
        label={t.remove}
        name={t.removeOf(nameOf(member))}
        title={t.removing}
        what={t.whatRemoves(nameOf(member)) + stays}
        sure={t.sureRemove}
        act={async () => onRemove(member)}
      />
    </>
  );
}

function RoleChoice({
  of: member,
  onChange,
}: {
  readonly of: Member;
  readonly onChange: (change: RoleChange) => void;
}): ReactElement {
  const t = useWords(WORDS);
  const roles = useWords(roleWords);
  return (
    <select
      className="input"
      aria-label={t.roleOf(nameOf(member))}
      value={member.role}
      onChange={(event) => onChange({ member, role: event.target.value as OrganizationRole })}
    >
      {ROLES.map((role) => (
        <option key={role} value={role}>
          {roles[role]}
        </option>
      ))}
    </select>
  );
}
