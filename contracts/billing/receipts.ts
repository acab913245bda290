// Receipts: the payment documents of a month, as PDF.
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { fileAnswer } from '../file-answer.ts';
import { IdText, Month } from '../scalars.ts';

export const PDF = 'application/pdf';

const MONTH =
  'A month before March 2005 is not valid. Refused in this order: the house or the account, nothing charged, incomplete ' +
  'bank details, each missing one named.';

export const getHouseReceipts = endpoint({
  id: 'getHouseReceipts',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/receipts',
  tag: 'receipts',
  summary: 'Get the receipts of a house as one PDF',
  description:
    'A page of A4, or two, for each account that is charged in the month, or owes or has an advance at its end; in the order of ' +
    `rooms. A draft month is marked as preliminary. ${MONTH}`,
  access: 'viewer',
  query: Type.Object({ houseId: IdText, period: Month }, { additionalProperties: false }),
  answers: { 200: fileAnswer(PDF) },
  refusals: ['not-found', 'nothing-charged', 'bank-details-missing', 'month-archived'],
});

export const getReceipt = endpoint({
  id: 'getReceipt',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/receipts/:personalAccountId',
  tag: 'receipts',
  summary: 'Get the receipt of an account as a PDF',
  description: `A page of A4, or two, with the QR code that pays it. ${MONTH}`,
  access: 'viewer',
  query: Type.Object({ period: Month }, { additionalProperties: false }),
  answers: { 200: fileAnswer(PDF) },
  refusals: ['not-found', 'nothing-charged', 'bank-details-missing', 'month-archived'],
});
