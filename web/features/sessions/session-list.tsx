// The user's sessions, each with a button that ends it.
import type { OwnSession } from '@kvartplata/contracts/auth/own-sessions.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { showInstant } from '../../lib/days.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Answered } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { programOf } from './program.ts';
import { endSession, ownSessions } from './sessions.ts';

const WORDS = inBoth(
  {
    caption: 'Сеансы',
    program: 'Программа',
    since: 'Вход',
    used: 'Последнее действие',
    here: 'этот сеанс',
    end: 'Завершить',
    unknown: 'Неизвестная программа',
    withCode: 'с кодом',
    byProvider: 'через провайдера',
    action: 'Действие',
    failed: (count: number, lastAt: string) =>
      `Неудачных попыток входа за 30 дней: ${count}, последняя ${lastAt}. Если это были не вы, смените пароль.`,
  },
  {
    caption: 'Sessions',
    program: 'Program',
    since: 'Signed in',
    used: 'Last used',
    here: 'this session',
    end: 'End',
    unknown: 'Unknown program',
    withCode: 'with a code',
    byProvider: 'through the provider',
    action: 'Action',
    failed: (count, lastAt) =>
      `Failed sign-ins in the last 30 days: ${count}, the last one ${lastAt}. If that was not you, change your password.`,
  },
);

export function SessionList(): ReactElement {
  const t = useWords(WORDS);
  const client = useQueryClient();
  const query = useQuery(ownSessions);
  const ending = useMutation({
    mutationFn: endSession,
    onSuccess: async () => client.invalidateQueries({ queryKey: ownSessions.queryKey }),
  });
  const nameOf = ({ userAgent }: OwnSession): string => programOf(userAgent) ?? t.unknown;
  return (
    <>
      {ending.error !== null && <FailureNote error={ending.error} />}
      <Answered query={query}>
        {({ items, failedSignIns: { count, lastAt } }) => (
          <>
            {lastAt !== null && (
              <p className="table-note">{t.failed(count, showInstant(lastAt))}</p>
            )}
            <Table
              caption={t.caption}
              rows={items}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: t.program,
                  isName: true,
                  cell: (session) => (
                    <>
                      {nameOf(session)}{' '}
                      {session.current && <span className="badge good">{t.here}</span>}{' '}
                      {session.methods.includes('oidc') && (
                        <span className="badge">{t.byProvider}</span>
                      )}{' '}
                      {session.methods.includes('otp') && (
                        <span className="badge">{t.withCode}</span>
                      )}
                    </>
                  ),
                },
                { title: t.since, isExtra: true, cell: ({ createdAt }) => showInstant(createdAt) },
                { title: t.used, cell: ({ lastUsedAt }) => showInstant(lastUsedAt) },
                {
                  title: t.action,
                  isAction: true,
                  cell: (session) =>
                    !session.current && (
                      <Button
                        kind="quiet"
                        className="in-table"
                        isBusy={ending.isPending && ending.variables === session.id}
                        onClick={() => ending.mutate(session.id)}
                      >
                        {t.end}
                      </Button>
                    ),
                },
              ]}
            />
          </>
        )}
      </Answered>
    </>
  );
}
