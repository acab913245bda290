// Changes every column of the books to another value, one row at a time.
import type { LedgerFaults } from '../books/ledger-verification/ledger-verification.service.ts';

export const BOOKS = [
  'ledger_entries',
  'ledger_links',
  'ledger_heads',
  'merged_balances',
  'stornos',
  'payments',
  'payment_allocations',
  'adjustments',
  'house_month_sums',
  'charges',
  'charge_templates',
  'house_months',
  'corrections',
  'penalty_accruals',
  'penalty_accrual_debts',
  'opening_balances',
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

/** The kinds of fault of which at least one has to be reported for a change in the table. */
export const TOLD_AS: Readonly<Record<(typeof BOOKS)[number], readonly (keyof LedgerFaults)[]>> = {
  ledger_entries: ['chainFaults'],
  ledger_links: ['chainFaults'],
  ledger_heads: ['chainFaults'],
  merged_balances: ['drift'],
  stornos: ['chainFaults'],
  payments: ['chainFaults'],
  payment_allocations: ['chainFaults'],
  house_month_sums: ['wrongSums'],
  charges: ['wrongMonths', 'strayDocuments'],
  charge_templates: ['sealFaults'],
  house_months: ['sealFaults'],
  corrections: ['sealFaults'],
  penalty_accruals: ['chainFaults'],
  penalty_accrual_debts: ['chainFaults'],
  adjustments: ['chainFaults'],
  opening_balances: ['chainFaults'],
  billing_cycles: ['sealFaults'],
  month_seals: ['sealFaults'],
  month_reopenings: ['sealFaults'],
  sealed_lines: ['sealFaults'],
  seal_log: ['sealFaults'],
  checkpoints: ['sealFaults'],
  audit_log: ['auditFaults'],
  audit_links: ['auditFaults'],
  audit_heads: ['auditFaults'],
};

/** Columns that are derived from other rows and rebuilt when they do not match, or that say nothing about the books. */
export const NOT_WATCHED = new Set([
  'merged_balances.open_debts',
  'merged_balances.open_court_fees',
  'merged_balances.advance',
  'merged_balances.money_until',
  'merged_balances.merged_month',
  'merged_balances.last_updated_at',
  'house_months.idle_services',
  'house_months.is_outdated',
  'house_months.corrected_version',
  'checkpoints.created_at',
]);

/** Which of a table's rows to change: those of closed months, and the head of the log. */
export const ROWS_OF: Readonly<Record<string, string>> = {
  charge_templates: `period = '2026-01-01'`,
  house_months: `period = '2026-01-01'`,
  billing_cycles: `status = 'CLOSED'`,
  checkpoints: 'size = (select max(size) from checkpoints)',
};

/** Another value that the column's own checks accept. */
const OTHER_TEXT: Readonly<Record<string, string>> = {
  'ledger_entries.transaction_type': `case when transaction_type = 'PAYMENT' then 'STORNO' else 'PAYMENT' end`,
  'stornos.transaction_type': `case when transaction_type = 'PAYMENT' then 'CHARGE' else 'PAYMENT' end`,
  'payment_allocations.debt_kind': `case when debt_kind = 'penalty' then 'principal' else 'penalty' end`,
  'adjustments.kind': `case when kind = 'write-off' then 'discount' when kind = 'discount' then 'write-off'
    when kind = 'charge' then 'court-fee' else 'charge' end`,
  'payment_allocations.reason': `case when reason = 'payment' then 'new-charges' else 'payment' end`,
  'penalty_accrual_debts.kind': `'major-repairs'`,
  'opening_balances.kind': `case when kind = 'penalty' then 'principal' else 'penalty' end`,
  'opening_balances.service_kind': `'other'`,
  'penalty_accrual_debts.method': `'payment-day'`,
  'billing_cycles.status': `'APPLIED', closed_at = null`,
};

/** Other columns that have to change together with a column. */
const TOGETHER: Readonly<Record<string, string>> = {
  'ledger_entries.debt_kind': `debt_kind = 'penalty' where transaction_type = 'PAYMENT' and credit = 40`,
  'ledger_entries.period': `period = '2026-02-01' where period = '2026-01-01'`,
  'ledger_entries.debit': 'debit = debit + 1 where debit > 0',
  'ledger_entries.credit': 'credit = credit + 1 where credit > 0',
  'payments.amount': 'amount = amount + 1, principal_amount = principal_amount + 1',
  'payments.principal_amount': 'principal_amount = principal_amount + 1, amount = amount + 1',
  'payments.penalty_amount': 'penalty_amount = penalty_amount + 1, amount = amount + 1',
  'adjustments.amount': 'amount = amount * 2',
  'adjustments.debt_kind': `debt_kind = 'penalty' where kind = 'write-off'`,
  'adjustments.house_service_id': `house_service_id = 7, service_name = 'Отопление'`,
  'adjustments.service_name': `service_name = 'Отопление', house_service_id = 7`,
  'adjustments.is_major_repairs': `is_major_repairs = true, house_service_id = 7, service_name = 'Отопление'`,
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
  'opening_balances.period': `period = '2025-01-01'`,
  'opening_balances.booked_in': 'booked_in = as_of',
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

export type Column = {
  readonly table: (typeof BOOKS)[number];
  readonly column: string;
  readonly type: string;
};

/** A statement that changes the column in one row of the table. */
export function changeOf({ table, column, type }: Column): string {
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
