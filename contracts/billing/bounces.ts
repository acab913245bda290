// Reports of mail servers about letters: which did not arrive, and which addresses do not accept any.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Id, IdText } from '../scalars.ts';
import { LetterOutcome } from './deliveries.ts';

const BounceForm = Type.Object({
  file: Type.Unsafe<string>({
    type: 'string',
    format: 'binary',
    description: 'At most 1 MiB: the report as it came, a message of RFC 3464',
  }),
});

export const BOUNCE_FAILURES = ['address', 'refused', 'expired', 'none'] as const;

export const Bounce = Type.Object({
  deliveryId: Id,
  houseId: Id,
  personalAccountId: Id,
  accountNumber: Type.String(),
  recipient: Type.String(),
  failure: Type.Enum(BOUNCE_FAILURES, {
    description:
      'What the report says. `address`: no letter will arrive there; `refused`: a server refused this letter permanently, ' +
      'because of a full mailbox or its own rules; `expired`: sending was given up after a while; `none`: the letter is ' +
      'late, or has arrived',
  }),
  said: Type.String({ description: 'What the server answered' }),
  outcome: LetterOutcome,
});
export type Bounce = Static<typeof Bounce>;

export const reportBounce = endpoint({
  id: 'reportBounce',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/bounces',
  tag: 'deliveries',
  summary: 'Report a bounced letter',
  description:
    'The report names its letter by the address that it came to, or by the `Message-ID` of the letter in it; both are ' +
    'signed. A letter that was sent becomes `bounced`, `refused` or `expired`; after `bounced` nothing is sent to the ' +
    'address until the account has another. A report that a letter is late or has arrived changes nothing, nor does a ' +
    'repeated report. A report on a letter of another organization is answered as if there were no such letter.',
  access: 'accountant',
  query: Type.Object({ organizationId: Type.Optional(IdText) }, { additionalProperties: false }),
  form: BounceForm,
  answers: { 200: Bounce },
  refusals: ['not-found', 'organization-required', 'bounce-unreadable'],
});
