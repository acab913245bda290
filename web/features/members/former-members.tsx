// Who was a member of the organization, in which role and until when; nothing if all of them still are.
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { showInstant } from '../../lib/days.ts';
import { roleWords } from '../../lib/role-words.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Sheet } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import { formerMembersOf } from './members.ts';
import { MemberName } from './member-name.tsx';

const WORDS = inBoth(
  { title: 'Бывшие сотрудники', name: 'Имя', role: 'Роль', until: 'До' },
  { title: 'Former members', name: 'Name', role: 'Role', until: 'Until' },
);

export function FormerMembers({
  organizationId,
}: {
  readonly organizationId: number;
}): ReactElement | null {
  const t = useWords(WORDS);
  const roles = useWords(roleWords);
  const { data = [], error, refetch } = useQuery(formerMembersOf(organizationId));
  if (error !== null) return <FailureNote error={error} onRetry={() => void refetch()} />;
  if (data.length === 0) return null;
  return (
    <Sheet title={t.title}>
      <Table
        caption={t.title}
        rows={data}
        keyOf={({ userId }) => userId}
        columns={[
          { title: t.name, isName: true, cell: (member) => <MemberName of={member} /> },
          { title: t.role, cell: ({ role }) => roles[role] },
          { title: t.until, cell: ({ endedAt }) => showInstant(endedAt) },
        ]}
      />
    </Sheet>
  );
}
