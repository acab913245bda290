// The certificate of an account's debt, or that there is none, as PDF.
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { fileAnswer } from '../file-answer.ts';
import { IdText } from '../scalars.ts';
import { PDF } from './receipts.ts';

export const getDebtCertificate = endpoint({
  id: 'getDebtCertificate',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/debt-certificates',
  tag: 'debt-certificates',
  summary: 'Get the certificate of an account’s debt',
  description:
    'As of today in Moscow, by the books: the debt by month and with penalties, or that there is none; what is not due yet, ' +
    'and an advance.',
  access: 'viewer',
  query: Type.Object({ personalAccountId: IdText }, { additionalProperties: false }),
  answers: { 200: fileAnswer(PDF) },
  refusals: ['not-found', 'dependency-unavailable'],
});
