// Payment imports: a registry of payments that a bank sends, judged row by row and booked as a whole.
import Type, { type Static } from 'typebox';
import { PageQuery } from '../page.ts';
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
import { JobStatus } from './calculation-jobs.ts';

export const RegistryProfile = Type.Union([
  Type.Literal('sberbank'),
  Type.Literal('yookassa'),
  Type.Literal('1c-client-bank'),
  Type.Literal('csv'),
]);
export type RegistryProfile = Static<typeof RegistryProfile>;

/** `read`: not judged yet. `quarantined`: a person has to decide. `rejected`: no payment, or taken already. */
export const PaymentImportRowStatus = Type.Union([
  Type.Literal('read'),
  Type.Literal('matched'),
  Type.Literal('quarantined'),
  Type.Literal('rejected'),
]);
export type PaymentImportRowStatus = Static<typeof PaymentImportRowStatus>;

export const ImportPaymentsQuery = Type.Object(
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

export const ListPaymentImportsQuery = Type.Object(
  {
    ...PageQuery,
    organizationId: Type.Optional(IdText),
    profile: Type.Optional(RegistryProfile),
    dryRun: Type.Optional(BooleanText),
  },
  { additionalProperties: false },
);

export const PaymentImportParams = Type.Object({ id: IdText });

export const ReadPaymentImportQuery = Type.Object(
  { ...PageQuery, status: Type.Optional(PaymentImportRowStatus) },
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
  error: Nullable(Type.String()),
  createdAt: InstantText,
  startedAt: Nullable(InstantText),
  finishedAt: Nullable(InstantText),
  reversal: Nullable(
    Type.Object({ reversedAt: InstantText, reversedBy: Id, reason: Type.String() }),
  ),
});
export type ListedPaymentImport = Static<typeof ListedPaymentImport>;

export const RowProblem = Type.Object({
  line: Type.Integer({ description: 'As the program of the file counts, from 1' }),
  status: PaymentImportRowStatus,
  ...RowReasonText.properties,
});
export type RowProblem = Static<typeof RowProblem>;

export const PaymentImport = Type.Object({
  ...ListedPaymentImport.properties,
  repeats: Nullable(
    Type.Integer({ description: 'The last import before this one that took the very same file' }),
  ),
  errors: Type.Array(RowProblem, {
    description: 'Of the first 100 rows that are quarantined or rejected',
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
