// Exports: charges and debts as files for other programs.
import Type, { type StaticDecode } from 'typebox';
import { IdText, Month } from '../scalars.ts';
import { HousesQuery, MonthsQuery } from './reports.ts';

export const ExportChargesQuery = Type.Object(
  {
    houseId: IdText,
    period: Month,
    jobId: Type.Optional(IdText),
    format: Type.Optional(Type.Literal('xlsx')),
  },
  { additionalProperties: false },
);
export type ExportChargesQuery = StaticDecode<typeof ExportChargesQuery>;

const csv = { format: Type.Optional(Type.Literal('csv')) };

/** Turnovers by month, account and service for 1C. */
export const Export1cQuery = Type.Object(
  { ...HousesQuery, ...MonthsQuery, ...csv },
  { additionalProperties: false },
);
export type Export1cQuery = StaticDecode<typeof Export1cQuery>;

/** Who owes how much now, for a bank that takes payments. */
export const ExportBankDebtsQuery = Type.Object(
  { ...HousesQuery, ...csv },
  { additionalProperties: false },
);
export type ExportBankDebtsQuery = StaticDecode<typeof ExportBankDebtsQuery>;

/** A house or an organization has to be named; without months everything. */
export const ExportLedgerQuery = Type.Object(
  {
    format: Type.Optional(Type.Literal('hledger')),
    houseId: Type.Optional(IdText),
    organizationId: Type.Optional(IdText),
    periodFrom: Type.Optional(Month),
    periodTo: Type.Optional(Month),
  },
  { additionalProperties: false },
);
export type ExportLedgerQuery = StaticDecode<typeof ExportLedgerQuery>;
