// Payment imports: a registry of payments from a bank, checked row by row and booked as a whole.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { JobErrorFields } from '../job-errors.ts';
import { Page, PageQuery } from '../page.ts';
import {
  BooleanText,
  DayText,
  Id,
  IdText,
  InstantText,
  MoneyText,
  MonthText,
  Nullable,
} from '../scalars.ts';
import { TABLE_FILE, TableQuery } from '../table-files.ts';
import { JobStatus } from './calculation-jobs.ts';
import { StornoRequest } from './payments.ts';
import { PROFILE_NAMES, type RegistryProfile as ProfileName } from './registry-profiles.ts';

export const RegistryProfile = Type.Unsafe<ProfileName>({ type: 'string', enum: PROFILE_NAMES });
export type RegistryProfile = Static<typeof RegistryProfile>;

/** `read`: not checked yet. `quarantined`: a person has to decide. `rejected`: not a payment, or imported before. */
export const PaymentImportRowStatus = Type.Union([
  Type.Literal('read'),
  Type.Literal('matched'),
  Type.Literal('quarantined'),
  Type.Literal('rejected'),
]);
export type PaymentImportRowStatus = Static<typeof PaymentImportRowStatus>;

const RegistryQuery = Type.Object(
  {
    profile: RegistryProfile,
    organizationId: Type.Optional(IdText),
    dryRun: Type.Optional(BooleanText),
  },
  { additionalProperties: false },
);

/** The form that carries the file. */
export const RegistryForm = Type.Object({
  file: Type.Unsafe<string>({
    type: 'string',
    format: 'binary',
    description: 'At most 50 MiB: text in UTF-8, windows-1251 or IBM 866; a table also as XLSX',
  }),
});

const ImportsQuery = Type.Object(
  {
    ...PageQuery,
    organizationId: Type.Optional(IdText),
    profile: Type.Optional(RegistryProfile),
    dryRun: Type.Optional(BooleanText),
  },
  { additionalProperties: false },
);

const ReasonCode = Type.String({ pattern: '^[a-z]+(-[a-z]+)*$', maxLength: 64 });

const RowsQuery = Type.Object(
  {
    ...PageQuery,
    status: Type.Optional(PaymentImportRowStatus),
    reason: Type.Optional(ReasonCode),
  },
  { additionalProperties: false },
);

/** Why a row is not matched. */
export const RowReasonText = Type.Object({
  code: Type.String(),
  message: Type.String(),
  messageRu: Type.String({ description: 'The same in Russian' }),
});
export type RowReasonText = Static<typeof RowReasonText>;

export const ListedPaymentImport = Type.Object({
  id: Id,
  organizationId: Id,
  profile: RegistryProfile,
  dryRun: Type.Boolean(),
  fileName: Type.String(),
  fileHash: Type.String({ description: 'SHA-256 in hexadecimal' }),
  status: JobStatus,
  rows: Type.Integer({ description: 'All payments of the file' }),
  processedRows: Type.Integer(),
  matched: Type.Integer(),
  quarantined: Type.Integer(),
  rejected: Type.Integer(),
  amount: MoneyText,
  matchedAmount: MoneyText,
  quarantinedAmount: MoneyText,
  rejectedAmount: MoneyText,
  declaredRows: Nullable(Type.Integer({ description: 'By the totals of the file itself' })),
  declaredAmount: Nullable(MoneyText),
  ...JobErrorFields,
  createdAt: InstantText,
  startedAt: Nullable(InstantText),
  finishedAt: Nullable(InstantText),
  reversal: Nullable(
    Type.Object({ reversedAt: InstantText, reversedBy: Id, reason: Type.String() }),
  ),
});
export type ListedPaymentImport = Static<typeof ListedPaymentImport>;

export const RowProblem = Type.Object({
  line: Type.Integer({ description: 'As the program that opens the file numbers them, from 1' }),
  status: PaymentImportRowStatus,
  ...RowReasonText.properties,
});
export type RowProblem = Static<typeof RowProblem>;

/** A reason why rows are not matched, given once for all of them. */
export const PaymentImportReason = Type.Object({
  status: Type.Union([Type.Literal('quarantined'), Type.Literal('rejected')]),
  code: Type.String(),
  message: Type.String({ description: 'With … for what varies from row to row' }),
  messageRu: Type.String(),
  rows: Type.Integer({ description: 'How many' }),
  amount: MoneyText,
  lines: Type.Array(Type.Integer(), { description: 'The first 10' }),
});
export type PaymentImportReason = Static<typeof PaymentImportReason>;

export const PaymentImport = Type.Object({
  ...ListedPaymentImport.properties,
  repeats: Nullable(
    Type.Integer({ description: 'The last import before this one that took the very same file' }),
  ),
  errors: Type.Array(RowProblem, {
    description: 'Of the first 100 rows that are quarantined or rejected',
  }),
  reasons: Type.Array(PaymentImportReason, {
    description: 'Once it is COMPLETED, in the order of their first lines',
  }),
});
export type PaymentImport = Static<typeof PaymentImport>;

export const PaymentImportRow = Type.Object({
  line: Type.Integer(),
  status: PaymentImportRowStatus,
  reasons: Type.Array(RowReasonText),
  accountNumbers: Type.Array(Type.String(), { description: 'Those that the row could mean' }),
  amount: Nullable(MoneyText),
  paidOn: Nullable(DayText),
  period: Nullable(MonthText),
  operation: Nullable(Type.String({ description: "The bank's own number" })),
  payer: Nullable(Type.String()),
  purpose: Nullable(Type.String()),
  houseId: Nullable(Id),
  personalAccountId: Nullable(Id),
  paymentId: Nullable(Id),
});
export type PaymentImportRow = Static<typeof PaymentImportRow>;

export const PaymentImportWithRows = Type.Object({
  ...PaymentImport.properties,
  items: Type.Array(PaymentImportRow),
  nextCursor: Nullable(Type.String()),
});
export type PaymentImportWithRows = Static<typeof PaymentImportWithRows>;

export const importPayments = endpoint({
  id: 'importPayments',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/payments/import',
  tag: 'payment-imports',
  summary: 'Import a registry of payments',
  description:
    'Matched rows are booked, all or none; the others wait as unidentified payments, or are rejected with their ' +
    'reasons. A dry run only reports. The answer waits up to 3 seconds for the end: 200 with the finished import, else ' +
    '202. A file whose own totals differ from its rows is refused before anything is stored. Repeated with its ' +
    'idempotency key, it answers the current state of the first import.',
  access: 'accountant',
  query: RegistryQuery,
  form: RegistryForm,
  idempotent: true,
  answers: { 200: PaymentImport, 202: PaymentImport },
  refusals: [
    'organization-required',
    'not-found',
    'too-many-jobs',
    'malformed-file',
    'file-too-demanding',
    'wrong-columns',
    'totals-differ',
  ],
});

export const listPaymentImports = endpoint({
  id: 'listPaymentImports',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/payment-imports',
  tag: 'payment-imports',
  summary: 'List payment imports',
  description: 'Newest first. Without `organizationId` those of all the caller’s organizations.',
  access: 'viewer',
  query: ImportsQuery,
  answers: { 200: Page(ListedPaymentImport) },
  refusals: ['not-found'],
});

export const getPaymentImport = endpoint({
  id: 'getPaymentImport',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/payment-imports/:paymentImportId',
  tag: 'payment-imports',
  summary: 'Get a payment import',
  description:
    'Its state, with a page of its rows in the order of the file, filtered by `status` and `reason`.',
  access: 'viewer',
  query: RowsQuery,
  answers: { 200: PaymentImportWithRows },
  refusals: ['not-found'],
});

export const downloadRejectedRows = endpoint({
  id: 'downloadRejectedRows',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/payment-imports/:paymentImportId/rejected',
  tag: 'payment-imports',
  summary: 'Download the rejected rows of a payment import',
  description:
    'Each with its line and its reasons in Russian, and as it stood in the file. With `reason` the rows that have it, ' +
    'also quarantined ones. The audit log records who downloads it.',
  access: 'viewer',
  query: Type.Object(
    { ...TableQuery.properties, reason: Type.Optional(ReasonCode) },
    { additionalProperties: false },
  ),
  answers: { 200: TABLE_FILE },
  refusals: ['not-found'],
});

export const reversePaymentImport = endpoint({
  id: 'reversePaymentImport',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/payment-imports/:paymentImportId/storno',
  tag: 'stornos',
  summary: 'Reverse a payment import',
  description:
    'All that was booked of it, including payments resolved since; those that still wait are withdrawn. The same file ' +
    'may then be imported again. A payment reversed on its own stays reversed.',
  access: 'accountant',
  body: StornoRequest,
  idempotent: true,
  answers: { 200: PaymentImport },
  refusals: ['not-found', 'conflict', 'already-reversed'],
});
