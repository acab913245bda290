// A user as the queries select one: without the password's hash, unless a query selects it explicitly.
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
  'users.firstName',
  'users.lastName',
  'users.username',
  'users.email',
  'users.platformRole',
  'users.createdAt',
] as const;

/** Whether the statement's row of `users` has an enabled second factor. */
export function twoFactorEnabled(eb: ExpressionBuilder<Tables, 'users'>) {
  return eb
    .exists(
      eb
        .selectFrom('twoFactors')
        .select('twoFactors.id')
        .whereRef('twoFactors.userId', '=', 'users.id')
        .where('twoFactors.enabledAt', 'is not', null)
        .where('twoFactors.disabledAt', 'is', null),
    )
    .$castTo<boolean>()
    .as('twoFactorEnabled');
}
