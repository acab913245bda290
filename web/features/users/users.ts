// The user of the page: who is signed in, and how one registers.
import { queryOptions } from '@tanstack/react-query';
import type { CurrentUser, Registration, User } from '@kvartplata/contracts/auth/users.ts';
import { ask } from '../../lib/api.ts';

export const currentUser = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }) => ask<CurrentUser>('auth', '/api/auth/user', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export async function register(body: Registration): Promise<User> {
  return ask<User>('auth', '/api/auth/register', { method: 'POST', body });
}
