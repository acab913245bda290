// The invitations that wait for the user's own answer; nothing if there are none.
import type { OwnInvitation } from '@kvartplata/contracts/core/invitations.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { showDayOf } from '../../lib/days.ts';
import { roleWords } from '../../lib/role-words.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Sheet } from '../../ui/page.tsx';
import { answer, ownInvitations } from './invitations.ts';

const WORDS = inBoth(
  {
    title: 'Вас приглашают',
    told: (role: string, until: string) => `роль: ${role}; приглашение действует до ${until}`,
    accept: 'Принять',
    decline: 'Отклонить',
    private: 'Пока вы не приняли приглашение, организация о вас ничего не узнаёт.',
  },
  {
    title: 'You are invited',
    told: (role, until) => `role: ${role}; the invitation is valid until ${until}`,
    accept: 'Accept',
    decline: 'Decline',
    private: 'Until you accept, the organization learns nothing about you.',
  },
);

export function OwnInvitations({
  onAccepted,
}: {
  readonly onAccepted: (organizationId: number) => Promise<void>;
}): ReactElement | null {
  const t = useWords(WORDS);
  const client = useQueryClient();
  const { data: invitations = [], error, refetch } = useQuery(ownInvitations);
  const answering = useMutation({
    mutationFn: async ({ of, how }: { of: OwnInvitation; how: 'accept' | 'decline' }) =>
      answer(of, how),
    onSuccess: async ({ status, organizationId }) => {
      if (status === 'ACCEPTED') await onAccepted(organizationId);
    },
    onSettled: async () => client.invalidateQueries({ queryKey: ownInvitations.queryKey }),
  });
  if (error !== null) return <FailureNote error={error} onRetry={() => void refetch()} />;
  if (invitations.length === 0 && answering.error === null) return null;
  return (
    <Sheet title={t.title}>
      <div className="body stack">
        {answering.error !== null && <FailureNote error={answering.error} />}
        {invitations.map((invitation) => (
          <Waiting
            key={invitation.id}
            invitation={invitation}
            isBusy={answering.isPending}
            onAnswer={(how) => answering.mutate({ of: invitation, how })}
          />
        ))}
        {invitations.length > 0 && <p className="small soft">{t.private}</p>}
      </div>
    </Sheet>
  );
}

function Waiting({
  invitation: { organizationName, role, expiresAt },
  isBusy,
  onAnswer,
}: {
  readonly invitation: OwnInvitation;
  readonly isBusy: boolean;
  readonly onAnswer: (how: 'accept' | 'decline') => void;
}): ReactElement {
  const t = useWords(WORDS);
  const roles = useWords(roleWords);
  return (
    <div className="row">
      <p>
        <strong>{organizationName}</strong>
        <br />
        <span className="soft">{t.told(roles[role], showDayOf(expiresAt))}</span>
      </p>
      <div className="row push">
        <Button kind="primary" isBusy={isBusy} onClick={() => onAnswer('accept')}>
          {t.accept}
        </Button>
        <Button isBusy={isBusy} onClick={() => onAnswer('decline')}>
          {t.decline}
        </Button>
      </div>
    </div>
  );
}
