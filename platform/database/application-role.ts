// The role that a service's queries run as. It has only the rights granted by migrations and owns nothing, so that row-level
// security applies to it; the user of the database URL has to be allowed to switch to it.
import { sql, type Kysely } from 'kysely';

export type RoleFault = {
  readonly state: 'missing' | 'not-granted' | 'without-login' | 'without-rights' | 'too-strong';
  /** One line for an operator: what is wrong, and how to fix it. */
  readonly reason: string;
};

type RoleFacts = {
  readonly user: string;
  readonly exists: boolean;
  readonly mayBeTaken: boolean;
  /** The nodes of a distributed database connect to each other as this role, so it must be able to log in. */
  readonly lacksLogin: boolean;
  readonly passesPolicies: boolean;
  readonly hasNoRights: boolean;
};

/** Concurrent processes may prepare the same role, and each may find that another one was faster. */
const MAX_ATTEMPTS = 5;
const INSUFFICIENT_PRIVILEGE = '42501';
const DUPLICATE_OBJECT = '42710';
const UNIQUE_VIOLATION = '23505';
const TUPLE_CONCURRENTLY_UPDATED = 'XX000';

/** How the connected user may be able to fix the fault. */
const MENDS: Readonly<Partial<Record<RoleFault['state'], (role: string) => string>>> = {
  missing: (role) => `create role ${role} nologin`,
  'not-granted': (role) => `grant ${role} to current_user`,
  'without-login': (role) => `alter role ${role} login`,
};

/** What prevents queries from running as `role`; undefined when nothing does. */
export async function findRoleFault(
  db: Kysely<unknown>,
  role: string,
): Promise<RoleFault | undefined> {
  const { user, ...facts } = await readFacts(db, role);
  const grant = `grant ${role} to "${user}"`;
  if (!facts.exists)
    return {
      state: 'missing',
      reason: `there is no role ${role}; who may make roles has to run: create role ${role} nologin; ${grant}`,
    };
  if (!facts.mayBeTaken)
    return {
      state: 'not-granted',
      reason: `${user} may not take the role ${role}; who may give it has to run: ${grant}`,
    };
  if (facts.lacksLogin)
    return {
      state: 'without-login',
      reason: `the nodes of this database connect to each other as the role ${role}, which may not log in; who may change it has to run: alter role ${role} login`,
    };
  if (facts.passesPolicies)
    return {
      state: 'too-strong',
      reason: `the role ${role} passes row-level security: it may own nothing, nor be a member of who does`,
    };
  if (facts.hasNoRights)
    return {
      state: 'without-rights',
      reason: `the role ${role} has rights to no table: it was made after the migrations that grant them; docs/operating/migrate.md tells the way back`,
    };
  return undefined;
}

/**
 * Creates the role, allows the connected user to switch to it, and lets it log in where nodes need that, as far as any of these
 * is missing.
 * @returns what the user is not allowed to fix; undefined when the role is usable
 */
export async function prepareRole(
  db: Kysely<unknown>,
  role: string,
): Promise<RoleFault | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const fault = await findRoleFault(db, role);
    const mend = fault === undefined ? undefined : MENDS[fault.state]?.(role);
    if (mend === undefined) return undefined;
    try {
      await sql.raw(mend).execute(db);
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === INSUFFICIENT_PRIVILEGE) return fault;
      const another = [DUPLICATE_OBJECT, UNIQUE_VIOLATION, TUPLE_CONCURRENTLY_UPDATED];
      if (attempt === MAX_ATTEMPTS || !another.includes(code ?? '')) throw error;
    }
  }
}

/**
 * Since PostgreSQL 16 the creator of a role may grant it to others without being able to switch to it, so `set` is checked.
 * Before, every member may switch to it.
 */
async function readFacts(db: Kysely<unknown>, role: string): Promise<RoleFacts> {
  const { rows } = await sql<RoleFacts>`
    select session_user as user, application.oid is not null as exists,
      coalesce(pg_has_role(session_user, application.oid,
        case when current_setting('server_version_num')::integer < 160000 then 'member' else 'set' end), false)
        as may_be_taken,
      not application.rolcanlogin and exists (select from pg_extension where extname = 'citus') as lacks_login,
      coalesce(application.rolbypassrls, false) or exists (
        select from pg_class c where c.relnamespace = to_regnamespace('public') and c.relrowsecurity
          and pg_has_role(application.oid, c.relowner, 'usage')
      ) as passes_policies,
      coalesce((
        select bool_and(not has_table_privilege(application.oid, c.oid, 'select, insert, update, delete'))
        from pg_class c
        where c.relnamespace = to_regnamespace('public') and c.relkind in ('r', 'p') and not c.relispartition
          and c.relname not in ('kysely_migration', 'compatible_migrations')
      ), false) as has_no_rights
    from (select) as always left join pg_roles application on application.rolname = ${role}
  `.execute(db);
  const [facts] = rows;
  if (facts === undefined) throw new Error('PostgreSQL says nothing of its roles');
  return facts;
}
