// The data that the limitation of debts follows from, in SQL.
import type {
  PenaltyRuleKind,
  PenaltyRuleValue,
} from '@kvartplata/contracts/billing/penalty-rules.ts';
import { sql } from 'kysely';
import { DEBT_MONTH, joinBrought, notReversed } from '../../access/scope.ts';
import type { Db } from '../../tables.ts';

/** A rule that decides when a debt is due, or whether limitation applies. */
export type DueRuleRow = {
  /** Null for all houses. */
  readonly houseId: number | null;
  readonly kind: PenaltyRuleKind;
  readonly value: PenaltyRuleValue;
  readonly validFrom: string;
  readonly validTo: string | null;
};

export async function listDueRules(db: Db, organizationId: number): Promise<readonly DueRuleRow[]> {
  const { rows } = await sql<DueRuleRow>`
    select penalty_rules.house_id, penalty_rules.kind, penalty_rules.value, penalty_rules.valid_from,
      penalty_rules.valid_to
    from penalty_rules
    where penalty_rules.organization_id = ${organizationId} and penalty_rules.kind in ('due-day', 'working-day', 'limitation')
  `.execute(db);
  return rows;
}

/** Penalties on a month's debt, whenever they were booked. */
export type PenaltiesOfMonth = {
  readonly personalAccountId: number;
  /** The first day of the month of the debt. */
  readonly period: string;
  readonly amount: string;
};

/** For accounts of an organization: penalties accrued or opening, without payments. */
export async function listPenaltiesByDebt(
  db: Db,
  organizationId: number,
  accounts: readonly { readonly houseId: number; readonly personalAccountId: number }[],
): Promise<readonly PenaltiesOfMonth[]> {
  const houseIds = accounts.map(({ houseId }) => houseId);
  const accountIds = accounts.map(({ personalAccountId }) => personalAccountId);
  const { rows } = await sql<PenaltiesOfMonth>`
    select penalties.personal_account_id, penalties.period, sum(penalties.amount)::text as amount
    from (
      select penalty_accrual_debts.personal_account_id, penalty_accrual_debts.period, penalty_accrual_debts.amount
      from penalty_accrual_debts
      where penalty_accrual_debts.organization_id = ${organizationId}
        and penalty_accrual_debts.house_id = any(${houseIds}::bigint[])
        and penalty_accrual_debts.personal_account_id = any(${accountIds}::bigint[])
      union all
      select ledger_entries.personal_account_id, ${DEBT_MONTH}, ledger_entries.debit - ledger_entries.credit
      from ledger_entries
      ${joinBrought(organizationId)}
      where ledger_entries.organization_id = ${organizationId}
        and ledger_entries.house_id = any(${houseIds}::bigint[])
        and ledger_entries.personal_account_id = any(${accountIds}::bigint[])
        and ledger_entries.transaction_type = 'OPENING' and ledger_entries.debt_kind = 'penalty'
        and ${notReversed(organizationId, 'ledger_entries')}
    ) as penalties
    group by penalties.personal_account_id, penalties.period
  `.execute(db);
  return rows;
}
