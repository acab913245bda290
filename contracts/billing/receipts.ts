// Receipts: the payment documents of a month, as PDF.
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { fileAnswer } from '../file-answer.ts';
import { IdText, Month } from '../scalars.ts';

export const PDF = 'application/pdf';

const LINK =
  'For a viewer without the link to the resident’s door: whoever opens it writes as the resident.';
const MONTH =
  'A month before March 2005 is not valid. Checked in this order: the house or the account, that anything is charged, ' +
  'that the bank details are complete (each missing one is named).';

export const getHouseReceipts = endpoint({
  id: 'getHouseReceipts',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/receipts',
  tag: 'receipts',
  summary: 'Get the receipts of a house as one PDF',
  description:
    'One or two A4 pages for each account that is charged in the month, or has a debt or an advance at its end; in the ' +
    `order of rooms. A draft month is marked as preliminary. ${LINK} ${MONTH}`,
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
  description: `One or two A4 pages, with a QR code for paying it. ${LINK} ${MONTH}`,
  access: 'viewer',
  query: Type.Object({ period: Month }, { additionalProperties: false }),
  answers: { 200: fileAnswer(PDF) },
  refusals: ['not-found', 'nothing-charged', 'bank-details-missing', 'month-archived'],
});
