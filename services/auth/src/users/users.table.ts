// A user as the queries select one: never with the hash of the password, unless a query asks for it by name.
import type { PlatformRole } from '@kvartplata/contracts/access.ts';
import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '../tables.ts';

export type User = {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly username: string;
  readonly email: string;
  readonly platformRole: PlatformRole;
  readonly twoFactorEnabled: boolean;
  readonly createdAt: Date;
};

export const USER_COLUMNS = [
  'users.id',
  'users.first_name as firstName',
  'users.last_name as lastName',
  'users.username',
  'users.email',
  'users.platform_role as platformRole',
  'users.created_at as createdAt',
] as const;

/** Of the row of `users` in a statement: whether it has a second factor that is on. */
export function twoFactorEnabled(eb: ExpressionBuilder<Tables, 'users'>) {
  return eb
    .exists(
      eb
        .selectFrom('two_factors')
        .select('two_factors.id')
        .whereRef('two_factors.user_id', '=', 'users.id')
        .where('two_factors.enabled_at', 'is not', null)
        .where('two_factors.disabled_at', 'is', null),
    )
    .$castTo<boolean>()
    .as('twoFactorEnabled');
}
