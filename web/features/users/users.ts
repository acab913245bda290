// The user of the page: who is signed in, and how one registers.
import { getCurrentUser, registerUser } from '@kvartplata/contracts/auth/users.ts';
import type { Registration, User } from '@kvartplata/contracts/auth/users.ts';
import { call } from '../../lib/api.ts';
import { read } from '../../lib/reads.ts';

export const currentUser = { ...read(getCurrentUser), staleTime: Number.POSITIVE_INFINITY };

export async function register(body: Registration): Promise<User> {
  return call(registerUser, { body });
}
