// Charges, penalties and lines by hand reversed in a month, in SQL.
import type { GisReversal } from '@kvartplata/domain/receipts/gis-document.ts';
import { sql } from 'kysely';
import type { Db } from '../../tables.ts';

export type ReversalRow = {
  readonly personalAccountId: number;
  readonly transactionType: 'CHARGE' | 'PENALTY' | 'ADJUSTMENT';
  /** Null when it concerns no service. */
  readonly houseServiceId: number | null;
  /** Null unless it is a charge. */
  readonly line: number | null;
  readonly serviceName: string | null;
  /** The first day of the month that it concerns. */
  readonly concerns: string;
  /** Whether the reversed entry had raised the debt. */
  readonly raised: boolean;
  readonly of: GisReversal['of'];
  readonly reason: string;
  /** Negative when the reversed entry had raised the debt. */
  readonly amount: string;
};

/**
 * By account.
 * @param period the first day of the month in which they are booked
 * @param personalAccountIds all accounts of the house when omitted
 */
export async function listReversals(
  db: Db,
  { organizationId, houseId }: { readonly organizationId: number; readonly houseId: number },
  period: string,
  personalAccountIds?: readonly number[],
): Promise<readonly ReversalRow[]> {
  const ofAccounts =
    personalAccountIds === undefined
      ? sql``
      : sql`and stornos.personal_account_id = any(${personalAccountIds}::bigint[])`;
  const { rows } = await sql<ReversalRow>`
    select stornos.personal_account_id, stornos.transaction_type,
      coalesce(charges.house_service_id, adjustments.house_service_id) as house_service_id,
      coalesce(charges.corrected_line, charges.line) as line,
      coalesce(charged_services.name, adjustments.service_name) as service_name,
      coalesce(charges.corrected_period, charges.period, adjustments.period, stornos.entry_period) as concerns,
      coalesce(adjustments.amount > 0, true) as raised,
      case
        when stornos.transaction_type = 'PENALTY' or adjustments.debt_kind = 'penalty' then 'penalty'
        when adjustments.kind = 'court-fee' then 'court-fee'
        else 'charge'
      end as "of",
      stornos.reason, ledger_entries.debit - ledger_entries.credit as amount
    from stornos
    join ledger_entries on ledger_entries.organization_id = ${organizationId} and ledger_entries.house_id = ${houseId}
      and ledger_entries.personal_account_id = stornos.personal_account_id
      and ledger_entries.id = stornos.storno_id and ledger_entries.period = stornos.period
    left join explained_charges as charges on charges.organization_id = ${organizationId}
      and charges.house_id = ${houseId} and charges.period = stornos.entry_period
      and charges.personal_account_id = stornos.personal_account_id and charges.id = stornos.document_id
      and stornos.transaction_type = 'CHARGE'
    left join charged_services on charged_services.organization_id = ${organizationId}
      and charged_services.house_id = ${houseId} and charged_services.house_service_id = charges.house_service_id
    left join adjustments on adjustments.organization_id = ${organizationId} and adjustments.house_id = ${houseId}
      and adjustments.personal_account_id = stornos.personal_account_id and adjustments.id = stornos.document_id
      and stornos.transaction_type = 'ADJUSTMENT'
    where stornos.organization_id = ${organizationId} and stornos.house_id = ${houseId}
      and stornos.period = ${period}::date and stornos.transaction_type <> 'PAYMENT' ${ofAccounts}
    order by stornos.personal_account_id, stornos.storno_id
  `.execute(db);
  return rows;
}
