// Letters to accounts whose meter verification ends soon, as PDF.
import Type from 'typebox';
import { EndingFilter } from '../core/ending-verifications.ts';
import { endpoint } from '../endpoint.ts';
import { fileAnswer } from '../file-answer.ts';
import { IdText } from '../scalars.ts';
import { PDF } from './receipts.ts';

export const getVerificationLetters = endpoint({
  id: 'getVerificationLetters',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/verification-letters',
  tag: 'receipts',
  summary: 'Get the letters about ending verifications as one PDF',
  description:
    'A page of A4 for each account of each such meter, the first to end first; a house-wide meter has none. Without ' +
    '`organizationId` the caller’s only one. Without such a meter there is no file.',
  access: 'viewer',
  query: Type.Object(
    { organizationId: Type.Optional(IdText), ...EndingFilter },
    { additionalProperties: false },
  ),
  answers: { 200: fileAnswer(PDF) },
  refusals: ['not-found', 'organization-required', 'nobody-to-write-to', 'dependency-unavailable'],
});
