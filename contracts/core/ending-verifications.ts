// The meters whose verification ends soon: their owners have to be notified in time.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import { DayText, Id, IdText, LinePart, Nullable } from '../scalars.ts';
import { TABLE_FILE, TableFormat } from '../table-files.ts';

/** The law requires notice a month before. */
export const WITHIN_DAYS = 30;

const Within = Type.Codec(
  Type.String({
    pattern: '^([0-9]|[1-9][0-9]|[12][0-9][0-9]|3[0-5][0-9]|36[0-6])$',
    description: `Days from today on, both included, 0 to 366; ${WITHIN_DAYS} unless given`,
  }),
)
  .Decode(Number)
  .Encode(String);

/** The filters of the list. */
export const EndingFilter = {
  within: Type.Optional(Within),
  houseId: Type.Optional(IdText),
  search: Type.Optional(
    LinePart(
      100,
      'Words of the meter, its service, the room, the account, the payer or the address; all must match',
    ),
  ),
};

export const EndingVerificationsQuery = Type.Object(
  { ...EndingFilter, ...PageQuery },
  { additionalProperties: false },
);

export const EndingVerification = Type.Object({
  meterId: Id,
  houseId: Id,
  address: Type.String({ description: 'Of the house' }),
  roomNumber: Nullable(Type.String({ description: 'null of a house-wide meter' })),
  serviceName: Type.String(),
  coefficientAllowed: Type.Boolean({
    description: 'Whether K multiplies the norm of the service once a meter does not count',
  }),
  serialNumber: Type.String(),
  verifiedUntil: DayText,
  daysLeft: Type.Integer({ minimum: 0 }),
  accounts: Type.Array(
    Type.Object({
      personalAccountId: Id,
      accountNumber: Type.String(),
      payer: Type.String(),
      payerAddress: Nullable(
        Type.String({ description: 'Where the payer lives, if not in the room' }),
      ),
    }),
    {
      description:
        'The accounts that the meter counts for; all accounts of the room for a meter of a room',
    },
  ),
});
export type EndingVerification = Static<typeof EndingVerification>;

const ORDER =
  'In the order of their last days, without meters that count past their verification, such as those of electricity.';

export const listEndingVerifications = endpoint({
  id: 'listEndingVerifications',
  service: 'core',
  method: 'GET',
  path: '/api/organizations/:organizationId/ending-verifications',
  tag: 'meters',
  summary: 'List the meters whose verification ends soon',
  description: ORDER,
  access: 'viewer',
  query: EndingVerificationsQuery,
  answers: { 200: Page(EndingVerification) },
  refusals: ['not-found'],
});

export const exportEndingVerifications = endpoint({
  id: 'exportEndingVerifications',
  service: 'core',
  method: 'GET',
  path: '/api/organizations/:organizationId/ending-verifications/export',
  tag: 'meters',
  summary: 'Download the meters whose verification ends soon',
  description: `${ORDER} As a table, one row per account. The audit log records it.`,
  access: 'viewer',
  query: Type.Object(
    { ...EndingFilter, format: Type.Optional(TableFormat) },
    { additionalProperties: false },
  ),
  answers: { 200: TABLE_FILE },
  refusals: ['not-found'],
});

/** Who sends the letters. */
export const LetterSender = Type.Object({
  name: Type.String(),
  legalAddress: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  email: Nullable(Type.String()),
});
export type LetterSender = Static<typeof LetterSender>;

export const LetterFacts = Type.Object({
  sender: LetterSender,
  ...Page(EndingVerification).properties,
});
export type LetterFacts = Static<typeof LetterFacts>;

export const listLetterFacts = endpoint({
  id: 'listLetterFacts',
  service: 'core',
  method: 'GET',
  path: '/api/internal/organizations/:organizationId/ending-verifications',
  tag: 'internal',
  summary: 'List the letters about ending verifications',
  description: ORDER,
  access: 'service',
  query: EndingVerificationsQuery,
  answers: { 200: LetterFacts },
  refusals: ['not-found'],
});
