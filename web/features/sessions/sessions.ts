// Where the user is signed in, ending that, and the password.
import type { Done, OwnSessions, PasswordChange } from '@kvartplata/contracts/auth/own-sessions.ts';
import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/api.ts';

export const ownSessions = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) =>
    ask<OwnSessions>('auth', '/api/auth/sessions', { signal, query: { limit: 200 } }),
});

export async function endSession(id: string): Promise<void> {
  await ask('auth', `/api/auth/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' });
}

export async function changePassword(body: PasswordChange): Promise<Done> {
  return ask<Done>('auth', '/api/auth/password', { method: 'POST', body });
}
