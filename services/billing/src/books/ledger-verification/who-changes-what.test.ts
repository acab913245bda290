// Who could tamper unnoticed: each attacker does the worst they can, and the outcome is what the documentation states.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { createCalculationJob } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { closeCycle, reopenCycle } from '@kvartplata/contracts/billing/close.ts';
import { createPayment } from '@kvartplata/contracts/billing/payments.ts';
import { getCheckpoint, getSealsKey } from '@kvartplata/contracts/billing/seals.ts';
import { reverseCharge } from '@kvartplata/contracts/billing/stornos.ts';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import { deriveKeys } from '@kvartplata/platform/identity/keys.ts';
import { checkpointText, createNoteSigner } from '@kvartplata/platform/proof/signed-note.ts';
import pg from 'pg';
import { RECEIPT_PATH } from '../../paper/receipt-links/receipt-links.service.ts';
import type { BillingTables } from '../../tables.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { makePayingHouse, type PayingHouse } from '../../testing/paying-house.ts';
import { addMember, ask, type TestUser } from '../../testing/test-user.ts';
import { withoutGuards } from '../../testing/without-guards.ts';
import { createCheckpoints } from '../seals/checkpoints.service.ts';
import { isInOrder, verifyLedger } from './ledger-verification.service.ts';

const DOCS = path.resolve(import.meta.dirname, '../../../../../docs/operating/verify-ledger.md');
const [CLOSED, OPEN] = ['2026-01', '2026-02'];

const SUBJECTS = ['closed', 'open', 'log'] as const;
type Subject = (typeof SUBJECTS)[number];

/**
 * The first that applies. `refused`: nothing was changed. `recorded`: the audit log names the attacker, or the log of seals has
 * the month twice. `found`: the verification finds it. `contradicted`: only a head that was kept elsewhere disproves it.
 */
type Outcome = 'refused' | 'recorded' | 'found' | 'contradicted' | 'unnoticed';

type Attacker = {
  /** As named in the documentation. */
  readonly who: string;
  readonly user?: () => TestUser;
  readonly attacks: Readonly<Record<Subject, () => Promise<void>>>;
};

let stand: BillingStand;
let owner: pg.Pool;
let database: Database<BillingTables>;
let house: PayingHouse;
let accountant: TestUser;
let january: { readonly cycleId: number; readonly chargeIds: readonly number[] };
/** The published verifier key. */
let key: string;

before(async () => {
  stand = await startBillingStand();
  ({ owner } = stand);
  database = openDatabase({ url: stand.databaseUrl, poolSize: 1, applicationName: 'test' });
  house = await makePayingHouse(stand);
  accountant = await stand.newUser();
  await addMember(stand.coreUrl, house, accountant, 'accountant');
  key = (await house.ask(getSealsKey)).body.key;
});
after(async () => {
  await database.db.destroy();
  await stand.stop();
});

async function writeBooks(charged: string): Promise<void> {
  january = await house.charge(CLOSED, [[account(), charged]]);
  assert.equal((await close()).status, 200);
}

/** Read from the user's token. */
function userIdOf({ authorization }: TestUser): number {
  const claims = Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString();
  return Number((JSON.parse(claims) as { readonly sub: string }).sub);
}

const account = (): number => house.accounts[0] ?? 0;
const close = async (user = house.user) =>
  ask(stand.app, user, closeCycle, { params: { cycleId: january.cycleId } });
const pay = async (user: TestUser, paidOn: string) =>
  ask(stand.app, user, createPayment, {
    body: { personalAccountId: account(), amount: '5.00', paidOn },
  });
const reopen = async (user: TestUser) =>
  ask(stand.app, user, reopenCycle, {
    params: { cycleId: january.cycleId },
    body: { reason: 'так надо' },
  });

/** Everything that the API offers for changing a closed month. */
async function workOnClosed(user: TestUser): Promise<void> {
  const body = { houseId: house.houseId, period: CLOSED };
  await ask(stand.app, user, createCalculationJob, { body });
  await reopen(user);
  const reason = { reason: 'отменить' };
  const chargeId = january.chargeIds[0] ?? 0;
  await ask(stand.app, user, reverseCharge, { params: { chargeId }, body: reason });
  await pay(user, `${CLOSED}-20`);
  await close(user);
}

/** No API writes to the log. */
async function writeLog(user: TestUser | undefined): Promise<void> {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
    await stand.app.inject({
      method,
      url: addressOf(getCheckpoint, {}),
      headers: { authorization: user?.authorization ?? '' },
      payload: { checkpoint: await lastHead() },
    });
}

async function askAsResident(): Promise<void> {
  for (const url of [addressOf(createPayment, {}), `${RECEIPT_PATH}/some/disputes`])
    await stand.app.inject({
      method: 'POST',
      url,
      payload: { personalAccountId: account(), amount: '5.00', paidOn: `${OPEN}-20` },
    });
}

/** Each statement on its own, with the service's database role: a refused one does not stop the others. */
async function asApplication(statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: stand.databaseUrl });
  await client.connect();
  await client.query('set role billing_app; set app.sees_all = on');
  for (const statement of statements) await client.query(statement).catch(() => undefined);
  await client.end();
}

let invented = 9_000_000;

/** A payment that nobody made, with everything that belongs to one. */
async function inventPayment(): Promise<void> {
  const id = (invented += 2);
  const { houseId, organizationId } = house;
  const of = `${houseId}, ${account()}, ${organizationId}`;
  await owner.query(`
    insert into payments (house_id, personal_account_id, organization_id, id, amount, principal_amount, penalty_amount,
      paid_on, booked_in, source) values (${of}, ${id}, 5, 5, 0, '${OPEN}-20', '${OPEN}-01', 'manual');
    insert into ledger_entries (house_id, personal_account_id, organization_id, id, period, transaction_type, debt_kind,
      debit, credit, document_id, effective_on)
    values (${of}, ${id}, '${OPEN}-01', 'PAYMENT', 'principal', 0, 5, ${id}, '${OPEN}-20');
    insert into payment_allocations (house_id, personal_account_id, organization_id, id, payment_id, debt_kind, period, amount,
      reason, cause_id) values (${of}, ${id + 1}, ${id}, 'principal', '${CLOSED}-01', 5, 'payment', ${id});
    update merged_balances set principal_debt = principal_debt - 5 where personal_account_id = ${account()};
    select app.link_unlinked(${organizationId});
    select app.sum_books(${organizationId});
  `);
}

/** Wipes everything, writes it again with other figures, and seals and signs it as if it had always been so. */
async function writeAgain(charged: string): Promise<void> {
  const { rows } = await owner.query<{ names: string }>(`
    select string_agg(distinct c.table_name, ', ') as names from information_schema.columns c
    join pg_class on pg_class.relname = c.table_name and not pg_class.relispartition and pg_class.relkind in ('r', 'p')
    where c.table_schema = 'public' and (c.column_name = 'organization_id'
      or c.table_name in ('seal_log', 'checkpoints', 'cosignatures'))`);
  await withoutGuards(owner, `truncate ${rows[0]?.names} cascade`);
  await writeBooks(charged);
  // The service is restarted, which clears what it remembers of the log.
  await withoutGuards(owner, 'delete from checkpoints');
  const { seals } = deriveKeys(Buffer.from(stand.environment['JWT_SECRET'] ?? '', 'base64'));
  await createCheckpoints({
    db: database.db,
    signer: createNoteSigner('kvartplata/seals', seals.current.secret),
    log: { info: () => undefined, error: () => undefined },
    onPublished: async () => undefined,
  }).publish();
}

const rewrite = async (): Promise<void> => writeAgain('90.10');

/** Signed with the service's own key, for a log with one more line. */
function forgedHead(): string {
  const { seals } = deriveKeys(Buffer.from(stand.environment['JWT_SECRET'] ?? '', 'base64'));
  const root = Buffer.alloc(32, 7);
  return createNoteSigner('kvartplata/seals', seals.current.secret).sign(
    checkpointText({ origin: 'kvartplata/seals', size: 2, root }),
  );
}

const ATTACKERS: readonly Attacker[] = [
  {
    who: 'resident',
    attacks: {
      closed: askAsResident,
      open: askAsResident,
      log: async () => writeLog(undefined),
    },
  },
  {
    who: 'accountant',
    user: () => accountant,
    attacks: {
      closed: async () => workOnClosed(accountant),
      open: async () => void (await pay(accountant, `${OPEN}-21`)),
      log: async () => writeLog(accountant),
    },
  },
  {
    who: 'owner of the organization',
    user: () => house.user,
    attacks: {
      closed: async () => workOnClosed(house.user),
      open: async () => void (await pay(house.user, `${OPEN}-22`)),
      log: async () => writeLog(house.user),
    },
  },
  {
    who: 'operator of the service',
    attacks: {
      // With JWT_SECRET an attacker can impersonate anyone.
      closed: async () => {
        await asApplication([
          `update ledger_entries set debit = debit + 1 where period = '${CLOSED}-01'`,
          `delete from ledger_entries where period = '${CLOSED}-01'`,
          `delete from month_seals`,
        ]);
        await workOnClosed(house.user);
      },
      open: async () => void (await pay(house.user, `${OPEN}-23`)),
      log: async () =>
        asApplication([
          `update seal_log set leaf = replace(leaf, '100', '900')`,
          `delete from checkpoints`,
          `insert into seal_log (index, leaf) select max(index) + 1, 'nothing' from seal_log`,
          `insert into checkpoints (size, note) values (3, '${forgedHead()}')`,
        ]),
    },
  },
  {
    who: 'operator of the database',
    attacks: { closed: rewrite, open: inventPayment, log: rewrite },
  },
  {
    who: 'all of them together',
    attacks: { closed: rewrite, open: inventPayment, log: rewrite },
  },
];

type Seen = {
  readonly rows: string;
  /** The audit log's entries about the attacker. */
  readonly audited: number;
  /** Seals of a month beyond its first one. */
  readonly resealed: number;
};

const ROWS: Readonly<Record<Subject, string>> = {
  closed: `select string_agg(e::text, ',' order by id) from ledger_entries e where period = '${CLOSED}-01'`,
  open: `select string_agg(e::text, ',' order by id) from ledger_entries e where period = '${OPEN}-01'`,
  log: `select (select string_agg(l::text, ',' order by index) from seal_log l) ||
    (select string_agg(c.size || c.note, ',' order by size) from checkpoints c)`,
};

async function look(subject: Subject, user: TestUser | undefined): Promise<Seen> {
  const { rows } = await owner.query<Seen>(
    `select (${ROWS[subject]}) as rows,
       (select count(*)::integer from audit_log where user_id = $1) as audited,
       (select (count(*) - count(distinct split_part(leaf, '|', 2)))::integer from seal_log) as resealed`,
    [user === undefined ? 0 : userIdOf(user)],
  );
  assert.ok(rows[0]);
  return rows[0];
}

async function outcomeOf(earlier: Seen, now: Seen, noted: string): Promise<Outcome> {
  if (now.rows === earlier.rows) return 'refused';
  if (now.audited > earlier.audited || now.resealed > earlier.resealed) return 'recorded';
  const { db } = database;
  if (!isInOrder(await verifyLedger(db, { keys: [key] }))) return 'found';
  return isInOrder(await verifyLedger(db, { keys: [key], head: noted }))
    ? 'unnoticed'
    : 'contradicted';
}

/** The last head, as an outsider would have recorded it. */
async function lastHead(): Promise<string> {
  const { rows } = await owner.query<{ note: string }>(
    'select note from checkpoints order by size desc limit 1',
  );
  return rows[0]?.note ?? '';
}

/** The table's cell: its first word. */
function documented(who: string, subject: Subject): string | undefined {
  const row = readFileSync(DOCS, 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`| ${who} |`));
  const cell = row?.split('|')[2 + SUBJECTS.indexOf(subject)];
  return /[a-z]+/.exec(cell ?? '')?.[0];
}

for (const { who, user, attacks } of ATTACKERS)
  for (const subject of SUBJECTS)
    test(`${who}: ${subject === 'log' ? 'the log of seals' : `a month that is ${subject}`}`, async () => {
      await writeAgain('100.10');
      const [noted, earlier] = [await lastHead(), await look(subject, user?.())];
      await attacks[subject]();
      const outcome = await outcomeOf(earlier, await look(subject, user?.()), noted);
      assert.equal(outcome, documented(who, subject));
    });
