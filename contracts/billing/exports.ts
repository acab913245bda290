// Exports: charges and debts as files for other programs.
import Type, { type StaticDecode } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { BENEFIT_FILE_PROFILE_NAMES, type BenefitFileProfile } from './benefit-file-profiles.ts';
import { fileAnswer } from '../file-answer.ts';
import { IdText, Month } from '../scalars.ts';
import { TABLE_MEDIA_TYPES } from '../table-files.ts';
import { HousesQuery, MONTHS_RULE, MonthsQuery } from './reports.ts';

/** A journal for hledger. */
export const JOURNAL = 'text/plain; charset=utf-8';

const CSV = fileAnswer(TABLE_MEDIA_TYPES.csv);
const LOGGED = 'The audit log records the file.';

export const ExportChargesQuery = Type.Object(
  {
    ...HousesQuery,
    period: Month,
    jobId: Type.Optional(IdText),
    job: Type.Optional(IdText),
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

/** What each account owes now, for a bank that takes payments. */
export const ExportBankDebtsQuery = Type.Object(
  { ...HousesQuery, ...csv },
  { additionalProperties: false },
);
export type ExportBankDebtsQuery = StaticDecode<typeof ExportBankDebtsQuery>;

/** What benefits have taken off in a month, for social protection. */
export const ExportBenefitsQuery = Type.Object(
  {
    ...HousesQuery,
    period: Month,
    profile: Type.Optional(
      Type.Unsafe<BenefitFileProfile>({
        type: 'string',
        enum: BENEFIT_FILE_PROFILE_NAMES,
        description: 'The layout of the file; `plain` unless given',
      }),
    ),
    ...csv,
  },
  { additionalProperties: false },
);
export type ExportBenefitsQuery = StaticDecode<typeof ExportBenefitsQuery>;

/** A house or an organization is required; without months everything is exported. */
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

export const exportCharges = endpoint({
  id: 'exportCharges',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/charges/export',
  tag: 'exports',
  summary: 'Export the charges of a month',
  description: `Of a house or of all houses of an organization: a workbook in the order of addresses and rooms, drafts included; \`jobId\`, or \`job\`, names those of one job. Its last row sums the roubles. ${LOGGED}`,
  access: 'viewer',
  query: ExportChargesQuery,
  answers: { 200: fileAnswer(TABLE_MEDIA_TYPES.xlsx) },
  refusals: ['not-found', 'month-archived'],
});

export const export1c = endpoint({
  id: 'export1c',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/exports/1c',
  tag: 'exports',
  summary: 'Export booked months for 1C',
  description: `CSV: month, account number, service, roubles; charges less their reversals. ${MONTHS_RULE} ${LOGGED}`,
  access: 'viewer',
  query: Export1cQuery,
  answers: { 200: CSV },
  refusals: ['not-found', 'month-archived'],
});

export const exportBankDebts = endpoint({
  id: 'exportBankDebts',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/exports/bank-debts',
  tag: 'exports',
  summary: 'Export current debts for a bank',
  description: `CSV: account number, payer, address, debt, penalties, roubles to pay; an advance is set against penalties. ${LOGGED}`,
  access: 'viewer',
  query: ExportBankDebtsQuery,
  answers: { 200: CSV },
  refusals: ['not-found'],
});

export const exportBenefits = endpoint({
  id: 'exportBenefits',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/exports/benefits',
  tag: 'exports',
  summary: 'Export the benefits of a month for social protection',
  description:
    'CSV: by account, category and service the volume, roubles charged and roubles that the benefit takes off, as ' +
    'booked in the month; changes by a correction appear under the month that it corrects, lines of earlier months that ' +
    'were reversed in this one under theirs, below zero if given back. ' +
    LOGGED,
  access: 'viewer',
  query: ExportBenefitsQuery,
  answers: { 200: CSV },
  refusals: ['not-found', 'month-archived'],
});

export const exportLedger = endpoint({
  id: 'exportLedger',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/ledger/export',
  tag: 'exports',
  summary: 'Export the ledger for hledger',
  description: `A journal of a house or an organization, in roubles; without months everything. It is sent as it is read. ${LOGGED}`,
  access: 'viewer',
  query: ExportLedgerQuery,
  answers: { 200: fileAnswer(JOURNAL) },
  refusals: ['not-found'],
});
