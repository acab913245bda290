// What is copied into the auth database. Passwords and the keys by which names are compared are added by copy-users.ts.
import { sql } from 'kysely';
import type { Transfer } from './transfer.ts';

export const USERS: Transfer = {
  table: 'users',
  former: 'users',
  from: sql`users`,
  key: 'users.id',
  columns: {
    id: 'users.id',
    first_name: 'users.first_name',
    last_name: 'users.last_name',
    username: 'users.username',
    email: 'users.email',
    platform_role: `case when users.is_admin then 'admin' else 'user' end`,
    created_at: 'users.created_at',
  },
};
