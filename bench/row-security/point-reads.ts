// The cost of row-level security: balances read one by one through a caller's handle, compared with the same reads without it.
import { visibilityOf, type Membership } from '@kvartplata/platform/identity/memberships.ts';
import { sql, type Kysely } from 'kysely';
import type { Measured } from '../measured.ts';
import { sized } from '../size.ts';
import { onThrowaway } from '../throwaway-database.ts';

const PAIRS = sized({ whole: 7, short: 3 });
const ACCOUNTS = sized({ whole: 100_000, short: 10_000 });
const READS = sized({ whole: 8_000, short: 2_000 });
const READERS = 8;
const MEMBERSHIPS: readonly Membership[] = [
  { organizationId: 1, role: 'owner' },
  { organizationId: 2, role: 'viewer' },
];

export async function benchRowSecurity(): Promise<readonly Measured[]> {
  return onThrowaway<unknown, readonly Measured[]>(
    'billing',
    async ({ owner, open }) => {
      const application = open(READERS);
      await fill(owner);
      const caller = application.seeing(() => visibilityOf(MEMBERSHIPS));
      const [ours, limits]: [number[], number[]] = [[], []];
      await readAll(owner);
      await readAll(caller);
      for (let pair = 0; pair < PAIRS; pair += 1) {
        limits.push(await readAll(owner));
        ours.push(await readAll(caller));
      }
      return [
        {
          name: 'row-security',
          what: `${READS} balances read one by one by a caller`,
          limit: 'the same reads by the owner of the table',
          ours,
          limits,
        },
      ];
    },
    READERS,
  );
}

async function fill(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into merged_balances (house_id, personal_account_id, organization_id, principal_debt, last_updated_at)
    select n / 500 + 1, n, n % 3 + 1, 100, now() from generate_series(1, ${ACCOUNTS}::integer) as n
  `.execute(db);
  await sql`analyze account_balances`.execute(db);
}

/** The duration of all reads in milliseconds; a third of the accounts are not the caller's. */
async function readAll(db: Kysely<unknown>): Promise<number> {
  const startedAt = performance.now();
  const read = async (reader: number): Promise<void> => {
    for (let nth = reader; nth < READS; nth += READERS) {
      const account = ((nth * 7919) % ACCOUNTS) + 1;
      await sql`
        select house_id, personal_account_id, principal_debt, penalty_debt, last_updated_at from account_balances
        where house_id = ${Math.floor(account / 500) + 1} and personal_account_id = ${account}
      `.execute(db);
    }
  };
  await Promise.all(Array.from({ length: READERS }, async (_, reader) => read(reader)));
  return performance.now() - startedAt;
}
