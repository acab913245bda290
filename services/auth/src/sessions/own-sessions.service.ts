// A user's own sessions: listing them, ending them, and ending the others when the password changes.
import type {
  OwnSession,
  OwnSessions,
  PasswordChange,
} from '@kvartplata/contracts/auth/own-sessions.ts';
import { DEFAULT_PAGE_LIMIT } from '@kvartplata/contracts/page.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { notFound } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../caller.ts';
import type { Db } from '../tables.ts';
import { preparePasswordChange, type PasswordSettings } from '../users/users.service.ts';
import { getFailedSignIns } from './failed-sign-ins.repository.ts';
import {
  findGoodSession,
  listGoodSessions,
  updateEnd,
  type ListedSession,
} from './sessions.repository.ts';
import { endSessionsOf, isSessionId, recordEnd } from './sessions.service.ts';

/** Who makes the request, by which of their sessions, from where, and when. */
export type Asker = Caller & {
  readonly userId: number;
  readonly sessionId: string;
  readonly now: Date;
};

/** @throws Refusal validation-failed for a cursor of another list */
export async function findOwnSessions(
  db: Db,
  { userId, sessionId, now }: Asker,
  { limit = DEFAULT_PAGE_LIMIT, cursor }: { readonly limit?: number; readonly cursor?: string },
): Promise<OwnSessions> {
  const after = decodeCursor(cursor, ['instant', 'uuid']);
  const sessions = await listGoodSessions(db, userId, now, { after, limit: limit + 1 });
  const page = pageOf(
    sessions,
    limit,
    ({ createdAt, id }) => [createdAt.toISOString(), id],
    (session) => answerOf(session, sessionId),
  );
  return { ...page, failedSignIns: await getFailedSignIns(db, userId) };
}

/** @throws Refusal not-found for a session that is another's, unknown or over */
export async function endOwnSession(db: Db, asker: Asker, sessionId: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const session = isSessionId(sessionId)
      ? await findGoodSession(trx, sessionId, asker.now)
      : undefined;
    const ended =
      session?.userId === asker.userId
        ? await updateEnd(trx, sessionId, 'ended-by-user', asker.now)
        : undefined;
    if (ended === undefined) throw notFound('The session');
    await recordEnd(trx, asker, ended, 'ended-by-user');
  });
}

export async function endAllSessions(db: Db, asker: Asker): Promise<void> {
  await inTransaction(db, async (trx) =>
    endSessionsOf(trx, asker, undefined, 'logout-all', asker.now),
  );
}

/**
 * Ends the user's other sessions: everywhere else the new password is needed to sign in.
 * @throws Refusal validation-failed, too-many-attempts, wrong-credentials, overloaded, conflict
 */
export async function changePassword(
  db: Db,
  settings: PasswordSettings,
  asker: Asker,
  change: PasswordChange,
): Promise<void> {
  const { userId, sessionId, address } = asker;
  const setNewPassword = await preparePasswordChange(db, settings, { userId, address, ...change });
  await inTransaction(db, async (trx) => {
    await setNewPassword(trx);
    await recordChange(trx, asker, {
      action: 'password.changed',
      object: { type: 'user', id: userId },
      organizationId: null,
    });
    await endSessionsOf(trx, asker, sessionId, 'password-changed', asker.now);
  });
}

function answerOf(session: ListedSession, currentId: string): OwnSession {
  const { id, createdAt, rotatedAt, expiresAt, userAgent, methods } = session;
  return {
    id,
    createdAt: createdAt.toISOString(),
    lastUsedAt: rotatedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    current: id === currentId,
    ...(userAgent === null ? {} : { userAgent }),
    methods: [...methods],
  };
}
