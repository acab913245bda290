// Falsified histories of the books, written by an owner of the database who knows how they are stored.
import { createNoteSigner } from '@kvartplata/platform/proof/signed-note.ts';
import type { LedgerFaults } from '../books/ledger-verification/ledger-verification.service.ts';
import { BOOKS } from './changed-columns.ts';

const REHASH = `do $$
  declare link ledger_links; before bytea := '';
  begin
    for link in select * from ledger_links order by house_id, number loop
      if link.number = 1 then before := ''; end if;
      link.digest := (
        select sha256(convert_to(string_agg(app.ledger_line(e.personal_account_id, e.id, e.period, e.transaction_type, e.debt_kind,
          e.debit, e.credit, e.document_id, e.effective_on), E'\\n' order by listed.place), 'UTF8'))
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

/** A charge of a closed month is raised by a kopeck everywhere in the books except in what was sealed. */
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

/** What is falsified, the statements that do it, and the kind of fault that has to be reported. */
export const STORIES: readonly (readonly [string, readonly string[], keyof LedgerFaults])[] = [
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
      'adjustments',
      'stornos',
      'charges',
      'charge_templates',
      'house_months',
      'house_month_sums',
      'penalty_accruals',
      'penalty_accrual_debts',
      'opening_balances',
    ].map((table) => `delete from ${table}`),
    'sealFaults',
  ],
  [
    'a wiped organization, whose seals are left in the log',
    BOOKS.filter((table) => !['seal_log', 'checkpoints'].includes(table)).map(
      (table) => `delete from ${table}`,
    ),
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
    'entries of a house that has nothing else, which come to nothing',
    [
      `insert into ledger_entries select e.organization_id, e.house_id + 1000000, e.personal_account_id, e.id + sides.nth, e.period, 'CHARGE', 'principal', sides.nth, 1 - sides.nth, e.document_id, e.effective_on, e.created_at from (select * from ledger_entries limit 1) as e, generate_series(0, 1) as sides (nth)`,
    ],
    'drift',
  ],
  [
    'entries of an organization that has nothing else',
    [
      `insert into ledger_entries select organization_id + 1000000, house_id, personal_account_id, id, period, 'CHARGE', 'principal', 1, 0, document_id, effective_on, created_at from ledger_entries limit 1`,
    ],
    'drift',
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
    'a line by hand that is invented, with its entry and its link',
    [
      `insert into adjustments select organization_id, house_id, personal_account_id, id + 1000000, kind, debt_kind, amount, period, booked_in, effective_on, house_service_id, service_name, is_major_repairs, reason, basis, requested_by, confirmed_by, created_at from adjustments limit 1`,
      `insert into ledger_entries select a.organization_id, a.house_id, a.personal_account_id, a.id, a.booked_in, 'ADJUSTMENT', a.debt_kind, greatest(a.amount, 0), greatest(-a.amount, 0), a.id, a.effective_on, a.created_at from adjustments as a where a.id > 1000000`,
      `do $$ begin perform app.link_unlinked(organization_id) from (select distinct organization_id from adjustments) as o; end $$`,
    ],
    'drift',
  ],
  [
    'another reason of a line by hand',
    [`update adjustments set reason = 'по просьбе'`],
    'chainFaults',
  ],
  [
    'a line by hand that names another month',
    [`update adjustments set period = period - interval '1 month' where amount < 0`],
    'chainFaults',
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
    'an opening balance that is said to be undone',
    [
      `update opening_imports set status = 'UNDONE', undone_at = now(), undone_by = 1 where status = 'COMPLETED'`,
    ],
    'strayDocuments',
  ],
  [
    'an undone one that is said to stand',
    [
      `update opening_imports set status = 'COMPLETED', undone_at = null, undone_by = null where status = 'UNDONE'`,
    ],
    'strayDocuments',
  ],
  [
    'an opening balance that is forgotten with its entries',
    [
      `delete from opening_balances`,
      `delete from ledger_entries where transaction_type = 'OPENING'`,
    ],
    'drift',
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
      `insert into audit_log (organization_id, action, object_type, object_id, request_id)
       select organization_id, 'cycle.applied', 'cycle', '1', 'r' from billing_cycles limit 1`,
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
    [
      `update checkpoints set note = split_part(note, E'\\n\\n', 1) || ${quoted(otherSignature())} where size = 1`,
    ],
    'sealFaults',
  ],
  [
    'what nobody has sealed in the log',
    [`insert into seal_log select max(index) + 1, 'x' from seal_log`],
    'sealFaults',
  ],
];

/** A signature by another key, to follow the text of a head. */
function otherSignature(): string {
  return createNoteSigner('kvartplata/seals', Buffer.alloc(32, 9)).sign('\n');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
