// Copies the users: names get the keys by which auth compares them; a password hash is kept if auth can check it, otherwise the
// user gets a first password.
import type { Passwords } from '@kvartplata/auth-service/src/passwords/passwords.service.ts';
import type { Tables } from '@kvartplata/auth-service/src/tables.ts';
import { nameKey } from '@kvartplata/contracts/auth/name-key.ts';
import type { Executor } from '@kvartplata/platform/database/executor.ts';
import { USERS } from './auth-tables.ts';
import { tablePart, type Part } from './copy-part.ts';
import { insertRows, readBatch } from './copy.repository.ts';
import type { FirstPasswords } from './first-passwords.ts';
import { isUsableHash } from './password-hash.ts';
import type { TableDescription } from './table-description.repository.ts';
import type { Transfer } from './transfer.ts';

type FormerUser = {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly password_hash: string | null;
};

const READ: Transfer = {
  ...USERS,
  columns: { ...USERS.columns, password_hash: 'users.password_hash' },
};
const WRITTEN: Transfer = {
  ...READ,
  columns: { ...READ.columns, username_key: '', email_key: '' },
};

/** @param firstPasswords for users without a hash that auth can check; undefined if there are none */
export function usersPart(
  former: Executor,
  table: TableDescription,
  passwords: Pick<Passwords, 'hash'>,
  firstPasswords: FirstPasswords | undefined,
): Part<Tables> {
  async function hashOf(user: FormerUser): Promise<string> {
    if (isUsableHash(user.password_hash)) return user.password_hash;
    if (firstPasswords === undefined)
      throw new Error(`user ${user.id} has no password that auth can check`);
    return passwords.hash(firstPasswords.of(user));
  }
  return {
    ...tablePart<Tables>(former, USERS, table),
    read: async (from) => readBatch(former, READ, table, from),
    write: async (trx, { rows }) => {
      const users: Record<string, unknown>[] = [];
      for (const user of JSON.parse(rows) as FormerUser[])
        users.push({
          ...user,
          username_key: nameKey(user.username),
          email_key: nameKey(user.email),
          password_hash: await hashOf(user),
        });
      return insertRows(trx, WRITTEN, table, JSON.stringify(users));
    },
  };
}
