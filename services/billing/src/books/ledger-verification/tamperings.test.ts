// Whoever goes past the database's guards as its owner is found out: every column of every table of the books is changed, every
// kind of row is removed, and whole stories are told otherwise. Each in a transaction that is rolled back.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { closeCycle, reopenCycle } from '@kvartplata/contracts/billing/close.ts';
import { getSealsKey } from '@kvartplata/contracts/billing/seals.ts';
import { reversePayment } from '@kvartplata/contracts/billing/payments.ts';
import { reverseCharge } from '@kvartplata/contracts/billing/stornos.ts';
import { createNoteSigner } from '@kvartplata/domain/proof/signed-note.ts';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import pg from 'pg';
import type { BillingTables, Db } from '../../tables.ts';
import { makeAccruingHouse, type AccruingHouse } from '../../testing/accruing.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { untilAllocated } from '../../testing/paying-house.ts';
import { ask } from '../../testing/test-user.ts';
import { sql } from 'kysely';
import { IN_ORDER, verifyLedger, type LedgerFaults } from './ledger-verification.service.ts';

let stand: BillingStand;
let database: Database<BillingTables>;
let house: AccruingHouse;
let key: string;

before(async () => {
  stand = await startBillingStand();
  database = openDatabase({ url: stand.databaseUrl, poolSize: 2, applicationName: 'tampering' });
  const pool = new pg.Pool({ connectionString: stand.databaseUrl, max: 2 });
  house = await makeAccruingHouse(stand, pool);
  await makeHistory(house, pool);
  await pool.end();
  key = (await ask(stand.app, stand.admin, getSealsKey, {})).body.key;
});
after(async () => {
  await database.db.destroy();
  await stand.stop();
});

/** Three months, the first two closed, the second of them twice; payments, a penalty, stornos and a correction. */
async function makeHistory(
  { accounts, accrue, charge, draft, pay, ask: asHouse, organizationId, houseId }: AccruingHouse,
  pool: pg.Pool,
): Promise<void> {
  const [one = 0, two = 0, three = 0] = accounts;
  const january = await charge('2026-01', [
    [one, '1000.10'],
    [two, '50.00'],
    [two, '-10.00'],
    [three, '7.00'],
  ]);
  await pay({ personalAccountId: one, amount: '40', paidOn: '2026-02-03', reference: 'пп 17' });
  const februaryDraft = await draft('2026-02', [
    [one, '30.00'],
    [three, '7.77'],
  ]);
  await pool.query(
    `insert into corrections (organization_id, house_id, period_from, period_to, period, billing_cycle_id, reason, line_count,
       amount, requested_by) values ($1, $2, '2026-01-01', '2026-01-01', '2026-02-01', $3, 'выезд', 1, 1, 1)`,
    [organizationId, houseId, februaryDraft.cycleId],
  );
  await applyAll(asHouse, februaryDraft.cycleId);
  await accrue('2026-06-15');
  await close(asHouse, january.cycleId);
  await close(asHouse, februaryDraft.cycleId);
  const reopen = { params: { cycleId: februaryDraft.cycleId }, body: { reason: 'ошибка' } };
  assert.equal((await asHouse(reopenCycle, reopen)).status, 200);
  await close(asHouse, februaryDraft.cycleId);
  const march = await charge('2026-03', [
    [one, '31.00'],
    [two, '5.00'],
  ]);
  const paid = await pay({ personalAccountId: two, amount: '12.50', paidOn: '2026-03-20' });
  await pay({ personalAccountId: one, amount: '3000', paidOn: '2026-03-21', source: 'касса' });
  const reason = { reason: 'дважды' };
  const storno = { params: { chargeId: march.chargeIds[1] }, body: reason };
  assert.equal((await asHouse(reverseCharge, storno)).status, 200);
  const back = { params: { paymentId: paid.id }, body: reason };
  assert.equal((await asHouse(reversePayment, back)).status, 200);
  await untilAllocated(pool);
}

async function close(asHouse: AccruingHouse['ask'], cycleId: number): Promise<void> {
  const { status, body } = await asHouse(closeCycle, { params: { cycleId } });
  assert.equal(status, 200, JSON.stringify(body));
}

async function applyAll(asHouse: AccruingHouse['ask'], cycleId: number): Promise<void> {
  assert.equal((await asHouse(applyCycle, { params: { cycleId } })).status, 200);
}

class RolledBack extends Error {}

/** What a verification finds once the statements have run without triggers and foreign keys. */
async function tamper(statements: readonly string[]): Promise<LedgerFaults> {
  let faults: LedgerFaults | undefined;
  const change = database.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    let changed = 0n;
    for (const statement of statements) {
      const { numAffectedRows } = await sql.raw(statement).execute(trx);
      changed += numAffectedRows ?? 0n;
    }
    assert.ok(changed > 0n, `nothing was changed by ${statements.join('; ')}`);
    faults = await verifyLedger(trx as unknown as Db, key);
    throw new RolledBack();
  });
  await change.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
  return faults ?? IN_ORDER;
}

function kindsOf(faults: LedgerFaults): readonly string[] {
  return Object.entries(faults).flatMap(([kind, { length }]) => (length > 0 ? [kind] : []));
}

const BOOKS = [
  'ledger_entries',
  'ledger_links',
  'ledger_heads',
  'merged_balances',
  'stornos',
  'payments',
  'payment_allocations',
  'house_month_sums',
  'charges',
  'charge_templates',
  'house_months',
  'corrections',
  'penalty_accruals',
  'penalty_accrual_debts',
  'billing_cycles',
  'month_seals',
  'month_reopenings',
  'sealed_lines',
  'seal_log',
  'checkpoints',
  'audit_log',
  'audit_links',
  'audit_heads',
] as const;

/** What follows from other rows and is read from them again where it does not add up, or says nothing of the books. */
const NOT_WATCHED = new Set([
  'merged_balances.open_debts',
  'merged_balances.advance',
  'merged_balances.money_until',
  'merged_balances.last_updated_at',
  'house_months.idle_services',
  'checkpoints.created_at',
]);

/** Which of a table's rows: those of closed months, and the head of the log. */
const ROWS_OF: Readonly<Record<string, string>> = {
  charge_templates: `period = '2026-01-01'`,
  house_months: `period = '2026-01-01'`,
  billing_cycles: `status = 'CLOSED'`,
  checkpoints: 'size = (select max(size) from checkpoints)',
};

/** Another value that the column's own checks let pass. */
const OTHER_TEXT: Readonly<Record<string, string>> = {
  'ledger_entries.transaction_type': `case when transaction_type = 'PAYMENT' then 'STORNO' else 'PAYMENT' end`,
  'stornos.transaction_type': `case when transaction_type = 'PAYMENT' then 'CHARGE' else 'PAYMENT' end`,
  'payment_allocations.debt_kind': `case when debt_kind = 'penalty' then 'principal' else 'penalty' end`,
  'payment_allocations.reason': `case when reason = 'payment' then 'new-charges' else 'payment' end`,
  'penalty_accrual_debts.kind': `'major-repairs'`,
  'penalty_accrual_debts.method': `'payment-day'`,
  'billing_cycles.status': `'APPLIED', closed_at = null`,
};

/** What stands or falls with a column. */
const TOGETHER: Readonly<Record<string, string>> = {
  'ledger_entries.debt_kind': `debt_kind = 'penalty' where transaction_type = 'PAYMENT'`,
  'ledger_entries.debit': 'debit = debit + 1 where debit > 0',
  'ledger_entries.credit': 'credit = credit + 1 where credit > 0',
  'payments.amount': 'amount = amount + 1, principal_amount = principal_amount + 1',
  'payments.principal_amount': 'principal_amount = principal_amount + 1, amount = amount + 1',
  'payments.penalty_amount': 'penalty_amount = penalty_amount + 1, amount = amount + 1',
  'house_month_sums.period': `period = '2025-01-01'`,
  'charges.period': `period = '2026-02-01', line = line + 50 where period = '2026-01-01'`,
  'house_months.period': `period = '2025-01-01'`,
  'charge_templates.period': `period = '2025-01-01'`,
  'penalty_accrual_debts.period': `period = '2025-01-01'`,
  'ledger_links.period': `period = period + interval '1 month' where period is not null`,
  'ledger_links.entry_ids': 'entry_ids = array[1::bigint] where cardinality(entry_ids) > 0',
  'ledger_links.document_ids':
    'document_ids = array[1::bigint] where cardinality(document_ids) > 0',
  'ledger_links.documents': `documents = sha256(documents) where length(documents) > 0`,
  'payments.named_period': `named_period = '2025-01-01'`,
  'charge_templates.corrected_line': `number = -1, corrected_line = 1, correction_id = 1, corrected_period = '2020-01-01'`,
  'charge_templates.correction_id': `number = -2, corrected_line = 1, correction_id = 2, corrected_period = '2020-01-01'`,
  'charge_templates.corrected_period': `number = -3, corrected_line = 1, correction_id = 2, corrected_period = '2019-01-01'`,
  'billing_cycles.applied_at': `applied_at = applied_at + interval '1 second'`,
  'billing_cycles.month': `month = 12, year = year - 1`,
  'billing_cycles.year': `year = year - 1`,
  'billing_cycles.closed_on': `closed_on = closed_on + 1`,
  'billing_cycles.applied_on': `applied_on = applied_on + 1`,
  'corrections.period_from': `period_from = '2025-12-01'`,
  'penalty_accrual_debts.counted_from': `counted_from = counted_from - 1 where counted_from is not null`,
  'penalty_accrual_debts.counted_to': `counted_to = counted_to + 1 where counted_to is not null`,
};

type Column = { readonly table: string; readonly column: string; readonly type: string };

function changeOf({ table, column, type }: Column): string {
  const name = `${table}.${column}`;
  const [set = '', where] = (
    TOGETHER[name] ?? `"${column}" = ${otherOf(name, column, type)}`
  ).split(' where ');
  const rows = [ROWS_OF[table], where].filter((condition) => condition !== undefined);
  const condition = rows.length === 0 ? 'true' : rows.join(' and ');
  return `update ${table} set ${set} where (${table}.tableoid, ${table}.ctid) = (
    select t.tableoid, t.ctid from ${table} as t where ${condition} order by (t."${column}" is null), t::text limit 1)`;
}

function otherOf(name: string, column: string, type: string): string {
  const other = OTHER_TEXT[name];
  if (other !== undefined) return other;
  switch (type) {
    case 'bigint':
    case 'integer':
    case 'smallint':
    case 'numeric':
      return `coalesce("${column}", 0) + 1000`;
    case 'date':
      return `(coalesce("${column}", '2026-01-01') + interval '1 month')::date`;
    case 'timestamp with time zone':
      return `coalesce("${column}", now()) + interval '1 second'`;
    case 'bytea':
      return `sha256(coalesce("${column}", ''))`;
    case 'jsonb':
      return `'[{"never": 1}]'`;
    case 'boolean':
      return `not "${column}"`;
    case 'ARRAY':
      return `"${column}" || 1::bigint`;
    default:
      return column === 'action' ? `'cycle.invented'` : `coalesce("${column}", '') || 'x'`;
  }
}

async function listColumns(): Promise<readonly Column[]> {
  const { rows } = await database.pool.query<Column>(
    `select table_name as table, column_name as column, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = any($1) and is_generated = 'NEVER'
     order by table_name, ordinal_position`,
    [BOOKS],
  );
  return rows;
}

describe('tampering', () => {
  test('the books are in order before it', async () => {
    assert.deepEqual(await verifyLedger(database.db, key), IN_ORDER);
  });

  test('with any column of the books is found', async (t) => {
    const columns = await listColumns();
    assert.ok(columns.length > 150);
    const missed: string[] = [];
    for (const column of columns) {
      const name = `${column.table}.${column.column}`;
      if (NOT_WATCHED.has(name)) continue;
      try {
        const found = kindsOf(await tamper([changeOf(column)]));
        if (found.length === 0) missed.push(name);
        else t.diagnostic(`${name}: ${found.join(', ')}`);
      } catch (error) {
        missed.push(`${name}: ${(error as Error).message}`);
      }
    }
    assert.deepEqual(missed, []);
  });

  for (const table of BOOKS) {
    const condition = ROWS_OF[table] ?? 'true';
    test(`with a row of ${table} that is taken away is found`, async () => {
      const row = `(select t.tableoid, t.ctid from ${table} as t where ${condition} order by t::text limit 1)`;
      const faults = await tamper([`delete from ${table} where (tableoid, ctid) = ${row}`]);
      assert.notDeepEqual(kindsOf(faults), []);
    });
  }
});

const REHASH = `do $$
  declare link ledger_links; before bytea := '';
  begin
    for link in select * from ledger_links order by house_id, number loop
      if link.number = 1 then before := ''; end if;
      link.digest := (
        select sha256(convert_to(string_agg(app.ledger_line(e.personal_account_id, e.id, e.transaction_type, e.debt_kind, e.debit,
          e.credit, e.document_id, e.effective_on), E'\\n' order by listed.place), 'UTF8'))
        from unnest(link.entry_ids) with ordinality as listed (id, place)
        join ledger_entries as e on e.house_id = link.house_id and e.id = listed.id
      );
      link.digest := coalesce(link.digest, sha256(''));
      before := app.link_hash(before, link.organization_id, link.house_id, link.number, link.period, link.created_at, link.digest,
        link.documents);
      update ledger_links set digest = link.digest, hash = before where house_id = link.house_id and number = link.number;
      update ledger_heads set hash = before where house_id = link.house_id and number = link.number;
    end loop;
  end $$`;

/** A charge of a closed month is a kopeck more, wherever it shows in the books but for what was sealed. */
const REWRITTEN = [
  `update charges set amount = amount + 0.01 where period = '2026-01-01' and amount = 7`,
  `update ledger_entries set debit = debit + 0.01 where period = '2026-01-01' and debit = 7`,
  `update merged_balances set principal_debt = principal_debt + 0.01
     where personal_account_id = (select personal_account_id from charges where amount = 7.01)`,
  `update house_month_sums set charged = charged + 0.01 where period = '2026-01-01'`,
  `update house_months set amount = computed.amount, charges_hash = computed.charges_hash from computed_charges as computed
     where computed.house_id = house_months.house_id and computed.period = house_months.period
       and computed.period = '2026-01-01'`,
  REHASH,
];
const RESEALED = `update month_seals set chain_hash = (
    select sha256(convert_to(string_agg(concat_ws('|', ends.house_id, ends.number, encode(ends.hash, 'hex')), E'\\n'
      order by ends.house_id), 'UTF8'))
    from (
      select distinct on (l.house_id) l.house_id, l.number, l.hash from ledger_links as l
      join billing_cycles as c on c.id = month_seals.billing_cycle_id and l.organization_id = c.organization_id
        and l.period <= c.period
      order by l.house_id, l.number desc
    ) as ends
  )`;
const RELOGGED = `update seal_log set leaf = app.seal_leaf(s.organization_id, c.period, s.billing_cycle_id, s.created_at, s.accounts,
    s.turnover_hash, s.chain_hash, s.papers_hash, s.checks)
  from month_seals as s join billing_cycles as c on c.id = s.billing_cycle_id
  where s.log_index = seal_log.index`;

const STORIES: readonly (readonly [string, readonly string[], keyof LedgerFaults])[] = [
  ['a ledger that is wiped', ['delete from ledger_entries'], 'strayDocuments'],
  [
    'books that are wiped, their documents too',
    [
      'ledger_entries',
      'ledger_links',
      'ledger_heads',
      'merged_balances',
      'payments',
      'payment_allocations',
      'stornos',
      'charges',
      'charge_templates',
      'house_months',
      'house_month_sums',
      'penalty_accruals',
      'penalty_accrual_debts',
    ].map((table) => `delete from ${table}`),
    'sealFaults',
  ],
  [
    'a wiped organization, whose seals are left in the log',
    [
      ...BOOKS.filter((table) => !['seal_log', 'checkpoints'].includes(table)).map(
        (table) => `delete from ${table}`,
      ),
    ],
    'sealFaults',
  ],
  ['a closed month that is rewritten with its chain', REWRITTEN, 'sealFaults'],
  ['the same, sealed again', [...REWRITTEN, RESEALED], 'sealFaults'],
  ['the same, with the log written again', [...REWRITTEN, RESEALED, RELOGGED], 'sealFaults'],
  [
    'a log of seals that is wiped with its seals',
    ['delete from seal_log', 'delete from month_seals', 'delete from sealed_lines'],
    'sealFaults',
  ],
  ['a log of seals that is cut', [`delete from seal_log where index = 2`], 'sealFaults'],
  [
    'a seal that is swapped for another month’s',
    [`update month_seals set log_index = 1 - log_index where log_index < 2`],
    'sealFaults',
  ],
  [
    'a closing that is taken back without a word',
    [
      `update billing_cycles set status = 'APPLIED', closed_at = null, closed_on = null where month = 2`,
    ],
    'sealFaults',
  ],
  [
    'a month that is closed without a seal',
    [
      `update billing_cycles set status = 'CLOSED', closed_at = now(), closed_on = '2026-05-01' where month = 3`,
    ],
    'sealFaults',
  ],
  [
    'a tail that is cut with its entries and its head',
    [
      `with cut as (delete from ledger_links where (house_id, number) in (select house_id, max(number) from ledger_links group by house_id) returning house_id, entry_ids)
         delete from ledger_entries using cut where ledger_entries.house_id = cut.house_id and ledger_entries.id = any(cut.entry_ids)`,
      `update ledger_heads set number = ledger_heads.number - 1, hash = (select l.hash from ledger_links as l where l.house_id = ledger_heads.house_id and l.number = ledger_heads.number - 1)`,
    ],
    'chainFaults',
  ],
  [
    'an entry that is booked twice',
    [
      `insert into ledger_entries select organization_id, house_id, personal_account_id, id + 1000000, period, transaction_type, debt_kind, debit, credit, document_id, effective_on, created_at from ledger_entries where transaction_type = 'CHARGE' limit 1`,
    ],
    'chainFaults',
  ],
  [
    'a payment that is invented, with its entry and its link',
    [
      `insert into payments select organization_id, house_id, personal_account_id, id + 1000000, amount, principal_amount, penalty_amount, paid_on, named_period, booked_in, source, reference, created_at from payments limit 1`,
      `insert into ledger_entries select p.organization_id, p.house_id, p.personal_account_id, p.id, p.booked_in, 'PAYMENT', 'principal', 0, p.principal_amount, p.id, p.paid_on, p.created_at from payments as p where p.id > 1000000`,
      `do $$ begin perform app.link_unlinked(organization_id) from (select distinct organization_id from payments) as o; end $$`,
    ],
    'drift',
  ],
  [
    'a payment that is moved to another account',
    [
      `update payments set personal_account_id = (select min(personal_account_id) from merged_balances where personal_account_id <> payments.personal_account_id)`,
    ],
    'strayDocuments',
  ],
  [
    'two payments whose accounts are swapped, entries too',
    [
      `update payments set personal_account_id = case when reference is null then (select personal_account_id from payments as p where p.reference is not null) else personal_account_id end`,
      `update ledger_entries set personal_account_id = p.personal_account_id from payments as p where ledger_entries.document_id = p.id and transaction_type = 'PAYMENT'`,
    ],
    'chainFaults',
  ],
  [
    'a storno that is forgotten with its entry',
    [
      `delete from ledger_entries using stornos where ledger_entries.id = stornos.storno_id`,
      `delete from stornos`,
    ],
    'chainFaults',
  ],
  [
    'a charge of an applied house that is added',
    [
      `insert into charges (organization_id, house_id, period, personal_account_id, house_service_id, line, template, consumption, amount, own) select organization_id, house_id, period, personal_account_id, house_service_id, line + 50, template, consumption, amount, own from charges where period = '2026-03-01' limit 1`,
    ],
    'strayDocuments',
  ],
  [
    'charges whose volumes change and whose sums do not',
    [`update charges set consumption = consumption + 1 where period = '2026-03-01'`],
    'wrongMonths',
  ],
  [
    'a penalty whose reckoning changes and whose sum does not',
    [`update penalty_accrual_debts set debt = debt + 1`],
    'chainFaults',
  ],
  [
    'money that is put on another month',
    [`update payment_allocations set period = '2026-01-01' where period = '2026-02-01'`],
    'chainFaults',
  ],
  [
    'another day of a payment, its entry too',
    [
      `update payments set paid_on = paid_on - 1`,
      `update ledger_entries set effective_on = effective_on - 1 where transaction_type = 'PAYMENT'`,
    ],
    'chainFaults',
  ],
  [
    'a template whose tariff changes',
    [`update charge_templates set tariff = tariff + 1 where period = '2026-01-01'`],
    'sealFaults',
  ],
  [
    'another reason of a closing that was taken back',
    [`update month_reopenings set reason = 'по просьбе'`],
    'sealFaults',
  ],
  ['an audit log that is wiped', ['delete from audit_log'], 'auditFaults'],
  [
    'an audit log that is wiped with its links',
    ['delete from audit_log', 'delete from audit_links'],
    'auditFaults',
  ],
  [
    'an entry of the audit log that is invented',
    [
      `insert into audit_log (organization_id, action, object_type, object_id, request_id) values (1, 'cycle.applied', 'cycle', '1', 'r')`,
    ],
    'auditFaults',
  ],
  [
    'an audit log whose users are others',
    [`update audit_log set user_id = user_id + 1 where user_id is not null`],
    'auditFaults',
  ],
  [
    'a head of the log that another key has signed',
    [`update checkpoints set note = ${quoted(otherHead())} where size = 0`],
    'sealFaults',
  ],
  [
    'what nobody has sealed in the log',
    [`insert into seal_log select max(index) + 1, 'x' from seal_log`],
    'sealFaults',
  ],
];

function otherHead(): string {
  const empty = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';
  return createNoteSigner('kvartplata/seals', Buffer.alloc(32, 9)).sign(
    `kvartplata/seals\n0\n${empty}\n`,
  );
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

describe('a story that is told otherwise', () => {
  for (const [what, statements, kind] of STORIES) {
    test(`is found: ${what}`, async () => {
      const found = kindsOf(await tamper(statements));
      assert.ok(found.includes(kind), `found ${found.join(', ') || 'nothing'}`);
    });
  }
});
