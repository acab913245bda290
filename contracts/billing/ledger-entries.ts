// Ledger entries: a debit raises a debt, a credit lowers it; entries are never changed.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import { Id, IdText, InstantText, Month, MoneyText, MonthText } from '../scalars.ts';

export const TransactionType = Type.Union([
  Type.Literal('CHARGE'),
  Type.Literal('PAYMENT'),
  Type.Literal('PENALTY'),
  Type.Literal('STORNO'),
  Type.Literal('OPENING'),
  Type.Literal('ADJUSTMENT'),
]);
export type TransactionType = Static<typeof TransactionType>;

/** The part of a reference before the colon: the kind of document behind the entry. */
export const REFERENCE_KINDS: Readonly<Record<TransactionType, string>> = {
  CHARGE: 'charge',
  PAYMENT: 'payment',
  PENALTY: 'accrual',
  STORNO: 'storno',
  OPENING: 'opening',
  ADJUSTMENT: 'adjustment',
};

export const DebtKind = Type.Union([Type.Literal('principal'), Type.Literal('penalty')]);
export type DebtKind = Static<typeof DebtKind>;

export const LedgerEntry = Type.Object({
  id: Id,
  houseId: Id,
  personalAccountId: Id,
  transactionType: TransactionType,
  debtKind: DebtKind,
  debit: MoneyText,
  credit: MoneyText,
  period: MonthText,
  effectiveOn: Type.String({ format: 'date', description: 'The day from which it has effect' }),
  referenceId: Type.String({
    description:
      'charge:<id>, payment:<id>, accrual:<id>, adjustment:<id>, storno:<entry id> or opening:<id>, also for the entry ' +
      'that takes the opening balance back',
  }),
  createdAt: InstantText,
});
export type LedgerEntry = Static<typeof LedgerEntry>;

const EntriesQuery = Type.Object(
  {
    ...PageQuery,
    organizationId: Type.Optional(IdText),
    houseId: Type.Optional(IdText),
    personalAccountId: Type.Optional(IdText),
    period: Type.Optional(Month),
    transactionType: Type.Optional(TransactionType),
  },
  { additionalProperties: false },
);

export const listLedgerEntries = endpoint({
  id: 'listLedgerEntries',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/ledger-entries',
  tag: 'ledger-entries',
  summary: 'List ledger entries',
  description:
    'In the order of house, account and id; filtered by account, house, month and type. Without organization, house and ' +
    'account those of all houses that the caller may see. Entries are only added, never changed.',
  access: 'viewer',
  query: EntriesQuery,
  answers: { 200: Page(LedgerEntry) },
  refusals: ['not-found'],
});
