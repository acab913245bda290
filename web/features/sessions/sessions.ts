// Where the user is signed in, ending sessions, and changing the password.
import {
  changePassword as change,
  endAllSessions as endAll,
  endOwnSession,
  listOwnSessions,
  type Done,
  type PasswordChange,
} from '@kvartplata/contracts/auth/own-sessions.ts';
import { call } from '../../lib/api.ts';
import { read } from '../../lib/reads.ts';

export const ownSessions = read(listOwnSessions, { query: { limit: 200 } });

export async function endSession(sessionId: string): Promise<void> {
  await call(endOwnSession, { params: { sessionId } });
}

/** Including the current one. */
export async function endAllSessions(): Promise<void> {
  await call(endAll);
}

export async function changePassword(body: PasswordChange): Promise<Done> {
  return call(change, { body });
}
