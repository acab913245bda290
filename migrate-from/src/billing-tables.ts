// What is copied into the billing database. A bill becomes an applied charge, and what was paid of it a payment for its month;
// entries follow from these and balances from entries, and both are listed here only for the comparison.
import { sql } from 'kysely';
import type { Catalogue } from './catalogue.ts';
import type { Transfer } from './transfer.ts';

const PLACES_OF_BILLS = sql`bills
  left join personal_accounts on personal_accounts.id = bills.personal_account_id
  left join rooms on rooms.id = personal_accounts.room_id
  left join houses on houses.id = rooms.house_id
  left join house_services on house_services.id = bills.house_service_id`;

export type BillingTransfers = {
  readonly chargedServices: Transfer;
  readonly charges: Transfer;
  readonly chargeEntries: Transfer;
  readonly payments: Transfer;
  readonly paymentEntries: Transfer;
  readonly balances: Transfer;
};

/** @param highestBillId ids of payments begin above it: charges and payments share one sequence of document ids */
export function billingTransfers(catalogue: Catalogue, highestBillId: number): BillingTransfers {
  return {
    chargedServices: chargedServices(catalogue),
    charges: CHARGES,
    chargeEntries: CHARGE_ENTRIES,
    payments: payments(highestBillId),
    paymentEntries: paymentEntries(highestBillId),
    balances: BALANCES,
  };
}

function chargedServices({ services }: Catalogue): Transfer {
  return {
    table: 'charged_services',
    former: 'house_services',
    from: sql`house_services
      left join houses on houses.id = house_services.house_id
      left join json_to_recordset(${JSON.stringify(services)}::json)
        as service ("formerId" bigint, code text, name text, unit text, kind text, everyday_name_ru text,
          everyday_name_en text)
        on service."formerId" = house_services.utility_service_id`,
    key: 'house_services.id',
    columns: {
      house_id: 'house_services.house_id',
      house_service_id: 'house_services.id',
      organization_id: 'houses.organization_id',
      code: 'service.code',
      name: 'service.name',
      unit: 'service.unit',
      kind: 'service.kind',
      everyday_name_ru: 'service.everyday_name_ru',
      everyday_name_en: 'service.everyday_name_en',
    },
  };
}

const CHARGES: Transfer = {
  table: 'charges',
  beside: { tables: ['charge_templates', 'charged_accounts'], together: 'explained_charges' },
  former: 'bills',
  from: PLACES_OF_BILLS,
  key: 'bills.id',
  columns: {
    house_id: 'rooms.house_id',
    period: 'bills.period',
    personal_account_id: 'bills.personal_account_id',
    house_service_id: 'bills.house_service_id',
    line: '0',
    id: 'bills.id',
    organization_id: 'houses.organization_id',
    account_number: 'personal_accounts.account_number',
    rate_type: 'house_services.method',
    consumption: 'coalesce(bills.volume, 0)',
    tariff: 'coalesce(bills.tariff, 0)',
    amount: 'bills.amount',
  },
};

const CHARGE_ENTRIES: Transfer = {
  table: 'ledger_entries',
  tableWhere: `transaction_type = 'CHARGE'`,
  former: 'bills',
  from: sql`${PLACES_OF_BILLS} where bills.amount <> 0`,
  key: 'bills.id',
  columns: {
    ...entry('CHARGE', 'bills.period', 'bills.id'),
    debit: 'greatest(bills.amount, 0)',
    credit: 'greatest(-bills.amount, 0)',
    effective_on: `(bills.period + interval '1 month' - interval '1 day')`,
  },
};

function payments(highestBillId: number): Transfer {
  return {
    table: 'payments',
    former: 'bills',
    from: sql`${PLACES_OF_BILLS} where bills.paid_amount > 0`,
    key: 'bills.id',
    columns: {
      house_id: 'rooms.house_id',
      personal_account_id: 'bills.personal_account_id',
      id: `bills.id + ${highestBillId}`,
      organization_id: 'houses.organization_id',
      amount: 'bills.paid_amount',
      principal_amount: 'bills.paid_amount',
      penalty_amount: '0',
      paid_on: 'bills.paid_on',
      named_period: `date_trunc('month', bills.period)`,
      booked_in: `date_trunc('month', bills.paid_on)`,
      source: `'former-application'`,
    },
  };
}

function paymentEntries(highestBillId: number): Transfer {
  return {
    table: 'ledger_entries',
    tableWhere: `transaction_type = 'PAYMENT'`,
    former: 'bills',
    from: sql`${PLACES_OF_BILLS} where bills.paid_amount > 0`,
    key: 'bills.id',
    columns: {
      ...entry('PAYMENT', `date_trunc('month', bills.paid_on)`, `bills.id + ${highestBillId}`),
      debit: '0',
      credit: 'bills.paid_amount',
      effective_on: 'bills.paid_on',
    },
  };
}

const BALANCES: Transfer = {
  table: 'account_balances',
  former: 'bills',
  from: sql`(
    select bills.personal_account_id, sum(bills.amount - coalesce(bills.paid_amount, 0)) as debt
    from bills
    group by bills.personal_account_id
  ) owed
  left join personal_accounts on personal_accounts.id = owed.personal_account_id
  left join rooms on rooms.id = personal_accounts.room_id
  left join houses on houses.id = rooms.house_id`,
  key: 'owed.personal_account_id',
  columns: {
    house_id: 'rooms.house_id',
    personal_account_id: 'owed.personal_account_id',
    organization_id: 'houses.organization_id',
    principal_debt: 'owed.debt',
    penalty_debt: '0',
  },
};

function entry(
  transactionType: 'CHARGE' | 'PAYMENT',
  period: string,
  id: string,
): Transfer['columns'] {
  return {
    house_id: 'rooms.house_id',
    personal_account_id: 'bills.personal_account_id',
    id,
    period,
    organization_id: 'houses.organization_id',
    transaction_type: `'${transactionType}'`,
    debt_kind: `'principal'`,
    document_id: id,
  };
}
