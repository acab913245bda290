// Files of receipts: those of all or some houses of an organization, made as a job and kept for some days.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { fileAnswer } from '../file-answer.ts';
import { Page, PageQuery } from '../page.ts';
import { Id, IdText, Month, MonthText } from '../scalars.ts';
import { JobStatus } from './calculation-jobs.ts';
import { FileForm, KeptFileFields, ZIP } from './kept-files.ts';
import { PDF } from './receipts.ts';

/** `organizationId`, or `houseIds` of one organization, or both. */
export const ReceiptFileRequest = Type.Object(
  {
    period: Month,
    organizationId: Type.Optional(Id),
    houseIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 10_000, uniqueItems: true })),
    form: FileForm,
  },
  { additionalProperties: false },
);

export const ReceiptFile = Type.Object({
  id: Id,
  organizationId: Id,
  period: MonthText,
  form: FileForm,
  status: JobStatus,
  houseIds: Type.Array(Id, {
    description: 'In the order in which they are printed: by street, and by number',
  }),
  totalAccounts: Type.Integer(),
  processedAccounts: Type.Integer(),
  receipts: Type.Integer({ description: 'How many are in the file so far' }),
  housesWithoutReceipts: Type.Array(Id, {
    description: 'Houses without charges, which have no page',
  }),
  ...KeptFileFields,
});
export type ReceiptFile = Static<typeof ReceiptFile>;

export const createReceiptFile = endpoint({
  id: 'createReceiptFile',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/receipt-files',
  tag: 'receipt-files',
  summary: 'Make the receipts of many houses as one file',
  description:
    'Of all houses of `organizationId`, or of `houseIds`. Queues a job and answers it at once, with the place of its ' +
    'file; the same request while it waits answers that job. Houses are sorted by street and number, their accounts by ' +
    'room. A house without charges is named and has no page. Checked in this order: contradictory fields, the house or ' +
    'organization, the role, that the houses are the organization’s, the month, that anything is charged, that the bank ' +
    'details are complete (each missing one is named), the idempotency key, the number of waiting jobs.',
  access: 'accountant',
  body: ReceiptFileRequest,
  idempotent: true,
  answers: { 202: ReceiptFile },
  refusals: [
    'not-found',
    'unprocessable-reference',
    'month-archived',
    'nothing-charged',
    'bank-details-missing',
    'too-many-jobs',
  ],
});

export const listReceiptFiles = endpoint({
  id: 'listReceiptFiles',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/receipt-files',
  tag: 'receipt-files',
  summary: 'List files of receipts',
  description:
    'Newest first, those that are no longer kept too. Without `organizationId` those of all the caller’s organizations.',
  access: 'viewer',
  query: Type.Object(
    { ...PageQuery, organizationId: Type.Optional(IdText) },
    { additionalProperties: false },
  ),
  answers: { 200: Page(ReceiptFile) },
  refusals: ['not-found'],
});

export const getReceiptFile = endpoint({
  id: 'getReceiptFile',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/receipt-files/:receiptFileId',
  tag: 'receipt-files',
  summary: 'Get a file of receipts with its progress',
  description: 'Its progress, and the houses without a page in it.',
  access: 'viewer',
  answers: { 200: ReceiptFile },
  refusals: ['not-found'],
});

export const fetchReceiptFile = endpoint({
  id: 'fetchReceiptFile',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/receipt-files/:receiptFileId/file',
  tag: 'receipt-files',
  summary: 'Download a file of receipts',
  description:
    'Sent as it is read. The audit log records it. While the job is under way, and once the file is no longer kept, ' +
    '`file-not-there`. Not for viewers: with the links of its receipts anyone writes as a resident.',
  access: 'accountant',
  answers: { 200: fileAnswer(PDF, ZIP) },
  refusals: ['not-found', 'file-not-there'],
});

export const cancelReceiptFile = endpoint({
  id: 'cancelReceiptFile',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/receipt-files/:receiptFileId/cancel',
  tag: 'receipt-files',
  summary: 'Cancel a file of receipts',
  description: 'What has been made of it is deleted.',
  access: 'accountant',
  answers: { 200: ReceiptFile },
  refusals: ['not-found', 'job-finished'],
});
